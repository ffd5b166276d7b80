import { MODERATED_WORDS, OPTIONAL_WORDS, RATING_WORDS, REQUIRED_WORDS, SEVERAL_WORDS } from './mark-words.ts'
import { mostInBrackets, mostNamed } from './most-chosen.ts'
import { pointsBehind } from './points.ts'
import { isScale, type Range, rangeAlone, rangeBehind, rangeInside } from './scale.ts'
import { asksForSeveral, severalAskedBy } from './several-asked.ts'
import { joinedTypes, type NamedType, typeNamed } from './type-words.ts'

/** What stands beside the text of a question. */
export interface MarkedText {
  readonly text: string
  /** Undefined if nothing says so. */
  readonly isOptional: boolean | undefined
  readonly isStarred: boolean
  readonly isModerated: boolean
  readonly isRating: boolean
  /** Asks for several answers. */
  readonly wantsSeveral: boolean
  /** Whether its last sentence does, which a title or a greeting may have as well. */
  readonly endsBySeveral: boolean
  /** How many options may be chosen. */
  readonly most: number | undefined
  readonly range: Range | undefined
  /** What the question is to be, as in `(multiple choice)`. */
  readonly type: NamedType | undefined
  /** Whether a line to write on stands behind it. */
  readonly hasField: boolean
  /** How many marks have been taken off. */
  readonly marks: number
}

type Mark = 'optional' | 'required' | 'several' | 'rating' | 'moderated'

const MARK_OF: ReadonlyMap<string, Mark> = new Map([
  ...OPTIONAL_WORDS.map(word => [word, 'optional'] as const),
  ...REQUIRED_WORDS.map(word => [word, 'required'] as const),
  ...SEVERAL_WORDS.map(word => [word, 'several'] as const),
  ...RATING_WORDS.map(word => [word, 'rating'] as const),
  ...MODERATED_WORDS.map(word => [word, 'moderated'] as const),
])
const BRACKETED = /[ \t]*[([（［【〔{]([^()[\]（）［］【】〔〕{}]{1,40})[)\]）］】〕}][ \t]*([.:?？؟]?)$/u
const MARKS_TOGETHER = /[ \t]*[([（]([^()[\]（）]{5,60})[)\]）][ \t]*([.:]?)$/u
const MOST_TOGETHER = 80
/** How many may be chosen, beside words that ask for several. */
const ONLY_MOST =
  /^(?:max\.?|maximum|maximal|höchstens|at most|up to|bis zu|máx\.?|máximo|hasta|au plus) \p{Nd}{1,2}$/iu
const BEHIND_DASH = /[ \t]*(?:[-–—,;|][ \t]+)([^-–—,;|?]{2,40})[.]?$/u
const BARE = /[ \t]+(\S+)$/u
const SAYS_SOMETHING = /[\p{L}\p{N}]/u
const IN_FRONT = /^(?:[([（【]([^()[\]（）【】]{1,40})[)\]）】][ \t]*[:：]?|([\p{L}' ]{2,40})[:：])[ \t]*(?=\S)/u
/** What a question is to be, in front of it. */
const TYPE_IN_FRONT = /^[([（【]([^()[\]（）【】]{2,40})[)\]）】][ \t]*([:：]?)[ \t]*(?=\S)/u
/** Names that are hardly what a question is about. */
const BARE_TYPE =
  /^(nps|(?:multiple|single)[ -]choice|(?:multi|multiple|single)[ -]select|open[ -](?:question|ended)|free text|yes\/no|likert(?: scale)?|dropdown|checkbox(?:es)?)[ \t]*[:：][ \t]*(?=\S)/iu
/** The same, with the numbers of a scale. */
const SCALE_IN_FRONT = /^(?:likert|scale|rating|rate|skala|nps)[ \t]*[:,]?[ \t]+(\p{Nd}.*)$/iu
const STAR = /(\s*)[*＊✱](?:[ \t]*[:：])?$/u
/** A line to write on, as forms on paper have. */
const FIELD_TO_FILL = /[ \t:：]*(?:_{3,}|\.{6,}|…{3,})$/u
/** Blanks for a date. */
const DATE_TO_FILL = /[ \t:：]*_{1,4}[ \t]?[./-][ \t]?_{1,4}[ \t]?[./-][ \t]?_{2,4}$/u
/** Characters of such a line that are looked at. */
const MOST_FIELD = 200
/** Marks behind a line; more are text. */
const MOST_MARKS = 6

/** Takes the marks off the ends of a question. */
export function readMarks(line: string): MarkedText {
  const found = new Set<Mark>()
  const end = line.slice(-MOST_FIELD)
  const start = line.slice(0, line.length - end.length) + end.replace(DATE_TO_FILL, '').replace(FIELD_TO_FILL, '')
  let [text, range, isStarred, marks] = [withTypeBehind(start), undefined as Range | undefined, false, 0]
  let type: NamedType | undefined
  let most: number | undefined
  for (let at = 0; at < MOST_MARKS; at++) {
    text = withMarksApart(text)
    const before = text
    const marked = markBehind(text) ?? (at === 0 ? markInFront(text) : undefined)
    const ranged = marked === undefined && range === undefined ? (rangeBehind(text) ?? pointsBehind(text)) : undefined
    const typed = marked === undefined ? typeBehind(text) : undefined
    const star = STAR.exec(text.slice(-8))
    if (marked !== undefined) {
      found.add(marked.mark)
      most ??= mostNamed(marked.words)
      text = marked.text
    } else if (ranged !== undefined && isScale(ranged.range)) {
      range = ranged.range
      text = ranged.text
    } else if (typed !== undefined && joinedTypes(type, typed.type) !== undefined) {
      type = joinedTypes(type, typed.type)
      text = typed.text
    } else if (star !== null && text.length > star[0].length) {
      isStarred = true
      text = text.slice(0, text.length - star[0].length)
    }
    if (text === before) break
    marks++
  }
  const several = severalAskedBy(text)
  const isOptional = found.has('optional') ? true : found.has('required') || isStarred ? false : undefined
  return {
    text,
    isOptional,
    isStarred,
    isModerated: found.has('moderated'),
    isRating: found.has('rating'),
    wantsSeveral: found.has('several'),
    endsBySeveral: several !== undefined,
    most: most ?? several?.most ?? mostInBrackets(text),
    range: range ?? rangeInside(text),
    type,
    hasField: start !== line,
    marks,
  }
}

/** The marks of a text and those that stood behind it. */
export function joinedMarks(text: MarkedText, behind: MarkedText): MarkedText {
  return {
    ...text,
    isOptional: behind.isOptional ?? text.isOptional,
    isStarred: text.isStarred || behind.isStarred,
    isModerated: text.isModerated || behind.isModerated,
    wantsSeveral: text.wantsSeveral || behind.wantsSeveral,
    endsBySeveral: text.endsBySeveral || behind.endsBySeveral,
    most: text.most ?? behind.most,
    type: text.type ?? behind.type,
  }
}

/** Several marks between the same brackets, as in `(multiple choice, optional)`, each between its own. */
function withMarksApart(text: string): string {
  const [all, inner = '', end = ''] = MARKS_TOGETHER.exec(text.slice(-MOST_TOGETHER)) ?? []
  if (all === undefined) return text
  const parts = inner.split(/[ \t]*[,;:–—][ \t]*|[ \t]+-[ \t]+/)
  const hasSeveral = parts.some(part => markNamed(part) === 'several')
  const marks = parts.map(part => (hasSeveral && ONLY_MOST.test(part) ? `${part} options` : part))
  if (marks.length < 2 || !marks.every(part => markNamed(part) !== undefined || typeNamed(part) !== undefined))
    return text
  return `${text.slice(0, text.length - all.length)} ${marks.map(part => `(${part})`).join(' ')}${end}`
}

/** `(single choice): Which?` as `Which? (single choice)`. A range may be an amount, unless a colon follows. */
function withTypeBehind(text: string): string {
  const [bare = '', name = ''] = BARE_TYPE.exec(text.slice(0, 80)) ?? []
  if (bare !== '') return `${text.slice(bare.length)} (${name})`
  const [all = '', inner = '', colon = ''] = TYPE_IN_FRONT.exec(text.slice(0, 80)) ?? []
  const scale = SCALE_IN_FRONT.exec(inner)?.[1] ?? (colon === '' ? '' : inner)
  const isType = typeNamed(inner) !== undefined || (scale !== '' && rangeAlone(scale) !== undefined)
  if (isType && scale !== '' && scale !== inner) return `${text.slice(all.length)} (${scale})`
  return isType ? `${text.slice(all.length)} (${inner})` : text
}

function typeBehind(text: string): { readonly text: string; readonly type: NamedType } | undefined {
  const [all, inner = '', end = ''] = BRACKETED.exec(text.slice(-80)) ?? []
  // `(yes/no)` are the options themselves.
  const type = all === undefined || inner.includes('/') ? undefined : typeNamed(inner)
  if (all === undefined || type === undefined || text.length === all.length) return undefined
  return { type, text: text.slice(0, text.length - all.length) + (/[?？؟]/.test(end) ? end : '') }
}

interface Found {
  readonly text: string
  readonly mark: Mark
  readonly words: string
}

function markBehind(text: string): Found | undefined {
  const tail = text.slice(-80)
  const cut = text.length - tail.length
  const bracketed = BRACKETED.exec(tail)
  if (bracketed !== null) {
    const [, inner = '', end = ''] = bracketed
    const mark = markNamed(inner)
    const rest = text.slice(0, cut + bracketed.index)
    // `Your name (optional)?` asks; `(optional).` only ends.
    return mark === undefined ? undefined : { mark, words: inner, text: /[?？؟]/.test(end) ? rest + end : rest }
  }
  const dashed = BEHIND_DASH.exec(tail)
  const afterDash = dashed === null ? undefined : markNamed(dashed[1] ?? '')
  const beforeDash = text.slice(0, cut + (dashed?.index ?? 0))
  // `-- note` is no mark behind a dash.
  if (afterDash !== undefined && SAYS_SOMETHING.test(beforeDash))
    return { mark: afterDash, words: dashed?.[1] ?? '', text: beforeDash }
  const bare = BARE.exec(tail)
  const alone = bare === null ? undefined : markNamed(bare[1] ?? '')
  // A word alone is a mark only after the end of a question.
  if (bare === null || (alone !== 'optional' && alone !== 'required')) return undefined
  const rest = text.slice(0, cut + bare.index)
  return /[?？؟.]$/.test(rest) ? { mark: alone, words: bare[1] ?? '', text: rest } : undefined
}

function markInFront(text: string): Found | undefined {
  const [all, inner, word] = IN_FRONT.exec(text.slice(0, 80)) ?? []
  const mark = all === undefined ? undefined : markNamed(inner ?? word ?? '')
  if (all === undefined || (mark !== 'optional' && mark !== 'required' && mark !== 'several')) return undefined
  return { mark, words: inner ?? word ?? '', text: text.slice(all.length) }
}

export function markNamed(words: string): Mark | undefined {
  const plain = words
    .trim()
    .toLowerCase()
    .replace(/[.:!]$/, '')
    .replace(/\s+/g, ' ')
  return MARK_OF.get(plain) ?? (mostNamed(plain) !== undefined || asksForSeveral(plain) ? 'several' : undefined)
}

/** Whether a text asks, or ends as a question does. */
export function asks(text: string): boolean {
  return /[?？؟;;՞][)»”"’'\s_*]*$/u.test(text) && !/;$/.test(text) && SAYS_SOMETHING.test(text)
}
