import type { Json } from '../../values/json.ts'
import { numberIn } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'

export const MAX_RESPONSE_LIMIT = 1_000_000

/** A survey that closes by itself, with the response that makes its count reach the limit. */
export interface Limited {
  /** Null if it does not. */
  readonly responseLimit: number | null
  readonly responseCount: number
}

/** @returns the number of responses, or null for no limit @throws Refusal */
export function parseResponseLimit(input: Json | undefined): number | null {
  if (input === null) return null
  const limit = numberIn(input)
  if (limit === undefined || !Number.isInteger(limit) || limit < 1 || limit > MAX_RESPONSE_LIMIT)
    throw new Refusal('invalid_response_limit')
  return limit
}

/** How many more responses it takes. */
export function placesLeft({ responseLimit, responseCount }: Limited): number {
  return responseLimit === null ? Number.POSITIVE_INFINITY : Math.max(0, responseLimit - responseCount)
}

/** @throws Refusal if a survey cannot have the limit: it is reached, or each step of a person is a response of its own */
export function checkResponseLimit(survey: Limited & { readonly paced: boolean }): void {
  if (survey.responseLimit !== null && survey.paced) throw new Refusal('limit_of_paced')
  if (placesLeft(survey) === 0) throw new Refusal('limit_is_reached')
}
