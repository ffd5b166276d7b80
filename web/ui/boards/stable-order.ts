import { computed, effect, signal } from '@preact/signals'
import type { ModeratedItem as Item } from '../../../src/dashboard/contract.ts'
import type { ItemState } from '../../../src/domain/boards/board.ts'
import { type Board, reuseUnchanged } from './board.ts'

/**
 * How long the order stays fixed after an interaction, in milliseconds. A mouse may rest on the list without a purpose.
 */
const STILL_MS = { mouse: 5_000, finger: 1_500, key: 600 }

export type PointerType = keyof typeof STILL_MS

/** How long after a reorder a press is ignored, in milliseconds: about the time it takes to aim. */
const MISPRESS_MS = 400

/** The order of the groups. */
export const GROUPS = ['held', 'shown', 'answered', 'hidden'] as const satisfies readonly ItemState[]

interface FocusTarget {
  readonly id: string | undefined
  readonly group: ItemState
  /** Whether the page scrolls to the item. It does not while a finger is on the list. */
  readonly scrolls: boolean
}

/**
 * The board as displayed. While someone interacts with the list, votes are updated in place, but changes by others do
 * not reorder it; only actions in this tab do.
 */
export class StableOrder {
  readonly board: Board
  /** Undefined until first read. */
  readonly items = signal<readonly Item[] | undefined>(undefined)
  /** The number of waiting questions that are not displayed until the list is left alone. */
  readonly heldBackCount = computed(() => {
    const here = new Set(this.#inGroup('held').map(({ id }) => id))
    return (this.board.items.value ?? []).filter(({ id, state }) => state === 'held' && !here.has(id)).length
  })
  /** The item at which the Tab key enters the list. */
  readonly tabStop = computed(
    () => this.visible.value.find(({ id }) => id === this.focusedId.value)?.id ?? this.visible.value[0]?.id,
  )
  /** The item that has, or last had, the focus. */
  readonly focusedId = signal<string | undefined>(undefined)
  readonly isUnfolded = signal(false)
  /** The displayed items in order. */
  readonly visible = computed(() =>
    GROUPS.flatMap(group => (group === 'hidden' && !this.isUnfolded.value ? [] : this.#inGroup(group))),
  )
  /** Where the focus goes after the next render: to an item, or to an empty group. */
  nextFocus: FocusTarget | undefined
  /** The kind of the last interaction. */
  pointerType: PointerType | undefined
  #stillUntil = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastMove = { at: Number.NEGATIVE_INFINITY, isOwn: false }

  constructor(board: Board) {
    this.board = board
    this.items.value = board.items.peek()
  }

  /** Follows the board. @returns a function that stops following */
  follow(): () => void {
    const end = effect(() => this.#update(this.board.items.value))
    return () => {
      end()
      clearTimeout(this.#timer)
    }
  }

  /** Fixes the order for a while. */
  keepStill(pointerType: PointerType): void {
    this.pointerType = pointerType
    this.#stillUntil = performance.now() + STILL_MS[pointerType]
  }

  /** Releases the order immediately. */
  release(): void {
    this.#stillUntil = 0
    this.#update(this.board.items.peek())
  }

  /** Who caused a reorder so recently that a press may have been meant for another item; undefined if nobody did. */
  recentMove(): 'own' | 'of others' | undefined {
    const { at, isOwn } = this.#lastMove
    if (performance.now() - at > MISPRESS_MS) return undefined
    return isOwn ? 'own' : 'of others'
  }

  /** @throws RequestError after moving the item back */
  async setState(item: Item, state: ItemState): Promise<void> {
    this.#lastMove = { at: performance.now(), isOwn: true }
    this.#setLocalState(item.id, state)
    try {
      await this.board.setState(item, state)
    } catch (error) {
      this.#setLocalState(item.id, item.state)
      throw error
    }
  }

  find(id: string | undefined): Item | undefined {
    return this.items.peek()?.find(item => item.id === id)
  }

  /**
   * Whether a key may refer to an item while the focus is elsewhere: it is waiting for a decision, or was focused last.
   */
  isCurrent(item: Item | undefined): boolean {
    return item?.state === 'held' || (item !== undefined && item.id === this.focusedId.peek())
  }

  /** The next item of the group, or the previous one at the end. */
  neighbourOf(item: Item): Item | undefined {
    const group = this.#inGroup(item.state)
    const at = group.findIndex(({ id }) => id === item.id)
    return group[at + 1] ?? group[at - 1]
  }

  #inGroup(group: ItemState): readonly Item[] {
    return this.items.value?.filter(({ state }) => state === group) ?? []
  }

  #setLocalState(id: string, state: ItemState): void {
    this.items.value = this.items.peek()?.map(item => (item.id === id ? { ...item, state } : item))
  }

  #update(latest: readonly Item[] | undefined): void {
    clearTimeout(this.#timer)
    const before = this.items.peek()
    if (latest === undefined || before === undefined || hasSameOrder(before, latest)) {
      this.items.value = latest
      return
    }
    const left = this.#stillUntil - performance.now()
    if (left > 0) {
      this.items.value = withFreshVotes(before, latest)
      this.#timer = setTimeout(() => this.#update(this.board.items.peek()), left)
    } else {
      this.#lastMove = { at: performance.now(), isOwn: false }
      this.items.value = latest
    }
  }
}

/** Whether all items have the same group and order. */
function hasSameOrder(before: readonly Item[], latest: readonly Item[]): boolean {
  return before.length === latest.length && GROUPS.every(group => idsIn(before, group) === idsIn(latest, group))
}

function idsIn(items: readonly Item[], group: ItemState): string {
  return items.flatMap(({ id, state }) => (state === group ? [id] : [])).join()
}

function withFreshVotes(before: readonly Item[], latest: readonly Item[]): readonly Item[] {
  const votes = new Map(latest.map(item => [item.id, item.votes]))
  return before.map(item => reuseUnchanged(item, { ...item, votes: votes.get(item.id) ?? item.votes }))
}
