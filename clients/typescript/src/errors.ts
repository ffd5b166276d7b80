import type { components } from './openapi.ts'

/** Codes of refusals, as the description lists them. */
export type ErrorCode = NonNullable<components['schemas']['Error']['code']>

/** Everything that a call throws, told apart by `kind`. A call that its caller aborts throws the reason of the signal instead. */
export type SoundingsError = RefusalError | NetworkError | TimeoutError | InterruptedError | UnexpectedResponseError

/** Narrows what was caught. */
export function isSoundingsError(error: unknown): error is SoundingsError {
  return ERRORS.some(type => error instanceof type)
}

/** What goes with a refusal, beside its text. */
interface RefusalDetails {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
}

/** The service has answered that it does not do this; `message` says why. */
export class RefusalError extends Error implements RefusalDetails {
  readonly kind = 'refusal'
  readonly status: number
  /** For programs; not every refusal has one. */
  readonly code: ErrorCode | undefined
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined
  /** Seconds until the call may be made again, where the service has said so. */
  readonly retryAfter: number | undefined

  constructor(message: string, { status, code, requestId, retryAfter }: RefusalDetails) {
    super(message)
    this.name = 'RefusalError'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/** There was no answer. Whether the service has done what it was asked is unknown. */
export class NetworkError extends Error {
  readonly kind = 'network'

  constructor(cause: unknown) {
    super('the service could not be reached', { cause })
    this.name = 'NetworkError'
  }
}

/** Nothing arrived for as long as `timeout` says. Whether the service has done what it was asked is unknown. */
export class TimeoutError extends Error {
  readonly kind = 'timeout'

  constructor(milliseconds: number) {
    super(`nothing arrived for ${milliseconds} ms`)
    this.name = 'TimeoutError'
  }
}

/** The responses broke off before the last one, for instance because some were deleted while they were read. */
export class InterruptedError extends Error {
  readonly kind = 'interrupted'

  constructor(cause?: unknown) {
    super('the responses broke off before the last one; read them again', { cause })
    this.name = 'InterruptedError'
  }
}

/** An answer that is none of the service's, such as the error page of a proxy. */
export class UnexpectedResponseError extends Error {
  readonly kind = 'unexpected_response'
  readonly status: number

  constructor(status: number) {
    super(`an answer with status ${status} that is not one of this service`)
    this.name = 'UnexpectedResponseError'
    this.status = status
  }
}

const ERRORS = [RefusalError, NetworkError, TimeoutError, InterruptedError, UnexpectedResponseError]
