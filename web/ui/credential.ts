import { RequestError } from './request.ts'

/** How soon something is tried again, in milliseconds. */
const RETRY_MS = 1_000

/**
 * The pass by which all tabs of this browser see a survey. While one of them exchanges it for another, it opens nothing
 * for a moment; the others must not take that for its end.
 */
export class Credential {
  readonly #lockName: string
  #replacement: Promise<unknown> = Promise.resolve()

  /** @param path that it opens */
  constructor(path: string) {
    this.#lockName = `pass ${path}`
  }

  /** Does what ends the pass of this browser, and gives it another or none. */
  async replaceWith(replace: () => Promise<void>): Promise<void> {
    const replacement = 'locks' in navigator ? navigator.locks.request(this.#lockName, replace) : replace()
    this.#replacement = replacement.catch(() => {
      // Whoever asked for the replacement handles the failure; others only wait for its end.
    })
    await replacement
  }

  /** Reads what the pass opens. What shuts it out while the pass is exchanged is asked again afterwards. @throws Refused */
  async read<Body>(send: () => Promise<Body>): Promise<Body> {
    try {
      return await send()
    } catch (error) {
      if (!isAccessDenied(error)) throw error
      await this.#afterReplacement()
      return send()
    }
  }

  /** A browser that has no locks, as over plain http, cannot tell what its other tabs do. */
  async #afterReplacement(): Promise<void> {
    await this.#replacement
    if ('locks' in navigator) await navigator.locks.request(this.#lockName, { mode: 'shared' }, () => undefined)
    else await pause()
  }
}

/** Whether a pass opens nothing. */
export function isAccessDenied(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 401 || error.status === 404)
}

/** Asks until the server can be reached and is well. @throws Refused for what it does not want */
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
