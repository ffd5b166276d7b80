import type { ItemState } from '../../../src/domain/board.ts'
import { BOARD_ITEMS } from '../../../src/domain/limits.ts'
import { attempt, say } from '../../ui/notice.tsx'
import { Refused } from '../../ui/request.ts'
import type { Item } from './board.ts'
import type { Listing } from './listing.ts'

interface Act {
  readonly id: string
  readonly before: ItemState
}

const DONE = { shown: 'Shown', held: 'Waits', hidden: 'Hidden', answered: 'Answered' } as const

/** So much of a question says which one it is. */
const EXCERPT_LENGTH = 32

/** What was made of a board's questions here; the last is taken back first. */
export class Acts {
  readonly #listing: Listing
  readonly #done: Act[] = []

  constructor(listing: Listing) {
    this.#listing = listing
  }

  /** The focus goes on to the next of the group. */
  async make(item: Item, state: ItemState): Promise<void> {
    if (item.state === state) return
    const act: Act = { id: item.id, before: item.state }
    this.#done.push(act)
    const scrolls = this.#listing.hand === 'key'
    this.#listing.wanted = { id: this.#listing.beside(item)?.id, group: item.state, scrolls }
    say(`${DONE[state]}: ${excerptOf(item.text)}`, () => this.#undo(act))
    if (!(await this.#put(item, state))) this.#forget(act)
  }

  undoLast(): void {
    const act = this.#done.at(-1)
    if (act === undefined) say('There is nothing to undo.')
    else this.#undo(act)
  }

  #undo(act: Act): void {
    this.#forget(act)
    const item = this.#listing.find(act.id)
    if (item === undefined) return
    this.#listing.wanted = { id: item.id, group: act.before, scrolls: true }
    say(`Undone. ${DONE[act.before]}: ${excerptOf(item.text)}`)
    this.#put(item, act.before)
  }

  #forget(act: Act): void {
    const at = this.#done.indexOf(act)
    if (at >= 0) this.#done.splice(at, 1)
  }

  #put(item: Item, state: ItemState): Promise<boolean> {
    return attempt(() => this.#listing.put(item, state).catch(explain))
  }
}

function explain(error: unknown): never {
  if (!(error instanceof Refused) || error.code !== 'board_full') throw error
  const room = BOARD_ITEMS.toLocaleString('en')
  const text = `the board is full: ${room} questions are shown or wait. Hide some or mark them as answered, then try again`
  throw new Refused(error.status, text, error.code)
}

function excerptOf(text: string): string {
  const points = [...text.trim()]
  return points.length > EXCERPT_LENGTH ? `${points.slice(0, EXCERPT_LENGTH).join('')}…` : points.join('')
}
