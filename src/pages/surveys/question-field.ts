import { shuffledCount } from '../../domain/surveys/last-options.ts'
import type { Question } from '../../domain/surveys/question.ts'
import type { QuestionSettings } from '../../domain/surveys/question-settings.ts'
import type { Requirement } from '../../domain/surveys/requirement.ts'
import type { RuleNames } from '../../domain/surveys/rule-names.ts'
import { type AnswerErrorName, RATING_HIGHEST, RATING_LOWEST } from '../../domain/values/answer.ts'
import { isolated } from '../../domain/values/text.ts'
import { content, type Html, html } from '../../html/html.ts'
import { described } from '../boards/board-section.ts'
import type { Reader } from '../page.ts'
import { fieldName } from './form-fields.ts'

/** Length in UTF-16 code units above which a question would fill half of a phone's screen. */
const LONG_QUESTION = 120

/** An error in the words of the page. */
export interface ShownError {
  readonly name: AnswerErrorName
  readonly text: string
}

export interface Field {
  readonly question: Question
  readonly index: number
  readonly questions: readonly Question[]
  readonly names: RuleNames
  readonly settings: NonNullable<QuestionSettings[number]>
  readonly reader: Reader
  readonly value: string
  readonly error: ShownError | undefined
  /** Of a paced survey, which says of no question whether it is required. */
  readonly isAlone: boolean
  readonly isHidden: boolean
}

export function field(field: Field): Html {
  const { type } = field.question
  if (type === 'multiple_choice') return choices(field)
  return type === 'rating' ? scale(field) : text(field)
}

function choices(field: Field): Html {
  const { question, settings } = field
  const options = [...question.options].map(([option, place]) => radio(field, place, option, { isFirst: place === 0 }))
  const shuffled = settings.shuffled && shuffledCount([...question.options.keys()])
  return choiceGroup(field, html`${options}${noAnswer(field)}`, { shuffled })
}

function scale(field: Field): Html {
  const points = Array.from({ length: RATING_HIGHEST }, (_, at) => at + RATING_LOWEST)
  return choiceGroup(
    field,
    html`<div class="scale">${points.map((point, at) => radio(field, point, `${point}`, { isFirst: at === 0 }))}</div>
${ends(field)}
${noAnswer(field)}`,
    { described: 'ends' },
  )
}

/** What the ends of a scale mean, and its middle, in the words of the survey or in ours. */
function ends({ index, settings, reader: { words, ours, theirs } }: Field): Html {
  const { lowest, middle, highest } = settings.scale_words ?? {}
  const own = (text: string) => html`<bdi${theirs}>${content(text)}</bdi>`
  const low = lowest === undefined ? words.lowest(RATING_LOWEST) : html`${RATING_LOWEST} ${own(lowest)}`
  const high = highest === undefined ? words.highest(RATING_HIGHEST) : html`${RATING_HIGHEST} ${own(highest)}`
  return html`<div class="ends" id="${fieldName(index)}-ends"${ours}><span>${low}</span> ${middle !== undefined && html`<span>${own(middle)}</span> `}<span>${high}</span></div>`
}

/** Without a script, radio buttons cannot be unselected, so optional questions have one for no answer. */
export function noAnswer(field: Field): Html | false {
  const { words, ours } = field.reader
  return (
    field.question.requirement !== 'always' &&
    !field.isAlone &&
    html`<noscript><label><input type=radio name=q${field.index} value=""${field.value === '' && CHECKED}><bdi${ours}>${words.noAnswer}</bdi></label></noscript>`
  )
}

interface ChoiceParts {
  /** What describes the whole, by the end of its id. */
  readonly described?: string
  /** How many of the answers are in a random order, from the first on. */
  readonly shuffled?: number | undefined
}

export function choiceGroup(field: Field, answers: Html, { described, shuffled }: ChoiceParts): Html {
  return html`<fieldset class="choices"${marks(field, described)}${inRandomOrder(shuffled)}${field.isHidden && html` hidden`}>
<legend dir="auto"${size(field.question.text)}>${content(field.question.text)}</legend>
${description(field)}${help(field)}${answers}
</fieldset>
`
}

/**
 * For the script, which shuffles once the page is there: it is cached, and the same for everybody.
 * @param count of the answers, rows, items or questions that are shuffled, from the first on
 */
export function inRandomOrder(count: number | undefined): Html | false {
  return count !== undefined && count > 1 && html` data-shuffled=${count}`
}

/** Long questions are set smaller, so that their answers fit on the same screen of a phone. */
export function size(text: string): Html | false {
  return text.length > LONG_QUESTION && html` data-long`
}

/** Attributes for the script and for assistive technology: the question's rule and its descriptions. */
export function marks({ question, settings, index, questions, error, isAlone }: Field, described?: string): Html {
  const name = fieldName(index)
  const rule = isAlone ? 'always' : encodeRule(question.requirement, questions)
  const about = settings.description !== undefined && 'about'
  const ids = [about, 'help', described, error !== undefined && 'error'].filter(Boolean).map(part => `${name}-${part}`)
  return html` data-index="${index}" data-requirement="${rule}" aria-describedby="${ids.join(' ')}"`
}

interface RadioParts {
  readonly isFirst: boolean
  /** Whether a text inside the option is named after it. */
  readonly isNamed?: boolean
  /** The attribute with its name, if that is not its label alone. */
  readonly labelled?: Html | false
}

/**
 * As short as it can be, because a survey can have 20,000 of them. The first radio button has the id that the error summary links to.
 * @param own a number, which is safe as an attribute without quotes
 */
export function radio(
  { index, value }: Field,
  own: number,
  label: string,
  { isFirst, isNamed = false, labelled = false }: RadioParts,
): Html {
  const id = isFirst && html` id="${fieldName(index)}"`
  return html`<label${isNamed && html` id="${fieldName(index)}-option"`}><input type=radio name=q${index} value=${own}${id}${labelled}${value === `${own}` && CHECKED}><bdi>${content(label)}</bdi></label>
`
}

export const CHECKED = html` checked`

function text(field: Field): Html {
  const { question, index, value, error } = field
  const name = fieldName(index)
  const required = question.requirement === 'always' && !field.isAlone && html` aria-required="true"`
  const invalid = error !== undefined && html` aria-invalid="true"`
  return html`<div class="question"${field.isHidden && html` hidden`}>
<label for="${name}" dir="auto"${size(question.text)}>${content(question.text)}</label>
${description(field)}${help(field)}<textarea id="${name}" name="${name}" dir="auto" rows="3"${marks(field)}${required}${invalid}>
${value.replace(/\r\n/g, '\n')}</textarea>
</div>
`
}

export function description({ index, settings: { description: text } }: Field): Html | false {
  return text !== undefined && described(text, `${fieldName(index)}-about`)
}

function help(field: Field): Html {
  return helpText(field, field.isAlone ? '' : ruleInWords(field))
}

/** What has to be known to answer, and what is wrong with the answer. */
export function helpText({ index, reader: { ours }, error }: Field, text: string): Html {
  const name = fieldName(index)
  return html`<p class="help" id="${name}-help"${ours}>${content(text)}</p>
${error !== undefined && errorText(index, error, ours)}`
}

export function errorText(index: number, { name, text }: ShownError, ours: Reader['ours']): Html {
  return html`<p class="error" id="${fieldName(index)}-error" data-error="${name}"${ours}>${text}</p>
`
}

/** States in words whether and when an answer is required; an asterisk alone is not enough. */
export function ruleInWords({ question: { requirement }, questions, names, reader: { words } }: Field): string {
  if (requirement === 'always') return words.required
  if (requirement === 'optional') return words.optional
  const conditions = requirement.conditions.map(condition => {
    const { text = '' } = questions[condition.questionIndex] ?? {}
    return words.is(isolated(names.name(text)), names.values(condition).map(isolated))
  })
  return words.requiredWhen(requirement.op === 'all' ? words.allOf(conditions) : words.anyOf(conditions))
}

/**
 * A rule for the script, such as `any 0:1,2 4:0`: conditions with the index of a question and the positions of its options, since
 * whole texts could be there thousands of times.
 */
function encodeRule(requirement: Requirement, questions: readonly Question[]): string {
  if (typeof requirement === 'string') return requirement
  const conditions = requirement.conditions.map(({ questionIndex, values }) => {
    const { options } = questions[questionIndex] ?? {}
    return `${questionIndex}:${values.map(value => options?.get(value)).join()}`
  })
  return [requirement.op, ...conditions].join(' ')
}
