import type { ScriptWords } from '../../src/pages/script-words.ts'

/** An answer must come within this many milliseconds. */
const PATIENCE_MS = 20_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 20_000

/** Sends until there is an answer: what did not arrive, and what came at a bad moment, is sent again. */
export async function deliver(
  path: string,
  body: string,
  words: ScriptWords,
  say: (text: string) => void,
): Promise<Response> {
  say(words.sending)
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const response = await attempt(path, body)
    if (response !== undefined && !comesAgain(response.status)) return response
    say(navigator.onLine ? words.retrying : words.offline)
    const asked = Number(response?.headers.get('retry-after') ?? 0) * 1_000
    // Spread, so that a room whose network came back does not send at one moment.
    await pause(Math.max(asked, wait) * (1 + Math.random()))
    if (navigator.onLine) say(words.retrying)
  }
}

export function closedWord(words: ScriptWords, { code }: { code?: string | undefined }): string {
  return code === 'survey_expired' ? words.expired : words.closed
}

function attempt(path: string, body: string): Promise<Response | undefined> {
  return fetch(path, { method: 'POST', body, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined)
}

function comesAgain(status: number): boolean {
  return status >= 500 || status === 429 || status === 408
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
