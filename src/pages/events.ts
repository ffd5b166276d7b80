import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { changedBoards, type Live, type Part } from '../service/live.ts'
import type { PublicSurvey, Responses } from '../service/responses.ts'
import { type EventStreams, eventText } from '../transport/event-streams.ts'
import { type Changes, type RoomSource, Rooms, type Update } from '../transport/room.ts'

export interface EventsParts {
  readonly responses: Responses
  readonly live: Live
  readonly streams: EventStreams
  readonly log: FastifyBaseLogger
}

/** An open event stream of a survey's page. */
interface Watcher {
  /** Id of the last event that the browser received before it lost the connection. */
  readonly lastEventId: string | string[] | undefined
}

/** `GET /s/{slug}/events`: the survey opened, closed or was edited; a board changed. */
export function eventsRoute(app: FastifyInstance, parts: EventsParts): void {
  const rooms = new Rooms<Watcher, Part>({ ...parts, source: slug => new SurveySource(slug, parts) })
  app.get<{ Params: { slug: string } }>('/s/:slug/events', async (request, reply) => {
    const { survey } = await parts.responses.publicSurvey(request.params.slug)
    return rooms.stream(survey.slug, { lastEventId: request.headers['last-event-id'] }, request, reply)
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

  constructor(slug: string, parts: EventsParts) {
    this.#slug = slug
    this.#parts = parts
  }

  subscribe(onChange: (changes: Changes<Part>) => void): () => void {
    return this.#parts.live.watch(this.#slug, onChange)
  }

  async read(_: Watcher, changes: Changes<Part>): Promise<Update<Watcher>> {
    const survey = await this.#parts.responses.publicSurvey(this.#slug)
    const boards = boardsOf(survey)
    const changed = changes && changedBoards(changes)
    const changedOnes = boards.filter(index => changed?.has(index) ?? true)
    const isNew = this.#lastRead !== undefined && stateOf(survey) !== stateOf(this.#lastRead)
    this.#lastRead = survey
    if (isNew || changedOnes.length > 0) this.#eventNumber++
    const id = this.#lastEventId()
    const whole = boardEvents(boards, id) + surveyEvent(survey, id)
    return {
      news: boardEvents(changedOnes, id) + (isNew ? surveyEvent(survey, id) : ''),
      // A browser that reconnects and has missed nothing receives nothing.
      whole: ({ lastEventId }) => (lastEventId === id ? '' : whole),
      isAdmitted: () => true,
    }
  }

  isOutdated(): boolean {
    const last = this.#lastRead
    return last !== undefined && this.#parts.responses.statusOf(last.survey) !== last.status
  }

  /** A deleted survey is reported as closed; a browser that reconnects gets 404. */
  farewell(): string {
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

function boardEvents(indexes: readonly number[], id: string): string {
  return indexes.map(index => eventText('board', { index }, id)).join('')
}

function boardsOf({ questions }: PublicSurvey): number[] {
  return questions.flatMap(({ type }, index) => (type === 'upvoted_question' ? [index] : []))
}

function stateOf({ status, survey }: PublicSurvey): string {
  return `${status} ${survey.revision}`
}
