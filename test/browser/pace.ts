/** On a machine with nothing else to do the dashboard loads in less than half of it, in milliseconds. */
const LOADING_MS = 1_000

/** Times what somebody waits for, in milliseconds. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return Math.round(performance.now() - startedAt)
}

/**
 * A time limit on a machine that took so long to load a page in this run: more than the limit only where the machine is
 * slow or busy.
 */
export function limitFor(milliseconds: number, loading: number): number {
  return Math.ceil(milliseconds * Math.max(1, loading / LOADING_MS))
}
