import { setImmediate as nextTurn } from 'node:timers/promises'
import { MAX_SEARCHED_CHARACTERS, MAX_SEARCHED_RESPONSES, SEARCH_MS } from '../../domain/responses/limits.ts'
import type { Order, ResponseQuery } from '../../domain/responses/response-query.ts'
import { responsesAtOnce } from '../../domain/responses/responses-at-once.ts'
import { readQuestions } from '../../domain/surveys/question.ts'
import type { Answer } from '../../domain/values/answer.ts'
import type { SequencedResponse } from '../../store/responses/stored-response.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { Context } from '../context.ts'

/** Reads the responses of a survey in the requested order. */
export interface ResponseReader {
  /** Responses after a sequence. */
  readonly after: (sequence: number, size: number) => Promise<readonly SequencedResponse[]>
  /** Maximum number to read at once: lower if answers can be long, since short ones may be followed by long ones. */
  readonly most: number
}

export interface ResponsePage {
  readonly responses: readonly SequencedResponse[]
  /** The sequence after which the next page begins; null at the end. */
  readonly next: number | null
  /** The last sequence that was read. Later responses can be read at any later time, even after the end. */
  readonly reached: number
}

interface Examination {
  readonly clock: () => number
  /** Undefined if all responses match. */
  readonly matches: ((answers: readonly Answer[]) => boolean) | undefined
}

/** Responses in the first read, before their length is known, and the maximum in later ones. */
const FIRST_PAGE = 4
const MAX_PAGE = 50
/** Characters of answers read or examined in one turn of the event loop: at most 10 ms for either. */
const CHARACTERS_PER_TURN = 200_000

/** Covers the responses that the survey had when the survey was read. */
export function responseReader({ store: { responses } }: Context, survey: Survey, order: Order): ResponseReader {
  const most = responsesAtOnce(readQuestions(survey.questions), MAX_PAGE)
  if (order === 'oldest') return { most, after: (after, size) => responses.page(survey, after, size) }
  const end = survey.lastSequence + 1
  return { most, after: (after, size) => responses.newest(survey, after === 0 ? end : Math.min(after, end), size) }
}

/**
 * Up to the requested number of responses after a sequence; in a search, those that match. The work of one request is
 * limited, so a page can be short or empty even if more follow.
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
  let reached = after
  for await (const { response, isLast } of responsesAfter(reader, after)) {
    reached = response.sequence
    if (matches?.(JSON.parse(response.answers)) ?? true) responses.push(response)
    examined++
    characters += response.answers.length
    const isEnough =
      responses.length >= limit ||
      examined >= MAX_SEARCHED_RESPONSES ||
      characters >= MAX_SEARCHED_CHARACTERS ||
      clock() >= end
    if (isEnough && !isLast) return { responses, next: reached, reached }
  }
  return { responses, next: null, reached }
}

/** Responses one by one, yielding to the event loop in between. @param pause resolves in a later turn of it */
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
