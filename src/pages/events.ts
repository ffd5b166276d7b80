import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { isBoard } from '../domain/boards/board.ts'
import type { Boards } from '../service/boards/boards.ts'
import { changedBoards, isBoardPart, type Part } from '../service/change-feed.ts'
import type { PublicSurvey, Responses } from '../service/responses/responses.ts'
import { type Changes, type ChannelSource, Channels, isNotified, type Update } from '../transport/streams/channel.ts'
import { type EventStreams, eventText } from '../transport/streams/event-streams.ts'
import { BoardChanges } from './boards/board-changes.ts'
import type { SurveyEvent } from './contract.ts'
import { PacedSteps, type PacedStepsParts } from './live/paced-steps.ts'
import { type ResultsEventsParts, SharedResultsSource } from './results/results-events.ts'
import { formVersion } from './surveys/form-version.ts'

export interface EventsParts extends ResultsEventsParts, PacedStepsParts {
  readonly responses: Responses
  readonly boards: Boards
  readonly streams: EventStreams
  readonly log: FastifyBaseLogger
  readonly addressOf: (request: IncomingMessage) => string
}

/** An open event stream of a survey's page. */
interface Watcher {
  /** Id of the last event that the browser received before it lost the connection. */
  readonly lastEventId: string | string[] | undefined
  /** `publicRevision` of the page shown by the browser, if that page was open. */
  readonly shownRevision: string | undefined
}

interface ToEvents {
  Params: { slug: string }
  Querystring: { revision?: string; results?: string }
}

/**
 * `GET /s/{slug}/events`: the survey was opened, closed or edited, or a board changed. With `?results`, the shared
 * results instead.
 */
export function eventsRoute(app: FastifyInstance, parts: EventsParts): void {
  const channels = new Channels<Watcher, Part>({ ...parts, source: slug => new SurveySource(slug, parts) })
  const resultsChannels = new Channels<null, Part>({ ...parts, source: slug => new SharedResultsSource(slug, parts) })
  app.get<ToEvents>('/s/:slug/events', async (request, reply) => {
    const { survey } = await parts.responses.publicSurvey(request.params.slug)
    if (request.query.results !== undefined) return resultsChannels.stream(survey.slug, null, request, reply)
    const watcher = { lastEventId: request.headers['last-event-id'], shownRevision: request.query.revision }
    return channels.stream(survey.slug, watcher, request, reply)
  })
}

/** Events for respondents: a survey's status and boards, but no results. */
class SurveySource implements ChannelSource<Watcher, Part> {
  readonly #slug: string
  readonly #parts: EventsParts
  /** An event id is the name of this channel and the number of the event. */
  readonly #channelName = randomUUID()
  #eventNumber = 0
  #lastRead: PublicSurvey | undefined
  /** The state that all watchers know. */
  #reported: string | undefined
  readonly #steps: PacedSteps
  /**
   * Up to this revision, all watchers know of every change to a board; they know of later changes only if they were
   * notified.
   */
  #knownRevision: number | undefined
  readonly #boardChanges: BoardChanges

  constructor(slug: string, parts: EventsParts) {
    this.#slug = slug
    this.#parts = parts
    this.#boardChanges = new BoardChanges(parts.boards)
    this.#steps = new PacedSteps(parts)
  }

  subscribe(onChange: (changes: Changes<Part>) => void): () => void {
    const isPaced = () => this.#lastRead?.survey.paced === true
    const concerns = (part: Part) => part === 'survey' || isBoardPart(part) || (isPaced() && this.#steps.concerns(part))
    return this.#parts.changeFeed.watch(this.#slug, onChange, concerns)
  }

  async read(_: Watcher, changes: Changes<Part>): Promise<Update<Watcher>> {
    const found = await this.#parts.responses.publicSurvey(this.#slug)
    const hasOpened = found.opensAt === null
    // Before it opens, nobody learns which questions are boards.
    const boards = hasOpened ? found.questions.flatMap((question, index) => (isBoard(question) ? [index] : [])) : []
    const isOpening = hasOpened && this.#lastRead !== undefined && this.#lastRead.opensAt !== null
    const boardChanges = isOpening ? undefined : changes
    const boardNews = await this.#readBoards(found, boards, boardChanges)
    const isStepped = await this.#steps.read(found, changes)
    const isReported = isNotified(changes) || found.status !== this.#lastRead?.status
    const isNew = isReported && this.#lastRead !== undefined && stateOf(found) !== this.#reported
    if (isReported) this.#reported = stateOf(found)
    if (hasOpened && (boardChanges === undefined || this.#lastRead === undefined))
      this.#knownRevision = found.survey.boardRevision
    this.#lastRead = found
    if (isNew || boardNews.length > 0) this.#eventNumber++
    const id = this.#lastEventId()
    const revision = this.#parts.boards.publicRevision(found.survey)
    const isCurrent = (watcher: Watcher) =>
      hasMissedNothing(watcher, id, found.status === 'open' ? revision : undefined)
    const whole = boards.map(index => eventText('board', { index }, id)).join('') + surveyEvent(found, id)
    const news = boardNews.map(data => eventText('board', data, id)).join('') + (isNew ? surveyEvent(found, id) : '')
    return {
      news: () => news + (isStepped ? this.#steps.event() : ''),
      whole: watcher => (isCurrent(watcher) ? '' : whole) + this.#steps.event(),
      hasAccess: () => true,
    }
  }

  /** @param boards the indexes of all boards */
  async #readBoards({ survey }: PublicSurvey, boards: readonly number[], changes: Changes<Part>): Promise<object[]> {
    const isUnchanged = this.#knownRevision === survey.boardRevision
    const whole = new Map(isUnchanged ? [] : boards.map(index => [index, undefined]))
    const changed = changes === undefined ? whole : changedBoards(changes)
    return Promise.all(
      boards.flatMap(index => (changed.has(index) ? [this.#boardChanges.read(survey, index, changed.get(index))] : [])),
    )
  }

  isOutdated(): boolean {
    const last = this.#lastRead
    return last !== undefined && this.#parts.responses.statusOf(last.survey) !== last.status
  }

  /** A deleted survey is reported as closed; a browser that reconnects gets a 404. */
  finalEvents(): string {
    if (this.#lastRead === undefined) return ''
    this.#eventNumber++
    return surveyEvent({ ...this.#lastRead, status: 'closed' }, this.#lastEventId())
  }

  #lastEventId(): string {
    return `${this.#channelName}-${this.#eventNumber}`
  }
}

function surveyEvent(found: PublicSurvey, id: string): string {
  const event: SurveyEvent = {
    status: found.status,
    revision: found.survey.revision,
    version: formVersion(found),
  }
  return eventText('survey', event, id)
}

function stateOf({ status, survey }: PublicSurvey): string {
  return `${status} ${survey.revision}`
}

/**
 * A browser that has received an event may show more than its page did at first.
 * @param revision of the boards, undefined if no open page shows the survey as it is
 */
function hasMissedNothing({ lastEventId, shownRevision }: Watcher, id: string, revision: string | undefined): boolean {
  return lastEventId === undefined ? revision !== undefined && shownRevision === revision : lastEventId === id
}
