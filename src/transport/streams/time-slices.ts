import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

/** Pause between two slices, in milliseconds, in which other requests are handled. */
const PAUSE_MS = 10
/** Streams written to in one turn of the event loop if there is enough time: about a third of a millisecond. */
const SMALL_SLICE = 25

/** How items are spread over time. */
export interface Spread {
  /** Approximate number of items. */
  readonly count: number
  /** Time limit, in milliseconds. */
  readonly within: number
  /** Items handled in one turn if there is enough time; default: as many as there are writes to streams. */
  readonly atOnce?: number
}

/**
 * Calls a function for each of many items in small slices, spread over time: writing to 1,000 streams at once would
 * block other requests for tens of milliseconds, and make all readers respond at the same moment.
 * @param act returns whether it did anything; only those that did count towards a slice
 */
export async function inTimeSlices<Item>(
  items: Iterable<Item>,
  { count, within, atOnce = SMALL_SLICE }: Spread,
  act: (item: Item) => boolean,
): Promise<void> {
  const slice = Math.max(atOnce, Math.ceil((count * PAUSE_MS) / within))
  const startedAt = performance.now()
  let done = 0
  for (const item of items) {
    if (!act(item) || ++done % slice !== 0) continue
    // A busy event loop wakes us late, and this would add up over the slices.
    const early = startedAt + (done / slice) * PAUSE_MS - performance.now()
    await (early > 0 ? delay(early, undefined, { ref: false }) : nextTurn())
  }
}

/** The time that `inTimeSlices` takes if there is something to do for each item, in milliseconds. */
export function timeOfSlices(count: number, within: number): number {
  return Math.min(within, Math.floor(count / SMALL_SLICE) * PAUSE_MS)
}
