import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ItemState } from '../../../src/domain/board.ts'
import { Refused } from '../../ui/request.ts'
import type { Desk } from '../desk.ts'
import { Paced } from './paced.ts'

/** A question on a board as its moderator sees it. */
export interface Item {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly state: ItemState
}

/** What was made of a question here, until a reading has seen it. */
interface Own {
  readonly state: ItemState
  /** The turn in which the service had done it. */
  done?: number
}

/** How soon it is read again where it could not be, in milliseconds. */
const AGAIN_MS = 2_000

/** A board as it is now, and what can be made of its questions. */
export class Board {
  /** Its place in the survey. */
  readonly index: number
  /** Most votes first; undefined until they have been read. */
  readonly items: ReadonlySignal<readonly Item[] | undefined>
  /** How many wait to be shown. */
  readonly waiting = computed(() => this.#items.value?.filter(({ state }) => state === 'held').length ?? 0)
  readonly #items = signal<readonly Item[] | undefined>(undefined)
  readonly #desk: Desk
  readonly #own = new Map<string, Own>()
  readonly #reading: Paced
  /** Counts readings begun and changes done, to tell which came first. */
  #turn = 0
  #sent: Promise<void> = Promise.resolve()

  /** @param gap between two readings, in milliseconds */
  constructor(desk: Desk, index: number, gap: () => number) {
    this.index = index
    this.items = this.#items
    this.#desk = desk
    this.#reading = new Paced(() => this.#readNow(), gap)
  }

  /** Reads it again, soon. */
  read(): void {
    this.#reading.ask()
  }

  /** Shows, holds or hides a question or marks it as answered: here at once. @throws Refused, and it is as it was */
  async put({ id, state: before }: Item, state: ItemState): Promise<void> {
    const own: Own = { state }
    this.#own.set(id, own)
    this.#show(this.#items.peek() ?? [])
    try {
      await this.#send(id, state)
      own.done = ++this.#turn
    } catch (error) {
      if (this.#own.get(id) === own) this.#own.set(id, { state: before, done: ++this.#turn })
      this.#show(this.#items.peek() ?? [])
      throw error
    } finally {
      this.read()
    }
  }

  /** One after the other: the last that was pressed is what it becomes. */
  #send(id: string, state: ItemState): Promise<void> {
    const sending = this.#sent.then(() => this.#desk.send<void>('PATCH', `/board/${this.index}/${id}`, { state }))
    this.#sent = sending.catch(() => {})
    return sending
  }

  async #readNow(): Promise<void> {
    const began = ++this.#turn
    try {
      const { items } = await this.#desk.send<{ items: Item[] }>('GET', `/board/${this.index}`)
      for (const [id, { done }] of this.#own) if (done !== undefined && done < began) this.#own.delete(id)
      this.#show(items)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.status === 0 || error.status >= 500) setTimeout(() => this.read(), AGAIN_MS)
    }
  }

  #show(items: readonly Item[]): void {
    const before = new Map(this.#items.peek()?.map(item => [item.id, item]))
    this.#items.value = items.map(item => {
      const state = this.#own.get(item.id)?.state ?? item.state
      return keepSame(before.get(item.id), { ...item, state })
    })
  }
}

/** What has not changed stays the very same, and is not drawn again. */
export function keepSame(before: Item | undefined, item: Item): Item {
  return before?.state === item.state && before.votes === item.votes ? before : item
}
