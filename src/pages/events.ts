import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { isBoard } from '../domain/board.ts'
import { type Boards, boardsRevisionOf } from '../service/boards.ts'
import { changedBoards, isBoardPart, type Part } from '../service/live.ts'
import type { PublicSurvey, Responses } from '../service/responses.ts'
import { type EventStreams, eventText } from '../transport/event-streams.ts'
import { type Changes, type RoomSource, Rooms, type Update } from '../transport/room.ts'
import { BoardChanges } from './board-changes.ts'
import { type ResultsEventsParts, SharedResultsSource } from './results-events.ts'

export interface EventsParts extends ResultsEventsParts {
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
  /** `boardsRevisionOf` the page that the browser shows, which was open. */
  readonly shownRevision: string | undefined
}

interface ToEvents {
  Params: { slug: string }
  Querystring: { revision?: string; results?: string }
}

/** `GET /s/{slug}/events`: the survey opened, closed or was edited; a board changed. With `?results`, what it shares instead. */
export function eventsRoute(app: FastifyInstance, parts: EventsParts): void {
  const rooms = new Rooms<Watcher, Part>({ ...parts, source: slug => new SurveySource(slug, parts) })
  const resultsRooms = new Rooms<null, Part>({ ...parts, source: slug => new SharedResultsSource(slug, parts) })
  app.get<ToEvents>('/s/:slug/events', async (request, reply) => {
    const { survey } = await parts.responses.publicSurvey(request.params.slug)
    if (request.query.results !== undefined) return resultsRooms.stream(survey.slug, null, request, reply)
    const watcher = { lastEventId: request.headers['last-event-id'], shownRevision: request.query.revision }
    return rooms.stream(survey.slug, watcher, request, reply)
  })
}

/** Events for respondents: status and boards of a survey, no results. */
class SurveySource implements RoomSource<Watcher, Part> {
  readonly #slug: string
  readonly #parts: EventsParts
  /** An event id is the name of this room and the number of the event. */
  readonly #roomName = randomUUID()
  #eventNumber = 0
  #lastRead: PublicSurvey | undefined
  /**
   * Up to this revision, all watchers know of every change of a board; later changes they know only if they were notified.
   */
  #knownRevision: number | undefined
  readonly #boardChanges: BoardChanges

  constructor(slug: string, parts: EventsParts) {
    this.#slug = slug
    this.#parts = parts
    this.#boardChanges = new BoardChanges(parts.boards)
  }

  subscribe(onChange: (changes: Changes<Part>) => void): () => void {
    // Nothing about responses is sent, so a new response is no reason to read the survey.
    return this.#parts.live.watch(this.#slug, onChange, part => part === 'survey' || isBoardPart(part))
  }

  async read(_: Watcher, changes: Changes<Part>): Promise<Update<Watcher>> {
    const found = await this.#parts.responses.publicSurvey(this.#slug)
    const boards = found.questions.flatMap((question, index) => (isBoard(question) ? [index] : []))
    const boardNews = await this.#readBoards(found, boards, changes)
    const isNew = this.#lastRead !== undefined && stateOf(found) !== stateOf(this.#lastRead)
    if (changes === undefined || this.#lastRead === undefined) this.#knownRevision = found.survey.boardRevision
    this.#lastRead = found
    if (isNew || boardNews.length > 0) this.#eventNumber++
    const id = this.#lastEventId()
    const whole = boards.map(index => eventText('board', { index }, id)).join('') + surveyEvent(found, id)
    const news = boardNews.map(data => eventText('board', data, id)).join('') + (isNew ? surveyEvent(found, id) : '')
    return {
      news: () => news,
      whole: watcher => (hasMissedNothing(watcher, id, found) ? '' : whole),
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

  /** A deleted survey is reported as closed; a browser that reconnects gets 404. */
  finalEvents(): string {
    if (this.#lastRead === undefined) return ''
    this.#eventNumber++
    return surveyEvent({ ...this.#lastRead, status: 'closed' }, this.#lastEventId())
  }

  #lastEventId(): string {
    return `${this.#roomName}-${this.#eventNumber}`
  }
}

function surveyEvent({ status, survey: { revision } }: PublicSurvey, id: string): string {
  return eventText('survey', { status, revision }, id)
}

function stateOf({ status, survey }: PublicSurvey): string {
  return `${status} ${survey.revision}`
}

/** A browser that has received an event may show more than its page had at first. */
function hasMissedNothing({ lastEventId, shownRevision }: Watcher, id: string, found: PublicSurvey): boolean {
  if (lastEventId !== undefined) return lastEventId === id
  return found.status === 'open' && shownRevision === boardsRevisionOf(found.survey)
}
