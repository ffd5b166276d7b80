import { type ReadonlySignal, signal } from '@preact/signals'
import type { Status } from '../../src/domain/lifecycle.ts'
import type { Result } from '../../src/domain/tally.ts'
import type { Theme } from '../../src/domain/theme.ts'
import { isShutOut, Pass } from './pass.ts'
import { Refused, request } from './request.ts'
import { followStream } from './stream.ts'

/** A survey as whoever watches it reads it, a wall too. */
export interface Watched {
  /** The slug. */
  readonly id: string
  readonly title: string
  readonly status: Status
  /** The public link. */
  readonly url: string
  readonly response_count: number
  readonly results: readonly Result[]
  readonly theme: Theme
}

/** The pass of this browser has ended, or the survey is no more. */
export type End = 'ended' | 'deleted'

/** What the other tabs are told of a survey that is no more. */
const DELETED = 'deleted'

type Told = Pick<Watched, 'status' | 'response_count' | 'results'>

/** A survey in this browser as it is now, read and followed behind one path of the service. */
export class LiveSurvey<Survey extends Watched = Watched> {
  /** Moves as answers arrive. */
  readonly survey: ReadonlySignal<Survey>
  /** Whether it moves now. */
  readonly connected: ReadonlySignal<boolean>
  /** Why it can be seen no more; undefined while it can. */
  readonly shut: ReadonlySignal<End | undefined>
  protected readonly pass: Pass
  readonly #path: string
  readonly #survey
  readonly #connected = signal(false)
  readonly #shut = signal<End>()
  readonly #unfollow: () => void
  readonly #boards = new Set<(index: number) => void>()
  /** The other tabs of this browser, which are told of changes that no event tells. */
  readonly #tabs: BroadcastChannel
  #told: Told | undefined

  /** @param survey as it was just read from that path */
  constructor(path: string, survey: Survey) {
    this.#path = path
    this.#survey = signal(survey)
    this.survey = this.#survey
    this.connected = this.#connected
    this.shut = this.#shut
    this.#tabs = new BroadcastChannel(`changes ${path}`)
    this.#tabs.onmessage = ({ data }) => (data === DELETED ? this.#end('deleted') : this.load())
    this.pass = new Pass(path)
    this.#unfollow = followStream(`${path}/events`, ['results', 'board'], {
      heard: (event, data) => this.#heard(event, data),
      connected: is => {
        this.#connected.value = is
        if (!is) this.load()
      },
    })
  }

  /** Asks the service about this survey. @param path behind its own @throws Refused */
  async send<Body = void>(method: string, path = '', body?: unknown): Promise<Body> {
    try {
      return await request<Body>(method, this.#path + path, { body })
    } catch (error) {
      if (error instanceof Refused && error.status === 401) this.#end('ended')
      throw error
    }
  }

  /** After something was changed: reads it again, here and in the other tabs of this browser. */
  async reload(): Promise<void> {
    this.#tabs.postMessage('changed')
    await this.load()
  }

  /** Reads the survey again. What the stream has told meanwhile is newer. */
  async load(): Promise<void> {
    this.#told = undefined
    try {
      this.#show(await this.pass.read(() => request<Survey>('GET', this.#path)))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (isShutOut(error)) this.#end('ended')
    }
  }

  /** @param changed gets the place of a board on which something changed @returns ends it */
  watchBoards(changed: (index: number) => void): () => void {
    this.#boards.add(changed)
    return () => this.#boards.delete(changed)
  }

  /** After it was deleted: there is nothing more to see, here and in the other tabs of this browser. */
  protected bury(): void {
    this.#tabs.postMessage(DELETED)
    this.#end('deleted')
  }

  #end(why: End): void {
    this.#unfollow()
    this.#shut.value = this.#shut.value === 'deleted' ? 'deleted' : why
  }

  #show(survey: Survey): void {
    this.#survey.value = { ...survey, ...this.#told }
  }

  #heard(event: string, data: unknown): void {
    if (event === 'board') {
      for (const changed of this.#boards) changed((data as { index: number }).index)
      return
    }
    const told = data as Told
    const before = this.#survey.value
    this.#told = told
    this.#survey.value = { ...before, ...told }
    // What ends a survey, or opens it again, may be a new time for its end, of which the stream tells nothing.
    if (told.status !== before.status || isEdited(before.results, told.results)) this.load()
  }
}

/** Whether somebody has changed the questions; the stream tells no more of them than their results. */
function isEdited(before: readonly Result[], after: readonly Result[]): boolean {
  const shape = (results: readonly Result[]) =>
    JSON.stringify(results.map(({ type, text, tally }) => [type, text, tally?.map(({ option }) => option)]))
  return shape(before) !== shape(after)
}
