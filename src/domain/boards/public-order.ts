import type { ListOrder } from './board.ts'

/**
 * Many people ask a question and then send their answers, so a list in the order of asking would tell which response belongs to which
 * question. What appeared one after the other has therefore the same public number, in groups of this many, as shared results
 * move in steps of five. What an item is grouped with does not depend on what is hidden: whoever hides items one by one learns nothing.
 */
const GROUP = 5
/** The newest group also has those that do not fill another one. */
export const LARGEST_GROUP = 2 * GROUP - 1

/** The sequence numbers of what respondents have seen on a board: 1, 2, 3 … */
export interface Numbers {
  readonly last: number
  /** Those of items that respondents no longer see, in order. */
  readonly withdrawn: readonly number[]
}

interface Numbered {
  readonly id: string
  readonly votes: number
  readonly sequence: number
}

/**
 * Items that respondents see, with public numbers in place of sequence numbers: of how many visible items the last of a group is.
 * Where these and the votes are equal, ids decide, which are random.
 * @param items in the order of their sequence numbers or, for `votes`, of votes and then of sequence numbers
 */
export function inPublicOrder<Item extends Numbered>(
  items: readonly Item[],
  numbers: Numbers,
  order: ListOrder,
): Item[] {
  const numbered = items.map(item => ({ ...item, sequence: publicNumber(item.sequence, numbers) }))
  return order === 'new'
    ? numbered.sort((a, b) => b.sequence - a.sequence || byId(a, b))
    : numbered.sort((a, b) => b.votes - a.votes || a.sequence - b.sequence || byId(a, b))
}

function publicNumber(sequence: number, { last, withdrawn }: Numbers): number {
  const groups = Math.max(1, Math.floor(last / GROUP))
  const group = Math.ceil(sequence / GROUP)
  const end = group < groups ? group * GROUP : last
  return Math.max(1, end - countBelow(withdrawn, end + 1))
}

/** How many of these, in ascending order, are less. */
function countBelow(numbers: readonly number[], than: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? than) < than) low = middle + 1
    else high = middle
  }
  return low
}

function byId(a: Numbered, b: Numbered): number {
  return a.id < b.id ? -1 : 1
}

/**
 * Those of the changed items that are newer than all other visible ones, oldest first. Browsers put them on top without a number.
 * @param changed in any state
 */
export function newestOf<Item extends Pick<Numbered, 'sequence'>>(
  changed: readonly Item[],
  { last, withdrawn }: Numbers,
): Item[] {
  const [known, gone] = [new Map(changed.map(item => [item.sequence, item])), new Set(withdrawn)]
  const newest: Item[] = []
  for (let sequence = last; sequence > 0; sequence--) {
    const item = known.get(sequence)
    if (gone.has(sequence)) continue
    if (item === undefined) break
    newest.unshift(item)
  }
  return newest
}
