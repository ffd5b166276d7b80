import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Answer } from '../domain/answer.ts'
import { MAX_SEARCHED_CHARACTERS, MAX_SEARCHED_RESPONSES, SEARCH_MS } from '../domain/limits.ts'
import { readQuestions } from '../domain/question.ts'
import type { Order, ResponseQuery } from '../domain/response-query.ts'
import { responsesAtOnce } from '../domain/responses-at-once.ts'
import type { SequencedResponse, StoredResponse } from '../store/stored-response.ts'
import type { Survey } from '../store/surveys.ts'
import type { Context } from './context.ts'

/** Reads the responses of a survey in the requested order. */
export interface ResponseReader {
  /** Those after a sequence. */
  readonly after: (sequence: number, size: number) => Promise<readonly SequencedResponse[]>
  /** How many are read at once: fewer if answers can be long, since earlier ones say nothing about the length of the next. */
  readonly most: number
}

/** Responses, and the sequence after which the next page begins; null at the end. */
export interface ResponsePage {
  readonly responses: readonly StoredResponse[]
  readonly next: number | null
}

interface Examination {
  readonly clock: () => number
  /** Undefined if every response is wanted. */
  readonly matches: ((answers: readonly Answer[]) => boolean) | undefined
}

/** Responses per read: a few until their length is known, then at most this many. */
const FIRST_PAGE = 4
const MAX_PAGE = 50
/** Characters of answers that are read or examined in one turn of the event loop: about 3 ms of each. */
const CHARACTERS_PER_TURN = 200_000

/** Limited to the responses that the survey had when the survey was read. */
export function responseReader({ store: { responses } }: Context, survey: Survey, order: Order): ResponseReader {
  const most = responsesAtOnce(readQuestions(survey.questions), MAX_PAGE)
  if (order === 'oldest') return { most, after: (after, size) => responses.page(survey, after, size) }
  const end = survey.lastSequence + 1
  return { most, after: (after, size) => responses.newest(survey, after === 0 ? end : Math.min(after, end), size) }
}

/**
 * The responses after a sequence, up to the requested number; in a search, those of them that match. The work of one request
 * is bounded, so a page can be short or empty even if more follow.
 * @returns `next`, the sequence after which the next page begins; null at the end
 */
export async function readResponsePage(
  reader: ResponseReader,
  { after, limit }: ResponseQuery,
  { clock, matches }: Examination,
): Promise<ResponsePage> {
  const end = clock() + SEARCH_MS
  const responses: SequencedResponse[] = []
  let examined = 0
  let characters = 0
  for await (const { response, isLast } of responsesAfter(reader, after)) {
    if (matches?.(JSON.parse(response.answers)) ?? true) responses.push(response)
    examined++
    characters += response.answers.length
    const isEnough =
      responses.length >= limit ||
      examined >= MAX_SEARCHED_RESPONSES ||
      characters >= MAX_SEARCHED_CHARACTERS ||
      clock() >= end
    if (isEnough && !isLast) return { responses, next: response.sequence }
  }
  return { responses, next: null }
}

/** One response after the other, yielding to the event loop in between. @param pause resolves in a later turn of it */
export async function* responsesAfter(
  reader: ResponseReader,
  after: number,
  pause: () => Promise<unknown> = nextTurn,
): AsyncGenerator<{ response: SequencedResponse; isLast: boolean }> {
  let at: number | undefined = after
  let size = FIRST_PAGE
  let characters = 0
  let longest = 1
  while (at !== undefined) {
    const rows = await reader.after(at, size + 1)
    const page = rows.slice(0, size)
    at = rows.length > size ? page.at(-1)?.sequence : undefined
    for (const response of page) {
      yield { response, isLast: at === undefined && response === page.at(-1) }
      longest = Math.max(longest, response.answers.length)
      characters += response.answers.length
      if (characters < CHARACTERS_PER_TURN) continue
      characters = 0
      await pause()
    }
    size = Math.min(reader.most, Math.ceil(CHARACTERS_PER_TURN / longest))
    await pause()
  }
}
