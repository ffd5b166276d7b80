/** What the order of a board depends on. */
export interface Ranked {
  readonly votes: number
  /** The number of the question on its board, in the order of arrival. */
  readonly sequence: number
}

/** Newest questions that the audience gets whatever their votes, so that they can rise on a board of any length. */
export const NEWEST_ITEMS = 10

/** Later questions after which a question has lost three tenths of its points. With fewer, early questions would have no chance. */
const AGE_OFFSET = 6

/**
 * The order in which the audience sees a board. People vote for what they see, so by votes alone the first questions would
 * stay first. Here votes count for less the more questions have been asked since, and a question starts with a third
 * of the most votes: it is seen, and stays if it is voted for. Among equals the newer comes first.
 */
export function inAudienceOrder<Item extends Ranked>(items: readonly Item[]): Item[] {
  const last = Math.max(...items.map(({ sequence }) => sequence))
  const start = 1 + Math.max(...items.map(({ votes }) => votes)) / 3
  const points = new Map(items.map(item => [item, (item.votes + start) / Math.sqrt(last - item.sequence + AGE_OFFSET)]))
  const pointsOf = (item: Item) => points.get(item) ?? 0
  return items.toSorted((a, b) => pointsOf(b) - pointsOf(a) || b.sequence - a.sequence)
}

export function newestFirst<Item extends Ranked>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => b.sequence - a.sequence)
}
