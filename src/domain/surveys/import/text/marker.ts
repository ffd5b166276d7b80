import { BOX, BULLET } from './bullets.ts'

/** What stands in front of a line of a list. */
export interface Marker {
  readonly kind: 'bullet' | 'box' | 'circle' | 'number' | 'letter'
  /** The same for the items of one list: its signs without the number. */
  readonly style: string
  /** Of a number or letter, from 1. */
  readonly value: number
  /** What follows it. */
  readonly rest: string
  /** What stood there, without white space. */
  readonly sign: string
  /** Whether it is a marker only if its neighbours have one too, such as the `o` of word processors. */
  readonly isWeak?: boolean
}

/** Nothing but bullets: they need no white space. */
const ROUND_BULLET = /^([•▪▫‣◦●■◆➢✓✔・\uf0a7\uf0b7\uf0d8])(?=[\p{L}\p{N}])/u
const LETTER_BULLET = /^(o)([ \t]+)(?=\S)/
/** A blank for a number, as in front of what is to be ranked. */
const BLANK = /^_{2,6}[ \t]+(?=[\p{Lu}\p{Lo}])(?!.*[.?!]$)/u
const CIRCLE = /^(?:[-*+•][ \t]+)?(\([ xX•●✓✔]?\)|（[ \u3000]?）|○|◯|⚪|🔘|⭕|◉)[ \t]*(?=\S)/u
/** A picture in front is part of an option. */
const PICTURE = /^\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier}|\p{Extended_Pictographic})*[ \t]+(?=\S)/u
const NUMBER =
  /^(\p{Nd}{1,4})((?:\.\p{Nd}{1,3}){0,3})(\.[-–)]|[.)．）、:：]|[ \t]*[-–—](?=[ \t]+[^\p{Nd}\s]))(?:[ \t]+(?=\S)|(?=[\p{Lu}\p{Lo}]))/u
const IN_BRACKETS = /^[([（](\p{Nd}{1,3})[)\]）][ \t]*(?=\S)/u
const SUB_NUMBER = /^(\p{Nd}{1,3}\.?([a-z]))[.)]?[ \t]+(?=\S)/u
/** Before a small letter it is a quantity, as in `3.5 kg`. */
const DEEP_NUMBER = /^(\p{Nd}{1,3})((?:\.\p{Nd}{1,3}){1,3})[ \t]+(?=[^\p{Ll}\p{N}\s])/u
const NAMED =
  /^((?:Q|F|P|D|Nr\.?|No\.?|Question|Questions?|Frage|Pregunta|Pergunta|Domanda|Vraag|Pytanie|Вопрос|Питання|Soru|Fråga|Item|Aufgabe|问题|問題|質問|题|سؤال|السؤال|שאלה)[ \t]*\.?[ \t]?(\p{Nd}{1,3}))(?:[ \t]*\(\p{Nd}{1,3}[ \t]*(?:s|secs?|seconds?|sek\.?|min|points?|pts?\.?|punkte?|marks?|p\.?)\))?(?:(?:[ \t]*[.):：]|[ \t]+[-–—])[ \t]*(?=\S)|[ \t]*(?=[ \t]\([^()]{2,40}\)[ \t]*[:：]))/iu
const NAMED_OPTION =
  /^((?:option|choice|answer|antwort|auswahl|opción|opção|opzione|réponse|odpowiedź|вариант)[ \t]+(?:(\p{Nd}{1,2})|(\p{Lu})))(?:[ \t]*[.):：]|[ \t]+[-–—])[ \t]*(?=\S)/iu
const Q_NUMBER = /^(Q(\d{1,3}))[ \t]+(?=\S)/
const CODE = /^([A-Z](\d{1,2}))[.):]?[ \t]+(?=\S)/
const ROMAN = /^(?=[IVXivx])(X{0,3}(?:IX|IV|V?I{0,3})|x{0,3}(?:ix|iv|v?i{0,3}))[.)][ \t]+(?=\S)/
const LETTER = /^[([]?(\p{L})[)\].][ \t]+(?=\S)/u
/** Scripts without blanks between words have none behind a letter either. */
const LETTER_WITHOUT_BLANK =
  /^([A-Za-z\uff21-\uff3a\uff41-\uff5aア-ン甲乙丙丁])(?:[、．）][ \t]*(?=\S)|[.)](?=\p{Lo}))/u
const LETTER_IN_BRACKETS = /^[([（](\p{L})[)\]）][ \t]*(?=\S)/u
const KEYCAP = /^(\d)\ufe0f?\u20e3[ \t]*(?=\S)/u
const CHINESE = /^([一二三四五六七八九十]{1,3})[、．][ \t]*(?=\S)/u
const CHINESE_DIGITS = '一二三四五六七八九十'
/** Circled, bracketed and dotted numbers, whose compatibility form is the number. */
const ENCLOSED = /^([①-⑳⑴-⒇⒈-⒛㉑-㉟❶-❿➀-➓])[ \t]*(?=\S)/u

/** Undefined if a line does not begin with one. A sign without white space behind it, as in `-2`, is part of the text. */
export function markerOf(text: string): Marker | undefined {
  return boxed(text) ?? numbered(text) ?? bulleted(text) ?? lettered(text)
}

function boxed(text: string): Marker | undefined {
  const box = BOX.exec(text)
  if (box !== null) return made('box', '☐', 0, text, box[0])
  const circle = CIRCLE.exec(text)
  return circle === null ? undefined : made('circle', '○', 0, text, circle[0])
}

function bulleted(text: string): Marker | undefined {
  const bullet = BULLET.exec(text) ?? ROUND_BULLET.exec(text)
  if (bullet !== null) return made('bullet', bullet[0].trim(), 0, text, bullet[0])
  const blank = BLANK.exec(text)
  if (blank !== null) return { ...made('bullet', '_', 0, text, blank[0]), isWeak: true }
  const letter = LETTER_BULLET.exec(text)
  if (letter !== null) {
    const isWeak = letter[2] === ' '
    return { ...made('bullet', 'o', 0, text, letter[0]), ...(isWeak && { isWeak }) }
  }
  // The picture stays in the text.
  return PICTURE.test(text) ? made('bullet', 'picture', 0, text, '') : undefined
}

function numbered(text: string): Marker | undefined {
  const named = NAMED.exec(text) ?? Q_NUMBER.exec(text)
  if (named !== null) return made('number', 'named', numberOf(named[2] ?? ''), text, named[0])
  const deep = DEEP_NUMBER.exec(text)
  if (deep !== null) return made('number', '1.1', lastNumber(deep[2] ?? ''), text, deep[0])
  const number = NUMBER.exec(text)
  if (number !== null) {
    const [all, first = '', more = '', sign = ''] = number
    const value = more === '' ? numberOf(first) : lastNumber(more)
    return made('number', `${more === '' ? '1' : '1.1'}${sign.trim()}`, value, text, all)
  }
  const sub = SUB_NUMBER.exec(text)
  if (sub !== null) return made('number', '1a', letterValue(sub[2] ?? ''), text, sub[0])
  const bracketed = IN_BRACKETS.exec(text)
  if (bracketed !== null) return made('number', '(1)', numberOf(bracketed[1] ?? ''), text, bracketed[0])
  const chinese = CHINESE.exec(text)
  if (chinese !== null) return made('number', '一', chineseValue(chinese[1] ?? ''), text, chinese[0])
  const keycap = KEYCAP.exec(text)
  if (keycap !== null) return made('number', 'keycap', Number(keycap[1]), text, keycap[0])
  const enclosed = ENCLOSED.exec(text)
  if (enclosed !== null) return made('number', '①', enclosedValue(enclosed[1] ?? ''), text, enclosed[0])
  return undefined
}

function lettered(text: string): Marker | undefined {
  const option = NAMED_OPTION.exec(text)
  if (option !== null) {
    const [sign, , number, letter = ''] = option
    return made('letter', 'option', number === undefined ? letterValue(letter) : numberOf(number), text, sign)
  }
  const roman = ROMAN.exec(text)
  if (roman?.[1]) return made('number', /[IVX]/.test(roman[1]) ? 'I' : 'i', romanValue(roman[1]), text, roman[0])
  const letter = LETTER.exec(text) ?? LETTER_IN_BRACKETS.exec(text) ?? LETTER_WITHOUT_BLANK.exec(text)
  if (letter !== null)
    return made('letter', /\p{Lu}/u.test(letter[1] ?? '') ? 'A' : 'a', letterValue(letter[1] ?? ''), text, letter[0])
  const code = CODE.exec(text)
  if (code !== null) return { ...made('number', 'A1', numberOf(code[2] ?? ''), text, code[0]), isWeak: true }
  return undefined
}

function made(kind: Marker['kind'], style: string, value: number, text: string, sign: string): Marker {
  return { kind, style, value, rest: text.slice(sign.length).trim(), sign: sign.trim() }
}

/** A number in the digits of any script. */
export function numberOf(digits: string): number {
  let value = 0
  for (const digit of digits) value = 10 * value + digitValue(digit)
  return value
}

/** The digits of a script follow one another. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code < 0x3a ? code - 0x30 : code - zero
}

function lastNumber(dotted: string): number {
  return numberOf(dotted.slice(dotted.lastIndexOf('.') + 1))
}

function enclosedValue(sign: string): number {
  const [, digits] = /(\d+)/.exec(sign.normalize('NFKC')) ?? []
  if (digits !== undefined) return Number(digits)
  const code = sign.codePointAt(0) ?? 0
  return code >= 0x278a ? code - 0x2789 : code >= 0x2780 ? code - 0x277f : code - 0x2775
}

/** Up to 99. */
function chineseValue(digits: string): number {
  const [tens, ones] = digits.includes('十') ? digits.split('十') : ['', digits]
  const digitIn = (digit = '') => (digit === '' ? 0 : CHINESE_DIGITS.indexOf(digit) + 1)
  return digits.includes('十') ? 10 * (digitIn(tens) || 1) + digitIn(ones) : digitIn(ones)
}

function letterValue(letter: string): number {
  const code = letter.normalize('NFKC').toLowerCase().charCodeAt(0)
  return code >= 0x61 && code <= 0x7a ? code - 0x60 : code
}

function romanValue(letters: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }
  const list = [...letters.toLowerCase()].map(letter => values[letter] ?? 0)
  return list.reduce((sum, value, at) => (value < (list[at + 1] ?? 0) ? sum - value : sum + value), 0)
}
