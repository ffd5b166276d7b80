import { type ReadonlySignal, signal } from '@preact/signals'
import type { ItemState } from '../../src/domain/board.ts'
import type { Status } from '../../src/domain/lifecycle.ts'
import type { SharingMode } from '../../src/domain/sharing.ts'
import type { Result } from '../../src/domain/tally.ts'
import type { Theme } from '../../src/domain/theme.ts'
import { Credential, isAccessDenied } from './credential.ts'
import { followStream } from './event-stream.ts'
import { RequestError, request } from './request.ts'

/** A survey as the dashboard and the projector link read it. */
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
  /** When respondents see results, for whom that may change. */
  readonly share_results?: SharingMode
  readonly results_revealed?: boolean
  /** Whether the operator has taken it down. Only dashboards read it: a projector link then ends. */
  readonly taken_down?: boolean
}

/** Why the survey can no longer be shown: the credential stopped working, or it was given up or the survey deleted here. */
export type EndReason = 'ended' | 'deleted' | 'signed out'

/** A change of a board. */
export interface BoardChange {
  readonly index: number
  /** For moderators, the questions that changed; without them, the board has to be read. */
  readonly items?: readonly {
    readonly id: string
    readonly text: string
    readonly votes: number
    readonly state: ItemState
  }[]
}

/** Delays before a failed read is repeated, in milliseconds. */
const RETRY_MS = [1_000, 3_000]

/** Message to other tabs that the survey was changed; otherwise it is the reason why it can no longer be shown. */
const CHANGED_MESSAGE = 'changed'

type LiveCounts = Pick<WatchedSurvey, 'status' | 'response_count' | 'results'>

/** A live survey: read from one path of the server and kept up to date by its event stream. */
export class LiveSurvey<Survey extends WatchedSurvey = WatchedSurvey> {
  /** Updated as responses arrive. */
  readonly survey: ReadonlySignal<Survey>
  /** Whether live updates arrive now. */
  readonly connected: ReadonlySignal<boolean>
  /** Why it can no longer be shown; undefined while it can. */
  readonly ended: ReadonlySignal<EndReason | undefined>
  protected readonly credential: Credential
  readonly #path: string
  readonly #survey
  readonly #connected = signal(false)
  readonly #ended = signal<EndReason>()
  readonly #closeStream: () => void
  readonly #boardListeners = new Set<(change: BoardChange) => void>()
  readonly #projectedTextsListeners = new Set<() => void>()
  /** Tells other tabs of this browser about changes that cause no event. */
  readonly #tabs: BroadcastChannel
  #latestCounts: LiveCounts | undefined
  /** How often it was read, and which reading is shown: the answer to an earlier request may come after that to a later one. */
  #reads = 0
  #shownRead = 0

  /** @param survey as just read from the path */
  constructor(path: string, survey: Survey) {
    this.#path = path
    this.#survey = signal(survey)
    this.survey = this.#survey
    this.connected = this.#connected
    this.ended = this.#ended
    this.#tabs = new BroadcastChannel(`changes ${path}`)
    this.#tabs.onmessage = ({ data }) => (data === CHANGED_MESSAGE ? this.load() : this.#endWith(data))
    this.credential = new Credential(path)
    this.#closeStream = followStream(`${path}/events`, ['results', 'board', 'survey', 'projected_texts'], {
      onEvent: (event, data) => this.#receive(event, data),
      onConnectionChange: is => {
        this.#connected.value = is
        if (is) this.#projectedTextsChanged()
        else this.load()
      },
    })
  }

  /** Sends a request about this survey. @param path after the survey's own @throws RequestError */
  async send<Body = void>(method: string, path = '', body?: unknown): Promise<Body> {
    try {
      return await request<Body>(method, this.#path + path, { body })
    } catch (error) {
      // It may be that the session has ended: the page says so instead.
      if (isAccessDenied(error)) this.load()
      throw error
    }
  }

  /** Sends a read request about this survey; repeats it after a temporary failure, as while a server restarts. @throws RequestError */
  async read<Body>(path: string): Promise<Body> {
    for (const delay of RETRY_MS) {
      try {
        return await this.send<Body>('GET', path)
      } catch (error) {
        if (!(error instanceof RequestError) || (error.status > 0 && error.status < 500)) throw error
        await new Promise(resolve => setTimeout(resolve, delay))
      }
    }
    return this.send<Body>('GET', path)
  }

  /** After a change: reads the survey again, here and in the other tabs of this browser. */
  async reload(): Promise<void> {
    this.#tabs.postMessage(CHANGED_MESSAGE)
    await this.load()
  }

  /** Reads the survey again. Counts that the stream delivers meanwhile are newer and win. */
  async load(): Promise<void> {
    this.#latestCounts = undefined
    this.#reads += 1
    const mine = this.#reads
    try {
      const survey = await this.credential.read(() => request<Survey>('GET', this.#path))
      if (mine > this.#shownRead) this.#replaceSurvey(survey)
      this.#shownRead = Math.max(mine, this.#shownRead)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (isAccessDenied(error)) this.#endWith('ended')
    }
  }

  /** @param changed called when a board changed @returns stops listening */
  onBoardChange(changed: (change: BoardChange) => void): () => void {
    this.#boardListeners.add(changed)
    return () => this.#boardListeners.delete(changed)
  }

  /** @param changed called now, after each change of what is projected, and where one may have been missed @returns stops listening */
  onProjectedTextsChange(changed: () => void): () => void {
    this.#projectedTextsListeners.add(changed)
    changed()
    return () => this.#projectedTextsListeners.delete(changed)
  }

  /** After the survey was deleted, or this browser signed out: ends it here and in the browser's other tabs. */
  protected end(why: 'deleted' | 'signed out'): void {
    this.#tabs.postMessage(why)
    this.#endWith(why)
  }

  #endWith(why: EndReason): void {
    this.#closeStream()
    // What the server denies afterwards is no better reason than what was done here.
    if (this.#ended.value === undefined || this.#ended.value === 'ended') this.#ended.value = why
  }

  #replaceSurvey(survey: Survey): void {
    this.#survey.value = { ...survey, ...this.#latestCounts }
  }

  #projectedTextsChanged(): void {
    for (const changed of this.#projectedTextsListeners) changed()
  }

  #receive(event: string, data: unknown): void {
    switch (event) {
      case 'survey':
        this.load()
        break
      case 'projected_texts':
        this.#projectedTextsChanged()
        break
      case 'board':
        for (const changed of this.#boardListeners) changed(data as BoardChange)
        break
      default:
        this.#receiveCounts(data as LiveCounts)
    }
  }

  #receiveCounts(latestCounts: LiveCounts): void {
    const before = this.#survey.value
    this.#latestCounts = latestCounts
    this.#survey.value = { ...before, ...latestCounts }
    // The survey may have changed before the stream began. No other event says so.
    if (latestCounts.status !== before.status || questionsDiffer(before.results, latestCounts.results)) this.load()
  }
}

/** Whether the questions were edited. Events contain only their results. */
function questionsDiffer(before: readonly Result[], after: readonly Result[]): boolean {
  const shape = (results: readonly Result[]) =>
    JSON.stringify(results.map(({ type, text, tally }) => [type, text, tally?.map(({ option }) => option)]))
  return shape(before) !== shape(after)
}
