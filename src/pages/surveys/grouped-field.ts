import { limitOf } from '../../domain/responses/group-rules.ts'
import type { CheckList, Grid, QuestionGroup, Ranking, Section } from '../../domain/surveys/groups/question-group.ts'
import { shuffledCount } from '../../domain/surveys/last-options.ts'
import type { Question } from '../../domain/surveys/question.ts'
import type { AnswerError } from '../../domain/values/answer.ts'
import { content, type Html, html } from '../../html/html.ts'
import type { Words } from '../words.ts'
import { fieldName } from './form-fields.ts'
import {
  CHECKED,
  choiceGroup,
  description,
  errorText,
  type Field,
  helpText,
  inRandomOrder,
  marks,
  noAnswer,
  radio,
  ruleInWords,
  type ShownError,
  size,
} from './question-field.ts'

type FieldAt = (index: number) => Field

/** A question of a group, and how to find those beside it. */
interface Grouped<Group> {
  readonly group: Group
  readonly index: number
  readonly fieldAt: FieldAt
}

/** Characters of the longest words of all columns with which they are still beside one another. */
const COLUMN_CHARACTERS = 60
/** Added to each for its margins. */
const COLUMN_MARGIN = 2

/**
 * The part of its group that a question takes, or undefined for one that is in none: the first also opens the group, and the last
 * closes it. So a long group can be rendered in slices, like the form around it.
 */
export function groupedFields(groups: readonly QuestionGroup[], fieldAt: FieldAt): (index: number) => Html | undefined {
  const parts: ((index: number) => Html)[] = []
  for (const group of groups) {
    if (group.kind === 'section') continue
    const part = partsOf(group, fieldAt)
    for (let index = group.from; index <= group.to; index++) parts[index] = part
  }
  return index => parts[index]?.(index)
}

function partsOf(group: Exclude<QuestionGroup, Section>, fieldAt: FieldAt): (index: number) => Html {
  if (group.kind === 'check_list') return index => checkListPart({ group, index, fieldAt })
  if (group.kind === 'other') return index => (index === group.from ? otherWithText(group.from, fieldAt) : html``)
  const rule = commonRule(group, fieldAt)
  if (group.kind === 'ranking') return index => rankingPart({ group, index, fieldAt }, rule)
  return index => gridPart({ group, index, fieldAt }, rule)
}

/** An error in the words of the page, with the number of its group. */
export function shownError(words: Words, { name }: AnswerError, group: QuestionGroup | undefined): ShownError {
  const limit = group && limitOf(group, name)
  return { name, text: words.answerErrors[name].replace('{n}', `${limit ?? ''}`) }
}

function checkListPart({ group, index, fieldAt }: Grouped<CheckList>): Html {
  const { from, to } = group
  const own = fieldAt(index)
  const text = fieldAt(to)
  const hasText = text.question.type === 'free_text'
  const isLast = index === (hasText ? to - 1 : to)
  const isText = hasText && index === to
  const max = group.max !== undefined && html` data-max="${group.max}"`
  return html`${index === from && opening({ group, index, fieldAt }, { kind: 'check-list', title: own.question.text, attributes: max, help: checkListHelp(group, own), shuffled: shuffledIn(group, fieldAt, hasText ? to - 1 : to) })}${!isText && (hasText && isLast ? withText(checkbox(own, from), text) : checkbox(own, from))}${index === to && CLOSING}`
}

/**
 * How many options, rows or items are shuffled.
 * @param last question of one
 */
function shuffledIn({ shuffled, kind, from, to }: CheckList | Grid | Ranking, fieldAt: FieldAt, last = to) {
  if (!shuffled) return undefined
  const questions = Array.from({ length: last - from + 1 }, (_, at) => fieldAt(from + at).question)
  const names = questions.map(({ text, options }) => (kind === 'check_list' ? [...options.keys()].join() : text))
  return shuffledCount(names, position => from + position === last && last < to)
}

/** How many options may be chosen. */
function checkListHelp({ min, max }: CheckList, { reader: { words } }: Field): string {
  const { several, exactly, either, between } = words.groups
  const { too_few, too_many } = words.answerErrors
  const insert = (text: string) => text.replace('{n}', `${min ?? max}`).replace('{max}', `${max}`)
  if (min === undefined) return `${words.optional} · ${max === undefined ? several : insert(too_many)}`
  if (max === undefined) return insert(too_few)
  if (min === max) return insert(exactly)
  return insert(max === min + 1 ? either : between)
}

/** Its name and value are those of the only radio button that the question would have. */
function checkbox({ question, index, value, settings }: Field, from: number): Html {
  const [option = ''] = question.options.keys()
  const name = fieldName(index)
  const about = index > from && settings.description
  return html`<label id="${name}-option" data-index="${index}" data-requirement="optional" aria-describedby="g${from}-help"><input type=checkbox name=q${index} value=0 id="${name}"${value === '0' && CHECKED}><bdi>${content(option)}${about && html`<small>${content(about)}</small>`}</bdi></label>
`
}

function otherWithText(from: number, fieldAt: FieldAt): Html {
  const [choice, text] = [fieldAt(from), fieldAt(from + 1)]
  const other = conditionOf(text.question)
  const options = [...choice.question.options].map(([option, place]) => {
    const own = radio(choice, place, option, { isFirst: place === 0, isNamed: option === other })
    return option === other ? withText(own, text) : own
  })
  const names = [...choice.question.options.keys()]
  const shuffled = choice.settings.shuffled && shuffledCount(names, position => names[position] === other)
  return choiceGroup(choice, html`${options}${noAnswer(choice)}`, { shuffled })
}

/** An option with the text that it requires. Its name is that of the option and its own, unless they are the same. */
function withText(option: Html, { question, index, value, ...others }: Field): Html {
  const own = { question, index, value, ...others }
  const name = fieldName(index)
  const isSame = isNamedAs(question, conditionOf(question))
  const named = isSame ? '' : ` ${name}-label`
  return html`<div class="option">${option}<div class="question">
<label for="${name}" id="${name}-label" dir="auto"${isSame && html` class="visually-hidden"`}>${content(question.text)}</label>
${description(own)}${helpText(own, ruleInWords(own))}<textarea id="${name}" name="${name}" dir="auto" rows="1" aria-labelledby="${fieldName(index - 1)}-option${named}"${marks(own)}${own.error !== undefined && html` aria-invalid="true"`}>
${value.replace(/\r\n/g, '\n')}</textarea>
</div></div>
`
}

/** The option that requires a text. */
function conditionOf({ requirement }: Question): string | undefined {
  return typeof requirement === 'string' ? undefined : requirement.conditions[0]?.values[0]
}

function isNamedAs({ text }: Question, option: string | undefined): boolean {
  return text.replace(/[\s:：]+$/, '') === option
}

function gridPart(grouped: Grouped<Grid>, rule: string | undefined): Html {
  const { group, index, fieldAt } = grouped
  const { from, to, title } = group
  const own = fieldAt(index)
  const columns = [...own.question.options.keys()]
  const cells = columns.map((column, place) => {
    const labelled = html` aria-labelledby="q${index}-row g${from}-${place}"`
    return html`<td>${radio(own, place, column, { isFirst: place === 0, labelled })}</td>`
  })
  const isStacked = columns.reduce((sum, column) => sum + longestWord(column) + COLUMN_MARGIN, 0) > COLUMN_CHARACTERS
  const kind = isStacked ? 'grid stacked' : 'grid'
  return html`${index === from && opening(grouped, { kind, title, help: rule ?? '', isClearable: own.question.requirement !== 'always', shuffled: shuffledIn(group, fieldAt) })}${index === from && columnsOf(from, columns)}<tr class="question"${marks(own)}><th scope="row" id="q${index}-row"><bdi dir="auto">${content(own.question.text)}</bdi>${description(own)}${helpText(own, rule === undefined ? ruleInWords(own) : '')}${noAnswer(own)}</th>${cells}</tr>
${
  index === to &&
  html`</tbody></table>
${CLOSING}`
}`
}

function columnsOf(from: number, columns: readonly string[]): Html {
  return html`<table><thead><tr><td></td>${columns.map((column, place) => html`<th scope="col" id="g${from}-${place}" dir="auto">${content(column)}</th>`)}</tr></thead><tbody>
`
}

/** What is required of all rows, if it is the same. */
function commonRule({ from, to }: QuestionGroup, fieldAt: FieldAt): string | undefined {
  const first = fieldAt(from)
  const rule = JSON.stringify(first.question.requirement)
  for (let index = from + 1; index <= to; index++)
    if (JSON.stringify(fieldAt(index).question.requirement) !== rule) return undefined
  return ruleInWords(first)
}

function longestWord(text: string): number {
  return text.split(/\s+/).reduce((longest, { length }) => Math.max(longest, length), 0)
}

function rankingPart(grouped: Grouped<Ranking>, common: string | undefined): Html {
  const { group, index, fieldAt } = grouped
  const { from, to, title } = group
  const own = fieldAt(index)
  const isOfGroup = own.error !== undefined && isGroupError(own.error)
  const item = isOfGroup ? { ...own, error: undefined } : own
  const rule = common === undefined && own.question.requirement !== 'optional' ? ruleInWords(own) : ''
  const { up, down } = own.reader.words.groups
  return html`${index === from && opening(grouped, { kind: 'ranking', title, help: rankingHelp(group, own, common), shuffled: shuffledIn(group, fieldAt) })}${index === from && html`<ul data-up="${up}" data-down="${down}">`}<li class="question"><label for="${fieldName(index)}" dir="auto">${content(own.question.text)}</label>
${rankSelect(item)}${description(own)}${helpText(item, rule)}</li>
${index === to && html`</ul>${CLOSING}`}`
}

function rankingHelp({ min }: Ranking, { reader: { words } }: Field, common: string | undefined): string {
  if (min !== undefined) return `${words.answerErrors.too_few_ranks.replace('{n}', `${min}`)} ${words.groups.ranks}`
  return [common, words.groups.ranks].filter(Boolean).join(' · ')
}

function rankSelect(own: Field): Html {
  const name = fieldName(own.index)
  const ranks = [...own.question.options].map(
    ([rank, place]) =>
      html`<option value=${place}${own.value === `${place}` && html` selected`}>${content(rank)}</option>`,
  )
  return html`<select id="${name}" name="${name}" autocomplete="off"${marks(own)}${own.error !== undefined && html` aria-invalid="true"`}><option value="">–</option>${ranks}</select>
`
}

/** Whether an error is that of a whole ranking. */
export function isGroupError({ name }: Pick<ShownError, 'name'>): boolean {
  return name === 'rank_twice' || name === 'rank_gap' || name === 'too_few_ranks'
}

interface Opening {
  readonly kind: string
  readonly title: string
  readonly help: string
  readonly attributes?: Html | false
  /** Whether choosing an answer again clears it. */
  readonly isClearable?: boolean
  readonly shuffled: number | undefined
}

function opening(
  { group, index, fieldAt }: Grouped<QuestionGroup>,
  { kind, title, help, attributes = false, isClearable = false, shuffled }: Opening,
): Html {
  const first = fieldAt(index)
  const { words, ours } = first.reader
  const errors = errorsAtHead(group, fieldAt)
  const name = `g${index}-help`
  const about = kind === 'check-list' && description(first)
  const ids = [about && `${fieldName(index)}-about`, name, ...errors.map(one => `${fieldName(one.index)}-error`)]
  return html`<fieldset class="choices group ${kind}"${attributes}${inRandomOrder(shuffled)}${first.isHidden && html` hidden`} aria-describedby="${ids.filter(Boolean).join(' ')}">
<legend dir="auto"${size(title)}>${content(title)}</legend>
${about}<p class="help" id="${name}"${ours}>${content(help)}${isClearable && html`<span class="again"> · ${words.script.chooseAgain}</span>`}</p>
${errors.map(one => errorText(one.index, one.error, ours))}`
}

/** Errors of a group as a whole, and of options of a check-list, which have no room of their own. */
function errorsAtHead({ kind, from, to }: QuestionGroup, fieldAt: FieldAt) {
  const indexes = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return indexes.flatMap(index => {
    const { error, question } = fieldAt(index)
    const isOption = kind === 'check_list' && question.type === 'multiple_choice'
    return error !== undefined && (isOption || isGroupError(error)) ? [{ index, error }] : []
  })
}

const CLOSING = html`</fieldset>
`
