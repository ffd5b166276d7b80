import { computed, effect, signal } from '@preact/signals'
import type { ItemState } from '../../../src/domain/board.ts'
import { type Board, type Item, reuseUnchanged } from './board.ts'

/** For how long after it was touched a list stays as it is, in milliseconds. A mouse aims from afar, and can rest on it for good. */
const STILL_MS = { mouse: 5_000, finger: 1_500, key: 600 }

export type PointerType = keyof typeof STILL_MS

/** For how long after the list has moved a press is not taken for meant, in milliseconds: an aim takes about as long. */
const MISPRESS_MS = 400

/** The order of the groups. */
export const GROUPS = ['held', 'shown', 'answered', 'hidden'] as const satisfies readonly ItemState[]

interface FocusTarget {
  readonly id: string | undefined
  readonly group: ItemState
  /** Whether the page moves to where it is; it does not under a finger. */
  readonly scrolls: boolean
}

/**
 * A board as it stands on the page. While somebody has the list in hand, votes are counted in place, and what others do
 * moves nothing; only what is done here does.
 */
export class StableOrder {
  readonly board: Board
  /** Undefined until they have been read. */
  readonly items = signal<readonly Item[] | undefined>(undefined)
  /** How many more wait that are kept back until the list is left alone. */
  readonly heldBackCount = computed(() => {
    const here = new Set(this.#inGroup('held').map(({ id }) => id))
    return (this.board.items.value ?? []).filter(({ id, state }) => state === 'held' && !here.has(id)).length
  })
  /** Where the Tab key enters the list. */
  readonly tabStop = computed(
    () => this.visible.value.find(({ id }) => id === this.focusedId.value)?.id ?? this.visible.value[0]?.id,
  )
  /** The question that has, or last had, the focus. */
  readonly focusedId = signal<string | undefined>(undefined)
  readonly isUnfolded = signal(false)
  /** Those that can be seen, in their order. */
  readonly visible = computed(() =>
    GROUPS.flatMap(group => (group === 'hidden' && !this.isUnfolded.value ? [] : this.#inGroup(group))),
  )
  /** Where the focus goes once the list is drawn again: to a question, or to a group that has none. */
  nextFocus: FocusTarget | undefined
  /** How the list was touched last. */
  pointerType: PointerType | undefined
  #stillUntil = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastMove = { at: Number.NEGATIVE_INFINITY, isOwn: false }

  constructor(board: Board) {
    this.board = board
    this.items.value = board.items.peek()
  }

  /** Keeps up with the board. @returns ends it */
  follow(): () => void {
    const end = effect(() => this.#update(this.board.items.value))
    return () => {
      end()
      clearTimeout(this.#timer)
    }
  }

  /** Somebody has the list in hand for a while from now. */
  keepStill(pointerType: PointerType): void {
    this.pointerType = pointerType
    this.#stillUntil = performance.now() + STILL_MS[pointerType]
  }

  /** Nobody has it in hand. */
  release(): void {
    this.#stillUntil = 0
    this.#update(this.board.items.peek())
  }

  /** Whose doing it was that the list moved too lately for a press to be meant for what is there now. */
  recentMove(): 'own' | 'of others' | undefined {
    const { at, isOwn } = this.#lastMove
    if (performance.now() - at > MISPRESS_MS) return undefined
    return isOwn ? 'own' : 'of others'
  }

  /** @throws Refused, and it is where it was */
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

  /** What is beside it in its group, the next if there is one. */
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

/** Whether each stands at the same place of the same group. */
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
