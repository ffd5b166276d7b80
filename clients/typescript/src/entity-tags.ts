import type { CallOptions } from './connection.ts'
import { OptionsError } from './errors.ts'
import type { ChangedSurvey, Survey, SurveyResults } from './types.ts'

export interface ConditionalCallOptions extends CallOptions {
  /**
   * The survey on which the call is based: what `readSurvey`, `readResults` or `changeSurvey` has returned, or its `etagOf`. If anybody has
   * edited the survey since, the call throws a ChangedError and does nothing. Responses that have arrived since make no difference.
   */
  readonly ifMatch?: Survey | SurveyResults | ChangedSurvey | string
}

/** By what was returned, so that its type and its members stay those of the API. */
const TAGS = new WeakMap<object, string>()

/** Remembers the `ETag` of a response for what it returned. */
export function keepTag(data: unknown, { headers }: Response): void {
  const tag = headers.get('etag')
  // A proxy that compresses marks a tag as weak, and a weak tag never matches. What it stands for is the same.
  if (tag !== null && typeof data === 'object' && data !== null) TAGS.set(data, tag.replace(/^W\//, ''))
}

/**
 * The `ETag` of a survey that a client has returned, to keep it beside a copy. A copy of the survey has none itself.
 * @throws OptionsError if there is none
 */
export function etagOf(survey: object): string {
  const tag = TAGS.get(survey)
  if (tag !== undefined) return tag
  throw new OptionsError(
    'this survey has no ETag; pass what readSurvey, readResults or changeSurvey has returned, or the etagOf it, and no copy',
  )
}

/** @throws OptionsError if a survey has no tag */
export function conditionHeader({ ifMatch }: ConditionalCallOptions): { 'If-Match'?: string } {
  if (ifMatch === undefined) return {}
  return { 'If-Match': typeof ifMatch === 'string' ? ifMatch : etagOf(ifMatch) }
}
