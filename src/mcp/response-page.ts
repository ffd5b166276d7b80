import type { ResponseQuery } from '../domain/responses/response-query.ts'
import { toMinute } from '../domain/values/time.ts'
import type { OwnedSurvey } from '../service/access/authentication.ts'
import type { ReceivedResponses } from '../service/responses/received-responses.ts'
import type { Surveys } from '../service/surveys/surveys.ts'

export interface ResponseToolParts {
  readonly surveys: Surveys
  readonly receivedResponses: ReceivedResponses
}

/**
 * Characters of answers in one page: about 10,000 tokens, so that a client can read a few pages before its context is
 * full.
 */
const PAGE_LENGTH = 40_000

/** Responses with times to the minute; fewer than requested if their answers are long. */
export async function responsePage(received: ReceivedResponses, owned: OwnedSurvey, query: ResponseQuery) {
  const { survey, responses, next } = await received.readPage(owned, query)
  let length = 0
  const isFull = ({ answers }: { readonly answers: string }, at: number) => {
    length += answers.length
    return at > 0 && length > PAGE_LENGTH
  }
  const end = responses.findIndex(isFull)
  const page = end < 0 ? responses : responses.slice(0, end)
  const timed = page.map(response => ({ ...response, submittedAt: toMinute(response.submittedAt) }))
  return { survey, responses: timed, next: end < 0 ? next : (page.at(-1)?.sequence ?? null) }
}
