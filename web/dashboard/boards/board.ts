import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ItemState } from '../../../src/domain/board.ts'
import { RequestError } from '../../ui/request.ts'
import type { SurveyModel } from '../survey-model.ts'
import { Throttle } from './throttle.ts'

/** A question on a board, as moderators see it. */
export interface Item {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly state: ItemState
}

/** A state set in this tab, until a read that began later confirms it. */
interface LocalState {
  readonly state: ItemState
  /** The turn in which the server confirmed it. */
  doneTurn?: number
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
  readonly #model: SurveyModel
  readonly #localStates = new Map<string, LocalState>()
  readonly #throttle: Throttle
  /** Orders the starts of reads and the ends of changes. */
  #turn = 0
  #lastRequest: Promise<void> = Promise.resolve()

  /** @param interval between two reads, in milliseconds */
  constructor(model: SurveyModel, index: number, interval: () => number) {
    this.index = index
    this.items = this.#items
    this.#model = model
    this.#throttle = new Throttle(() => this.#load(), interval)
  }

  /** Schedules a read. */
  read(): void {
    this.#throttle.request()
  }

  /** Changes the state of a question, here at once. @throws RequestError after restoring the state */
  async setState({ id, state: before }: Item, state: ItemState): Promise<void> {
    const localStates: LocalState = { state }
    this.#localStates.set(id, localStates)
    this.#replaceItems(this.#items.peek() ?? [])
    try {
      await this.#sendState(id, state)
      localStates.doneTurn = ++this.#turn
    } catch (error) {
      if (this.#localStates.get(id) === localStates)
        this.#localStates.set(id, { state: before, doneTurn: ++this.#turn })
      this.#replaceItems(this.#items.peek() ?? [])
      throw error
    } finally {
      this.read()
    }
  }

  /** Sends changes one after the other, so that the last one wins. */
  #sendState(id: string, state: ItemState): Promise<void> {
    const sending = this.#lastRequest.then(() =>
      this.#model.send<void>('PATCH', `/board/${this.index}/${id}`, { state }),
    )
    this.#lastRequest = sending.catch(() => {
      // Whoever sent it handles the failure; the next request only waits for the end of this one.
    })
    return sending
  }

  async #load(): Promise<void> {
    const began = ++this.#turn
    try {
      const { items } = await this.#model.send<{ items: Item[] }>('GET', `/board/${this.index}`)
      for (const [id, { doneTurn: done }] of this.#localStates)
        if (done !== undefined && done < began) this.#localStates.delete(id)
      this.#replaceItems(items)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.status === 0 || error.status >= 500) setTimeout(() => this.read(), RETRY_MS)
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

/** Returns the same object for unchanged items, so that they are not rendered again. */
export function reuseUnchanged(before: Item | undefined, item: Item): Item {
  return before?.state === item.state && before.votes === item.votes ? before : item
}
