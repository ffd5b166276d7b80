import { publicBoardItem, VISIBLE_STATES } from '../domain/board.ts'
import type { Boards, Item } from '../service/boards.ts'
import type { ChangedItems } from '../service/live.ts'
import type { Survey } from '../service/responses.ts'

/**
 * Bytes of an event, which is sent to each phone of an audience. A larger change is not sent; phones read the board instead.
 */
const MAX_EVENT_BYTES = 16_384
/** Changed items that are read for an event. */
const MAX_CHANGED_ITEMS = 100

/** A change of a board, as an event reports it. Without `items`, the list has to be read again. */
interface BoardChange {
  readonly index: number
  readonly items?: readonly ChangedItem[]
  /** The ids of items that respondents no longer see. */
  readonly removed?: readonly string[]
}

interface ChangedItem {
  readonly id: string
  /** Left out if browsers have it already: the text of an item of the first page is sent once. */
  readonly text?: string
  readonly votes: number
  readonly answered: boolean
  /** Left out as `text` is. */
  readonly sequence?: number
}

/** What changed on the boards of a survey, for browsers that have received all changes before. */
export class BoardChanges {
  readonly #boards: Boards
  /** By board, the ids of the first page when it was last read: the items whose text browsers have. */
  readonly #firstPages = new Map<number, ReadonlySet<string>>()

  constructor(boards: Boards) {
    this.#boards = boards
  }

  /** Its cost depends on the change and the first page, not on the length of the list. */
  async read(survey: Survey, index: number, changed: ChangedItems): Promise<BoardChange> {
    const known = this.#firstPages.get(index)
    this.#firstPages.delete(index)
    if (changed === undefined || changed.size > MAX_CHANGED_ITEMS) return { index }
    const { items, firstPage } = await this.#boards.changes(survey, index, changed)
    this.#firstPages.set(index, new Set(firstPage.map(({ id }) => id)))
    const isVisible = ({ state }: Item) => VISIBLE_STATES.includes(state)
    const changedIds = new Set(items.map(({ id }) => id))
    const isNew = ({ id }: Item) => (known === undefined ? changedIds.has(id) : !known.has(id))
    const entered = firstPage.filter(isNew)
    const others = items.filter(item => isVisible(item) && !entered.some(({ id }) => id === item.id))
    const change: BoardChange = {
      index,
      items: [...entered.map(publicBoardItem), ...others.map(withoutText)],
      removed: items.filter(item => !isVisible(item)).map(({ id }) => id),
    }
    return Buffer.byteLength(JSON.stringify(change)) > MAX_EVENT_BYTES ? { index } : change
  }
}

function withoutText(item: Item): ChangedItem {
  const { id, votes, answered } = publicBoardItem(item)
  return { id, votes, answered }
}
