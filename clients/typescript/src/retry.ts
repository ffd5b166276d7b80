import { type AttemptParts, attempt, readText } from './attempt.ts'
import type { Clock } from './clock.ts'
import { isSoundingsError, type SoundingsError } from './errors.ts'
import { exactResponse } from './exact-json.ts'

/** Longest delay before the first retry. It doubles with every further retry. */
const FIRST_DELAY_MS = 500

/** What the caller knows about a request. */
export interface RequestTraits {
  /** Whether it is safe to send the request again although the service may have carried it out. */
  readonly isIdempotent: boolean
  /** Whether the caller reads the body in chunks. Otherwise reading it is part of the attempt. */
  readonly isStreamed: boolean
  /** Maximum number of retries after the first attempt. */
  readonly retries: number
}

/** What is known about an attempt when it has ended. */
export interface AttemptLog {
  readonly method: string
  readonly url: string
  /** 1 for the first. */
  readonly attempt: number
  /** Undefined if there was no response. */
  readonly status: number | undefined
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined
  /** Why there was no response. */
  readonly error: SoundingsError | undefined
  /** Delay before the next attempt in milliseconds; undefined if there is none. */
  readonly delay: number | undefined
}

export interface RetryParts extends AttemptParts, RequestTraits {
  /** Longest delay in milliseconds. If the service asks for a longer one, the request is not retried. */
  readonly maxWait: number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly onAttempt: ((attempt: AttemptLog) => void) | undefined
}

/** Sends a request, and retries it as long as that is safe and may help. @throws as `attempt` */
export async function sendWithRetries(request: Request, parts: RetryParts): Promise<Response> {
  for (let retry = 0; ; retry++) {
    const outcome = await outcomeOf(request.clone(), parts)
    const delay = retry < parts.retries ? delayAfter(outcome, retry, parts) : undefined
    parts.onAttempt?.(logOf(request, outcome, retry + 1, delay))
    if (delay !== undefined) await parts.clock.sleep(delay, parts.signal)
    else if (outcome instanceof Response) return outcome
    else throw outcome
  }
}

/** The `Retry-After` header in seconds, which may be a number or a date. */
export function retryAfterOf({ headers }: Response, clock: Clock): number | undefined {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - clock.now()) / 1000))
}

function logOf(
  { method, url }: Request,
  outcome: Response | SoundingsError,
  attempt: number,
  delay: number | undefined,
): AttemptLog {
  if (!(outcome instanceof Response))
    return { method, url, attempt, status: undefined, requestId: undefined, error: outcome, delay }
  const requestId = outcome.headers.get('x-request-id') ?? undefined
  return { method, url, attempt, status: outcome.status, requestId, error: undefined, delay }
}

async function outcomeOf(request: Request, parts: RetryParts): Promise<Response | SoundingsError> {
  try {
    const response = await attempt(request, parts)
    if (parts.isStreamed && response.ok) return response
    const text = await readText(response, parts)
    return exactResponse(text, response)
  } catch (error) {
    if (isSoundingsError(error)) return error
    throw error
  }
}

/** The delay before the next attempt, in milliseconds; undefined if there should be none. */
function delayAfter(outcome: Response | SoundingsError, retry: number, parts: RetryParts): number | undefined {
  const { maxWait, random, clock } = parts
  const retryAfter = outcome instanceof Response ? retryAfterOf(outcome, clock) : undefined
  if (!shouldRetry(outcome, retryAfter, parts)) return undefined
  const jitter = random() * Math.min(maxWait, FIRST_DELAY_MS * 2 ** retry)
  if (retryAfter === undefined) return jitter
  // Jitter here too: clients that were refused at the same time would otherwise all return at the same time.
  return retryAfter * 1000 > maxWait ? undefined : retryAfter * 1000 + jitter
}

function shouldRetry(
  outcome: Response | SoundingsError,
  retryAfter: number | undefined,
  { isIdempotent }: RetryParts,
): boolean {
  if (!(outcome instanceof Response)) return isIdempotent
  // The service sends Retry-After only if it has done nothing.
  if (outcome.status === 429) return retryAfter !== undefined
  if (outcome.status === 503) return isIdempotent || retryAfter !== undefined
  return isIdempotent && (outcome.status === 502 || outcome.status === 504)
}
