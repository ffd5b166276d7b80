import { NEWEST_ITEMS } from '../surveys/board-room.ts'
import { largestOf } from '../values/largest.ts'

/** What a board's order depends on. */
export interface Ranked {
  readonly votes: number
  /** Greater for questions that appeared later. */
  readonly sequence: number
}

/** As many items as have room in that length, in UTF-16 code units: the newest, then the first. They keep their order. */
export function withinLength<Item extends Pick<Ranked, 'sequence'> & { readonly text: string }>(
  items: readonly Item[],
  length: number,
): Item[] {
  const newest = newestFirst(items).slice(0, NEWEST_ITEMS)
  const kept = new Set<Item>()
  let left = length
  for (const item of new Set([...newest, ...items])) {
    left -= item.text.length
    if (left < 0) break
    kept.add(item)
  }
  return items.filter(item => kept.has(item))
}

/**
 * Number of later questions after which a question has lost three tenths of its score. With a smaller number, early
 * questions would have no chance.
 */
const AGE_OFFSET = 6

/**
 * The order in which the audience sees a board. People vote for what they see, so if only votes counted, the first
 * questions would stay first. Here votes count less the more questions have been asked since, and a new question starts
 * with a third of the highest number of votes: it is seen, and stays up if people vote for it. Among equals, the newest
 * comes first.
 */
export function inAudienceOrder<Item extends Ranked>(items: readonly Item[]): Item[] {
  const last = largestOf(items.map(({ sequence }) => sequence))
  const start = 1 + largestOf(items.map(({ votes }) => votes)) / 3
  const points = new Map(items.map(item => [item, (item.votes + start) / Math.sqrt(last - item.sequence + AGE_OFFSET)]))
  const pointsOf = (item: Item) => points.get(item) ?? 0
  return sorted(items, (a, b) => pointsOf(b) - pointsOf(a) || b.sequence - a.sequence)
}

export function newestFirst<Item extends Pick<Ranked, 'sequence'>>(items: readonly Item[]): Item[] {
  return sorted(items, (a, b) => b.sequence - a.sequence)
}

/** `toSorted`, which is missing on phones that are a few years old. */
function sorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Item[] {
  return [...items].sort(compare)
}
