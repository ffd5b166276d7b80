import { Refused } from './request.ts'

/** How soon something is tried again, in milliseconds. */
const AGAIN_MS = 1_000

/**
 * The pass by which all tabs of this browser see a survey. While one of them exchanges it for another, it opens nothing
 * for a moment; the others must not take that for its end.
 */
export class Pass {
  readonly #lock: string
  #exchanged: Promise<unknown> = Promise.resolve()

  /** @param path that it opens */
  constructor(path: string) {
    this.#lock = `pass ${path}`
  }

  /** Does what ends the pass of this browser, and gives it another or none. */
  async exchange(act: () => Promise<void>): Promise<void> {
    const exchanged = 'locks' in navigator ? navigator.locks.request(this.#lock, act) : act()
    this.#exchanged = exchanged.catch(() => {})
    await exchanged
  }

  /** Reads what the pass opens. What shuts it out while the pass is exchanged is asked again afterwards. @throws Refused */
  async read<Body>(ask: () => Promise<Body>): Promise<Body> {
    try {
      return await ask()
    } catch (error) {
      if (!isShutOut(error)) throw error
      await this.#settled()
      return ask()
    }
  }

  /** A browser that has no locks, as over plain http, cannot tell what its other tabs do. */
  async #settled(): Promise<void> {
    await this.#exchanged
    if ('locks' in navigator) await navigator.locks.request(this.#lock, { mode: 'shared' }, () => {})
    else await pause()
  }
}

/** Whether a pass opens nothing. */
export function isShutOut(error: unknown): boolean {
  return error instanceof Refused && (error.status === 401 || error.status === 404)
}

/** Asks until the server can be reached and is well. @throws Refused for what it does not want */
export async function untilReached(ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof Refused) || (error.status > 0 && error.status < 500)) throw error
    await pause()
    await untilReached(ask)
  }
}

function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, AGAIN_MS))
}
