import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { AudienceEvent, BoardNews, DashboardSurvey, ResultsEvent } from '../../src/dashboard/contract.ts'
import type { PresentationView } from '../../src/domain/results/presentation.ts'
import { type TextLanguage, textLanguage } from '../../src/domain/surveys/languages/text-language.ts'
import { Credential, isAccessDenied } from './credential.ts'
import { followStream } from './event-stream.ts'
import { RequestError, request, taggedRequest } from './request.ts'

/** A survey as dashboards and projector links get it. Only dashboards get the sharing state and whether it was taken down. */
export type WatchedSurvey = Pick<
  DashboardSurvey,
  | 'id'
  | 'title'
  | 'status'
  | 'url'
  | 'response_count'
  | 'results'
  | 'edited'
  | 'theme'
  | 'opens_at'
  | 'paced'
  | 'question_settings'
  | 'groups'
  | 'language'
  | 'found_language'
> &
  Partial<Pick<DashboardSurvey, 'share_results' | 'results_revealed' | 'taken_down'>>

/**
 * Why the survey can no longer be shown: the credential stopped working, or this browser signed out or deleted the
 * survey.
 */
export type EndReason = 'ended' | 'deleted' | 'signed out'

const EVENTS = ['results', 'board', 'survey', 'projected_texts', 'presentation', 'audience']

/** Delays before a failed read is repeated, in milliseconds. */
const RETRY_MS = [1_000, 3_000]

/** Message to other tabs that the survey was changed; any other message is the reason why it can no longer be shown. */
const CHANGED_MESSAGE = 'changed'

/** A live survey: read from one path of the server and kept up to date by its event stream. */
export class LiveSurvey<Survey extends WatchedSurvey = WatchedSurvey> {
  /** Updated as responses arrive. */
  readonly survey: ReadonlySignal<Survey>
  /** As attributes of the elements that show its texts. */
  readonly textLanguage: ReadonlySignal<TextLanguage>
  /** Whether live updates are arriving. */
  readonly connected: ReadonlySignal<boolean>
  /** How many people have its page open; 0 until that is known. */
  readonly here: ReadonlySignal<number>
  /** Why it can no longer be shown; undefined while it can. */
  readonly ended: ReadonlySignal<EndReason | undefined>
  protected readonly credential: Credential
  readonly #path: string
  readonly #survey
  readonly #connected = signal(false)
  readonly #here = signal(0)
  readonly #ended = signal<EndReason>()
  readonly #closeStream: () => void
  readonly #boardListeners = new Set<(change: BoardNews) => void>()
  readonly #projectedTextsListeners = new Set<() => void>()
  readonly #presentationListeners = new Set<(changed: PresentationView | undefined) => void>()
  /** Tells this browser's other tabs about changes that cause no event. */
  readonly #tabs: BroadcastChannel
  #latestCounts: ResultsEvent | undefined
  /** The entity tag of the survey as last read; undefined before the first read of this page. */
  #tag: string | undefined
  /**
   * Number of reads, and the one that is shown: the response to an earlier request may arrive after that to a later
   * one.
   */
  #reads = 0
  #shownRead = 0

  /** @param survey as just read from the path */
  constructor(path: string, survey: Survey) {
    this.#path = path
    this.#survey = signal(survey)
    this.survey = this.#survey
    const language = computed(() => this.#survey.value.language ?? this.#survey.value.found_language)
    this.textLanguage = computed(() => textLanguage(language.value))
    this.connected = this.#connected
    this.here = this.#here
    this.ended = this.#ended
    this.#tabs = new BroadcastChannel(`changes ${path}`)
    this.#tabs.onmessage = ({ data }) => (data === CHANGED_MESSAGE ? this.load() : this.#endWith(data))
    this.credential = new Credential(path)
    this.#closeStream = followStream(`${path}/events`, EVENTS, {
      onEvent: (event, data) => this.#receive(event, data),
      onConnectionChange: is => {
        this.#connected.value = is
        if (is) this.#projectedTextsChanged()
        if (is) this.#presentationChanged(undefined)
        // Changes before the stream began are in no event, and an interruption may mean that access has ended.
        this.load()
      },
    })
  }

  /** Sends a request about this survey. @param path after the survey's own @throws RequestError */
  send<Body = void>(method: string, path = '', body?: unknown): Promise<Body> {
    return this.#send<Body>(method, path, { body })
  }

  /** Changes the survey, if nobody has edited it since it was last read here. @throws RequestError, with status 412 if somebody has */
  protected async changeUnedited(changes: object): Promise<void> {
    await this.#send('PATCH', '', { body: changes, ifMatch: this.#tag })
  }

  async #send<Body>(
    method: string,
    path: string,
    options: { body?: unknown; ifMatch?: string | undefined },
  ): Promise<Body> {
    try {
      return await request<Body>(method, this.#path + path, options)
    } catch (error) {
      // If the session has ended, the page says so instead.
      if (isAccessDenied(error)) this.load()
      throw error
    }
  }

  /**
   * Sends a read request about this survey; retries it after a temporary failure, for example while a server restarts.
   * @throws RequestError
   */
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

  /** After a change: reads the survey again, here and in this browser's other tabs. */
  async reload(): Promise<void> {
    this.#tabs.postMessage(CHANGED_MESSAGE)
    await this.load()
  }

  /** Reads the survey again. Counts delivered by the stream meanwhile are newer and take precedence. */
  async load(): Promise<void> {
    this.#latestCounts = undefined
    this.#reads += 1
    const mine = this.#reads
    try {
      const { body, tag } = await this.credential.read(() => taggedRequest<Survey>('GET', this.#path))
      if (mine > this.#shownRead) this.#replaceSurvey(body, tag)
      this.#shownRead = Math.max(mine, this.#shownRead)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (isAccessDenied(error)) this.#endWith('ended')
    }
  }

  /** @param changed called when a board has changed @returns a function that stops listening */
  onBoardChange(changed: (change: BoardNews) => void): () => void {
    this.#boardListeners.add(changed)
    return () => this.#boardListeners.delete(changed)
  }

  /**
   * @param changed called now, after each change of what is projected, and when one may have been missed
   * @returns a function that stops listening
   */
  onProjectedTextsChange(changed: () => void): () => void {
    this.#projectedTextsListeners.add(changed)
    changed()
    return () => this.#projectedTextsListeners.delete(changed)
  }

  /**
   * @param changed called after each step with what is presented, and without it when steps may have been missed
   * @returns a function that stops listening
   */
  onPresentationChange(changed: (view: PresentationView | undefined) => void): () => void {
    this.#presentationListeners.add(changed)
    return () => this.#presentationListeners.delete(changed)
  }

  /** After the survey was deleted, or this browser signed out: ends it here and in the browser's other tabs. */
  protected end(why: 'deleted' | 'signed out'): void {
    this.#tabs.postMessage(why)
    this.#endWith(why)
  }

  #endWith(why: EndReason): void {
    this.#closeStream()
    // A later denial by the server is no better reason than what was done here.
    if (this.#ended.value === undefined || this.#ended.value === 'ended') this.#ended.value = why
  }

  #replaceSurvey(survey: Survey, tag: string | undefined): void {
    this.#tag = tag
    this.#survey.value = { ...survey, ...this.#latestCounts }
  }

  #projectedTextsChanged(): void {
    for (const changed of this.#projectedTextsListeners) changed()
  }

  #presentationChanged(view: PresentationView | undefined): void {
    for (const changed of this.#presentationListeners) changed(view)
  }

  #receive(event: string, data: unknown): void {
    switch (event) {
      case 'survey':
        this.load()
        break
      case 'projected_texts':
        this.#projectedTextsChanged()
        break
      case 'presentation':
        this.#presentationChanged(data as PresentationView)
        break
      case 'audience':
        this.#here.value = (data as AudienceEvent).here
        break
      case 'board':
        for (const changed of this.#boardListeners) changed(data as BoardNews)
        break
      default:
        this.#receiveCounts(data as ResultsEvent)
    }
  }

  #receiveCounts(latestCounts: ResultsEvent): void {
    const before = this.#survey.value
    this.#latestCounts = latestCounts
    this.#survey.value = { ...before, ...latestCounts }
    // It may have expired, which no other event reports.
    if (latestCounts.status !== before.status) this.load()
  }
}
