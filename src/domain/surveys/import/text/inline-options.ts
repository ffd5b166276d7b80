import { FURTHER_YES_NO, MAYBE_WORDS, YES_NO } from './mark-words.ts'
import type { Marker } from './marker.ts'

/** Options between brackets. */
export const IN_BRACKETS = /^[[(]([^[\]()]*(?:[;|]|[ \t]\/[ \t])[^[\]()]*)[\])]$/

/** Characters and words of an option in a row of several. */
const OPTION_LENGTH = 60
const OPTION_WORDS = 8
/** A comma separates much else, so that options between commas are short, and at least three. */
const SHORT_WORDS = 4
/** What a list of options is called between brackets. */
const LIST_NAME =
  /^(?:drop-?down(?:[ \t]+list)?|select(?:ion)?|choose|options?|choices|auswahl|optionen)[ \t]*[:：][ \t]*/i
/** What answers any question that can be answered with yes. */
const ANSWERS: ReadonlySet<string> = new Set(
  [...Object.values(YES_NO).flat(), ...FURTHER_YES_NO, ...MAYBE_WORDS].map(word => word.toLowerCase()),
)
const LONGEST_YES_NO = 50
/** Letters are not looked for in longer lines. */
const LETTERED_LENGTH = 1_000
const BOXES = /\[[ xX]?\]|\([ xX]?\)|[☐☑□▢⬜◻○◯⚪🔘]/u
/** Each option between brackets of its own. */
const BUTTONS = /^(?:\[[^[\]]*[\p{L}\p{N}][^[\]]*\][ \t]*[,/|]?[ \t]*){2,}$/u
const PICTURE = /^\p{Extended_Pictographic}[^\p{L}\p{N}]*$/u
const SIGNS = [/\s+\/\s+/, /\s*[;；]\s*/, /\s*\|\s*/, /\s*[、]\s*/] as const

/** What stands before a colon, or in front of a bracket that is open. */
const NAMES_THE_OTHERS = /[:：]|[([（][^)\]）]*$/u

/** The options in a line that has nothing else. Undefined if it does not look like several. @param isNamed whether something has said that these are options */
export function optionsIn(text: string, isNamed = false): readonly string[] | undefined {
  if (text.length > 2_000) return undefined
  if (BOXES.test(text)) return boxedOptions(text)
  if (BUTTONS.test(text)) return text.split(/\][^[]*/).flatMap(part => (part === '' ? [] : [part.slice(1).trim()]))
  const pictures = text.split(/\s+/)
  if (pictures.length > 1 && pictures.every(one => PICTURE.test(one))) return pictures
  for (const sign of SIGNS) {
    const parts = text.split(sign).filter(part => part !== '')
    if (parts.length > 1) return isNamed || parts.every(isShort) ? parts : undefined
  }
  const strokes = text.split('/').map(part => part.trim())
  if (strokes.length > 1 && strokes.every(part => part !== '' && (isNamed || part.split(' ').length <= 3)))
    return strokes
  const commas = text.split(/\s*[,，،]\s*/).filter(part => part !== '')
  const isList =
    commas.length > 2 &&
    !NAMES_THE_OTHERS.test(commas[0] ?? '') &&
    commas.every(part => part.split(/\s+/).length <= SHORT_WORDS && isShort(part))
  if (isNamed ? commas.length > 1 : isList && !/[.!]$/.test(text)) return commas.map(withoutOr)
  return isNamed ? [text] : undefined
}

/** Cannot begin inside of another one, where looking for its end again would take long. */
const GAP = /(?<![ \t])[ \t]{2,}/
const GAPPED_LENGTH = 30

/** Options in a row that white space separates, as in `agree   neutral   disagree`. @param raw with all of it */
export function gappedOptions(raw: string): readonly string[] | undefined {
  const parts = raw.length > LETTERED_LENGTH ? [] : raw.trim().split(GAP)
  const isClear = parts.length > 2 && parts.every(part => part.length <= GAPPED_LENGTH && isShort(part))
  return isClear ? parts : undefined
}

function boxedOptions(text: string): readonly string[] | undefined {
  const parts = text.split(new RegExp(BOXES, 'gu')).map(part => part.trim().replace(/[,;]$/, ''))
  const options = parts.filter(part => part !== '')
  // All boxes are in front of their options, or all behind.
  const isClear = (parts[0] === '') !== (parts.at(-1) === '') && options.length === parts.length - 1
  return isClear && options.length > 1 ? options : undefined
}

function withoutOr(option: string): string {
  return option.replace(/^(?:or|oder|ou|o|of|und|and)\s+/i, '')
}

function isShort(part: string): boolean {
  return part.length <= OPTION_LENGTH && part.split(/\s+/).length <= OPTION_WORDS && !/[?？؟]/.test(part)
}

/** A question with its options in one line. */
export interface InlineOptions {
  readonly text: string
  readonly options: readonly string[]
  /** The option that is right, if something says so. */
  readonly right?: string | undefined
  /** Whether it may as well be a sentence with a list. */
  readonly isDoubtful?: boolean
}

/** Options behind a question, as in `Which? Berlin / Paris`, `Which? [Berlin, Paris]`, `Which? (Berlin/Paris)` or `Coming? (y/n)`, and those in front in `Yes / No: Coming?`. */
export function inlineOptions(text: string): InlineOptions | undefined {
  return (
    lettered(text) ??
    boxesBehind(text) ??
    inBrackets(text) ??
    afterTheQuestion(text) ??
    trueOrFalse(text) ??
    inFrontOfQuestion(text) ??
    afterName(text) ??
    yesNoBehind(text)
  )
}

/** A letter in front of an option in a line of several. */
const LETTERS = /(?<![^ \t])[([]?([a-zA-Z])([).\]])[ \t]*(?=\S)/g
const SECOND_LETTER = /[ \t][([]?[bB][).\]]/
/** Behind the first one, which is the marker of the line. */
const CIRCLED = /(?<=\S[ \t])[①-⑳][ \t]*(?=\S)/u
/** A number in front of one. */
const NUMBERS = /(?<![^ \t])[([]?(\p{Nd})([).\]])[ \t]*(?=\S)/gu
const THIRD_NUMBER = /[ \t][([]?3[).\]]/

/** Options with letters in front, as in `How often? a) daily b) weekly c) never`. */
function lettered(text: string): InlineOptions | undefined {
  const found = lettersIn(text)
  return found === undefined || found.text === '' ? undefined : { ...found, text: withoutColon(found.text) }
}

/** Options with boxes, as in `Coming? [ ] yes [ ] no` or `Coming? yes [ ] no [ ]`. */
function boxesBehind(text: string): InlineOptions | undefined {
  const first = text.length > LETTERED_LENGTH ? -1 : text.search(BOXES)
  if (first <= 0) return undefined
  const asked = /^.*[?？؟:：]/u.exec(text.slice(0, first))?.[0].length ?? first
  for (const at of [asked, first]) {
    const options = boxedOptions(text.slice(at).trim())
    if (options !== undefined) return { text: withoutColon(text.slice(0, at).trim()), options }
  }
  return undefined
}

function withoutColon(text: string): string {
  return text.replace(/[:：]$/, '').trimEnd()
}

/** The options of a line that begins with the sign of the first. Undefined if it has only one. */
export function rowOfOptions(marker: Marker | undefined, text: string): readonly string[] | undefined {
  if (marker?.kind === 'box' || marker?.kind === 'circle') return optionsIn(text)
  if (CIRCLED.test(text)) return text.split(CIRCLED).map(option => option.replace(/^[①-⑳]/, '').trim())
  const found = marker?.kind === 'letter' ? lettersIn(text) : marker?.kind === 'number' ? numbersIn(text) : undefined
  return found?.text === '' ? found.options : undefined
}

function lettersIn(text: string): InlineOptions | undefined {
  return SECOND_LETTER.test(text.slice(0, LETTERED_LENGTH)) ? signedIn(text, LETTERS, 'a') : undefined
}

function numbersIn(text: string): InlineOptions | undefined {
  return THIRD_NUMBER.test(text.slice(0, LETTERED_LENGTH)) ? signedIn(text, NUMBERS, '1') : undefined
}

/** Options behind signs that follow each other, from the first one on. */
function signedIn(text: string, sign: RegExp, first: string): InlineOptions | undefined {
  if (text.length > LETTERED_LENGTH) return undefined
  const found = [...text.matchAll(sign)]
  const start = found.findIndex(([, name = '']) => name.toLowerCase() === first)
  const marks = start < 0 ? [] : found.slice(start).filter(isNext())
  const [mark] = marks
  // A letter and a dot are also an initial.
  if (mark === undefined || marks.length < (mark[2] === '.' ? 3 : 2)) return undefined
  const ends = [...marks.slice(1).map(({ index }) => index), text.length]
  const between = marks.map((one, at) => text.slice(one.index + one[0].length, ends[at]))
  const options = between.map(option => option.trim().replace(/[,;]$/, ''))
  return options.includes('') ? undefined : { text: text.slice(0, mark.index).trim(), options }
}

/** Whether a letter follows the one before, in the same spelling. */
function isNext(): (mark: RegExpExecArray) => boolean {
  let last: readonly [letter: number, sign: string] | undefined
  return ([, letter = '', sign = '']) => {
    const code = letter.charCodeAt(0)
    if (last !== undefined && (code !== last[0] + 1 || sign !== last[1])) return false
    last = [code, sign]
    return true
  }
}

/** Behind a text that ends in no sign, only what answers with yes or no. */
function yesNoBehind(text: string): InlineOptions | undefined {
  const [all = '', words = ''] =
    /[ \t]+(\p{L}{1,12}(?:[ \t]*\/[ \t]*\p{L}{1,12}){1,2})$/u.exec(text.slice(-LONGEST_YES_NO)) ?? []
  const pair = YES_NO[words.toLowerCase().replace(/[ \t]/g, '')]
  const options = pair ?? words.split(/[ \t]*\/[ \t]*/)
  const question = all === '' ? '' : text.slice(0, text.length - all.length)
  return /\p{L}$/u.test(question) && options.every(option => ANSWERS.has(option.toLowerCase()))
    ? { text: question, options }
    : undefined
}

const TRUE_OR_FALSE =
  /^\(?(true (?:or|\/) false|true\/false|t\/f|wahr oder falsch|richtig oder falsch|vrai ou faux|verdadero o falso|verdadeiro ou falso|vero o falso)\)?[ \t]*[:：?？.][ \t]*(\S.*?)(?:[ \t]*[([](\p{L}{1,10})[)\]])?$/iu

/** A statement behind the words that answer it, as in `True or false: Plants need light. (T)`. */
function trueOrFalse(text: string): InlineOptions | undefined {
  const [, words = '', statement = '', key] = text.length > LETTERED_LENGTH ? [] : (TRUE_OR_FALSE.exec(text) ?? [])
  if (words === '') return undefined
  const options = (YES_NO[words.toLowerCase()] ?? words.split(/\/| (?:or|oder|ou|o) /i)).map(capitalized)
  const right = key && options.find(option => option.toLowerCase().startsWith(key.toLowerCase()))
  return { text: right || key === undefined ? statement : `${statement} (${key})`, options, right }
}

function capitalized(word: string): string {
  const plain = word.trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1).toLowerCase()
}

/** Only words that answer anything: what else stands before a colon is what the question is about. */
function inFrontOfQuestion(text: string): InlineOptions | undefined {
  const [, words = '', question = ''] = /^([^:：?？]{2,60})[:：][ \t]*(\S.*[?？؟])$/u.exec(text) ?? []
  if (words === '') return undefined
  const options = YES_NO[words.toLowerCase().replaceAll(' ', '')] ?? optionsIn(words) ?? []
  const isAnswer = options.length > 1 && options.every(option => ANSWERS.has(option.toLowerCase()))
  return isAnswer ? { text: question, options } : undefined
}

/**
 * Three or more behind what they are about, as in `Department: IT / Sales / Support`. Between commas they may be an
 * explanation.
 */
function afterName(text: string): InlineOptions | undefined {
  const [, name = '', rest = ''] = /^([^:：/]{2,60})[:：][ \t]+([^:：]{5,300})$/u.exec(text) ?? []
  const options = name === '' ? undefined : optionsIn(rest)
  if (options === undefined || options.length < 3) return undefined
  return { text: name, options, isDoubtful: rest.split(' / ').length < 3 }
}

function inBrackets(text: string): InlineOptions | undefined {
  const [all, open = '', inner = ''] =
    /[ \t]*([([（【{])([^()[\]（）【】{}]{1,500})[)\]）】}][ \t]*[.:?？]?$/u.exec(text.slice(-600)) ?? []
  if (all === undefined) return undefined
  const before = text.slice(0, text.length - all.length)
  if (before.trim() === '') return undefined
  const pair = YES_NO[inner.toLowerCase().replaceAll(' ', '')]
  if (pair !== undefined) return { text: before, options: pair }
  const options = optionsIn(inner.replace(LIST_NAME, ''), open === '[' || open === '【' || open === '{')
  if (options === undefined || options.length < 2) return undefined
  // Round brackets explain as well: what is in them are options after a question, or if there are several strokes.
  const answers = options.every(option => ANSWERS.has(option.toLowerCase()))
  const isClear =
    !'(（'.includes(open) || (/[?？؟]$/.test(before) && !/[,，]/.test(inner)) || answers || options.length > 2
  return isClear &&
    (!'(（'.includes(open) ||
      (!/^(?:e\.g\.|for example|z\. ?b\.|such as|etc|p\. ?ex)/i.test(inner) && !/,/.test(inner)))
    ? { text: before, options }
    : undefined
}

function afterTheQuestion(text: string): InlineOptions | undefined {
  const at = Math.max(text.lastIndexOf('? '), text.lastIndexOf('？'), text.lastIndexOf('؟ '))
  if (at < 0 || at + 1 >= text.length || text.length - at > 1_000) return undefined
  const rest = text
    .slice(at + 1)
    .trim()
    .replace(/^\((?:drop-?down|select(?: one)?|auswahl)\)[ \t]*[:：]?/i, '')
    .trim()
    .replace(/^[-–—:]\s+/, '')
  if (/^[([（【{]/.test(rest)) return undefined
  const pair = YES_NO[rest.toLowerCase().replaceAll(' ', '')]
  const options = pair ?? optionsIn(rest) ?? answersBetween(rest)
  return options === undefined ? undefined : { text: text.slice(0, at + 1), options }
}

/** Dashes and blanks separate much else, so that only what answers anything are options between them, as in `Coming? Yes – No`. */
function answersBetween(text: string): readonly string[] | undefined {
  const parts = text.length > LONGEST_YES_NO ? [] : text.split(/[-–—]/.test(text) ? /[ \t]*[-–—][ \t]*/ : /[ \t]+/)
  return parts.length > 1 && parts.every(part => ANSWERS.has(part.toLowerCase())) ? parts : undefined
}
