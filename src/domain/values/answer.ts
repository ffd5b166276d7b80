/** An option's text, a rating, a text, or null for no answer. */
export type Answer = string | number | null

export const RATING_LOWEST = 1
export const RATING_HIGHEST = 10

/** Everything that can be wrong with one answer, or with those to a group of questions. */
export const ANSWER_ERRORS = {
  required: 'an answer is required',
  no_option: 'the answer must be one of the options',
  no_point: `the answer must be a whole number from ${RATING_LOWEST} to ${RATING_HIGHEST}`,
  no_text: 'the answer must be text',
  takes_none: 'this question takes no answer',
  nul: 'the answer must not contain a NUL character',
  too_long: 'the answer must have at most 10,000 characters',
  too_few: 'fewer of these options are chosen than the survey asks for',
  too_many: 'more of these options are chosen than the survey allows',
  rank_twice: 'each rank can be given only once',
  rank_gap: 'ranks must be given from 1 on, without a gap',
  too_few_ranks: 'fewer ranks are given than the survey asks for',
} as const

export type AnswerErrorName = keyof typeof ANSWER_ERRORS

/**
 * An invalid answer: the index of its question, or of the first one of its group, the error text, and its name for entry points
 * that translate it.
 */
export interface AnswerError {
  readonly index: number
  readonly name: AnswerErrorName
  readonly error: string
}
