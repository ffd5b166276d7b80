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

/** Maximum number of items in an event. For a larger change it names only the board, which dashboards then read. */
const MAX_CHANGED_ITEMS = 20

/** Parts whose change affects the projected texts; an edit of questions can remove them. */
const PROJECTED_TEXT_PARTS: readonly Part[] = ['projected_texts', 'survey']

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

/** Boards as events name them. */
interface BoardNews extends Readonly<Record<LinkHolder['kind'], readonly object[]>> {
  readonly all: readonly object[]
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
    const boards = await this.#readBoards(survey, results, changes)
    // Read last, so that nothing read after a link was revoked is sent to its holder.
    const hasAccess = await this.readAccess()
    // The remembered state changes only now: a reading that fails is repeated, and must report everything again.
    this.#lastRead = { survey, status: statusAt(survey, clock()) }
    return { ...this.#render(this.#lastRead, results, boards, changes), hasAccess }
  }

  readAccess(): Promise<(watcher: LinkHolder) => boolean> {
    return this.#parts.authentication.accessCheck(this.#slug)
  }

  isOutdated(): boolean {
    const last = this.#lastRead
    return last !== undefined && statusAt(last.survey, this.#parts.clock()) !== last.status
  }

  async #readBoards(survey: Survey, results: Results, changes: Changes<Part>): Promise<BoardNews> {
    const all = results.flatMap(({ type, index }) => (type === 'upvoted_question' ? [index] : []))
    const changed = changes && changedBoards(changes)
    const changedOnes = all.filter(index => changed?.has(index) ?? true)
    const items = changedOnes.map(index => this.#readChange(survey, index, changed?.get(index)))
    // A projector does not receive held or hidden items.
    return { all: named(all), survey_admin: await Promise.all(items), viewer: named(changedOnes) }
  }

  #render({ survey, status }: Read, results: Results, boards: BoardNews, changes: Changes<Part>) {
    const counts = { status, response_count: survey.responseCount, results }
    const resultsEvent = eventText('results', { ...counts, ...serializeSharing(survey) })
    const resultNews = resultsEvent === this.#lastResults ? '' : resultsEvent
    this.#lastResults = resultsEvent
    // Both are read where they are shown, and anyone who joins reads them then.
    const surveyNews = isAnyIn(changes, ['survey']) ? eventText('survey', {}) : ''
    const projectedTextNews = isAnyIn(changes, PROJECTED_TEXT_PARTS) ? eventText('projected_texts', {}) : ''
    return {
      news: ({ kind }: LinkHolder) => resultNews + boardEvents(boards[kind]) + surveyNews + projectedTextNews,
      whole: () => resultsEvent + boardEvents(boards.all),
    }
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

function isAnyIn(changes: Changes<Part>, parts: readonly Part[]): boolean {
  return changes === undefined || parts.some(part => changes.has(part))
}

function named(boards: readonly number[]): readonly object[] {
  return boards.map(index => ({ index }))
}

function boardEvents(changes: readonly object[]): string {
  return changes.map(change => eventText('board', change)).join('')
}
