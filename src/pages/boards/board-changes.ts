import { publicBoardItem, VISIBLE_STATES } from '../../domain/boards/board.ts'
import type { Boards, Item } from '../../service/boards/boards.ts'
import type { ChangedItems } from '../../service/change-feed.ts'
import type { Survey } from '../../service/responses/responses.ts'
import type { BoardEvent, ChangedBoardItem } from '../contract.ts'

/**
 * Maximum size of an event in bytes, which is sent to each phone of an audience. A larger change is not sent; phones
 * read the board instead.
 */
const MAX_EVENT_BYTES = 16_384
/** Maximum number of changed items that are read for an event. */
const MAX_CHANGED_ITEMS = 100

/** The changes to a survey's boards, for browsers that have received all earlier changes. */
export class BoardChanges {
  readonly #boards: Boards
  /** By board, the ids on the first page when it was last read: the items whose text browsers have. */
  readonly #firstPages = new Map<number, ReadonlySet<string>>()

  constructor(boards: Boards) {
    this.#boards = boards
  }

  /** The cost depends on the change and the first page, not on the length of the list. */
  async read(survey: Survey, index: number, changed: ChangedItems): Promise<BoardEvent> {
    const known = this.#firstPages.get(index)
    this.#firstPages.delete(index)
    if (changed === undefined || changed.size > MAX_CHANGED_ITEMS) return { index }
    const { items, firstPage, newest } = await this.#boards.changes(survey, index, changed)
    this.#firstPages.set(index, new Set(firstPage.map(({ id }) => id)))
    const isVisible = ({ state }: Item) => VISIBLE_STATES.includes(state)
    const changedIds = new Set(items.map(({ id }) => id))
    const isNew = ({ id }: Item) => (known === undefined ? changedIds.has(id) : !known.has(id))
    const entered = firstPage.filter(isNew)
    const others = items.filter(item => isVisible(item) && !entered.some(({ id }) => id === item.id))
    const added = newest.flatMap(id => entered.filter(item => item.id === id))
    const returned = entered.filter(({ id }) => !newest.includes(id))
    const change: BoardEvent = {
      index,
      items: [...returned.map(publicBoardItem), ...added.map(withoutNumber), ...others.map(withoutText)],
      removed: items.filter(item => !isVisible(item)).map(({ id }) => id),
    }
    return Buffer.byteLength(JSON.stringify(change)) > MAX_EVENT_BYTES ? { index } : change
  }
}

/** Browsers put it before all that they have. Its number would say how many have been removed from what they have. */
function withoutNumber(item: Item): ChangedBoardItem {
  const { sequence: _, ...rest } = publicBoardItem(item)
  return rest
}

/** Browsers already have the rest: the text of an item on the first page is sent once. */
function withoutText(item: Item): ChangedBoardItem {
  const { id, votes, answered } = publicBoardItem(item)
  return { id, votes, answered }
}
