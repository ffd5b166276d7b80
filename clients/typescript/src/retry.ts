import { type AttemptParts, attempt, readText } from './attempt.ts'
import type { Clock } from './clock.ts'
import { isSoundingsError, type SoundingsError } from './errors.ts'

/** The first wait is at most this long, the second twice as long, and so on. */
const FIRST_WAIT_MS = 500

/** How a request is sent again. */
export interface RetryParts extends AttemptParts {
  /** How often, after the first time. */
  readonly retries: number
  /** Longest wait in milliseconds. A service that asks for a longer one is not asked again. */
  readonly maxWait: number
  /** From 0 up to 1. */
  readonly random: () => number
  /** Whether sending it twice does what sending it once does, so that it may be sent again although it may have been done. */
  readonly isRepeatable: boolean
  /** Whether the caller reads the body piece by piece. Otherwise it is part of the attempt. */
  readonly isStreamed: boolean
}

/** Sends a request until it is answered for good. @throws as `attempt` */
export async function sendWithRetries(request: Request, parts: RetryParts): Promise<Response> {
  for (let retry = 0; ; retry++) {
    const outcome = await outcomeOf(request.clone(), parts)
    const wait = retry < parts.retries ? waitAfter(outcome, retry, parts) : undefined
    if (wait !== undefined) await parts.clock.sleep(wait, parts.signal)
    else if (outcome instanceof Response) return outcome
    else throw outcome
  }
}

/** The seconds that a response asks its caller to wait. */
export function retryAfterOf({ headers }: Response, clock: Clock): number | undefined {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - clock.now()) / 1000))
}

async function outcomeOf(request: Request, parts: RetryParts): Promise<Response | SoundingsError> {
  try {
    const response = await attempt(request, parts)
    if (parts.isStreamed && response.ok) return response
    const text = await readText(response, parts)
    const { status, statusText, headers } = response
    return new Response(text === '' ? null : text, { status, statusText, headers })
  } catch (error) {
    if (isSoundingsError(error)) return error
    throw error
  }
}

/** Milliseconds until the next attempt; undefined if there is to be none. */
function waitAfter(outcome: Response | SoundingsError, retry: number, parts: RetryParts): number | undefined {
  const { maxWait, random, clock } = parts
  const asked = outcome instanceof Response ? retryAfterOf(outcome, clock) : undefined
  if (!mayPass(outcome, asked, parts)) return undefined
  const jitter = random() * Math.min(maxWait, FIRST_WAIT_MS * 2 ** retry)
  if (asked === undefined) return jitter
  // After the time that was asked for, spread too: all who were refused together would come back together.
  return asked * 1000 > maxWait ? undefined : asked * 1000 + jitter
}

/** Whether the next attempt may end better and does no harm. */
function mayPass(outcome: Response | SoundingsError, asked: number | undefined, { isRepeatable }: RetryParts): boolean {
  if (!(outcome instanceof Response)) return isRepeatable
  // What the service refuses with a time to wait it has not done.
  if (outcome.status === 429) return asked !== undefined
  if (outcome.status === 503) return isRepeatable || asked !== undefined
  return isRepeatable && (outcome.status === 502 || outcome.status === 504)
}
