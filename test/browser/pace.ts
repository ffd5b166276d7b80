/** The service sends changes of a survey at most so long after they are made, in milliseconds. */
const EVENT_INTERVAL_MS = 250

/** Times what somebody waits for, in milliseconds. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return Math.round(performance.now() - startedAt)
}

/**
 * How soon an open page shows a change: after the event, and what the page waits by design, it has less to do than to load.
 * @param loading how long the page took to load in this run
 * @param waits by design, in milliseconds
 */
export function showingLimit(loading: number, waits = 0): number {
  return EVENT_INTERVAL_MS + waits + loading
}
