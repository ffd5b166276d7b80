import { isArray, isObject, type Json, type JsonObject, numberIn } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'
import { isBlank, isLongerThan, sanitizeText } from '../../values/text.ts'
import { GROUP_TITLE_LENGTH, MAX_QUESTIONS, SECTION_TEXT_LENGTH, SURVEY_GROUP_TEXTS_LENGTH } from '../limits.ts'

/**
 * Questions in a row that respondents see as one. It is set beside the questions of a survey: to the API they are plain
 * ones, and so are their answers. Stored and sent as it is.
 */
export type QuestionGroup = CheckList | Grid | Ranking | WithOther | Section

/** The positions of the first and the last question, from 0. */
export interface Positions {
  readonly from: number
  readonly to: number
}

interface Shuffled {
  /** Whether respondents see its options, rows, items or questions in a random order. */
  readonly shuffled?: true
}

/**
 * One question with several answers: optional `multiple_choice` questions with the same text and one option each. A `free_text`
 * may follow, as in `WithOther`.
 */
export interface CheckList extends Positions, Shuffled {
  readonly kind: 'check_list'
  /** How many options are chosen, at least and at most. */
  readonly min?: number
  readonly max?: number
}

/** `multiple_choice` questions with the same options: their texts are the rows. */
export interface Grid extends Positions, Shuffled {
  readonly kind: 'grid'
  readonly title: string
}

/** `multiple_choice` questions whose options are the ranks `1` to their number: their texts are what is ranked. */
export interface Ranking extends Positions, Shuffled {
  readonly kind: 'ranking'
  readonly title: string
  /** How many ranks have to be given, from the first on; 0 by default. */
  readonly min?: number
}

/** A `multiple_choice` question, and a `free_text` that is required if one of its options is chosen. */
interface WithOther extends Positions {
  readonly kind: 'other'
}

/** Any questions, below a heading. Groups of other kinds can be in it, but not half. */
export interface Section extends Positions, Shuffled {
  readonly kind: 'section'
  readonly title: string
  readonly text?: string
}

export const NO_GROUPS: readonly QuestionGroup[] = []

const MEMBERS: Readonly<Record<QuestionGroup['kind'], readonly string[]>> = {
  check_list: ['min', 'max', 'shuffled'],
  grid: ['title', 'shuffled'],
  ranking: ['title', 'min', 'shuffled'],
  other: [],
  section: ['title', 'text', 'shuffled'],
}

/**
 * Parses groups by themselves, for questions that may be incomplete. `checkGroups` checks that they fit.
 * @returns them in the order of their questions, sections before what is in them
 * @throws Refusal `invalid_groups` with the reason
 */
export function parseGroups(input: Json | undefined): readonly QuestionGroup[] {
  return parseList(input, 1)
}

/**
 * Parses groups of a draft, whose titles and texts may be empty as long as they are being written.
 * @throws Refusal as `parseGroups` does, apart from that
 */
export function parseDraftGroups(input: Json | undefined): readonly QuestionGroup[] {
  return parseList(input, 0)
}

/** @param shortest length of a title or a text */
function parseList(input: Json | undefined, shortest: 0 | 1): readonly QuestionGroup[] {
  if (!isArray(input)) throw invalid('groups must be a list of objects')
  if (input.length > 2 * MAX_QUESTIONS) throw invalid('a survey can have at most 2,000 groups')
  const groups = input.map((one, index) => parseGroup(one, `group ${index + 1}`, shortest))
  if (groups.reduce((sum, one) => sum + textLengthOf(one), 0) > SURVEY_GROUP_TEXTS_LENGTH)
    throw invalid('the titles and texts of all groups of a survey can have at most 50,000 characters together')
  return groups.sort(inOrder)
}

/** A kind as refusals name it. */
export function withArticle(kind: QuestionGroup['kind']): string {
  return kind === 'other' ? `an ${kind}` : `a ${kind}`
}

function parseGroup(input: Json, name: string, shortest: 0 | 1): QuestionGroup {
  const { kind, from: first, to: last, ...others } = isObject(input) ? input : ({} as JsonObject)
  if (!isKind(kind)) throw invalid(`${name}: its kind must be check_list, grid, ranking, other or section`)
  const unknown = Object.keys(others).find(member => !MEMBERS[kind].includes(member))
  if (unknown !== undefined) throw invalid(`${name}: ${withArticle(kind)} has no ${JSON.stringify(unknown)}`)
  const [from, to] = [numberIn(first), numberIn(last)]
  if (!isCount(from) || !isCount(to) || from > to)
    throw invalid(`${name}: from and to must be the indexes of its first and its last question`)
  const positions = { from, to }
  const { title, text, min, max, shuffled } = others
  if (kind === 'other') return { kind, ...positions }
  if (shuffled !== undefined && shuffled !== true) throw invalid(`${name}: shuffled must be true, or left out`)
  const shown = { ...positions, ...(shuffled && { shuffled }) }
  if (kind === 'check_list') return { kind, ...shown, ...numberOf('min', min, name), ...numberOf('max', max, name) }
  const titled = {
    ...shown,
    title: parseText(title, { name, member: 'title', shortest, limit: GROUP_TITLE_LENGTH }),
  }
  if (kind === 'grid') return { kind, ...titled }
  if (kind === 'ranking') return { kind, ...titled, ...numberOf('min', min, name) }
  return {
    kind,
    ...titled,
    ...(text !== undefined && {
      text: parseText(text, { name, member: 'text', shortest, limit: SECTION_TEXT_LENGTH }),
    }),
  }
}

function numberOf<Member extends 'min' | 'max'>(member: Member, input: Json | undefined, name: string) {
  if (input === undefined) return {}
  const number = numberIn(input)
  if (!isCount(number) || number === 0) throw invalid(`${name}: ${member} must be a whole number from 1`)
  return { [member]: number } as Record<Member, number>
}

interface Text {
  readonly name: string
  readonly member: string
  readonly shortest: 0 | 1
  readonly limit: number
}

function parseText(input: Json | undefined, { name, member, shortest, limit }: Text): string {
  if (typeof input !== 'string' || (shortest > 0 && isBlank(input)) || isLongerThan(input, limit))
    throw invalid(`${name}: its ${member} must be a text of 1 to ${limit.toLocaleString('en')} characters`)
  return sanitizeText(input, member)
}

/** Sections come before what is in them. */
export function inOrder(one: QuestionGroup, other: QuestionGroup): number {
  return one.from - other.from || other.to - one.to || Number(other.kind === 'section') - Number(one.kind === 'section')
}

/** Characters of its title and its text. */
export function textLengthOf(group: QuestionGroup): number {
  const title = 'title' in group ? group.title.length : 0
  return title + (group.kind === 'section' ? (group.text?.length ?? 0) : 0)
}

function isKind(input: Json | undefined): input is QuestionGroup['kind'] {
  return typeof input === 'string' && Object.hasOwn(MEMBERS, input)
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_groups', { reason })
}
