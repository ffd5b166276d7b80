import type { FastifyBaseLogger } from 'fastify'
import { type Status, statusAt } from '../domain/lifecycle.ts'
import type { Authentication } from '../service/authentication.ts'
import { changedBoards, type Live, type Part } from '../service/live.ts'
import type { LinkHolder } from '../service/principal.ts'
import type { Survey, Surveys } from '../service/surveys.ts'
import { type EventStreams, eventText } from '../transport/event-streams.ts'
import { type Changes, type RoomSource, Rooms, type Update } from '../transport/room.ts'

export interface ResultsEventsParts {
  readonly authentication: Authentication
  readonly surveys: Surveys
  readonly clock: () => number
  readonly live: Live
  readonly streams: EventStreams
  readonly log: FastifyBaseLogger
}

/** Event streams of results and boards by slug, shared by dashboards and projectors. */
export type ResultsRooms = Rooms<LinkHolder, Part>

export function resultsRooms(parts: ResultsEventsParts): ResultsRooms {
  return new Rooms({ ...parts, source: slug => new ResultsSource(slug, parts) })
}

interface Read {
  readonly survey: Survey
  /** Status at the time of reading. */
  readonly status: Status
}

type Results = Awaited<ReturnType<Surveys['aggregate']>>['results']

/** Results of a survey for holders of its links. Each reading ends streams whose link is no longer valid. */
class ResultsSource implements RoomSource<LinkHolder, Part> {
  readonly #slug: string
  readonly #parts: ResultsEventsParts
  #lastRead: Read | undefined
  #lastResults = ''

  constructor(slug: string, parts: ResultsEventsParts) {
    this.#slug = slug
    this.#parts = parts
  }

  subscribe(onChange: (changes: Changes<Part>) => void): () => void {
    return this.#parts.live.watch(this.#slug, onChange)
  }

  async read(reader: LinkHolder, changes: Changes<Part>): Promise<Update<LinkHolder>> {
    const { surveys, clock } = this.#parts
    const { survey, results } = await surveys.aggregate(reader)
    // Read after the results, so that nothing read after a link was revoked is sent to its holder.
    const isAdmitted = await this.readAdmission()
    const read = { survey, status: statusAt(survey, clock()) }
    this.#lastRead = read
    return { ...this.#render(read, results, changes), isAdmitted }
  }

  readAdmission(): Promise<(watcher: LinkHolder) => boolean> {
    return this.#parts.authentication.admission(this.#slug)
  }

  isOutdated(): boolean {
    const last = this.#lastRead
    return last !== undefined && statusAt(last.survey, this.#parts.clock()) !== last.status
  }

  #render({ survey, status }: Read, results: Results, changes: Changes<Part>) {
    const resultsEvent = eventText('results', { status, response_count: survey.responseCount, results })
    const boards = results.flatMap(({ type, index }) => (type === 'upvoted_question' ? [index] : []))
    const changed = changes && changedBoards(changes)
    const changedOnes = boards.filter(index => changed?.has(index) ?? true)
    const news = (resultsEvent === this.#lastResults ? '' : resultsEvent) + boardEvents(changedOnes)
    this.#lastResults = resultsEvent
    const whole = resultsEvent + boardEvents(boards)
    return { news, whole: () => whole }
  }
}

function boardEvents(indexes: readonly number[]): string {
  return indexes.map(index => eventText('board', { index })).join('')
}
