import type { ScriptWords } from '../../src/pages/script-words.ts'
import type { StoredResponse } from './receipt.ts'

/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 20_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 20_000

/** The server's complete reply. */
export interface Reply<Stored = StoredResponse> {
  readonly status: number
  readonly body: Stored & { readonly code?: string }
  /** In seconds; 0 if not given. */
  readonly retryAfter: number
}

/** Sends until the server gives a final reply; network errors and temporary failures are retried. */
export async function submit<Stored = StoredResponse>(
  path: string,
  body: string,
  words: ScriptWords,
  say: (text: string) => void,
): Promise<Reply<Stored>> {
  say(words.sending)
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const reply = await attempt<Stored>(path, body)
    if (reply !== undefined && isFinal(reply.status)) return reply
    say(navigator.onLine ? words.retrying : words.offline)
    // Random, so that not all phones in a room send at the moment the network is back.
    await pause(Math.max((reply?.retryAfter ?? 0) * 1_000, wait) * (1 + Math.random()))
    if (navigator.onLine) say(words.retrying)
  }
}

/** Why nothing more is taken. */
export function closedText(words: ScriptWords, { code }: { code?: string | undefined }): string {
  if (code === 'storage_limit_reached') return words.noRoom
  return code === 'survey_expired' ? words.expired : words.closed
}

/** Undefined if no complete reply arrived. */
async function attempt<Stored>(path: string, body: string): Promise<Reply<Stored> | undefined> {
  try {
    const response = await fetch(path, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { status, headers } = response
    // An error may come from a proxy and not be JSON.
    const read = status === 201 ? response.json() : response.json().catch(() => ({}))
    return { status, body: await read, retryAfter: Number(headers.get('retry-after')) }
  } catch {
    return undefined
  }
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
