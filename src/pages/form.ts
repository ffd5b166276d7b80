import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnswerError } from '../domain/answer.ts'
import { isBoard } from '../domain/board.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import { RATING_HIGHEST, RATING_LOWEST } from '../domain/limits.ts'
import type { Question } from '../domain/question.ts'
import type { Requirement } from '../domain/requirement.ts'
import { isBlank } from '../domain/text.ts'
import { type Html, html } from '../html/html.ts'
import { ASK_BUTTON, askFieldName, type BoardNotice, board, listPath } from './board-section.ts'
import { fieldName, QUESTIONS_FIELD, questionNames, type Typed } from './form-fields.ts'
import type { Reader } from './page.ts'
import { scriptWords } from './script.ts'
import type { Words } from './words.ts'

export interface FormParts {
  readonly slug: string
  /** Revision of the survey. Drafts and events name the revision that they refer to. */
  readonly revision: number
  readonly questions: readonly Question[]
  readonly reader: Reader
  readonly key: string
  readonly typed: Typed
  readonly notices: ReadonlyMap<number, BoardNotice>
  readonly errors: readonly AnswerError[]
}

/**
 * Turns a submitted form into the body of a submission. Choices are sent as positions of options, because browsers change
 * line ends in texts. Texts get back the line feeds that were typed.
 */
export function readForm(questions: readonly Question[], typed: Typed): JsonObject {
  const key = typed.get('key')
  const answers = questions.map((question, index) => readField(question, typed.get(fieldName(index)) ?? ''))
  return { answers, ...(key !== undefined && { key }) }
}

/** A question typed for a board. */
export interface TypedQuestion {
  /** Of the board. */
  readonly index: number
  readonly text: string
}

/** The questions that a submitted form asks: that of the board whose button was pressed, or all that were typed. */
export function readQuestions(questions: readonly Question[], typed: Typed): TypedQuestion[] {
  const pressed = typed.get(ASK_BUTTON)
  return questions.flatMap((question, index) => {
    const text = (typed.get(askFieldName(index)) ?? '').replace(/\r\n/g, '\n')
    const isAsked = pressed === undefined ? !isBlank(text) : pressed === String(index)
    return isBoard(question) && isAsked ? [{ index, text }] : []
  })
}

/**
 * The form of a survey, with typed values and errors, and with a slot for the list of each board. The submission key comes
 * last and only once, so that a cached page can be sent with a fresh key. `autocomplete` keeps browsers from restoring an
 * earlier one.
 */
export async function form({
  slug,
  revision,
  questions,
  reader,
  key,
  typed,
  notices,
  errors,
}: FormParts): Promise<Html> {
  const { language, words } = reader
  const byIndex = new Map(errors.map(({ index, name }) => [index, words.answerErrors[name]]))
  // A survey with only boards has nothing to submit.
  const hasFields = questions.some(question => !isBoard(question))
  const fields = await inTurns(questions, (question, index) => {
    if (isBoard(question))
      return board({
        question,
        index,
        words,
        typed: typed.get(askFieldName(index)) ?? '',
        notice: notices.get(index),
        isMain: !hasFields,
        listUrl: order => listPath(slug, index, 1, reader, order),
      })
    return field({
      question,
      index,
      questions,
      words,
      value: typed.get(fieldName(index)) ?? '',
      error: byIndex.get(index),
    })
  })
  // Enter in a field presses the first button of a form, which must not be that of a board.
  const enter = hasFields && questions.some(isBoard)
  return html`${errors.length > 0 && summary(byIndex, questions, words)}
<form method="post" action="/s/${slug}?lang=${language}" novalidate data-slug="${slug}" data-revision="${revision}" data-words="${JSON.stringify(scriptWords(words))}">
<input type="hidden" name="${QUESTIONS_FIELD}" autocomplete="off" value="${questionNames(questions)}">
${enter && html`<button class="visually-hidden" tabindex="-1" aria-hidden="true">${words.send}</button>`}
${fields}
<div id="status" role="status"></div>
<p id="aloud" class="visually-hidden" role="status"></p>
${
  hasFields &&
  html`<p><button id="send">${words.send}</button></p>
`
}<input type="hidden" name="key" autocomplete="off" value="${key}">
</form>`
}

/** Renders in turns, since a survey can have 1,000 questions with many options each, and its form several megabytes. */
async function inTurns(questions: readonly Question[], render: (question: Question, index: number) => Html) {
  const turns: Html[] = []
  let fields: Html[] = []
  let written = 0
  for (const [index, question] of questions.entries()) {
    fields.push(render(question, index))
    written += 1 + question.options.size
    if (written < OPTIONS_PER_TURN) continue
    turns.push(html`${fields}`)
    fields = []
    written = 0
    await nextTurn()
  }
  return [...turns, html`${fields}`]
}

/** UTF-16 code units from which a question would fill half of a phone. */
const LONG_QUESTION = 120
/** Options rendered in one turn of the event loop: about two milliseconds. */
const OPTIONS_PER_TURN = 600

interface Field {
  readonly question: Question
  readonly index: number
  readonly questions: readonly Question[]
  readonly words: Words
  readonly value: string
  readonly error: string | undefined
}

function readField({ type, options }: Question, value: string): Json {
  if (value === '') return null
  if (type === 'multiple_choice') return [...options.keys()][Number(value)] ?? value
  if (type === 'rating') return Number(value)
  return type === 'free_text' ? value.replace(/\r\n/g, '\n') : null
}

/** It takes the focus on load, also without JavaScript. */
function summary(errors: ReadonlyMap<number, string>, questions: readonly Question[], words: Words): Html {
  const title = errors.size === 1 ? words.lookAtOne : words.lookAtMany.replace('{n}', String(errors.size))
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${title}</h2>
<ul>${[...errors].map(([index, error]) => html`<li><a href="#${fieldName(index)}"><bdi>${questions[index]?.text}</bdi></a>: ${error}</li>`)}</ul>
</div>`
}

function field(field: Field): Html {
  const { type } = field.question
  if (type === 'multiple_choice') return choices(field)
  return type === 'rating' ? scale(field) : text(field)
}

function choices(field: Field): Html {
  const options = [...field.question.options].map(([option, place]) => radio(field, String(place), option, place === 0))
  return group(field, html`${options}${noAnswer(field)}`)
}

function scale(field: Field): Html {
  const { lowest, highest } = field.words
  const points = Array.from({ length: RATING_HIGHEST }, (_, at) => String(at + RATING_LOWEST))
  return group(
    field,
    html`<div class="scale">${points.map((point, at) => radio(field, point, point, at === 0))}</div>
<div class="ends" id="${fieldName(field.index)}-ends"><span>${lowest(RATING_LOWEST)}</span> <span>${highest(RATING_HIGHEST)}</span></div>
${noAnswer(field)}`,
    'ends',
  )
}

/** Radio buttons cannot be unselected, so optional questions have one for no answer. */
function noAnswer(field: Field): Html | false {
  return field.question.requirement !== 'always' && radio(field, '', field.words.noAnswer, false)
}

function group(field: Field, content: Html, described?: string): Html {
  return html`<fieldset${marks(field, described)}>
<legend dir="auto"${size(field.question)}>${field.question.text}</legend>
${help(field)}${content}
</fieldset>
`
}

/** Long questions are set smaller, so that their answers are on the same screen of a phone. */
function size({ text }: Question): Html | false {
  return text.length > LONG_QUESTION && html` data-long`
}

/** Attributes for the script and for assistive technology: the question's rule and its descriptions. */
function marks({ question: { requirement }, index, error }: Field, described?: string): Html {
  const name = fieldName(index)
  const ids = ['help', described, error !== undefined && 'error'].filter(Boolean).map(part => `${name}-${part}`)
  return html` data-index="${index}" data-requirement="${JSON.stringify(requirement)}" aria-describedby="${ids.join(' ')}"`
}

/** The first radio button has the id that the error summary links to. */
function radio({ index, value }: Field, own: string, label: string, isFirst: boolean): Html {
  const name = fieldName(index)
  const id = isFirst && html` id="${name}"`
  const checked = value === own && html` checked`
  return html`<label class="choice"><input type="radio" name="${name}" value="${own}"${id}${checked}><span dir="auto">${label}</span></label>
`
}

function text(field: Field): Html {
  const { question, index, value, error } = field
  const name = fieldName(index)
  const required = question.requirement === 'always' && html` aria-required="true"`
  const invalid = error !== undefined && html` aria-invalid="true"`
  return html`<div class="question">
<label for="${name}" dir="auto"${size(question)}>${question.text}</label>
${help(field)}<textarea id="${name}" name="${name}" dir="auto" rows="3"${marks(field)}${required}${invalid}>
${value.replace(/\r\n/g, '\n')}</textarea>
</div>
`
}

function help({ question, index, questions, words, error }: Field): Html {
  const name = fieldName(index)
  return html`<p class="help" id="${name}-help">${requirementInWords(question.requirement, questions, words)}</p>
${
  error !== undefined &&
  html`<p class="error" id="${name}-error">${error}</p>
`
}`
}

/** States in words whether and when an answer is required; never by an asterisk alone. */
function requirementInWords(requirement: Requirement, questions: readonly Question[], words: Words): string {
  if (requirement === 'always') return words.required
  if (requirement === 'optional') return words.optional
  const conditions = requirement.conditions.map(({ questionIndex, values }) =>
    words.is(questions[questionIndex]?.text ?? '', values),
  )
  return words.requiredWhen(requirement.op === 'all' ? words.allOf(conditions) : words.anyOf(conditions))
}
