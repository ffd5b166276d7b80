/** Values of JSON; integers beyond double precision are bigints, so that none is rounded (contract 7.8). */
export type Json = null | boolean | number | bigint | string | Json[] | { [name: string]: Json }
export type Fields = { [name: string]: Json }

/** A text whose wording is free; `why` is for readers of a report. */
export class Wording {
  readonly why: string
  readonly shape: RegExp

  constructor(why: string, shape = /\S/) {
    this.why = why
    this.shape = shape
  }

  takes(value: Json | undefined): boolean {
    return typeof value === 'string' && this.shape.test(value)
  }
}

export type Reason = string | Wording
type ErrorMember = Json | Reason | ErrorMember[] | { [name: string]: ErrorMember }

export class Refused extends Error {
  readonly status: number
  readonly reason: Reason
  /** What the error body has besides `error`. */
  readonly more: { [name: string]: ErrorMember }

  constructor(status: number, reason: Reason, more: { [name: string]: ErrorMember } = {}) {
    super(typeof reason === 'string' ? reason : reason.why)
    this.status = status
    this.reason = reason
    this.more = more
  }
}

/** What section 10.4 of the contract forbids, in its order of precedence. */
export const restriction = {
  remove: 'cannot remove a question from a survey that already has responses',
  reorder: 'cannot reorder the questions of a survey that already has responses',
  insert: 'cannot put a new question before an existing one in a survey that already has responses; add it at the end',
  retype: 'cannot change the type of a question in a survey that already has responses',
  drop: 'cannot rename or drop an option in a survey that already has responses',
}
const unfollowable = new Wording('cannot follow', /^cannot follow this reorder: \S/)
/** What a moved rule points to if its trigger was removed. */
const gone = -1
const types: Json[] = ['multiple_choice', 'free_text', 'rating', 'upvoted_question']
const presets: Json[] = ['default', 'sunset', 'ocean', 'forest', 'rose', 'slate']

/** The list of a create or template body as it is stored (contract 7.4). */
export function accepted(list: Json): Fields[] {
  refuseFor(faultsIn(list))
  return numbered(list as Fields[])
}

/** The stored list after the edit that `sent` asks for (contract 10). */
export function edited(stored: Fields[], sent: Json, answered: boolean): Fields[] {
  if (!Array.isArray(sent) || sent.length === 0) throw new Refused(400, new Wording('no list'))
  if (answered && sent.length < stored.length) throw new Refused(400, restriction.remove)
  const origins = originsOf(stored, sent, answered)
  if (!origins) throw new Refused(400, oneOf([unfollowable, ...faultsIn(sent)]))
  const list = sent.map((question, place) => withMovedRule(stored, question, origins, place))
  refuseFor([...faultsIn(list), ...(answered ? restrictions(stored, list, origins) : [])])
  return numbered(list as Fields[])
}

export function isObject(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lone surrogates become U+FFFD (contract 7.1). */
function clean(text: string): string {
  return text.toWellFormed()
}

function refuseFor(faults: Reason[]): void {
  if (faults.length > 0) throw new Refused(400, oneOf(faults))
}

/** It is open which of several faults is named, unless they all have the same text. */
function oneOf(faults: Reason[]): Reason {
  const whys = [...new Set(faults.map(fault => (typeof fault === 'string' ? fault : fault.why)))]
  return whys.length === 1 && faults[0] ? faults[0] : new Wording(whys.join(', or '))
}

function numbered(list: Fields[]): Fields[] {
  return list.map((question, index) => ({ ...question, ...cleaned(question), index }))
}

function cleaned(question: Fields): Fields {
  const text = clean(question.text as string)
  return question.type === 'multiple_choice' ? { text, options: (question.options as string[]).map(clean) } : { text }
}

// Validation: contract 7.4 to 7.8 and 10

function faultsIn(list: Json): Reason[] {
  if (!Array.isArray(list) || list.length === 0) return [new Wording('no list')]
  return list.flatMap((question, place) => {
    return isObject(question) ? questionFaults(question, list.slice(0, place)) : [new Wording('no question')]
  })
}

function questionFaults({ type = null, text, options, moderated, requirement }: Fields, earlier: Json[]): Reason[] {
  const faults: (Reason | undefined)[] = [
    types.includes(type) ? undefined : new Wording('no such type'),
    isText(text) && !isBlank(text) ? undefined : new Wording('no text'),
    type === 'multiple_choice' ? optionFault(options) : undefined,
    type !== 'upvoted_question' || /boolean|undefined/.test(typeof moderated) ? undefined : new Wording('no boolean'),
    requirement === undefined ? undefined : ruleFault(requirement, earlier),
  ]
  return faults.filter(fault => fault !== undefined)
}

function optionFault(options: Json | undefined): Reason | undefined {
  if (options === undefined || (Array.isArray(options) && options.length === 0))
    return 'multiple_choice questions must have at least one option'
  const texts = Array.isArray(options) && options.every(option => isText(option) && option !== '')
  return texts && new Set(options).size === options.length ? undefined : new Wording('no distinct texts')
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && !value.includes('\0')
}

function ruleFault(requirement: Json, earlier: Json[]): Reason | undefined {
  const { mode, when } = isObject(requirement) ? requirement : {}
  if (mode === 'optional') return undefined
  if (mode !== 'conditional' || !isObject(when)) return new Wording('no mode')
  const { op, conditions } = when
  if (!['all', 'any'].includes(op as string) || !Array.isArray(conditions)) return new Wording('no group')
  if (conditions.length < 1 || conditions.length > 5) return new Wording('not 1 to 5 conditions')
  return conditions.map(condition => conditionFault(condition, earlier)).find(fault => fault !== undefined)
}

function conditionFault(condition: Json, earlier: Json[]): Reason | undefined {
  if (!isObject(condition)) return new Wording('no condition')
  const { questionIndex: at, values } = condition
  if (at === gone) return new Wording('its trigger is gone')
  if (!Number.isInteger(at) || (at as number) < 0) return new Wording('no questionIndex')
  if ((at as number) >= earlier.length) return new Wording('its trigger does not stand before it')
  const { type, options } = earlier[at as number] as Fields
  if (type !== 'multiple_choice' || !Array.isArray(options)) return new Wording('its trigger is no choice')
  const named = Array.isArray(values) && values.length > 0 && values.every(value => options.includes(value))
  return named ? undefined : new Wording('its values are no options')
}

// Editing: contract 10

/** The stored position that each sent question comes from, undefined for a new one; none if that is ambiguous. */
function originsOf(stored: Fields[], sent: Json[], answered: boolean): (number | undefined)[] | undefined {
  const carried = sent.map(question => (isObject(question) ? question.index : undefined))
  if (carried.every(index => index === undefined)) {
    const watched = answered || stored.some(question => triggersOf(question))
    return watched && isReordered(stored, sent) ? undefined : stored.map((_, place) => place)
  }
  const given = carried.filter(index => index !== undefined)
  const known = given.every(index => stored.some(question => question.index === index))
  return known && new Set(given).size === given.length ? (carried as (number | undefined)[]) : undefined
}

/** Whether a stored text is gone from its own position and occurs at another. */
function isReordered(stored: Fields[], sent: Json[]): boolean {
  const texts = sent.map(question => (isObject(question) && isText(question.text) ? clean(question.text) : undefined))
  return stored.some(({ text }, place) => texts[place] !== text && texts.includes(text as string))
}

/** Rule 3: where the sequence of questionIndex values is the stored one, they follow their triggers. */
function withMovedRule(stored: Fields[], question: Json, origins: (number | undefined)[], place: number): Json {
  const origin = origins[place]
  const before = origin === undefined ? undefined : triggersOf(stored[origin])
  const sent = triggersOf(question)
  if (!before || !sent || !isSame(before, sent)) return question
  const { requirement } = question as { requirement: { when: { conditions: Fields[] } } }
  const conditions = requirement.when.conditions.map(condition => {
    return { ...condition, questionIndex: origins.indexOf(condition.questionIndex as number) }
  })
  return { ...(question as Fields), requirement: { ...requirement, when: { ...requirement.when, conditions } } }
}

function isSame(one: Json[], other: Json[]): boolean {
  return one.length === other.length && one.every((value, place) => value === other[place])
}

/** The sequence of questionIndex values of a question’s rule; undefined if it has none. */
export function triggersOf(question: Json | undefined): Json[] | undefined {
  if (!isObject(question) || !isObject(question.requirement)) return undefined
  const { mode, when } = question.requirement
  if (mode !== 'conditional' || !isObject(when) || !Array.isArray(when.conditions)) return undefined
  return when.conditions.every(isObject) ? when.conditions.map(({ questionIndex }) => questionIndex ?? null) : undefined
}

/** Rule 4, in its order of precedence. */
function restrictions(stored: Fields[], list: Json[], origins: (number | undefined)[]): Reason[] {
  const kept = list.slice(0, stored.length) as Fields[]
  if (stored.some((_, place) => !origins.includes(place))) return [lossOf(stored, list as Fields[], origins)]
  if (stored.some((_, place) => origins[place] !== place)) {
    const order = origins.filter(origin => origin !== undefined)
    return [order.every((origin, place) => origin === place) ? restriction.insert : restriction.reorder]
  }
  if (kept.some((question, place) => question?.type !== stored[place]?.type)) return [restriction.retype]
  return kept.some((question, place) => losesOption(stored[place], question)) ? [restriction.drop] : []
}

/** Of a list that does not carry all stored questions: it has lost one, unless all that are missing are there by text. */
function lossOf(stored: Fields[], list: Fields[], origins: (number | undefined)[]): Reason {
  const meant = [...origins]
  for (const [place, { text }] of stored.entries()) {
    if (origins.includes(place)) continue
    const found = list.findIndex((question, at) => meant[at] === undefined && clean(question.text as string) === text)
    if (found < 0) return restriction.remove
    meant[found] = place
  }
  const order = meant.filter(place => place !== undefined)
  const [isWhole, isMoved] = [list.length === stored.length, stored.some((_, place) => meant[place] !== place)]
  if (isWhole) return restriction.remove
  return isMoved && order.every((origin, at) => origin === at) ? restriction.insert : unfollowable
}

function losesOption(before: Fields | undefined, after: Fields): boolean {
  if (before?.type !== 'multiple_choice') return false
  const options = Array.isArray(after.options) ? after.options : []
  return (before.options as Json[]).some(option => !options.includes(option))
}

// Answers and what they add up to: contract 11 and 12

/** Answers as they are compared and stored: blank texts are null, surrogates replaced, trailing nulls removed. */
export function given(answers: Json[], questions: Fields[]): Json[] {
  const cleaned = answers.map((answer, place) => {
    if (typeof answer !== 'string') return answer
    return questions[place]?.type === 'free_text' && isBlank(answer) ? null : clean(answer)
  })
  return withoutEnd(cleaned)
}

/** Nulls at the end say nothing. */
export function withoutEnd(answers: Json[]): Json[] {
  return answers.slice(0, answers.findLastIndex(answer => answer !== null) + 1)
}

/** A blank answer to a former free-text question is no answer, whatever the question is now. */
export function withoutBlanks(answers: Json[]): Json[] {
  return withoutEnd(answers.map(answer => (typeof answer === 'string' && isBlank(answer) ? null : answer)))
}

export function padded(answers: Json[], questions: Fields[]): Json[] {
  return questions.map((_, place) => answers[place] ?? null)
}

/** The places whose answer is refused; `answers` has one entry for each question. */
export function wrongPlaces(questions: Fields[], answers: Json[]): number[] {
  return [...questions.keys()].filter(place => !isAnswer(questions[place] ?? {}, answers[place] ?? null, answers))
}

/** Whether nothing is wrong with answers except that some may be missing. */
export function areWellFormed(questions: Fields[], answers: Json[]): boolean {
  const all = padded(answers, questions)
  return wrongPlaces(questions, all).every(place => all[place] === null)
}

function isAnswer(question: Fields, answer: Json, answers: Json[]): boolean {
  if (question.type === 'upvoted_question') return answer === null
  if (answer === null) return !isRequired(question.requirement, answers)
  if (question.type === 'multiple_choice') return (question.options as Json[]).includes(answer)
  if (question.type === 'rating') return Number.isInteger(answer) && (answer as number) >= 1 && (answer as number) <= 10
  return isText(answer) && [...answer].length <= 10_000
}

function isRequired(requirement: Json | undefined, answers: Json[]): boolean {
  if (requirement === undefined) return true
  const { mode, when } = requirement as { mode: string; when: { op: string; conditions: Fields[] } }
  if (mode === 'optional') return false
  const matches = ({ questionIndex, values }: Fields) => {
    return (values as Json[]).includes(answers[questionIndex as number] ?? null)
  }
  return when.op === 'all' ? when.conditions.every(matches) : when.conditions.some(matches)
}

/** The results of the aggregate view, folded from all answers. */
export function results(questions: Fields[], responses: Json[][]): Fields[] {
  return questions.map(({ type = null, text = null, options }, index) => {
    const answers = responses.map(response => response[index] ?? null).filter(answer => answer !== null)
    const common = { index, type, text, answered: answers.length }
    if (type === 'multiple_choice') return { ...common, tally: counts('option', options as Json[], answers) }
    if (type === 'rating') return { ...common, ...ratings(answers as number[]) }
    return type === 'free_text' ? common : { ...common, board: { items: 0, votes: 0 } }
  })
}

function ratings(answers: number[]): Fields {
  const sum = answers.reduce((total, answer) => total + answer, 0)
  const mean = answers.length === 0 ? null : Math.round((sum * 100) / answers.length) / 100
  return { mean, distribution: counts('value', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], answers) }
}

function counts(name: string, values: Json[], answers: Json[]): Fields[] {
  return values.map(value => ({ [name]: value, count: answers.filter(answer => answer === value).length }))
}

// Fields: contract 7.2, 7.3, 7.9 and 9

/** Whether a text has no character that can be seen. A NUL is refused for itself. */
function isBlank(text: string): boolean {
  const seen = text.replace(/[\s\p{Cc}\p{Cf}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/gu, '')
  return seen === '' && !text.includes('\0')
}

export function textOf(value: Json | undefined, missing: string, tooLong: string): string {
  if (typeof value !== 'string' || isBlank(value)) throw new Refused(400, missing)
  if ([...value].length > 200) throw new Refused(400, tooLong)
  if (value.includes('\0')) throw new Refused(400, new Wording('has a NUL'))
  return clean(value)
}

export function slugOf(value: Json | undefined): string {
  const legal = typeof value === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
  if (!legal || value.length < 3 || value.length > 64 || value === 'api') throw new Refused(400, 'invalid slug')
  return value
}

export function themeOf(value: Json | undefined): Json {
  if (typeof value === 'string' && presets.includes(value)) return value
  if (!isObject(value) || !isColour(value.primary) || !isColour(value.background))
    throw new Refused(400, 'invalid theme')
  return { primary: value.primary, background: value.background }
}

function isColour(value: Json | undefined): value is string {
  return typeof value === 'string' && /^#[0-9a-fA-F]{6}$/.test(value)
}

// JSON without rounding

/** Numbers that double precision would round become bigints. */
export function parseJson(text: string): Json {
  return exact.parse(text, (_, value, { source = '' }) => {
    return typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? BigInt(source) : value
  })
}

export function printJson(value: Json): string {
  return JSON.stringify(value, (_, part: Json) => (typeof part === 'bigint' ? exact.rawJSON(String(part)) : part))
}

/** Two things that the language's types do not know yet: the source of a number, and numbers spelt by hand. */
interface ExactJson {
  parse(text: string, revive: (name: string, value: Json, context: { source?: string }) => Json): Json
  rawJSON(text: string): Json
}

const exact = JSON as unknown as ExactJson
