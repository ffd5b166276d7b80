import { isBoard } from '../../domain/boards/board.ts'
import { LISTED_ERRORS } from '../../domain/responses/limits.ts'
import type { Question } from '../../domain/surveys/question.ts'
import { questionNames } from '../../domain/surveys/question-names.ts'
import type { QuestionSettings } from '../../domain/surveys/question-settings.ts'
import type { Requirement } from '../../domain/surveys/requirement.ts'
import { type RuleNames, ruleNames } from '../../domain/surveys/rule-names.ts'
import { type AnswerError, type AnswerErrorName, RATING_HIGHEST, RATING_LOWEST } from '../../domain/values/answer.ts'
import type { Json, JsonObject } from '../../domain/values/json.ts'
import { isBlank, isolated } from '../../domain/values/text.ts'
import { content, type Html, html } from '../../html/html.ts'
import type { NextSlice } from '../../transport/pace.ts'
import { ASK_BUTTON, askFieldName, type BoardNotice, board, described, listPath } from '../boards/board-section.ts'
import { folded, nextLink, TIME } from '../live/paced.ts'
import type { Reader } from '../page.ts'
import { scriptWords } from '../script.ts'
import type { Words } from '../words.ts'
import { fieldName, QUESTIONS_FIELD, SET_ASIDE_FIELD, type Typed } from './form-fields.ts'
import { startOver } from './shared-device.ts'

export interface FormParts {
  readonly slug: string
  /** `formVersion`. Events say which one is current. */
  readonly version: string
  /** Whether there are responses, with which questions stay where they are. */
  readonly isFixed: boolean
  /** Whether people share one device. If so, browsers do not fill in anything typed earlier. */
  readonly sharedDevice: boolean
  readonly questions: readonly Question[]
  readonly settings: QuestionSettings
  /** Of a paced survey: the question that is shown, or null. Left out where all of them are. */
  readonly asked?: number | null | undefined
  readonly reader: Reader
  readonly key: string
  readonly typed: Typed
  readonly notices: ReadonlyMap<number, BoardNotice>
  readonly errors: readonly AnswerError[]
  readonly nextSlice: NextSlice
}

/**
 * Turns a submitted form into the body of a submission. Choices are positions of options. Line feeds in texts are
 * restored as typed.
 */
export function readForm(questions: readonly Question[], typed: Typed): JsonObject {
  const key = typed.get('key')
  const answers = questions.map((question, index) => readField(question, typed.get(fieldName(index)) ?? ''))
  return { answers, form: typed.get(QUESTIONS_FIELD) ?? '', ...(key !== undefined && { key }) }
}

/** A question typed for a board. */
export interface TypedQuestion {
  /** The board's index. */
  readonly index: number
  readonly text: string
}

/** The questions asked by a submitted form: that of the board whose button was pressed, or all that were typed. */
export function readQuestions(questions: readonly Question[], typed: Typed): TypedQuestion[] {
  const pressed = typed.get(ASK_BUTTON)
  return questions.flatMap((question, index) => {
    const text = (typed.get(askFieldName(index)) ?? '').replace(/\r\n/g, '\n')
    const isAsked = pressed === undefined ? !isBlank(text) : pressed === String(index)
    return isBoard(question) && isAsked ? [{ index, text }] : []
  })
}

/**
 * A survey's form, with typed values and errors, and with a slot for each board's list. The submission key comes last
 * and occurs only once, so that a cached page can be sent with a fresh key. `autocomplete` keeps browsers from
 * restoring an earlier one.
 */
export async function form({
  slug,
  version,
  isFixed,
  sharedDevice,
  questions,
  settings,
  asked,
  reader,
  key,
  typed,
  notices,
  errors,
  nextSlice,
}: FormParts): Promise<Html> {
  const { language, words, ours } = reader
  const byIndex = new Map(errors.map(({ index, name }) => [index, name]))
  // A survey with only boards has nothing to submit.
  const hasFields = questions.some(question => !isBoard(question))
  const isPaced = asked !== undefined
  const isAsked = !isPaced || (asked !== null && !isBoard(questions[asked]))
  const names = ruleNames(questions)
  // Before the slices, since it takes as long as several of them.
  const identities = questionNames(questions)
  const boardAt = (question: Question, index: number) =>
    board({
      question,
      description: settings[index]?.description,
      index,
      reader,
      typed: typed.get(askFieldName(index)) ?? '',
      notice: notices.get(index),
      isMain: !hasFields,
      listUrl: order => listPath(slug, index, 1, reader, order),
    })
  const fieldAt = (question: Question, index: number) =>
    field({
      question,
      index,
      questions,
      names,
      settings: settings[index] ?? {},
      reader,
      value: typed.get(fieldName(index)) ?? '',
      error: byIndex.get(index),
      isAlone: isPaced,
      isHidden: isPaced && index !== asked,
    })
  // The question on the screen comes before all boards, which are one tap away.
  const fields = await inSlices(questions, nextSlice, (question, index) => {
    if (isBoard(question)) return isPaced ? NOTHING : boardAt(question, index)
    return fieldAt(question, index)
  })
  const boards = await inSlices(isPaced ? questions : [], nextSlice, (question, index) =>
    isBoard(question) ? folded(boardAt(question, index), index === asked, reader) : NOTHING,
  )
  // Enter in a field presses the form's first button, which must not be a board's.
  const enter = hasFields && questions.some(isBoard) && !isPaced
  return html`${errors.length > 0 && summary(byIndex, questions, reader)}
<form method="post" action="/s/${slug}?lang=${language}" novalidate${sharedDevice && html` autocomplete="off" data-shared`}${isPaced && html` data-paced`} data-slug="${slug}" data-version="${version}"${isFixed && html` data-fixed`} data-words="${JSON.stringify(scriptWords(words))}">
<input type="hidden" name="${QUESTIONS_FIELD}" autocomplete="off" value="${identities}">
${enter && html`<button class="visually-hidden"${ours} tabindex="-1" aria-hidden="true">${words.send}</button>`}
${fields}
${setAside(typed, reader)}<div id="status" role="status"${ours}></div>
<p id="aloud" class="visually-hidden" role="status"${ours}></p>
${
  hasFields &&
  html`<p${ours}${!isAsked && html` hidden`}><button id="send">${words.send}</button>${isPaced && TIME}</p>
<noscript><p class="help"${ours}>${isPaced ? nextLink(slug, reader) : words.countsAgain}</p></noscript>
`
}${boards}${sharedDevice && !isPaced && startOver(slug, reader, !hasFields)}
<input type="hidden" name="key" autocomplete="off" value="${key}">
</form>`
}

/** Texts whose question cannot be found since an edit, to be copied. */
function setAside(typed: Typed, { words, ours }: Reader): Html | false {
  const text = typed.get(SET_ASIDE_FIELD) ?? ''
  return (
    text !== '' &&
    html`<label class="notice"${ours}>${words.setAside}<textarea name="${SET_ASIDE_FIELD}" dir="auto" readonly>
${text.replace(/\r\n/g, '\n')}</textarea></label>
`
  )
}

/**
 * Renders in slices, because a survey can have 1,000 questions with many options each, and its form several megabytes.
 * What the caller does with a long form is another slice.
 */
async function inSlices(
  questions: readonly Question[],
  nextSlice: NextSlice,
  render: (question: Question, index: number) => Html,
): Promise<Html[]> {
  const slices = slicesOf(questions)
  const isLong = slices.length > 1
  const rendered: Html[] = []
  for (const slice of slices) {
    if (isLong) await nextSlice()
    rendered.push(html`${slice.map(([index, question]) => render(question, index))}`)
  }
  if (isLong) await nextSlice()
  return rendered
}

/** Questions with their indexes, in parts that one slice renders. */
function slicesOf(questions: readonly Question[]): [index: number, question: Question][][] {
  const slices: [number, Question][][] = [[]]
  let options = 0
  for (const entry of questions.entries()) {
    const size = 1 + entry[1].options.size
    if (options > 0 && options + size > OPTIONS_PER_SLICE) {
      slices.push([])
      options = 0
    }
    slices.at(-1)?.push(entry)
    options += size
  }
  return slices
}

/** Length in UTF-16 code units above which a question would fill half of a phone's screen. */
const LONG_QUESTION = 120
/** Options rendered in one slice: about two milliseconds. */
const OPTIONS_PER_SLICE = 600

const NOTHING = html``

interface Field {
  readonly question: Question
  readonly index: number
  readonly questions: readonly Question[]
  readonly names: RuleNames
  readonly settings: NonNullable<QuestionSettings[number]>
  readonly reader: Reader
  readonly value: string
  readonly error: AnswerErrorName | undefined
  /** Of a paced survey, which says of no question whether it is required. */
  readonly isAlone: boolean
  readonly isHidden: boolean
}

function readField({ type }: Question, value: string): Json {
  if (value === '') return null
  if (type === 'multiple_choice' || type === 'rating') return Number(value)
  return type === 'free_text' ? value.replace(/\r\n/g, '\n') : null
}

/** Takes the focus on load, even without JavaScript. */
function summary(errors: ReadonlyMap<number, AnswerErrorName>, questions: readonly Question[], reader: Reader): Html {
  const { words, ours, theirs } = reader
  const title = errors.size === 1 ? words.lookAtOne : words.lookAtMany.replace('{n}', String(errors.size))
  const listed = [...errors].slice(0, LISTED_ERRORS)
  const left = errors.size - listed.length
  return html`<div class="summary"${ours} role="alert" tabindex="-1" autofocus>
<h2>${title}</h2>
<ul>${listed.map(([index, error]) => html`<li><a href="#${fieldName(index)}"><bdi${theirs}>${questions[index]?.text}</bdi></a>: ${words.answerErrors[error]}</li>`)}${left > 0 && html`<li>${words.lookAtMore.replace('{n}', String(left))}</li>`}</ul>
</div>`
}

function field(field: Field): Html {
  const { type } = field.question
  if (type === 'multiple_choice') return choices(field)
  return type === 'rating' ? scale(field) : text(field)
}

function choices(field: Field): Html {
  const options = [...field.question.options].map(([option, place]) => radio(field, place, option, place === 0))
  return group(field, html`${options}${noAnswer(field)}`)
}

function scale(field: Field): Html {
  const points = Array.from({ length: RATING_HIGHEST }, (_, at) => at + RATING_LOWEST)
  return group(
    field,
    html`<div class="scale">${points.map((point, at) => radio(field, point, `${point}`, at === 0))}</div>
${ends(field)}
${noAnswer(field)}`,
    'ends',
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
function noAnswer(field: Field): Html | false {
  const { words, ours } = field.reader
  return (
    field.question.requirement !== 'always' &&
    !field.isAlone &&
    html`<noscript><label><input type=radio name=q${field.index} value=""${field.value === '' && CHECKED}><bdi${ours}>${words.noAnswer}</bdi></label></noscript>`
  )
}

function group(field: Field, answers: Html, described?: string): Html {
  return html`<fieldset class="choices"${marks(field, described)}${field.isHidden && html` hidden`}>
<legend dir="auto"${size(field.question)}>${content(field.question.text)}</legend>
${description(field)}${help(field)}${answers}
</fieldset>
`
}

/** Long questions are set smaller, so that their answers fit on the same screen of a phone. */
function size({ text }: Question): Html | false {
  return text.length > LONG_QUESTION && html` data-long`
}

/** Attributes for the script and for assistive technology: the question's rule and its descriptions. */
function marks({ question, settings, index, questions, error, isAlone }: Field, described?: string): Html {
  const name = fieldName(index)
  const rule = isAlone ? 'always' : encodeRule(question.requirement, questions)
  const about = settings.description !== undefined && 'about'
  const ids = [about, 'help', described, error !== undefined && 'error'].filter(Boolean).map(part => `${name}-${part}`)
  return html` data-index="${index}" data-requirement="${rule}" aria-describedby="${ids.join(' ')}"`
}

/**
 * As short as it can be, because a survey can have 20,000 of them. The first radio button has the id that the error summary links to.
 * @param own a number, which is safe as an attribute without quotes
 */
function radio({ index, value }: Field, own: number, label: string, isFirst: boolean): Html {
  const id = isFirst && html` id="${fieldName(index)}"`
  return html`<label><input type=radio name=q${index} value=${own}${id}${value === `${own}` && CHECKED}><bdi>${content(label)}</bdi></label>
`
}

const CHECKED = html` checked`

function text(field: Field): Html {
  const { question, index, value, error } = field
  const name = fieldName(index)
  const required = question.requirement === 'always' && !field.isAlone && html` aria-required="true"`
  const invalid = error !== undefined && html` aria-invalid="true"`
  return html`<div class="question"${field.isHidden && html` hidden`}>
<label for="${name}" dir="auto"${size(question)}>${content(question.text)}</label>
${description(field)}${help(field)}<textarea id="${name}" name="${name}" dir="auto" rows="3"${marks(field)}${required}${invalid}>
${value.replace(/\r\n/g, '\n')}</textarea>
</div>
`
}

function description({ index, settings: { description: text } }: Field): Html | false {
  return text !== undefined && described(text, `${fieldName(index)}-about`)
}

function help({ question, index, questions, names, reader: { words, ours }, error, isAlone }: Field): Html {
  const name = fieldName(index)
  const rule = isAlone ? '' : requirementInWords(question.requirement, { questions, names }, words)
  return html`<p class="help" id="${name}-help"${ours}>${content(rule)}</p>
${
  error !== undefined &&
  html`<p class="error" id="${name}-error" data-error="${error}"${ours}>${words.answerErrors[error]}</p>
`
}`
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

/** States in words whether and when an answer is required; an asterisk alone is not enough. */
function requirementInWords(
  requirement: Requirement,
  { questions, names }: Pick<Field, 'questions' | 'names'>,
  words: Words,
): string {
  if (requirement === 'always') return words.required
  if (requirement === 'optional') return words.optional
  const conditions = requirement.conditions.map(condition => {
    const { text = '' } = questions[condition.questionIndex] ?? {}
    return words.is(isolated(names.name(text)), names.values(condition).map(isolated))
  })
  return words.requiredWhen(requirement.op === 'all' ? words.allOf(conditions) : words.anyOf(conditions))
}
