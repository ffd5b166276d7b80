import { isBoard } from '../../domain/boards/board.ts'
import { LISTED_ERRORS } from '../../domain/responses/limits.ts'
import type { QuestionGroup, Section } from '../../domain/surveys/groups/question-group.ts'
import type { Question } from '../../domain/surveys/question.ts'
import { questionNames } from '../../domain/surveys/question-names.ts'
import type { QuestionSettings } from '../../domain/surveys/question-settings.ts'
import { ruleNames } from '../../domain/surveys/rule-names.ts'
import type { AnswerError } from '../../domain/values/answer.ts'
import type { Json, JsonObject } from '../../domain/values/json.ts'
import { isBlank } from '../../domain/values/text.ts'
import { type Html, html } from '../../html/html.ts'
import type { NextSlice } from '../../transport/pace.ts'
import { ASK_BUTTON, askFieldName, type BoardNotice, board, listPath } from '../boards/board-section.ts'
import { folded, nextLink, TIME } from '../live/paced.ts'
import type { Reader } from '../page.ts'
import { scriptWords } from '../script.ts'
import { fieldName, QUESTIONS_FIELD, SET_ASIDE_FIELD, type Typed } from './form-fields.ts'
import { groupedFields, isGroupError, shownError } from './grouped-field.ts'
import { type Field, field, type ShownError } from './question-field.ts'
import { startOver } from './shared-device.ts'
import { sectionHeading } from './survey-texts.ts'

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
  readonly groups: readonly QuestionGroup[]
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
  groups,
  asked,
  reader,
  key,
  typed,
  notices,
  errors,
  nextSlice,
}: FormParts): Promise<Html> {
  const { language, words, ours } = reader
  const groupAt = (index: number) =>
    groups.find(({ kind, from, to }) => kind !== 'section' && from <= index && index <= to)
  const byIndex = new Map(errors.map(error => [error.index, shownError(words, error, groupAt(error.index))]))
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
  const fieldAt = (index: number): Field => ({
    question: questions[index] as Question,
    index,
    questions,
    names,
    settings: settings[index] ?? {},
    reader,
    value: typed.get(fieldName(index)) ?? '',
    error: byIndex.get(index),
    isAlone: isPaced && groupAt(index) === undefined,
    isHidden: isPaced && index !== asked,
  })
  const grouped = groupedFields(groups, fieldAt)
  const sections = new Map(groups.flatMap(group => (group.kind === 'section' ? [[group.from, group]] : [])))
  const headingAt = (index: number) => {
    const section = sections.get(index)
    return section && sectionHeading(section, entriesIn(section, groups))
  }
  const captionOf = (index: number, error: ShownError) => {
    const group = isGroupError(error) ? groupAt(index) : undefined
    return group?.kind === 'ranking' ? group.title : questions[index]?.text
  }
  // The question on the screen comes before all boards, which are one tap away.
  const fields = await inSlices(questions, nextSlice, (question, index) => {
    if (isBoard(question)) return isPaced ? NOTHING : html`${headingAt(index)}${boardAt(question, index)}`
    return html`${headingAt(index)}${grouped(index) ?? field(fieldAt(index))}`
  })
  const boards = await inSlices(isPaced ? questions : [], nextSlice, (question, index) =>
    isBoard(question) ? folded(boardAt(question, index), index === asked, reader) : NOTHING,
  )
  // Enter in a field presses the form's first button, which must not be a board's.
  const enter = hasFields && questions.some(isBoard) && !isPaced
  return html`${errors.length > 0 && summary(byIndex, captionOf, reader)}
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

/** How many questions there are in a section, if those that are shown as one count once. */
function entriesIn({ from, to }: Section, groups: readonly QuestionGroup[]): number {
  const inside = groups.filter(group => group.kind !== 'section' && from <= group.from && group.to <= to)
  return inside.reduce((count, group) => count - (group.to - group.from), to - from + 1)
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

/** Whether a form is rendered in several slices. */
export function isLongForm(questions: readonly Question[]): boolean {
  return slicesOf(questions).length > 1
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

/** Options rendered in one slice: about two milliseconds. */
const OPTIONS_PER_SLICE = 600

const NOTHING = html``

function readField({ type }: Question, value: string): Json {
  if (value === '') return null
  if (type === 'multiple_choice' || type === 'rating') return Number(value)
  return type === 'free_text' ? value.replace(/\r\n/g, '\n') : null
}

/** Takes the focus on load, even without JavaScript. */
function summary(
  errors: ReadonlyMap<number, ShownError>,
  captionOf: (index: number, error: ShownError) => string | undefined,
  reader: Reader,
): Html {
  const { words, ours, theirs } = reader
  const title = errors.size === 1 ? words.lookAtOne : words.lookAtMany.replace('{n}', String(errors.size))
  const listed = [...errors].slice(0, LISTED_ERRORS)
  const left = errors.size - listed.length
  return html`<div class="summary"${ours} role="alert" tabindex="-1" autofocus>
<h2>${title}</h2>
<ul>${listed.map(([index, error]) => html`<li><a href="#${fieldName(index)}"><bdi${theirs}>${captionOf(index, error)}</bdi></a>: ${error.text}</li>`)}${left > 0 && html`<li>${words.lookAtMore.replace('{n}', String(left))}</li>`}</ul>
</div>`
}
