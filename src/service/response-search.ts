import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Answer } from '../domain/answer.ts'
import { MAX_SEARCHED_CHARACTERS, MAX_SEARCHED_RESPONSES } from '../domain/limits.ts'
import type { Order, ResponseQuery } from '../domain/response-query.ts'
import type { SequencedResponse, StoredResponse } from '../store/stored-response.ts'
import type { Survey } from '../store/surveys.ts'
import type { Context } from './context.ts'

/** Gives the responses that follow a place, in the order that is asked for. */
type Read = (after: number, size: number) => Promise<readonly SequencedResponse[]>

/** Responses, and the place to ask after for more; null at the end. */
export interface ResponsePage {
  readonly responses: readonly StoredResponse[]
  readonly next: number | null
}

/** Responses that are read at once: a few, until it is known how long they are, and then at most so many. */
const FEW = 4
const MOST = 50
/** Characters of answers that are read, or looked into, before others have a turn: some 3 ms of both. */
const STRETCH = 200_000

/** Reads those that the survey had when it was read itself. */
export function responseReader({ store: { responses } }: Context, { id, lastSequence }: Survey, order: Order): Read {
  if (order === 'oldest') return (after, size) => responses.page(id, after, lastSequence, size)
  const end = lastSequence + 1
  return (after, size) => responses.newest(id, after === 0 ? end : Math.min(after, end), size)
}

/**
 * The responses that follow a place, as many as are asked for; where some are looked for, those among them.
 * @returns `next`, where the reading stopped, which it also does where enough has been looked into; null at the end
 */
export async function readResponsePage(
  read: Read,
  { after, limit }: ResponseQuery,
  isSought?: (answers: readonly Answer[]) => boolean,
): Promise<ResponsePage> {
  const responses: SequencedResponse[] = []
  let looked = 0
  let characters = 0
  for await (const { response, isLast } of inTurns(read, after)) {
    if (isSought?.(JSON.parse(response.answers)) ?? true) responses.push(response)
    looked++
    characters += response.answers.length
    const isEnough =
      responses.length >= limit || looked >= MAX_SEARCHED_RESPONSES || characters >= MAX_SEARCHED_CHARACTERS
    if (isEnough && !isLast) return { responses, next: response.sequence }
  }
  return { responses, next: null }
}

/** One after the other, with turns of the event loop for others. */
async function* inTurns(read: Read, after: number): AsyncGenerator<{ response: SequencedResponse; isLast: boolean }> {
  let at: number | undefined = after
  let size = FEW
  let characters = 0
  let longest = 1
  while (at !== undefined) {
    const rows = await read(at, size + 1)
    const page = rows.slice(0, size)
    at = rows.length > size ? page.at(-1)?.sequence : undefined
    for (const response of page) {
      yield { response, isLast: at === undefined && response === page.at(-1) }
      longest = Math.max(longest, response.answers.length)
      characters += response.answers.length
      if (characters < STRETCH) continue
      characters = 0
      await nextTurn()
    }
    size = Math.min(MOST, Math.ceil(STRETCH / longest))
    await nextTurn()
  }
}
