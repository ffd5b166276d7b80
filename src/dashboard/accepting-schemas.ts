import { Type } from 'typebox'
import { MAX_RESPONSE_LIMIT } from '../domain/surveys/survey-settings/response-limit.ts'

/** What decides when a survey accepts responses. */

export const momentOrNull = (description: string) =>
  Type.Unsafe<string | null>({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], description })

export const opens_at = momentOrNull('When it opens. Until then it is closed.')

export const response_limit = Type.Union([Type.Integer({ minimum: 1, maximum: MAX_RESPONSE_LIMIT }), Type.Null()], {
  description: 'The number of responses with which it closes.',
})
