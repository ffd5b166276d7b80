/** The service sends a survey’s changes at most this long after they happen, in milliseconds. */
const EVENT_INTERVAL_MS = 250

/** Measures how long something takes, in milliseconds. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return Math.round(performance.now() - startedAt)
}

/**
 * The time within which an open page must show a change: after the event and deliberate delays, it has less to do than
 * when loading.
 * @param loading how long the page took to load in this run
 * @param waits deliberate delays, in milliseconds
 */
export function showingLimit(loading: number, waits = 0): number {
  return EVENT_INTERVAL_MS + waits + loading
}
