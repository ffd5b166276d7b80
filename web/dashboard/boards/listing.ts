import { computed, effect, signal } from '@preact/signals'
import type { ItemState } from '../../../src/domain/board.ts'
import { type Board, type Item, keepSame } from './board.ts'

/** For how long after it was touched a list stays as it is, in milliseconds. A mouse aims from afar, and can rest on it for good. */
const HOLD_MS = { mouse: 5_000, finger: 1_500, key: 600 }

export type Hand = keyof typeof HOLD_MS

/** For how long after the list has moved a press is not taken for meant, in milliseconds: an aim takes about as long. */
const AIM_MS = 400

/** The order of the groups. */
export const GROUPS = ['held', 'shown', 'answered', 'hidden'] as const satisfies readonly ItemState[]

interface Wanted {
  readonly id: string | undefined
  readonly group: ItemState
  /** Whether the page moves to where it is; it does not under a finger. */
  readonly scrolls: boolean
}

/**
 * A board as it stands on the page. While somebody has the list in hand, votes are counted in place, and what others do
 * moves nothing; only what is done here does.
 */
export class Listing {
  readonly board: Board
  /** Undefined until they have been read. */
  readonly items = signal<readonly Item[] | undefined>(undefined)
  /** How many more wait that are kept back until the list is left alone. */
  readonly kept = computed(() => {
    const here = new Set(this.#in('held').map(({ id }) => id))
    return (this.board.items.value ?? []).filter(({ id, state }) => state === 'held' && !here.has(id)).length
  })
  /** Where the Tab key enters the list. */
  readonly stop = computed(
    () => this.shown.value.find(({ id }) => id === this.current.value)?.id ?? this.shown.value[0]?.id,
  )
  /** The question that has, or last had, the focus. */
  readonly current = signal<string | undefined>(undefined)
  readonly isUnfolded = signal(false)
  /** Those that can be seen, in their order. */
  readonly shown = computed(() =>
    GROUPS.flatMap(group => (group === 'hidden' && !this.isUnfolded.value ? [] : this.#in(group))),
  )
  /** Where the focus goes once the list is drawn again: to a question, or to a group that has none. */
  wanted: Wanted | undefined
  /** How the list was touched last. */
  hand: Hand | undefined
  #until = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #moved = { at: Number.NEGATIVE_INFINITY, isOwn: false }

  constructor(board: Board) {
    this.board = board
    this.items.value = board.items.peek()
  }

  /** Keeps up with the board. @returns ends it */
  follow(): () => void {
    const end = effect(() => this.#take(this.board.items.value))
    return () => {
      end()
      clearTimeout(this.#timer)
    }
  }

  /** Somebody has the list in hand for a while from now. */
  hold(hand: Hand): void {
    this.hand = hand
    this.#until = performance.now() + HOLD_MS[hand]
  }

  /** Nobody has it in hand. */
  leave(): void {
    this.#until = 0
    this.#take(this.board.items.peek())
  }

  /** Whose doing it was that the list moved too lately for a press to be meant for what is there now. */
  movedLately(): 'own' | 'of others' | undefined {
    const { at, isOwn } = this.#moved
    if (performance.now() - at > AIM_MS) return undefined
    return isOwn ? 'own' : 'of others'
  }

  /** @throws Refused, and it is where it was */
  async put(item: Item, state: ItemState): Promise<void> {
    this.#moved = { at: performance.now(), isOwn: true }
    this.#place(item.id, state)
    try {
      await this.board.put(item, state)
    } catch (error) {
      this.#place(item.id, item.state)
      throw error
    }
  }

  find(id: string | undefined): Item | undefined {
    return this.items.peek()?.find(item => item.id === id)
  }

  /** What is beside it in its group, the next if there is one. */
  beside(item: Item): Item | undefined {
    const group = this.#in(item.state)
    const at = group.findIndex(({ id }) => id === item.id)
    return group[at + 1] ?? group[at - 1]
  }

  #in(group: ItemState): readonly Item[] {
    return this.items.value?.filter(({ state }) => state === group) ?? []
  }

  #place(id: string, state: ItemState): void {
    this.items.value = this.items.peek()?.map(item => (item.id === id ? { ...item, state } : item))
  }

  #take(fresh: readonly Item[] | undefined): void {
    clearTimeout(this.#timer)
    const before = this.items.peek()
    if (fresh === undefined || before === undefined || isAlike(before, fresh)) {
      this.items.value = fresh
      return
    }
    const left = this.#until - performance.now()
    if (left > 0) {
      this.items.value = countIn(before, fresh)
      this.#timer = setTimeout(() => this.#take(this.board.items.peek()), left)
    } else {
      this.#moved = { at: performance.now(), isOwn: false }
      this.items.value = fresh
    }
  }
}

/** Whether each stands at the same place of the same group. */
function isAlike(before: readonly Item[], fresh: readonly Item[]): boolean {
  return before.length === fresh.length && GROUPS.every(group => idsIn(before, group) === idsIn(fresh, group))
}

function idsIn(items: readonly Item[], group: ItemState): string {
  return items.flatMap(({ id, state }) => (state === group ? [id] : [])).join()
}

function countIn(before: readonly Item[], fresh: readonly Item[]): readonly Item[] {
  const votes = new Map(fresh.map(item => [item.id, item.votes]))
  return before.map(item => keepSame(item, { ...item, votes: votes.get(item.id) ?? item.votes }))
}
