import type { ModeratedItem as Item } from '../../../src/dashboard/contract.ts'
import { canBecome, type ItemState } from '../../../src/domain/boards/board.ts'
import { MAX_UNRESOLVED_ITEMS } from '../../../src/domain/boards/limits.ts'
import type { StableOrder } from '../../ui/boards/stable-order.ts'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { RequestError } from '../../ui/request.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'

interface Action {
  readonly id: string
  readonly before: ItemState
}

/** Length of the excerpt that identifies a question in a notice. */
const EXCERPT_LENGTH = 32

/** Moderation actions taken in this tab. Undo reverts the latest first. */
export class ModerationActions {
  readonly #list: StableOrder
  readonly #history: Action[] = []

  constructor(list: StableOrder) {
    this.#list = list
  }

  /** Changes the state of a question and moves the focus to its neighbour in the group. */
  async perform(item: Item | undefined, state: ItemState): Promise<void> {
    if (item === undefined || item.state === state) return
    if (!canBecome(item.state, state)) return showNotice(dashboardTexts.board.notShown)
    const action: Action = { id: item.id, before: item.state }
    this.#history.push(action)
    const scrolls = this.#list.pointerType === 'key'
    this.#list.nextFocus = { id: this.#list.neighbourOf(item)?.id, group: item.state, scrolls }
    showNotice(dashboardTexts.board.done(state, excerpt(item.text)), () => this.#undo(action))
    if (!(await this.#apply(item, state))) this.#removeFromHistory(action)
  }

  undoLast(): void {
    const action = this.#history.at(-1)
    if (action === undefined) showNotice(dashboardTexts.board.nothingToUndo)
    else this.#undo(action)
  }

  #undo(action: Action): void {
    this.#removeFromHistory(action)
    const item = this.#list.find(action.id)
    if (item === undefined) return
    this.#list.nextFocus = { id: item.id, group: action.before, scrolls: true }
    showNotice(dashboardTexts.board.undone(action.before, excerpt(item.text)))
    this.#restore(item, action.before)
  }

  /** An answered question has been visible, so it may pass through the shown state. */
  async #restore(item: Item, state: ItemState): Promise<void> {
    if (!canBecome(item.state, state)) await this.#apply(item, 'shown')
    await this.#apply(item, state)
  }

  #removeFromHistory(action: Action): void {
    const at = this.#history.indexOf(action)
    if (at >= 0) this.#history.splice(at, 1)
  }

  #apply(item: Item, state: ItemState): Promise<boolean> {
    return attempt(() => this.#list.setState(item, state).catch(withBoardText))
  }
}

function withBoardText(error: unknown): never {
  if (!(error instanceof RequestError) || error.code !== 'board_full') throw error
  throw new RequestError(error.status, dashboardTexts.board.full(MAX_UNRESOLVED_ITEMS), error.code)
}

function excerpt(text: string): string {
  const points = [...text.trim()]
  return points.length > EXCERPT_LENGTH ? `${points.slice(0, EXCERPT_LENGTH).join('')}…` : points.join('')
}
