import type { Json, JsonObject } from '../domain/json.ts'
import { RATING_HIGHEST, RATING_LOWEST } from '../domain/limits.ts'
import type { Question } from '../domain/question.ts'
import type { AnswerFault } from '../domain/refusal.ts'
import type { Requirement } from '../domain/requirement.ts'
import { type Html, html } from '../html/html.ts'

/** What stands in a form: the text of each field by its name. */
export type Typed = ReadonlyMap<string, string>

const fieldName = (index: number) => `q${index}`

/**
 * The body of a submission from a form that was sent. A choice is sent as its option's place, since browsers change line
 * ends in texts; a text gets the line ends back that its writer typed.
 */
export function readForm(questions: readonly Question[], typed: Typed): JsonObject {
  const key = typed.get('key')
  const answers = questions.map((question, index) => readField(question, typed.get(fieldName(index)) ?? ''))
  return { answers, ...(key !== undefined && { key }) }
}

/** The fields of a form, each with its value as a browser sends it. */
export function parseForm(body: string): Typed {
  return new Map(new URLSearchParams(body))
}

/** The form of a survey, with what was typed and what was wrong with it. */
export function form(options: {
  action: string
  key: string
  questions: readonly Question[]
  typed: Typed
  faults: readonly AnswerFault[]
}): Html {
  const { action, key, questions, typed, faults } = options
  const errors = new Map(faults.map(({ index, error }) => [index, error]))
  return html`${errors.size > 0 && summary(faults, questions)}
<form method="post" action="${action}">
<input type="hidden" name="key" value="${key}">
${questions.map((question, index) =>
  field({ question, index, questions, value: typed.get(fieldName(index)) ?? '', error: errors.get(index) }),
)}
<p><button>Send</button></p>
</form>`
}

interface Field {
  readonly question: Question
  readonly index: number
  readonly questions: readonly Question[]
  readonly value: string
  readonly error: string | undefined
}

function readField({ type, options }: Question, value: string): Json {
  if (value === '') return null
  if (type === 'multiple_choice') return [...options.keys()][Number(value)] ?? value
  if (type === 'rating') return Number(value)
  return type === 'free_text' ? value.replace(/\r\n/g, '\n') : null
}

function summary(faults: readonly AnswerFault[], questions: readonly Question[]): Html {
  return html`<div class="summary" role="alert">
<h2>Not sent yet. Please look at ${faults.length === 1 ? 'one answer' : `${faults.length} answers`}:</h2>
<ul>${faults.map(
    ({ index, error }) => html`<li><a href="#${fieldName(index)}">${questions[index]?.text}</a>: ${error}</li>`,
  )}</ul>
</div>`
}

function field(field: Field): Html {
  const { type } = field.question
  if (type === 'multiple_choice') return choices(field)
  if (type === 'rating') return scale(field)
  if (type === 'free_text') return text(field)
  return html`<div class="question"><h2>${field.question.text}</h2><p class="help">A board: it takes no answer here.</p></div>`
}

function choices(field: Field): Html {
  const options = [...field.question.options].map(([option, place]) => radio(field, String(place), option, place === 0))
  return group(field, html`${options}${noAnswer(field)}`)
}

function scale(field: Field): Html {
  const points = Array.from({ length: RATING_HIGHEST }, (_, at) => String(at + RATING_LOWEST))
  return group(
    field,
    html`<div class="scale">${points.map((point, at) => radio(field, point, point, at === 0))}</div>
<div class="ends" aria-hidden="true"><span>${RATING_LOWEST} lowest</span><span>${RATING_HIGHEST} highest</span></div>
${noAnswer(field)}`,
  )
}

/** A radio that was chosen cannot be taken back without another. */
function noAnswer(field: Field): Html | false {
  return field.question.requirement !== 'always' && radio(field, '', 'No answer', false)
}

function group({ error, ...field }: Field, content: Html): Html {
  const name = fieldName(field.index)
  return html`<fieldset aria-describedby="${name}-help${error !== undefined && ` ${name}-error`}">
<legend>${field.question.text}</legend>
${help({ ...field, error })}${content}
</fieldset>`
}

/** The first radio carries the id that the summary links to. */
function radio({ index, value }: Field, own: string, label: string, isFirst: boolean): Html {
  const name = fieldName(index)
  const id = isFirst && html` id="${name}"`
  const checked = value === own && html` checked`
  return html`<label class="choice"><input type="radio" name="${name}" value="${own}"${id}${checked}><span>${label}</span></label>
`
}

function text(field: Field): Html {
  const { question, index, value, error } = field
  const name = fieldName(index)
  return html`<div class="question">
<label for="${name}">${question.text}</label>
${help(field)}<textarea id="${name}" name="${name}" rows="3" aria-describedby="${name}-help${error !== undefined && ` ${name}-error`}"${
    error !== undefined && html` aria-invalid="true"`
  }>
${value}</textarea>
</div>`
}

function help({ question, index, questions, error }: Field): Html {
  const name = fieldName(index)
  return html`<p class="help" id="${name}-help">${requirementInWords(question.requirement, questions)}</p>
${error !== undefined && html`<p class="error" id="${name}-error">${sentence(error)}</p>`}`
}

/** Required in words, and when: never by a star. */
function requirementInWords(requirement: Requirement, questions: readonly Question[]): string {
  if (requirement === 'always') return 'Required'
  if (requirement === 'optional') return 'Optional'
  const conditions = requirement.conditions.map(
    ({ questionIndex, values }) =>
      `“${questions[questionIndex]?.text}” is ${values.map(value => `“${value}”`).join(' or ')}`,
  )
  return `Required when ${conditions.join(requirement.op === 'all' ? ' and ' : ', or when ')}; otherwise optional`
}

function sentence(error: string): string {
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}.`
}
