import { type AttemptParts, readChunks } from './attempt.ts'
import { type Clock, systemClock } from './clock.ts'
import {
  type AnswerError,
  ChangedError,
  type ErrorCode,
  InterruptedError,
  isSoundingsError,
  RefusalError,
  type SoundingsError,
  UnexpectedResponseError,
} from './errors.ts'
import { checkedNumber, checkedServer } from './options.ts'
import { type AttemptLog, type RequestTraits, type RetryParts, retryAfterOf, sendWithRetries } from './retry.ts'

export interface ConnectionOptions {
  /** Where the service is, e.g. `https://soundings.example`. */
  readonly server: string
  /** Maximum number of retries; default 4. Only requests that are safe to repeat are retried. */
  readonly retries?: number
  /** Longest time without a byte from the service, in milliseconds; default 30,000. */
  readonly timeout?: number
  /** Longest delay before a retry, in milliseconds; default 60,000. A longer `Retry-After` is not waited for: the error is thrown. */
  readonly maxWait?: number
  /** Called after each attempt, for logs and metrics. What it is given has no token. */
  readonly onAttempt?: (attempt: AttemptLog) => void
  /** Default `globalThis.fetch`. */
  readonly fetch?: AttemptParts['fetch']
  readonly clock?: Clock
  /** From 0 up to 1; default `Math.random`. */
  readonly random?: () => number
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

/** How requests reach a service: its address, retries and errors. */
export class Connection {
  /** A prefix of paths. */
  readonly server: string
  readonly #parts: Omit<RetryParts, 'signal' | 'isIdempotent' | 'isStreamed'>

  /** @throws OptionsError if an option is missing or cannot be right */
  constructor({ server, ...options }: ConnectionOptions) {
    this.server = checkedServer(server)
    this.#parts = {
      fetch: options.fetch ?? ((request, init) => globalThis.fetch(request, init)),
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
      retries: checkedNumber('retries', options.retries ?? 4),
      timeout: checkedNumber('timeout', options.timeout ?? 30_000),
      maxWait: checkedNumber('maxWait', options.maxWait ?? 60_000),
      onAttempt: options.onAttempt,
    }
  }

  /** Sends a request, and retries it as its traits allow. @throws as `attempt` */
  fetch(
    request: Request,
    { signal }: CallOptions,
    { isIdempotent = true, isStreamed = false, retries = this.#parts.retries }: Partial<RequestTraits>,
  ): Promise<Response> {
    return sendWithRetries(request, { ...this.#parts, signal, isIdempotent, isStreamed, retries })
  }

  /** As `fetch`, for a request that is described nowhere. @returns a response that is a success @throws SoundingsError */
  async send(
    path: string,
    init: RequestInit,
    options: CallOptions,
    traits: Partial<RequestTraits> = {},
  ): Promise<Response> {
    const response = await this.fetch(new Request(this.server + path, init), options, traits)
    if (response.ok) return response
    throw this.errorOf(response, await jsonOf(response))
  }

  readChunks(body: ReadableStream<Uint8Array>, { signal }: CallOptions): AsyncGenerator<Uint8Array> {
    return readChunks(body, { ...this.#parts, signal })
  }

  /** As `readChunks`. @throws InterruptedError if the connection fails before the end */
  async *readToEnd(body: ReadableStream<Uint8Array>, options: CallOptions): AsyncGenerator<Uint8Array> {
    try {
      yield* this.readChunks(body, options)
    } catch (error) {
      throw isSoundingsError(error) && error.kind === 'network' ? new InterruptedError(error.cause) : error
    }
  }

  /** Waits for a random time up to this many milliseconds. */
  pause(milliseconds: number, { signal }: CallOptions): Promise<void> {
    return this.#parts.clock.sleep(this.#parts.random() * milliseconds, signal)
  }

  errorOf(response: Response, body: unknown): SoundingsError {
    if (!isErrorBody(body)) return new UnexpectedResponseError(response.status)
    const Kind = body.code === 'survey_changed' ? ChangedError : RefusalError
    return new Kind(body.error, {
      status: response.status,
      code: body.code,
      questions: body.questions ?? [],
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfter: retryAfterOf(response, this.#parts.clock),
    })
  }
}

/** Undefined if it is not JSON. */
export async function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined)
}

function isErrorBody(body: unknown): body is { error: string; code?: ErrorCode; questions?: readonly AnswerError[] } {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
}
