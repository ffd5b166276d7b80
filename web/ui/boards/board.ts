import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ModeratedItem as Item, ModeratedBoard } from '../../../src/dashboard/contract.ts'
import type { ItemState } from '../../../src/domain/boards/board.ts'
import { RequestError } from '../request.ts'
import { Throttle } from './throttle.ts'

/** A state set in this tab, until an event or a read that began later confirms it. */
interface LocalState {
  readonly state: ItemState
  /** The turn in which the server accepted it. */
  doneTurn?: number
  /** Whether an event has reported the state. The event may arrive before the reply does. */
  isSeen?: boolean
}

/** What a board needs from the survey's model. */
interface SurveyConnection {
  readonly connected: ReadonlySignal<boolean>
  /** @throws RequestError */
  send<Reply>(method: string, path: string, body?: unknown): Promise<Reply>
}

/** Delay before a failed read is repeated, in milliseconds. */
const RETRY_MS = 2_000

/** A board and the moderation of its questions. */
export class Board {
  /** The index of its question in the survey. */
  readonly index: number
  /** Most votes first; undefined until first read. */
  readonly items: ReadonlySignal<readonly Item[] | undefined>
  /** The number of waiting questions. */
  readonly waiting = computed(() => this.#items.value?.filter(({ state }) => state === 'held').length ?? 0)
  readonly #items = signal<readonly Item[] | undefined>(undefined)
  readonly #model: SurveyConnection
  readonly #localStates = new Map<string, LocalState>()
  readonly #throttle: Throttle
  /** Orders the starts of reads and the ends of changes. */
  #turn = 0
  #isLoading = false
  #lastRequest: Promise<void> = Promise.resolve()

  /** @param interval between two reads, in milliseconds */
  constructor(model: SurveyConnection, index: number, interval: () => number) {
    this.index = index
    this.items = this.#items
    this.#model = model
    this.#throttle = new Throttle(() => this.#load(), interval)
  }

  /** Schedules a read. */
  read(): void {
    this.#throttle.request()
  }

  /** Applies a change to what has been read. @param changed questions in their current state */
  update(changed: readonly Item[]): void {
    const before = this.#items.peek()
    // The read in progress may return an older state.
    if (before === undefined || this.#isLoading) {
      this.read()
      return
    }
    const items = [...before]
    for (const item of changed) {
      place(item, items)
      this.#confirm(item)
    }
    this.#replaceItems(items)
  }

  /** An event with another state is older than the change, or somebody else has changed the question since. */
  #confirm({ id, state }: Item): void {
    const local = this.#localStates.get(id)
    if (local === undefined) return
    local.isSeen = local.state === state
    if (local.doneTurn === undefined) return
    if (local.isSeen) this.#localStates.delete(id)
    else this.read()
  }

  /** Changes a question's state, immediately on this screen. @throws RequestError after restoring the state */
  async setState({ id, state: before }: Item, state: ItemState): Promise<void> {
    const local: LocalState = { state }
    this.#localStates.set(id, local)
    this.#replaceItems(this.#items.peek() ?? [])
    try {
      await this.#sendState(id, state)
      local.doneTurn = ++this.#turn
      if (local.isSeen && this.#localStates.get(id) === local) this.#localStates.delete(id)
      // The change's event is here or on its way; without the stream, the board must be read.
      if (!this.#model.connected.peek()) this.read()
    } catch (error) {
      if (this.#localStates.get(id) === local) this.#localStates.set(id, { state: before, doneTurn: ++this.#turn })
      this.#replaceItems(this.#items.peek() ?? [])
      this.read()
      throw error
    }
  }

  /** Sends changes one by one, so that the last one wins. */
  #sendState(id: string, state: ItemState): Promise<void> {
    const sending = this.#lastRequest.then(() =>
      this.#model.send<void>('PATCH', `/board/${this.index}/${id}`, { state }),
    )
    this.#lastRequest = sending.catch(() => {
      // The sender handles the failure; the next request only waits for this one to end.
    })
    return sending
  }

  async #load(): Promise<void> {
    const began = ++this.#turn
    this.#isLoading = true
    try {
      const { items } = await this.#model.send<ModeratedBoard>('GET', `/board/${this.index}`)
      for (const [id, { doneTurn: done }] of this.#localStates)
        if (done !== undefined && done < began) this.#localStates.delete(id)
      this.#replaceItems(items)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.status === 0 || error.status >= 500) setTimeout(() => this.read(), RETRY_MS)
    } finally {
      this.#isLoading = false
    }
  }

  #replaceItems(items: readonly Item[]): void {
    const before = new Map(this.#items.peek()?.map(item => [item.id, item]))
    this.#items.value = items.map(item => {
      const state = this.#localStates.get(item.id)?.state ?? item.state
      return reuseUnchanged(before.get(item.id), { ...item, state })
    })
  }
}

/** Replaces an item in place or, if its votes have changed, moves it behind those with the same number. */
function place(item: Item, items: Item[]): void {
  const at = items.findIndex(({ id }) => id === item.id)
  const isInPlace = items[at]?.votes === item.votes
  if (at >= 0) items.splice(at, 1)
  const end = items.findIndex(({ votes }) => votes < item.votes)
  items.splice(isInPlace ? at : end < 0 ? items.length : end, 0, item)
}

/** Returns the same object for unchanged items, so that they are not rendered again. */
export function reuseUnchanged(before: Item | undefined, item: Item): Item {
  return before?.state === item.state && before.votes === item.votes ? before : item
}
