import type { FastifyBaseLogger } from 'fastify'
import { type Status, statusAt } from '../domain/lifecycle.ts'
import type { Authentication } from '../service/authentication.ts'
import type { Boards } from '../service/boards.ts'
import { type ChangedItems, changedBoards, type Live, type Part } from '../service/live.ts'
import type { LinkHolder } from '../service/principal.ts'
import type { Survey, Surveys } from '../service/surveys.ts'
import { type EventStreams, eventText } from '../transport/event-streams.ts'
import { type Changes, type RoomSource, Rooms, type Update } from '../transport/room.ts'
import { serializeItem } from './board.ts'

/** Items that an event has at most. Of a larger change it names only the board, which dashboards then read. */
const MAX_CHANGED_ITEMS = 20

/** What changes what is projected; an edit of questions can end it. */
const WALL_PARTS: readonly Part[] = ['wall', 'survey']

export interface ResultsEventsParts {
  readonly authentication: Authentication
  readonly surveys: Surveys
  readonly boards: Boards
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
    const hasAccess = await this.readAccess()
    const read = { survey, status: statusAt(survey, clock()) }
    this.#lastRead = read
    return { ...(await this.#render(read, results, changes)), hasAccess }
  }

  readAccess(): Promise<(watcher: LinkHolder) => boolean> {
    return this.#parts.authentication.accessCheck(this.#slug)
  }

  isOutdated(): boolean {
    const last = this.#lastRead
    return last !== undefined && statusAt(last.survey, this.#parts.clock()) !== last.status
  }

  async #render({ survey, status }: Read, results: Results, changes: Changes<Part>) {
    const counts = { status, response_count: survey.responseCount, results }
    const resultsEvent = eventText('results', { ...counts, ...serializeSharing(survey) })
    const boards = results.flatMap(({ type, index }) => (type === 'upvoted_question' ? [index] : []))
    const changed = changes && changedBoards(changes)
    const changedOnes = boards.filter(index => changed?.has(index) ?? true)
    const resultNews = resultsEvent === this.#lastResults ? '' : resultsEvent
    const boardNews = {
      survey_admin: await Promise.all(changedOnes.map(index => this.#readChange(survey, index, changed?.get(index)))),
      // A projector does not get what is held or hidden.
      viewer: changedOnes.map(index => ({ index })),
    }
    // After what may fail: a reading that is repeated says everything again.
    this.#lastResults = resultsEvent
    // What is projected is read where it is shown. Whoever joins reads it then.
    const wallNews = changes === undefined || WALL_PARTS.some(part => changes.has(part)) ? eventText('wall', {}) : ''
    const whole = resultsEvent + boardEvents(boards.map(index => ({ index })))
    return { news: ({ kind }: LinkHolder) => resultNews + boardEvents(boardNews[kind]) + wallNews, whole: () => whole }
  }

  async #readChange(survey: Survey, index: number, changed: ChangedItems): Promise<object> {
    if (changed === undefined || changed.size > MAX_CHANGED_ITEMS) return { index }
    const items = await this.#parts.boards.withSequences(survey, index, changed)
    return { index, items: items.map(serializeItem) }
  }
}

/** Whether respondents see the results, too. */
export function serializeSharing({ shareResults, resultsRevealed }: Survey) {
  return { share_results: shareResults, results_revealed: resultsRevealed }
}

function boardEvents(changes: readonly object[]): string {
  return changes.map(change => eventText('board', change)).join('')
}
