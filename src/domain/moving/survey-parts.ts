import type { Question } from '../surveys/question.ts'
import { isArray, isObject, type Json, type JsonObject, readFileJson } from '../values/json.ts'
import { JsonPieces } from '../values/json-pieces.ts'
import { DUMP_LINE_LENGTH } from './dump.ts'
import {
  invalidSurveyFile,
  parseFileBoard,
  parseFileResponse,
  parseFileSettings,
  parseFileSurvey,
  type RestoredBy,
  SURVEY_FILE_LISTS,
} from './survey-file.ts'

/** An exported survey in parts, in the order in which it is restored: the survey, responses and boards, settings. */
export type SurveyPart =
  | { readonly kind: 'survey'; readonly file: JsonObject }
  | { readonly kind: 'settings'; readonly file: JsonObject }
  /** @property first the position of the first of these responses, counted from 1 */
  | { readonly kind: 'responses'; readonly list: readonly Json[]; readonly first: number }
  | { readonly kind: 'board'; readonly board: Json }

/** Responses in one part, which one transaction stores. */
const RESPONSES_PER_PART = 128
/** Answers in one part, those that are missing included: a response has one for each question. */
const ANSWERS_PER_PART = 25_600
/** Items of a board in one part: as many as fit into the body of a request, with texts of maximum length in any script. */
const ITEMS_PER_PART = 100
/** Items of a board in the largest part that is accepted. */
export const MAX_ITEMS_PER_PART = 1_000
/**
 * UTF-16 code units after which the next response begins a new part, so that a part in any script fits into the body of
 * a request.
 */
const PART_LENGTH = 250_000

/** Reads an exported survey of any length, whose text arrives in chunks. */
export class SurveyParts {
  readonly #pieces = new JsonPieces(SURVEY_FILE_LISTS, DUMP_LINE_LENGTH)
  readonly #file: Record<string, Json> = {}
  #isBegun = false
  #most = RESPONSES_PER_PART
  #responses: Json[] = []
  #length = 0
  #count = 0;

  /** @throws Refusal `invalid_survey_file` */
  *push(text: string): Generator<SurveyPart> {
    for (const { name, text: value, isElement } of parsed(() => this.#pieces.push(text))) {
      const isList = SURVEY_FILE_LISTS.some(one => one === name)
      if (isList && !isElement) throw invalidSurveyFile(`its ${name} are not a list`)
      if (isList) yield* this.#begin()
      if (name === 'responses') yield* this.#addResponse(value)
      else if (name === 'boards') yield* boardParts(parsed(() => readFileJson(value)))
      else
        Object.defineProperty(this.#file, name, {
          value: parsed(() => readFileJson(value)),
          enumerable: true,
          configurable: true,
        })
    }
  }

  /** @throws Refusal `invalid_survey_file` if something is missing */
  *end(): Generator<SurveyPart> {
    parsed(() => this.#pieces.end())
    yield* this.#begin()
    yield* this.#takeResponses()
    const { response_count: said } = this.#file
    if (typeof said === 'number' && said !== this.#count)
      throw invalidSurveyFile(`it has ${this.#count} responses, but its response_count is ${said}`)
    yield { kind: 'settings', file: this.#file }
  }

  *#begin(): Generator<SurveyPart> {
    if (this.#isBegun) return
    this.#isBegun = true
    const { questions } = this.#file
    if (isArray(questions)) this.#most = responsesPerPart(questions.length)
    yield { kind: 'survey', file: this.#file }
  }

  *#addResponse(text: string): Generator<SurveyPart> {
    const isFull = this.#responses.length >= this.#most || this.#length + text.length > PART_LENGTH
    if (isFull) yield* this.#takeResponses()
    this.#responses.push(parsed(() => readFileJson(text)))
    this.#length += text.length
    this.#count++
  }

  *#takeResponses(): Generator<SurveyPart> {
    const list = this.#responses
    this.#responses = []
    this.#length = 0
    if (list.length > 0) yield { kind: 'responses', list, first: this.#count - list.length + 1 }
  }
}

/** Maximum number of responses in one part, of a survey with this number of questions. */
export function responsesPerPart(questions: number): number {
  return Math.min(RESPONSES_PER_PART, Math.floor(ANSWERS_PER_PART / Math.max(1, questions)))
}

/** Splits a board with all its items into boards with some of them. */
function* boardParts(board: Json): Generator<SurveyPart> {
  const items = isObject(board) ? board.items : undefined
  if (!isObject(board) || !isArray(items) || items.length === 0) return yield { kind: 'board', board }
  for (let at = 0; at < items.length; at += ITEMS_PER_PART)
    yield { kind: 'board', board: { ...board, items: items.slice(at, at + ITEMS_PER_PART) } }
}

/** Checks all parts of a survey one by one before any of them is stored. */
export class SurveyCheck {
  readonly #by: RestoredBy
  readonly #now: number
  #questions: readonly Question[] = []
  slug = ''
  responses = 0

  constructor(by: RestoredBy, now: number) {
    this.#by = by
    this.#now = now
  }

  /** @throws Refusal as for storing it */
  add(part: SurveyPart): void {
    if (part.kind === 'survey') {
      const { slug, questions } = parseFileSurvey(part.file, { by: this.#by, now: this.#now })
      this.slug = slug
      this.#questions = questions
    } else if (part.kind === 'board') parseFileBoard(this.#questions, part.board)
    else if (part.kind === 'settings') this.#addSettings(part.file)
    else
      for (const one of part.list) {
        this.responses++
        parseFileResponse(this.#questions, one, { name: `response ${this.responses}`, now: this.#now })
      }
  }

  #addSettings(file: JsonObject): void {
    parseFileSettings(this.#questions, file, { by: this.#by, responses: this.responses })
  }
}

/** Invalid JSON is refused as an invalid file, not as an invalid request body. */
function parsed<Result>(parse: () => Result): Result {
  try {
    return parse()
  } catch {
    throw invalidSurveyFile('it is incomplete, or is not JSON')
  }
}
