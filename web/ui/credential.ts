import { RequestError } from './request.ts'

/** Delay before a retry, in milliseconds. */
const RETRY_MS = 1_000
/** On a slow network, another tab takes seconds to replace the credential. */
const RETRIES_WITHOUT_LOCKS = 5

/**
 * The cookie that signs all of this browser's tabs in to a survey. While one tab replaces it, it is invalid for a
 * moment, which the other tabs must not mistake for the end of the session.
 */
export class Credential {
  readonly #lockName: string
  #replacement: Promise<unknown> = Promise.resolve()

  /** @param path to which it gives access */
  constructor(path: string) {
    this.#lockName = `credential ${path}`
  }

  /** Runs an action that replaces or removes the credential. */
  async replaceWith(replace: () => Promise<void>): Promise<void> {
    const replacement = 'locks' in navigator ? navigator.locks.request(this.#lockName, replace) : replace()
    this.#replacement = replacement.catch(() => {
      // The caller that requested the replacement handles the failure; others only wait for its end.
    })
    await replacement
  }

  /** Reads with the credential. A denial during a replacement is retried after it. @throws RequestError */
  async read<Body>(send: () => Promise<Body>): Promise<Body> {
    for (let denials = 1; ; denials++)
      try {
        return await send()
      } catch (error) {
        if (!isAccessDenied(error) || denials > this.#retries) throw error
        await this.#afterReplacement()
      }
  }

  /**
   * Without Web Locks, for example over plain http, a tab cannot know what other tabs do, so it waits for a few
   * seconds.
   */
  get #retries(): number {
    return 'locks' in navigator ? 1 : RETRIES_WITHOUT_LOCKS
  }

  async #afterReplacement(): Promise<void> {
    await this.#replacement
    if ('locks' in navigator) await navigator.locks.request(this.#lockName, { mode: 'shared' }, () => undefined)
    else await pause()
  }
}

/** Whether the server denied access. */
export function isAccessDenied(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 401 || error.status === 404)
}

/** Repeats a request until the server is reachable. @throws RequestError if the server rejects it */
export async function retryUntilReachable(send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof RequestError) || (error.status > 0 && error.status < 500)) throw error
    await pause()
    await retryUntilReachable(send)
  }
}

function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, RETRY_MS))
}
