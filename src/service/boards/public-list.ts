import type { ListOrder } from '../../domain/boards/board.ts'
import { inPublicOrder, LARGEST_GROUP } from '../../domain/boards/public-order.ts'
import type { BoardKey, SequencedItem } from '../../store/boards/board-items.ts'
import type { ListRange } from '../../store/boards/board-list.ts'
import type { Boards } from '../../store/boards/boards.ts'

/**
 * A part of what respondents see on a board, with public numbers in place of sequence numbers. Only items of one group change
 * places, and all of those that do are read.
 */
export async function readPublicList(
  boards: Boards,
  board: BoardKey,
  { offset, limit }: ListRange,
  order: ListOrder = 'votes',
): Promise<SequencedItem[]> {
  const before = Math.min(offset, LARGEST_GROUP - 1)
  const range = { offset: offset - before, limit: before + limit + LARGEST_GROUP - 1 }
  const [items, numbers] = await Promise.all([
    order === 'new' ? boards.newest(board, range) : boards.list(board, range),
    boards.numbers(board),
  ])
  return inPublicOrder(items, numbers, order).slice(before, before + limit)
}
