import { toMinute } from '../domain/values/time.ts'
import type { Response } from '../service/responses/received-responses.ts'
import type { Arrival } from './contract.ts'

/**
 * Responses for a dashboard, with arrival times rounded to the minute: somebody who watches a small room must not be
 * able to identify a person by the second. The API gives the owner's programs the exact time.
 */
export function toMinutes(responses: readonly Response[]): readonly Response[] {
  return responses.map(response => ({ ...response, submittedAt: toMinute(response.submittedAt) }))
}

/** The same for pages of responses, as read by exports. */
export async function* pagesToMinutes(pages: AsyncIterable<readonly Response[]>): AsyncGenerator<readonly Response[]> {
  for await (const page of pages) yield toMinutes(page)
}

/** @param arrivals in order @returns the last arrival of each minute, at that minute */
export function arrivalsByMinute(arrivals: readonly Arrival[]): readonly Arrival[] {
  const points = arrivals.map(({ at, count }) => ({ at: toMinute(at), count }))
  return points.filter(({ at }, index) => points[index + 1]?.at !== at)
}
