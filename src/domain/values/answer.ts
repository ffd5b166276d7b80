/** An option's text, a rating, a text, or null for no answer. */
export type Answer = string | number | null

export const RATING_LOWEST = 1
export const RATING_HIGHEST = 10

/** Everything that can be wrong with one answer. */
export const ANSWER_ERRORS = {
  required: 'an answer is required',
  no_option: 'the answer must be one of the options',
  no_point: `the answer must be a whole number from ${RATING_LOWEST} to ${RATING_HIGHEST}`,
  no_text: 'the answer must be text',
  takes_none: 'this question takes no answer',
  nul: 'the answer must not contain a NUL character',
  too_long: 'the answer must have at most 10,000 characters',
} as const

export type AnswerErrorName = keyof typeof ANSWER_ERRORS

/** An invalid answer: the index of its question, the error text, and its name for entry points that translate it. */
export interface AnswerError {
  readonly index: number
  readonly name: AnswerErrorName
  readonly error: string
}
