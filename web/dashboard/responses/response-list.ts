import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { ListedResponse as Response, ResponsePage } from '../../../src/dashboard/contract.ts'
import { RequestError } from '../../ui/request.ts'
import type { SurveyModel } from '../survey-model.ts'

/** Which responses are listed. */
export interface ResponseFilter {
  /** Text that a free-text answer must contain; empty for any. */
  readonly text: string
  /** The index of the question that must be answered and is searched; undefined for all. */
  readonly question: number | undefined
}

interface LoadState {
  readonly state: 'reading' | 'idle' | 'failed'
  /** Approximate number of responses searched, derived from sequence numbers; 0 until the first page arrives. */
  readonly searched: number
  /** Whether all responses have been searched. */
  readonly isComplete: boolean
}

/** Responses per page. */
export const PAGE_SIZE = 50
/** Delay before new responses are loaded, in milliseconds, so that several arrive in one request. */
const ARRIVALS_DELAY_MS = 1_000

const NO_FILTER: ResponseFilter = { text: '', question: undefined }

/** The responses loaded so far, newest first. Only these are in memory. */
export class ResponseList {
  readonly rows: ReadonlySignal<readonly Response[]>
  readonly loadState: ReadonlySignal<LoadState>
  /** New responses that are not listed yet, newest first. A full page means that there may be more. */
  readonly newRows: ReadonlySignal<readonly Response[]>
  readonly #model: SurveyModel
  readonly #rows = signal<readonly Response[]>([])
  readonly #loadState = signal<LoadState>({ state: 'reading', searched: 0, isComplete: false })
  readonly #newRows = signal<readonly Response[]>([])
  /** The ids of the newest responses at the last check; anything before them is new. */
  #knownIds: ReadonlySet<string> = new Set()
  #filter = NO_FILTER
  #next: number | null = 0
  /** The sequence number of the newest response, exact if none was deleted. */
  #newestSequence = 0
  /** The current or last load. */
  #currentLoad: Promise<void> = Promise.resolve()
  #arrivalsTimer: ReturnType<typeof setTimeout> | undefined

  constructor(model: SurveyModel) {
    this.#model = model
    this.rows = this.#rows
    this.loadState = this.#loadState
    this.newRows = this.#newRows
  }

  /** Starts again from the newest response. The rows of the previous filter stay until the first page arrives. */
  async setFilter(filter: ResponseFilter): Promise<void> {
    this.#filter = filter
    this.#next = 0
    this.#loadState.value = { ...this.#loadState.value, searched: 0 }
    await this.#run(async () => {
      const newest = await this.#fetchPage(NO_FILTER, 0, PAGE_SIZE)
      if (this.#filter !== filter) return
      this.#rememberNewest(newest)
      if (isUnfiltered(filter)) this.#append(newest, [])
      else await this.#loadPage(filter, 0)
    })
  }

  /** Loads the next page, also after a failure. Waits for a load in progress. */
  async loadMore(): Promise<void> {
    const [filter, after] = [this.#filter, this.#next]
    if (this.#loadState.value.state === 'reading') return this.#currentLoad
    if (after === null) return
    if (after === 0) await this.setFilter({ ...filter })
    else await this.#run(() => this.#loadPage(filter, after))
  }

  /** Stops all loading. */
  dispose(): void {
    this.#filter = { ...NO_FILTER }
    clearTimeout(this.#arrivalsTimer)
  }

  /** Schedules a check for new responses. */
  checkForNew(): void {
    this.#arrivalsTimer ??= setTimeout(() => {
      this.#arrivalsTimer = undefined
      this.#loadNew().catch(() => {
        // The user did not request this, so its failure is not shown. The next arrival repeats it.
      })
    }, ARRIVALS_DELAY_MS)
  }

  /** Lists the new responses on top. */
  async showNew(): Promise<void> {
    const newRows = this.#newRows.value
    const { text, question } = this.#filter
    if (text !== '' || newRows.length >= PAGE_SIZE) return this.setFilter({ ...this.#filter })
    this.#knownIds = new Set([...newRows.map(({ id }) => id), ...this.#knownIds])
    const matching = newRows.filter(({ answers }) => question === undefined || (answers[question] ?? null) !== null)
    batch(() => {
      this.#rows.value = [...matching, ...this.#rows.value]
      this.#newRows.value = []
    })
  }

  /** The response to focus after another one is deleted. */
  neighbourOf(id: string): string | undefined {
    const rows = this.#rows.value
    const at = rows.findIndex(row => row.id === id)
    return (rows[at + 1] ?? rows[at - 1])?.id
  }

  /**
   * Permanently deletes a response. One that someone else has deleted is only removed from the list.
   * @throws RequestError
   */
  async remove(id: string): Promise<void> {
    try {
      await this.#model.send('DELETE', `/responses/${id}`)
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 404) throw error
      // A replaced admin link causes a 404 as well; loading the survey tells them apart.
      await this.#model.load()
    }
    this.#rows.value = this.#rows.value.filter(row => row.id !== id)
    if (this.#rows.value.length === 0) this.loadMore()
  }

  /** Loads until a page is full, which takes several requests if few responses match. */
  async #loadPage(filter: ResponseFilter, from: number): Promise<void> {
    let after: number | null = from
    for (let found = 0; after !== null && found < PAGE_SIZE; ) {
      const page = await this.#fetchPage(filter, after, PAGE_SIZE - found)
      if (this.#filter !== filter) return
      this.#append(page, after === 0 ? [] : this.#rows.value)
      found += page.responses.length
      after = page.next
    }
  }

  #append({ responses, next }: ResponsePage, before: readonly Response[]): void {
    const page = next === null || this.#newestSequence === 0 ? 1 : Math.max(0, 1 - (next - 1) / this.#newestSequence)
    this.#next = next
    batch(() => {
      this.#rows.value = [...before, ...responses]
      const searched = Math.round(page * this.#model.survey.value.response_count)
      this.#loadState.value = { ...this.#loadState.value, searched, isComplete: next === null }
    })
  }

  #rememberNewest({ responses, next }: ResponsePage): void {
    this.#knownIds = new Set(responses.map(({ id }) => id))
    this.#newRows.value = []
    this.#newestSequence = (next ?? 1) + responses.length - 1
  }

  async #loadNew(): Promise<void> {
    const filter = this.#filter
    const { responses } = await this.#fetchPage(NO_FILTER, 0, PAGE_SIZE)
    if (this.#filter !== filter) return
    const newRows = responses.findIndex(({ id }) => this.#knownIds.has(id))
    this.#newRows.value = newRows === -1 ? responses : responses.slice(0, newRows)
    // An empty list can be filled without moving anything.
    if (filter.text === '' && this.#rows.value.length === 0) await this.showNew()
  }

  #run(act: () => Promise<void>): Promise<void> {
    this.#currentLoad = this.#track(act)
    return this.#currentLoad
  }

  async #track(act: () => Promise<void>): Promise<void> {
    const filter = this.#filter
    const put = (state: LoadState['state']) => {
      if (this.#filter === filter) this.#loadState.value = { ...this.#loadState.value, state }
    }
    put('reading')
    try {
      await act()
      put('idle')
    } catch (error) {
      put('failed')
      if (!(error instanceof RequestError)) throw error
    }
  }

  #fetchPage({ text, question }: ResponseFilter, after: number, limit: number): Promise<ResponsePage> {
    const query = new URLSearchParams({ order: 'newest', after: String(after), limit: String(limit) })
    if (text !== '') query.set('text', text)
    if (question !== undefined) query.set('question', String(question))
    return this.#model.send('GET', `/responses?${query}`)
  }
}

function isUnfiltered({ text, question }: ResponseFilter): boolean {
  return text === '' && question === undefined
}
