import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { Answer } from '../../../src/domain/answer.ts'
import { Refused } from '../../ui/request.ts'
import type { Desk } from '../desk.ts'

/** A response as the dashboard reads it; its answers stand in the order of the questions. */
export interface Response {
  readonly id: string
  readonly submitted_at: string
  readonly answers: readonly Answer[]
}

/** Which responses are read. */
export interface Asked {
  /** What has to stand in a free-text answer; empty for anything. */
  readonly text: string
  /** The question that has to be answered, and in whose answers the text has to stand; undefined for any. */
  readonly question: number | undefined
}

interface Part {
  readonly responses: readonly Response[]
  /** The place after which it goes on; null at the end. */
  readonly next: number | null
}

interface Standing {
  readonly state: 'reading' | 'idle' | 'failed'
  /** How many responses have been looked at for what is asked, as far as places tell it; 0 until the first answer. */
  readonly looked: number
  /** Whether all of them have been. */
  readonly isWhole: boolean
}

/** Responses that are read at once. */
export const PER_PART = 50
/** For how long arrivals are gathered before it is looked what has come in, in milliseconds. */
const GATHER_MS = 1_000

const ALL: Asked = { text: '', question: undefined }

/** The responses of a survey as they have been read so far, newest first. Only these are in memory. */
export class Reading {
  readonly rows: ReadonlySignal<readonly Response[]>
  readonly standing: ReadonlySignal<Standing>
  /** What has come in since, newest first; `PER_PART` of them may be more. */
  readonly fresh: ReadonlySignal<readonly Response[]>
  readonly #desk: Desk
  readonly #rows = signal<readonly Response[]>([])
  readonly #standing = signal<Standing>({ state: 'reading', looked: 0, isWhole: false })
  readonly #fresh = signal<readonly Response[]>([])
  /** Those that were the newest when it was looked last; what stands before them has come in since. */
  #known: ReadonlySet<string> = new Set()
  #asked = ALL
  #next: number | null = 0
  /** The place of the newest, where none was removed. */
  #lastPlace = 0
  /** What is read now, or was read last. */
  #running: Promise<void> = Promise.resolve()
  #gathering: ReturnType<typeof setTimeout> | undefined

  constructor(desk: Desk) {
    this.#desk = desk
    this.rows = this.#rows
    this.standing = this.#standing
    this.fresh = this.#fresh
  }

  /** Begins anew with the newest. What was asked before ends; what it found stays until the first answer. */
  async ask(asked: Asked): Promise<void> {
    this.#asked = asked
    this.#next = 0
    this.#standing.value = { ...this.#standing.value, looked: 0 }
    await this.#run(async () => {
      const newest = await this.#read(ALL, 0, PER_PART)
      if (this.#asked !== asked) return
      this.#know(newest)
      if (isAll(asked)) this.#add(newest, [])
      else await this.#seek(asked, 0)
    })
  }

  /** Reads what follows, as much as one part; also after a failure. What is being read already is waited for. */
  async more(): Promise<void> {
    const [asked, after] = [this.#asked, this.#next]
    if (this.#standing.value.state === 'reading') return this.#running
    if (after === null) return
    if (after === 0) await this.ask({ ...asked })
    else await this.#run(() => this.#seek(asked, after))
  }

  /** Nobody reads any more. */
  end(): void {
    this.#asked = { ...ALL }
    clearTimeout(this.#gathering)
  }

  /** Something may have come in. */
  look(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      // Nobody has asked for it, so a failure says nothing; the next arrival asks again.
      this.#gather().catch(() => {})
    }, GATHER_MS)
  }

  /** Puts on top what has come in since. */
  async takeIn(): Promise<void> {
    const fresh = this.#fresh.value
    const { text, question } = this.#asked
    if (text !== '' || fresh.length >= PER_PART) return this.ask({ ...this.#asked })
    this.#known = new Set([...fresh.map(({ id }) => id), ...this.#known])
    const fitting = fresh.filter(({ answers }) => question === undefined || (answers[question] ?? null) !== null)
    batch(() => {
      this.#rows.value = [...fitting, ...this.#rows.value]
      this.#fresh.value = []
    })
  }

  /** The response that is left in the place of another, when that is removed. */
  neighbour(id: string): string | undefined {
    const rows = this.#rows.value
    const at = rows.findIndex(row => row.id === id)
    return (rows[at + 1] ?? rows[at - 1])?.id
  }

  /** Removes a response for good. @throws Refused 404 where it has been removed already; it is not here any more then */
  async remove(id: string): Promise<void> {
    try {
      await this.#desk.send('DELETE', `/responses/${id}`)
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 404) throw error
      // The link may have been replaced as well, which looks the same.
      await this.#desk.load()
    }
    this.#rows.value = this.#rows.value.filter(row => row.id !== id)
    if (this.#rows.value.length === 0) this.more()
  }

  /** Reads on until one part is full; where little matches, that takes several answers of the service. */
  async #seek(asked: Asked, from: number): Promise<void> {
    let after: number | null = from
    for (let found = 0; after !== null && found < PER_PART; ) {
      const part = await this.#read(asked, after, PER_PART - found)
      if (this.#asked !== asked) return
      this.#add(part, after === 0 ? [] : this.#rows.value)
      found += part.responses.length
      after = part.next
    }
  }

  #add({ responses, next }: Part, before: readonly Response[]): void {
    const part = next === null || this.#lastPlace === 0 ? 1 : Math.max(0, 1 - (next - 1) / this.#lastPlace)
    this.#next = next
    batch(() => {
      this.#rows.value = [...before, ...responses]
      const looked = Math.round(part * this.#desk.survey.value.response_count)
      this.#standing.value = { ...this.#standing.value, looked, isWhole: next === null }
    })
  }

  #know({ responses, next }: Part): void {
    this.#known = new Set(responses.map(({ id }) => id))
    this.#fresh.value = []
    this.#lastPlace = (next ?? 1) + responses.length - 1
  }

  async #gather(): Promise<void> {
    const asked = this.#asked
    const { responses } = await this.#read(ALL, 0, PER_PART)
    if (this.#asked !== asked) return
    const fresh = responses.findIndex(({ id }) => this.#known.has(id))
    this.#fresh.value = fresh === -1 ? responses : responses.slice(0, fresh)
    // Where nothing is, nothing jumps.
    if (asked.text === '' && this.#rows.value.length === 0) await this.takeIn()
  }

  #run(act: () => Promise<void>): Promise<void> {
    this.#running = this.#perform(act)
    return this.#running
  }

  async #perform(act: () => Promise<void>): Promise<void> {
    const asked = this.#asked
    const put = (state: Standing['state']) => {
      if (this.#asked === asked) this.#standing.value = { ...this.#standing.value, state }
    }
    put('reading')
    try {
      await act()
      put('idle')
    } catch (error) {
      put('failed')
      if (!(error instanceof Refused)) throw error
    }
  }

  #read({ text, question }: Asked, after: number, limit: number): Promise<Part> {
    const query = new URLSearchParams({ order: 'newest', after: String(after), limit: String(limit) })
    if (text !== '') query.set('text', text)
    if (question !== undefined) query.set('question', String(question))
    return this.#desk.send('GET', `/responses?${query}`)
  }
}

function isAll({ text, question }: Asked): boolean {
  return text === '' && question === undefined
}
