import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

/** Pause between two slices, in milliseconds, in which other requests are answered. */
const PAUSE_MS = 10
/** Streams that are written to in one turn of the event loop if there is time enough: about a third of a millisecond. */
const SMALL_SLICE = 25

/**
 * Does something for each of many in small slices, spread over time: done at once for 1,000 streams it would keep others
 * waiting for tens of milliseconds, and have all readers answer in the same moment.
 * @param count of the items, about
 * @param within the milliseconds that it may take
 * @param act returns whether it did anything; what costs nothing fills no slice
 */
export async function spread<Item>(
  items: Iterable<Item>,
  { count, within }: { count: number; within: number },
  act: (item: Item) => boolean,
): Promise<void> {
  const slice = Math.max(SMALL_SLICE, Math.ceil((count * PAUSE_MS) / within))
  const startedAt = performance.now()
  let done = 0
  for (const item of items) {
    if (!act(item) || ++done % slice !== 0) continue
    // A busy event loop wakes us late, and every slice would add to it.
    const early = startedAt + (done / slice) * PAUSE_MS - performance.now()
    await (early > 0 ? delay(early, undefined, { ref: false }) : nextTurn())
  }
}

/** The milliseconds that `spread` takes if it acts for each. */
export function spreadTime(count: number, within: number): number {
  return Math.min(within, Math.floor(count / SMALL_SLICE) * PAUSE_MS)
}
