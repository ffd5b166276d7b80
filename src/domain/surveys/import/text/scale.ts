import type { ScaleWords } from '../../scale-words.ts'
import { isRated } from './bare-range.ts'
import { numberOf } from './marker.ts'

/** A range of numbers that a question asks for. */
export interface Range {
  readonly low: number
  readonly high: number
  /** What is said of the ends, or beside them. Empty if nothing is. */
  readonly words: string
  /** What the first and the last number mean, if each is said. */
  readonly ends?: readonly [string, string]
  /** As it stood behind the text, if nothing but the text says that it is a scale. */
  readonly bare?: string
}

const NUMBER = String.raw`[-−]?\p{Nd}{1,3}`
/** Signs and words between two numbers. A single dash or stroke needs no white space around it. */
const BETWEEN = String.raw`(?:[ \t]*(?:-|–|—|−|~|～|〜|…|\.{2,3}|/)[ \t]*|[ \t]+(?:to|bis|à|a|al|até|ate|tot|do|до|till|through|thru|और|से|ile|إلى|الى|تا|עד)[ \t]+|[ \t]*(?:から|至|到|부터)[ \t]*)`
const SCALE_WORD = String.raw`(?:(?:on[ \t]+a[ \t]+)?scale(?:[ \t]+(?:of|from))?:?|skala(?:[ \t]+von)?:?|von|échelle(?:[ \t]+de)?:?|escala(?:[ \t]+de)?:?|scala(?:[ \t]+da)?:?|(?:w[ \t]+)?skali[ \t]+od|from|od|de|da|van|rating:?|rate:?|от|من)`
/** A unit says nothing that the numbers do not. */
const UNIT =
  '(?:stars?|points?|punkte?n?|sterne?n?|étoiles?|estrellas?|estrelas?|stelle|sterren|分|点|점|баллов|★|⭐\ufe0f?|(?:likert[ \\t]*)?scale|likert|rating|skala)'
const BRACKETED = new RegExp(
  String.raw`[(\[（【][ \t]*(?:${SCALE_WORD}[ \t]*)?(${NUMBER})${BETWEEN}(${NUMBER})(?:[ \t]*${UNIT})?[ \t]*(?:[,;:.][ \t]*([^()\[\]（）【】]*))?[)\]）】][ \t]*[?？؟.:：]?$`,
  'iu',
)
const AT_END = new RegExp(
  String.raw`(?:[ \t,:]|[–—-](?=[ \t]))+(${NUMBER})${BETWEEN}(${NUMBER})(?:[ \t]*${UNIT})?[ \t]*[.:?]?$`,
  'iu',
)
/** Inside a sentence, which needs it. */
const SPOKEN = new RegExp(
  String.raw`(?:${SCALE_WORD}|between|zwischen|entre|tussen|从|從|1から)[ \t]*(${NUMBER})(?:${BETWEEN}|[ \t]+(?:and|und|et|y|e|en)[ \t]+)(${NUMBER})(?!\p{Nd})`,
  'iu',
)
/** Where the word for *between* stands behind the numbers. */
const SPOKEN_BEHIND = new RegExp(
  String.raw`(${NUMBER})${BETWEEN}(${NUMBER})[ \t]*(?:arası(?:nda)?|之间|之間|の間|사이)`,
  'iu',
)
/** With what the ends mean behind each, as in `1 (not at all) to 10 (very much)`. */
const EXPLAINED = new RegExp(
  String.raw`(${NUMBER})[ \t]*\([^()]{1,60}\)(?:${BETWEEN}|[ \t]+(?:and|und|et|y|e|en)[ \t]+)(${NUMBER})[ \t]*\([^()]{1,60}\)`,
  'iu',
)
/** The same alone. */
const ENDS_BEHIND = new RegExp(
  String.raw`^(?:${SCALE_WORD}[ \t]+)?(${NUMBER})[ \t]*\(([^()]{1,60})\)(?:${BETWEEN}|[ \t]+)(${NUMBER})[ \t]*\(([^()]{1,60})\)$`,
  'iu',
)
/** A demand to rate, with the numbers at its end. */
const RATED = new RegExp(
  String.raw`^(?:please[ \t]+|bitte[ \t]+)?(?:rate|bewerte[nt]?|évaluez|notez|califi(?:que|ca)|valor[ae]|avalie|valuta|valuti|beoordeel|оцените)[ \t].*?[ \t(](${NUMBER})${BETWEEN}(${NUMBER})[ \t]*[.)]*$`,
  'iu',
)
/** Between a number and what it means. */
const MEANS = String.raw`[ \t]+(?:is|being|means|ist|bedeutet|es|é|est|étant|significa)[ \t]+`
const ENDS = new RegExp(
  String.raw`^[(\[]?(${NUMBER})[ \t]*(?:=|:|-|–|means)[ \t]*(\p{L}[^=;,/]*?)(?:[ \t]*(?:[,;/]|…|\.{2,3}|[ \t]-|–)[ \t]*|[ \t]+(?=${NUMBER}[ \t]*[-=:–]))(${NUMBER})[ \t]*(?:=|:|-|–|means)[ \t]*(\p{L}[^=]*?)[)\]]?$`,
  'iu',
)
/** The same as a sentence, as in `where 1 is slow and 5 is fast`. */
const SPOKEN_ENDS = new RegExp(
  String.raw`^[(\[]?(?:(?:where|with|wobei|donde|où|onde|waarbij)[ \t]+)?(${NUMBER})${MEANS}(\p{L}[^=;()]{0,59}?)(?:[,;][ \t]*|[ \t]+)(?:(?:and|und|y|e|et|en)[ \t]+)?(${NUMBER})${MEANS}(\p{L}[^=;()]{0,59})[)\]]?$`,
  'iu',
)
/** What the ends mean behind the numbers, as in `1-5, never – always`. */
const PAIR = /^(\p{L}[^,;:=–—→]{0,59}?)(?:[ \t]*[–—→][ \t]*|[ \t]+-{1,2}>?[ \t]+)(\p{L}[^,;:=–—→]{0,59})$/u
/** What the ends mean in front of the numbers, as in `(never – always, 1–5)`. */
const ENDS_AHEAD = new RegExp(
  String.raw`^(\p{L}[^,;:]*?)[ \t]*(?:–|—|→|-(?=[ \t])|\.{2,3}|…|[ \t](?:to|bis|à|até|tot|do|до)[ \t])[ \t]*(\p{L}[^,;:]*)[,;:][ \t]*(${NUMBER})${BETWEEN}(${NUMBER})(?:[ \t]*${UNIT})?$`,
  'iu',
)
/** What a range is called in front of what its ends mean. */
const SCALE_NAME =
  /^(?:nps|likert(?:[ -]?(?:scale|skala|type))?|scale|skala|rating|échelle|escala|scala)(?:[ \t]*[:：,]|[ \t]+(?=\p{Nd}))[ \t]*/iu
/** Beginning a sentence, where a span of days would hardly stand. */
const FIRST = new RegExp(
  String.raw`^[¿]?(?:del|dal|d['’]|vom|van)[ \t]*(${NUMBER})${BETWEEN}(${NUMBER})[ \t]*[,:]`,
  'iu',
)
/** Stars to choose among. */
const STARS = /[ \t]*[:：]?[ \t]*((?:(?:★|☆|⭐\ufe0f?|✩|✰) ?){3,10})$/u
const STARS_ALONE = /^(?:(?:★|☆|⭐\ufe0f?|✩|✰) ?){3,10}$/u
/** How many points a scale has, as in `5-point scale`. */
const NUMBER_OF_POINTS = new RegExp(
  `^(?:${[
    String.raw`(?:on[ \t]+an?[ \t]+)?(\p{Nd}{1,2})[- \t]?points?[- \t](?:likert(?:[- \t]scale)?|scale|rating)(?:[ \t]scale)?`,
    String.raw`(?:auf[ \t]+einer[ \t]+)?(\p{Nd}{1,2})(?:[- \t]?punkte?[- \t]?|er[- \t]?|[- \t]?stufigen?[ \t]+)(?:likert-?)?skala`,
    String.raw`(?:échelle|escala|scala)[ \t]+(?:de|à|a|da)[ \t]+(\p{Nd}{1,2})[ \t]+(?:points?|puntos?|pontos?|punti)`,
    String.raw`(\p{Nd}{1,2})(?:段階(?:評価)?|[级級](?:量表|评分)?|점[ \t]*척도)`,
  ].join('|')})$`,
  'iu',
)
const LEADS_IN = new RegExp(String.raw`(?<!\p{L})(?:${SCALE_WORD}|between|zwischen|entre|tussen)$`, 'iu')
/** Brackets at the end of a line, in which the ends of a scale may be explained. */
const EXPLANATION = /[ \t]*[([（]([^()[\]（）]+)[)\]）][ \t]*[.:?]?$/u
/** Cheaper to look for than what it is part of, and most lines have none. */
const HAS_DIGIT = /\p{Nd}/u
/** Characters from the last number of a scale to its end: its unit. */
const MOST_BARE = 24
/** How much of the end of a line is looked at. */
const TAIL = 160

/** A range that stands behind a question, which can do without it. @returns the text before it */
export function rangeBehind(text: string): { readonly text: string; readonly range: Range } | undefined {
  const stars = starsBehind(text)
  if (stars !== undefined) return stars
  const cut = Math.max(0, text.length - TAIL)
  const tail = text.slice(cut)
  const isBracketed = /[)\]）】]/.test(tail.slice(-4))
  const bracketed = isBracketed ? BRACKETED.exec(tail) : null
  if (bracketed !== null) return behind(text, cut + bracketed.index, bracketed)
  const [all, inner] = (isBracketed && EXPLANATION.exec(tail)) || []
  const counted = inner === undefined ? undefined : rangeCounted(inner)
  if (all !== undefined && counted !== undefined)
    return { text: text.slice(0, text.length - all.length), range: counted }
  const ends = all === undefined || inner === undefined ? undefined : rangeExplained(inner)
  if (all !== undefined && inner !== undefined && ends !== undefined && all.length < text.length)
    if (ends.ends !== undefined || SCALE_NAME.test(inner))
      return { text: text.slice(0, text.length - all.length), range: ends }
  const bare = HAS_DIGIT.test(tail.slice(-MOST_BARE)) ? AT_END.exec(tail) : null
  if (bare === null || bare.index + cut === 0) return undefined
  const before = text.slice(0, cut + bare.index)
  // “Ages 1-5” is a text; a question has ended before its scale, or says that one rates.
  if (/[?？؟:.]$/.test(before)) return behind(text, cut + bare.index, bare)
  const found = behind(text, cut + bare.index, bare)
  // Dates and fractions have strokes, and a word in front of the numbers needs them.
  if (bare[0].includes('/') || LEADS_IN.test(before) || !isRated(found.text)) return undefined
  return { ...found, range: { ...found.range, bare: bare[0].trimEnd() } }
}

/** A range of which only the number of points is said. */
function rangeCounted(text: string): Range | undefined {
  const [, ...counts] = NUMBER_OF_POINTS.exec(text) ?? []
  const high = numberOf(counts.find(count => count !== undefined) ?? '')
  return high < 3 || high > 10 ? undefined : { low: 1, high, words: '' }
}

/** A range between brackets that says what its ends mean. */
function rangeExplained(inner: string): Range | undefined {
  const [words = '', first = '', last = '', low = '', high = ''] = ENDS_AHEAD.exec(inner) ?? []
  if (words === '') return rangeAlone(inner.replace(SCALE_NAME, ''))
  const range = { low: signed(low), high: signed(high), words, ends: [first.trim(), last.trim()] as const }
  return isScale(range) ? range : undefined
}

function starsBehind(text: string): { readonly text: string; readonly range: Range } | undefined {
  const tail = text.slice(-2 * MOST_BARE)
  const [all = '', stars = ''] = STARS.exec(tail) ?? []
  const before = text.slice(0, text.length - all.length)
  // Stars also stand behind an option, as many as it means.
  if (all === '' || !(isRated(before) || /[?？؟]$/.test(before))) return undefined
  return { text: before, range: rangeOfStars(stars) }
}

function rangeOfStars(stars: string): Range {
  return { low: 1, high: [...stars.replaceAll(' ', '').replaceAll('\ufe0f', '')].length, words: '' }
}

function behind(text: string, at: number, [, low = '', high = '', words = '']: RegExpExecArray) {
  return { text: text.slice(0, at).trimEnd(), range: { low: signed(low), high: signed(high), words: words.trim() } }
}

/** A range inside the text of a question, such as “On a scale of 1 to 5, how …?”. */
export function rangeInside(text: string): Range | undefined {
  const head = text.slice(0, TAIL)
  if (!HAS_DIGIT.test(head) && !HAS_DIGIT.test(text.slice(-TAIL))) return undefined
  const match =
    SPOKEN.exec(head) ??
    SPOKEN_BEHIND.exec(head) ??
    (head.includes('(') ? EXPLAINED.exec(head) : null) ??
    RATED.exec(head) ??
    FIRST.exec(head) ??
    (text.length > TAIL ? SPOKEN.exec(text.slice(-TAIL)) : null)
  if (match === null) return undefined
  const range = { low: signed(match[1] ?? ''), high: signed(match[2] ?? ''), words: '' }
  return isScale(range) ? range : undefined
}

/** A line that is nothing but a range, such as `1-5` or `Scale: 1 to 10`, or says what its ends mean, as in `1 = never, 5 = always`. */
export function rangeAlone(text: string): Range | undefined {
  const explained = text.length > TAIL ? null : ENDS_BEHIND.exec(text)
  if (explained !== null) {
    const [, low = '', first = '', high = '', last = ''] = explained
    return { low: signed(low), high: signed(high), words: `${first} – ${last}`, ends: [first, last] }
  }
  if (STARS_ALONE.test(text)) return rangeOfStars(text)
  const counted = text.length > TAIL ? undefined : rangeCounted(text.replace(/^[([（]|[)\]）]$/g, ''))
  if (counted !== undefined) return counted
  const start = text.slice(0, 2 * TAIL)
  const ends = ENDS.exec(start) ?? SPOKEN_ENDS.exec(start)
  if (ends !== null) {
    const [, low = '', first = '', high = '', last = ''] = ends
    return {
      low: signed(low),
      high: signed(high),
      words: text.replace(/^[([]|[)\]]$/g, ''),
      ends: [first.trim(), last.trim()],
    }
  }
  if (text.length > TAIL || !/^[([（]?(?:scale|skala|rating|échelle|escala|scala)?[ :([]*[-−]?\p{Nd}/iu.test(text))
    return undefined
  const bracketed = BRACKETED.exec(/^[([（]/.test(text) ? text : `(${text})`)
  return bracketed === null ? undefined : behind('', 0, bracketed).range
}

/** Whether a range is one that people rate with, rather than a span of years or ages. */
export function isScale({ low, high }: Range): boolean {
  const [least, most] = [Math.min(low, high), Math.max(low, high)]
  return least >= -10 && least <= 1 && most > least && (most <= 12 || most === 100 || most === 20)
}

/** Whether it is the scale that the service has. */
export function isOwnScale({ low, high }: Range): boolean {
  return low === 1 && high === 10
}

const ONE_END = /^([-−]?\p{Nd}{1,3})[ \t]*(?:=|:|means\b)[ \t]*(\p{L}[^=]*)$/u

/** What the ends of a range mean. Undefined if nothing says which of them its words are about. */
export function wordsOfRange({ low, high, words, ends }: Range): ScaleWords | undefined {
  const [, number = '', end = ''] = ONE_END.exec(words) ?? []
  const one = number === '' ? undefined : signed(number)
  const [first, last] = ends ?? pairIn(words) ?? [one === low ? end : '', one === high ? end : '']
  const [lowest, highest] = low <= high ? [first, last] : [last, first]
  if (lowest === '' && highest === '') return undefined
  return { ...(lowest !== '' && { lowest }), ...(highest !== '' && { highest }) }
}

function pairIn(words: string): readonly [string, string] | undefined {
  const [, first, last] = PAIR.exec(words) ?? []
  return first === undefined || last === undefined ? rangeAlone(words)?.ends : [first.trim(), last.trim()]
}

/** Whether two ranges have the same numbers. */
export function isSameScale(one: Range | undefined, other: Range | undefined): boolean {
  return one !== undefined && one.low === other?.low && one.high === other.high
}

/** Whether a range says more than the one that is known, such as what its ends mean. */
export function addsTo(known: Range | undefined, range: Range): boolean {
  if (known === undefined) return true
  return isSameScale(known, range) && known.words === '' && range.ends !== undefined
}

function signed(number: string): number {
  return /^[-−]/.test(number) ? -numberOf(number.slice(1)) : numberOf(number)
}
