import { type ReadonlySignal, signal } from '@preact/signals'
import type { Status } from '../../src/domain/lifecycle.ts'
import type { Result } from '../../src/domain/tally.ts'
import type { Theme } from '../../src/domain/theme.ts'
import { Credential, isAccessDenied } from './credential.ts'
import { followStream } from './event-stream.ts'
import { RequestError, request } from './request.ts'

/** A survey as whoever watches it reads it, a wall too. */
export interface WatchedSurvey {
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
export type EndReason = 'ended' | 'deleted'

/** What the other tabs are told of a survey that is no more. */
const DELETED_MESSAGE = 'deleted'

type LiveCounts = Pick<WatchedSurvey, 'status' | 'response_count' | 'results'>

/** A survey in this browser as it is now, read and followed behind one path of the service. */
export class LiveSurvey<Survey extends WatchedSurvey = WatchedSurvey> {
  /** Moves as answers arrive. */
  readonly survey: ReadonlySignal<Survey>
  /** Whether it moves now. */
  readonly connected: ReadonlySignal<boolean>
  /** Why it can be seen no more; undefined while it can. */
  readonly ended: ReadonlySignal<EndReason | undefined>
  protected readonly credential: Credential
  readonly #path: string
  readonly #survey
  readonly #connected = signal(false)
  readonly #ended = signal<EndReason>()
  readonly #closeStream: () => void
  readonly #boardListeners = new Set<(index: number) => void>()
  /** The other tabs of this browser, which are told of changes that no event tells. */
  readonly #tabs: BroadcastChannel
  #latestCounts: LiveCounts | undefined

  /** @param survey as it was just read from that path */
  constructor(path: string, survey: Survey) {
    this.#path = path
    this.#survey = signal(survey)
    this.survey = this.#survey
    this.connected = this.#connected
    this.ended = this.#ended
    this.#tabs = new BroadcastChannel(`changes ${path}`)
    this.#tabs.onmessage = ({ data }) => (data === DELETED_MESSAGE ? this.#endWith('deleted') : this.load())
    this.credential = new Credential(path)
    this.#closeStream = followStream(`${path}/events`, ['results', 'board'], {
      onEvent: (event, data) => this.#receive(event, data),
      onConnectionChange: is => {
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
      if (error instanceof RequestError && error.status === 401) this.#endWith('ended')
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
    this.#latestCounts = undefined
    try {
      this.#replaceSurvey(await this.credential.read(() => request<Survey>('GET', this.#path)))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (isAccessDenied(error)) this.#endWith('ended')
    }
  }

  /** @param changed gets the place of a board on which something changed @returns ends it */
  onBoardChange(changed: (index: number) => void): () => void {
    this.#boardListeners.add(changed)
    return () => this.#boardListeners.delete(changed)
  }

  /** After it was deleted: there is nothing more to see, here and in the other tabs of this browser. */
  protected markDeleted(): void {
    this.#tabs.postMessage(DELETED_MESSAGE)
    this.#endWith('deleted')
  }

  #endWith(why: EndReason): void {
    this.#closeStream()
    this.#ended.value = this.#ended.value === 'deleted' ? 'deleted' : why
  }

  #replaceSurvey(survey: Survey): void {
    this.#survey.value = { ...survey, ...this.#latestCounts }
  }

  #receive(event: string, data: unknown): void {
    if (event === 'board') {
      for (const changed of this.#boardListeners) changed((data as { index: number }).index)
      return
    }
    const latestCounts = data as LiveCounts
    const before = this.#survey.value
    this.#latestCounts = latestCounts
    this.#survey.value = { ...before, ...latestCounts }
    // What ends a survey, or opens it again, may be a new time for its end, of which the stream tells nothing.
    if (latestCounts.status !== before.status || questionsDiffer(before.results, latestCounts.results)) this.load()
  }
}

/** Whether somebody has changed the questions; the stream tells no more of them than their results. */
function questionsDiffer(before: readonly Result[], after: readonly Result[]): boolean {
  const shape = (results: readonly Result[]) =>
    JSON.stringify(results.map(({ type, text, tally }) => [type, text, tally?.map(({ option }) => option)]))
  return shape(before) !== shape(after)
}
