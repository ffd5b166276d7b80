/** The time and timers, so that tests can control them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after this many milliseconds, or rejects with the reason of the signal when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const finish = () => {
        signal?.removeEventListener('abort', cancel)
        resolve()
      }
      const timer = setTimeout(finish, milliseconds)
      const cancel = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', cancel, { once: true })
    }),
}
