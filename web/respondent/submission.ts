import type { ScriptWords } from '../../src/pages/script-words.ts'
import type { StoredResponse } from './receipt.ts'

/** An answer must come within this many milliseconds. */
const TIMEOUT_MS = 20_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 20_000

/** The service's answer, whole. */
export interface Reply {
  readonly status: number
  readonly body: StoredResponse & { readonly code?: string }
  /** Seconds; 0 where it did not say. */
  readonly retryAfter: number
}

/** Sends until there is an answer: what did not arrive, and what came at a bad moment, is sent again. */
export async function submit(
  path: string,
  body: string,
  words: ScriptWords,
  say: (text: string) => void,
): Promise<Reply> {
  say(words.sending)
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const reply = await attempt(path, body)
    if (reply !== undefined && isFinal(reply.status)) return reply
    say(navigator.onLine ? words.retrying : words.offline)
    // Spread, so that a room whose network came back does not send at one moment.
    await pause(Math.max((reply?.retryAfter ?? 0) * 1_000, wait) * (1 + Math.random()))
    if (navigator.onLine) say(words.retrying)
  }
}

export function closedText(words: ScriptWords, { code }: { code?: string | undefined }): string {
  return code === 'survey_expired' ? words.expired : words.closed
}

/** Nothing where the answer did not arrive whole. */
async function attempt(path: string, body: string): Promise<Reply | undefined> {
  try {
    const response = await fetch(path, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { status, headers } = response
    // A refusal may be a proxy's, in a form of its own.
    const read = status === 201 ? response.json() : response.json().catch(() => ({}))
    return { status, body: await read, retryAfter: Number(headers.get('retry-after')) }
  } catch {
    return undefined
  }
}

/** A page of a network that wants a sign-in first is no answer either. */
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
