import type { components } from './openapi.ts'

/** The error codes of the API, of the public link and of dashboards. */
export type ErrorCode =
  | NonNullable<components['schemas']['ErrorBody']['code']>
  | 'invalid_answers'
  | 'survey_closed'
  | 'response_removed'
  | 'too_many_responses'
  | 'too_large'

/** What is wrong with the answer to one question. */
export interface AnswerError {
  /** Position of the question, from 0. */
  readonly index: number
  /** A message for humans. */
  readonly error: string
}

/** Every error that a call or the constructor throws; `kind` says which one it is. An aborted call throws the reason of its signal instead. */
export type SoundingsError =
  | RefusalError
  | NetworkError
  | TimeoutError
  | InterruptedError
  | UnexpectedResponseError
  | OptionsError

/** Narrows the type of a caught error. */
export function isSoundingsError(error: unknown): error is SoundingsError {
  return ERRORS.some(type => error instanceof type)
}

interface RefusalDetails {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly questions: readonly AnswerError[]
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
}

/** The service refused the request; `message` says why. */
export class RefusalError extends Error implements RefusalDetails {
  readonly kind = 'refusal'
  readonly status: number
  /** Identifies the error in programs. Not every refusal has one. */
  readonly code: ErrorCode | undefined
  /** With the code `invalid_answers`, the questions at fault; otherwise empty. */
  readonly questions: readonly AnswerError[]
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined
  /** Seconds after which the call can be repeated, if the service has said so. */
  readonly retryAfter: number | undefined

  constructor(message: string, { status, code, questions, requestId, retryAfter }: RefusalDetails) {
    super(message)
    this.name = 'RefusalError'
    this.status = status
    this.code = code
    this.questions = questions
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/**
 * The survey of `ifMatch` has been edited since it was read, and the call did nothing. Read the survey again, decide again what to change, and
 * send that; `updateSurvey` does all of this.
 */
export class ChangedError extends RefusalError {
  constructor(message: string, details: RefusalDetails) {
    super(`${message}; read it again, decide again what to change, and send that`, details)
    this.name = 'ChangedError'
  }
}

/** The connection failed. The service may or may not have carried out the request. */
export class NetworkError extends Error {
  readonly kind = 'network'

  constructor(cause: unknown) {
    super('the service could not be reached', { cause })
    this.name = 'NetworkError'
  }
}

/** The service sent nothing for `timeout` milliseconds. It may or may not have carried out the request. */
export class TimeoutError extends Error {
  readonly kind = 'timeout'

  constructor(milliseconds: number) {
    super(`the service sent nothing for ${milliseconds} ms`)
    this.name = 'TimeoutError'
  }
}

/** The responses or the file ended too early, for instance because responses were deleted while they were read. */
export class InterruptedError extends Error {
  readonly kind = 'interrupted'

  constructor(cause?: unknown) {
    super('the service broke off before the end; read it again from the beginning', { cause })
    this.name = 'InterruptedError'
  }
}

/** The response is not from a Soundings service. It may be the error page of a proxy, for example. */
export class UnexpectedResponseError extends Error {
  readonly kind = 'unexpected_response'
  readonly status: number

  constructor(status: number) {
    super(`the response (status ${status}) is not from a Soundings service; check the server address`)
    this.name = 'UnexpectedResponseError'
    this.status = status
  }
}

/** An option of `new Soundings` is missing or cannot be right; `message` says what to write instead. */
export class OptionsError extends Error {
  readonly kind = 'options'

  constructor(message: string) {
    super(message)
    this.name = 'OptionsError'
  }
}

const ERRORS = [RefusalError, NetworkError, TimeoutError, InterruptedError, UnexpectedResponseError, OptionsError]
