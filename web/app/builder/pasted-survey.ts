import { isArray, isObject, type Json, type JsonObject, parseJson } from '../../../src/domain/json.ts'
import type { QuestionType } from '../../../src/domain/question.ts'
import { withTriggers } from '../../ui/questions/draft.ts'

/** What a pasted text means. */
export interface PastedSurvey {
  /** Undefined if the text has none. */
  readonly title: string | undefined
  readonly questions: readonly JsonObject[]
  /** Lines, counted from 1, that are not understood. */
  readonly unknownLines: readonly number[]
}

const TITLE = /^#+\s*(.*)$/
const OPTION = /^[-*•–]\s*(.*)$/
const NUMBER = /^\d{1,3}[.)]\s+/
const BOARD = /^\?\s*(.*)$/
const RATING = /\s*\(\s*1\s*(?:-|–|to)\s*10\s*\)\s*$/i
const OPTIONAL = /\s*\(optional\)\s*$/i
const MODERATED = /\s*\(moderated\)\s*$/i

/**
 * Reads a survey from text, as described in docs/guides/pasting-surveys.md: a line is a question, and lines after it that begin
 * with a dash are its options. JSON is read as the API takes it: a list of questions, or an object with `questions`.
 */
export function readPastedSurvey(text: string): PastedSurvey {
  return readJson(text) ?? readLines(text)
}

/** Undefined if the text is no JSON of questions. */
function readJson(text: string): PastedSurvey | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  const value = parsed(text)
  const list = isArray(value) ? value : isObject(value) ? value.questions : undefined
  if (!isArray(list)) return undefined
  const title = isObject(value) && typeof value.title === 'string' ? value.title : undefined
  return { title, questions: list.filter(isObject), unknownLines: [] }
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function readLines(text: string): PastedSurvey {
  let title: string | undefined
  const questions: JsonObject[] = []
  const unknownLines: number[] = []
  for (const [at, line] of text
    .split(/\r\n|[\r\n]/)
    .map(one => one.trim())
    .entries()) {
    const [, heading] = TITLE.exec(line) ?? []
    const [, option] = OPTION.exec(line) ?? []
    if (line === '') continue
    if (heading !== undefined && title === undefined && questions.length === 0) title = heading
    else if (option === undefined) questions.push(readQuestion(heading ?? line))
    else if (!addOption(questions, option)) unknownLines.push(at + 1)
  }
  return { title, questions, unknownLines }
}

function readQuestion(line: string): JsonObject {
  const numbered = line.replace(NUMBER, '')
  const isOptional = OPTIONAL.test(numbered)
  const rest = numbered.replace(OPTIONAL, '')
  const [, board] = BOARD.exec(rest) ?? []
  if (board !== undefined) {
    const moderated = MODERATED.test(board) && { moderated: true }
    return question('upvoted_question', board.replace(MODERATED, ''), { ...moderated })
  }
  const requirement = isOptional && { requirement: { mode: 'optional' } }
  const type = RATING.test(rest) ? 'rating' : 'free_text'
  return question(type, rest.replace(RATING, ''), { ...requirement })
}

function question(type: QuestionType, text: string, more: JsonObject): JsonObject {
  return { type, text, ...more }
}

/** Adds an option to the last question, which is multiple choice from then on. @returns whether it has a place there */
function addOption(questions: JsonObject[], option: string): boolean {
  const last = questions.at(-1)
  if (last === undefined || last.type === 'rating' || last.type === 'upvoted_question') return false
  const { type, text, options = [], ...more } = last
  const all = isArray(options) ? options : []
  if (option !== '' && !all.includes(option))
    questions[questions.length - 1] = { type: 'multiple_choice', text: text ?? '', options: [...all, option], ...more }
  return true
}

/** Adds questions after others; their rules refer to positions among themselves, which move by as many. */
export function appendQuestions(before: readonly Json[], added: readonly JsonObject[]): Json[] {
  return [
    ...before,
    ...added.map(({ index, ...question }) => withTriggers(question, position => position + before.length)),
  ]
}
