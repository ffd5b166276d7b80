import type { OpenQuestion, ReadOption } from '../open-question.ts'
import { MAYBE_WORDS } from './mark-words.ts'
import { endsByAskingForOne, isChoice } from './type-words.ts'

type Opposites = readonly [readonly string[], readonly string[]]

/** Answers that exclude each other, in lower case. */
const PAIRS: readonly Opposites[] = [
  [
    ['yes', 'ja', 'oui', 'sí', 'si', 'sì', 'sim', 'tak', 'да', 'так', 'evet', 'はい', '是'],
    ['no', 'nein', 'non', 'não', 'nee', 'nie', 'нет', 'ні', 'hayır', 'いいえ', '否'],
  ],
  [
    ['male', 'man', 'männlich', 'homme', 'hombre', 'masculino', 'homem', 'uomo', 'maschio', 'mężczyzna', 'мужской'],
    ['female', 'woman', 'weiblich', 'femme', 'mujer', 'femenino', 'feminino', 'mulher', 'donna', 'femmina', 'kobieta'],
  ],
]
/** The first and the last option of scales. */
const SCALES: readonly Opposites[] = [
  [
    ['never', 'not at all', 'nie', 'niemals', 'gar nicht', 'überhaupt nicht', 'jamais', 'pas du tout', 'nunca', 'mai'],
    ['always', 'daily', 'every day', 'very much', 'completely', 'extremely', 'immer', 'täglich', 'sehr', 'toujours'],
  ],
  [
    ['jamais', 'pas du tout', 'nunca', 'nada', 'mai', 'per niente', 'nooit', 'nigdy', 'никогда', 'gar nicht'],
    ['tout à fait', 'siempre', 'mucho', 'sempre', 'molto', 'altijd', 'zawsze', 'всегда', 'voll und ganz'],
  ],
  [
    ['strongly disagree', 'disagree', 'completely disagree', 'totally disagree', 'stimme nicht zu', 'trifft nicht zu'],
    ['strongly agree', 'agree', 'completely agree', 'totally agree', 'stimme zu', 'trifft zu'],
  ],
  [
    ['stimme gar nicht zu', 'stimme überhaupt nicht zu', 'trifft gar nicht zu', 'trifft überhaupt nicht zu'],
    ['stimme voll zu', 'stimme voll und ganz zu', 'trifft voll zu', 'trifft voll und ganz zu'],
  ],
  [
    ['pas du tout d’accord', "pas du tout d'accord", 'pas d’accord', "pas d'accord"],
    ['tout à fait d’accord', "tout à fait d'accord", 'd’accord', "d'accord"],
  ],
  [
    [
      'totalmente en desacuerdo',
      'en desacuerdo',
      'discordo totalmente',
      'discordo',
      'in disaccordo',
      'helemaal oneens',
    ],
    [
      'totalmente de acuerdo',
      'de acuerdo',
      'concordo totalmente',
      'concordo',
      'd’accordo',
      "d'accordo",
      'helemaal eens',
    ],
  ],
  [
    [
      'very dissatisfied',
      'very unsatisfied',
      'dissatisfied',
      'very unlikely',
      'unlikely',
      'very difficult',
      'very hard',
    ],
    ['very satisfied', 'extremely satisfied', 'satisfied', 'very likely', 'likely', 'very easy'],
  ],
  [
    ['sehr unzufrieden', 'unzufrieden', 'très insatisfait', 'insatisfait', 'muy insatisfecho', 'insatisfecho'],
    ['sehr zufrieden', 'zufrieden', 'très satisfait', 'satisfait', 'muy satisfecho', 'satisfecho'],
  ],
  [
    ['poor', 'very poor', 'bad', 'very bad', 'terrible', 'too short', 'too slow', 'too easy', 'not important'],
    ['excellent', 'very good', 'good', 'great', 'too long', 'too fast', 'too difficult', 'too hard', 'very important'],
  ],
  [
    ['schlecht', 'sehr schlecht', 'mauvais', 'très mauvais', 'malo', 'muy malo', 'mala', 'muy mala', 'ruim', 'péssimo'],
    ['gut', 'sehr gut', 'bon', 'très bon', 'bueno', 'muy bueno', 'buena', 'muy buena', 'bom', 'ótimo'],
  ],
]
/** May stand behind a scale. */
const NO_ANSWERS: ReadonlySet<string> = new Set([
  ...MAYBE_WORDS,
  ...['not applicable', 'no opinion', 'prefer not to say', 'no answer', 'keine angabe', 'keine meinung', 'k. a.'],
  ...['sans opinion', 'non concerné', 'ns/nc', 'no aplica', 'não se aplica', 'non applicabile', 'n.v.t.'],
])
/** Scales are short. */
const MOST_OPTIONS = 11

const NUMBER = String.raw`[€$£]?\p{Nd}[\p{Nd}.,]{0,12}[ \t]?(?:k|%|€)?`
const UNIT = '(?: (?:years?|jahre|ans|años|anos|hours?|stunden|minutes?|minuten))?'
/** A part of all numbers, such as an age. */
const SPAN = new RegExp(String.raw`^${NUMBER}(?:[ \t]?(?:[-–—]|to|bis|à|a)[ \t]?${NUMBER})?${UNIT}$`, 'u')
const LESS = 'under|below|less than|up to|unter|weniger als|bis|moins de|menos de|meno di|[<≤]'
const MORE = 'over|above|more than|über|mehr als|ab|plus de|más de|mais de|più di|[>≥]'
const OR_MORE = '(?:and|or|und|oder|et|ou|y|o) (?:more|over|older|above|mehr|älter|plus|más|mais)'
/** A part that one end of them has. */
const OPEN_SPAN = new RegExp(
  String.raw`^(?:(?:${LESS}|${MORE})[ \t]?${NUMBER}${UNIT}|${NUMBER}${UNIT}(?:[ \t]?\+| ${OR_MORE}))$`,
  'u',
)

/**
 * Whether boxes in front of its options ask for several answers, as circles never do. Two options exclude each other in
 * most cases.
 */
export function haveCheckBoxes({ type, text, range, options }: OpenQuestion): boolean {
  if (options.length < 3 || range !== undefined || isChoice(type) || endsByAskingForOne(text)) return false
  return !excludeEachOther(options)
}

/** Whether only one of some options can be true: they are a scale, or parts of all ages or other numbers. */
export function excludeEachOther(options: readonly ReadOption[]): boolean {
  if (options.length > MOST_OPTIONS) return false
  const words = options.map(({ text }) => text.trim().toLowerCase())
  const ends = [words[0] ?? '', words.findLast(word => !NO_ANSWERS.has(word)) ?? '']
  return areSpans(words) || PAIRS.some(pair => hasBoth(words, pair)) || SCALES.some(scale => hasBoth(ends, scale))
}

function hasBoth(words: readonly string[], opposites: Opposites): boolean {
  return opposites.every(end => words.some(word => end.includes(word)))
}

function areSpans(words: readonly string[]): boolean {
  const isOpen = (word: string) => OPEN_SPAN.test(word)
  return words.some(isOpen) && words.every(word => isOpen(word) || SPAN.test(word))
}
