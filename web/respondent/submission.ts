import type { StoredResponse } from '../../src/pages/contract.ts'
import type { ScriptWords } from '../../src/pages/script-words.ts'

/** Timeout of a request, in milliseconds; a long body gets more time, by its characters. */
const TIMEOUT_MS = 20_000
/** Length of a body that browsers continue sending after the page was closed, which they do up to 64 KiB. */
const KEPT_ALIVE = 20_000
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 20_000

/** The server's complete reply. */
export interface Reply<Stored = StoredResponse> {
  readonly status: number
  readonly body: Stored & { readonly code?: string }
  /** In seconds; 0 if missing, or given as a date. */
  readonly retryAfter: number
}

/** Sends until the server gives a final reply, and says meanwhile what happens. */
export function submit<Stored = StoredResponse>(
  path: string,
  body: string,
  { sending, offline, retrying, crowded }: ScriptWords,
  say: (text: string) => void,
): Promise<Reply<Stored>> {
  say(sending)
  return sendUntilFinal<Stored>(path, body, seconds => {
    const waiting = seconds === undefined ? retrying : crowded.replace('{n}', `${seconds}`)
    say(navigator.onLine ? waiting : offline)
  })
}

/**
 * Network errors and temporary failures are retried.
 * @param onWait called with the seconds until the next attempt if too many answers arrive, and again when it begins
 */
export async function sendUntilFinal<Stored = StoredResponse>(
  path: string,
  body: string,
  onWait: (seconds?: number) => void = () => undefined,
): Promise<Reply<Stored>> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    const reply = await attempt<Stored>(path, body)
    if (reply !== undefined && isFinal(reply.status)) return reply
    // Random, so that not all phones in a room send at the moment when the network is back.
    const pauseMs = Math.max((reply?.retryAfter ?? 0) * 1_000, wait) * (1 + Math.random())
    onWait(reply?.status === 429 ? 1 + Math.ceil(pauseMs / 1_000) : undefined)
    await pause(pauseMs)
    if (navigator.onLine) onWait()
  }
}

/** Why no more answers are accepted. */
export function closedText(words: ScriptWords, code: string | undefined): string {
  if (code === 'storage_limit_reached') return words.noRoom
  return code === 'survey_expired' ? words.expired : words.closed
}

/** Undefined if no complete reply arrived. */
async function attempt<Stored>(path: string, body: string): Promise<Reply<Stored> | undefined> {
  const { signal, clear } = timeoutFor(body)
  try {
    const keepalive = body.length < KEPT_ALIVE
    const response = await fetch(path, { method: 'POST', body, keepalive, signal })
    const { status, headers } = response
    // An error may come from a proxy and not be JSON. Some proxies answer 404 when they know of no server behind them.
    const isOurs = status === 201 || status === 404
    const read = isOurs ? response.json() : response.json().catch(() => ({}))
    return { status, body: await read, retryAfter: Number(headers.get('retry-after')) || 0 }
  } catch {
    return undefined
  } finally {
    clear()
  }
}

/** Ends a request that takes too long. Phones that are a few years old lack `AbortSignal.timeout`. */
export function timeoutFor(body: string): { readonly signal: AbortSignal; clear(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS + body.length)
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}

/** The sign-in page of a captive network (a 200 or a redirect) is not a final reply. */
function isFinal(status: number): boolean {
  return status === 201 || (status >= 400 && status < 500 && status !== 408 && status !== 429)
}

/** Ends early when the browser is back online. */
function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener('online', done)
  })
}
