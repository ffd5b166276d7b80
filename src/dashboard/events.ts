import type { FastifyBaseLogger } from 'fastify'
import { editedQuestions } from '../domain/results/edit-history/asked.ts'
import type { Result } from '../domain/results/tally.ts'
import { type Status, statusAt } from '../domain/surveys/lifecycle.ts'
import type { Authentication } from '../service/access/authentication.ts'
import type { LinkHolder } from '../service/access/principal.ts'
import type { Boards } from '../service/boards/boards.ts'
import {
  type ChangedItems,
  type ChangeFeed,
  changedBoards,
  isUnpublishedPart,
  type Part,
} from '../service/change-feed.ts'
import type { Audience } from '../service/results/audience.ts'
import type { Presentations } from '../service/results/presentations.ts'
import type { SurveyResults } from '../service/results/survey-results.ts'
import type { Survey } from '../service/surveys/surveys.ts'
import { type Changes, type ChannelSource, Channels, isNotified, type Update } from '../transport/streams/channel.ts'
import { type EventStreams, eventText } from '../transport/streams/event-streams.ts'
import { serializeItem } from './board.ts'
import type { AudienceEvent, BoardNews, ResultsEvent } from './contract.ts'
import type { ProjectedResults } from './projected-results.ts'

/** Maximum number of items in an event. For a larger change it names only the board, which dashboards then read. */
const MAX_CHANGED_ITEMS = 20

/** Parts whose change affects the projected texts. An edit of questions can remove some. */
const PROJECTED_TEXT_PARTS: readonly Part[] = ['projected_texts', 'survey']
/** Parts whose change affects the presentation. An edit of questions can hide results. */
const PRESENTATION_PARTS: readonly Part[] = ['presentation', 'survey']

export interface ResultsEventsParts {
  readonly authentication: Authentication
  readonly surveyResults: SurveyResults
  readonly boards: Boards
  readonly presentations: Presentations
  readonly projectedResults: ProjectedResults
  readonly audience: Audience
  readonly clock: () => number
  readonly changeFeed: ChangeFeed
  readonly streams: EventStreams
  readonly log: FastifyBaseLogger
}

/** Event streams of results and boards by slug, shared by dashboards, remotes and projectors. */
export type ResultsChannels = Channels<LinkHolder, Part>

export function resultsChannels(parts: ResultsEventsParts): ResultsChannels {
  // Not all of the parts: with `addressOf`, streams would be limited as those of respondents are.
  const { streams, log } = parts
  return new Channels({ streams, log, source: slug => new ResultsSource(slug, parts) })
}

interface Read {
  readonly survey: Survey
  /** Status at the time of reading. */
  readonly status: Status
}

/** Why there was a reading. */
interface Cause {
  readonly changes: Changes<Part>
  /**
   * Whether dashboards get its results. When somebody joins or a projector is due, they do not: newer ones follow with
   * their notification, so that there are never more than the interval of notifications allows.
   */
  readonly isReported: boolean
}

/** Boards as named in events. */
interface BoardEvents extends Readonly<Record<LinkHolder['kind'], readonly BoardNews[]>> {
  readonly all: readonly BoardNews[]
}

type Results = readonly Result[]

/** Results of a survey for holders of its links. Each reading ends streams whose link is no longer valid. */
class ResultsSource implements ChannelSource<LinkHolder, Part> {
  readonly #slug: string
  readonly #parts: ResultsEventsParts
  #lastRead: Read | undefined
  #lastResults: Readonly<Record<LinkHolder['kind'], string>> | undefined
  #onChange: ((changes: Changes<Part>) => void) | undefined
  #lastAudience: number | undefined
  #nextStep: NodeJS.Timeout | undefined

  constructor(slug: string, parts: ResultsEventsParts) {
    this.#slug = slug
    this.#parts = parts
  }

  subscribe(onChange: (changes: Changes<Part>) => void): () => void {
    this.#onChange = onChange
    const { changeFeed } = this.#parts
    const stops = [
      changeFeed.watch(this.#slug, onChange, part => !isUnpublishedPart(part)),
      // By itself, since projectors must not get anything later because of a question that they do not see.
      changeFeed.watch(this.#slug, onChange, isUnpublishedPart),
    ]
    const stopCounting = this.#parts.audience.watch(this.#slug, () => onChange(new Set()))
    return () => {
      for (const stop of stops) stop()
      stopCounting()
      clearTimeout(this.#nextStep)
    }
  }

  async read(reader: LinkHolder, changes: Changes<Part>): Promise<Update<LinkHolder>> {
    const { surveyResults, clock } = this.#parts
    const { survey, results } = await surveyResults.read(reader)
    const boards = await this.#readBoards(survey, results, changes)
    const presentationNews = await this.#presentationNews(survey, changes)
    // Read last, so that nothing read after a link was revoked is sent to its holder.
    const hasAccess = await this.readAccess()
    // The remembered state changes only now: a failed reading is repeated and must report everything again.
    const status = statusAt(survey, clock())
    const isReported = isNotified(changes) || status !== this.#lastRead?.status
    this.#lastRead = { survey, status }
    const { news, whole } = this.#render(this.#lastRead, results, boards, { changes, isReported })
    const audience = this.#audienceEvent()
    return {
      news: watcher => presentationNews + news(watcher) + audience.news,
      whole: watcher => whole(watcher) + audience.whole,
      hasAccess,
    }
  }

  readAccess(): Promise<(watcher: LinkHolder) => boolean> {
    return this.#parts.authentication.accessCheck(this.#slug)
  }

  isOutdated(): boolean {
    const last = this.#lastRead
    return last !== undefined && statusAt(last.survey, this.#parts.clock()) !== last.status
  }

  async #readBoards(survey: Survey, results: Results, changes: Changes<Part>): Promise<BoardEvents> {
    const all = results.flatMap(({ type, index }) => (type === 'upvoted_question' ? [index] : []))
    const changed = changes && changedBoards(changes)
    const changedOnes = all.filter(index => changed?.has(index) ?? true)
    const isPublic = changes && changedBoards([...changes].filter(part => !isUnpublishedPart(part)))
    const items = changedOnes.map(index => this.#readChange(survey, index, changed?.get(index)))
    // A projector receives nothing of held or hidden items, nor that there is one.
    const moderated = await Promise.all(items)
    const viewer = named(changedOnes.filter(index => isPublic?.has(index) ?? true))
    return { all: named(all), survey_admin: moderated, conductor: moderated, viewer }
  }

  #render({ survey, status }: Read, results: Results, boards: BoardEvents, { changes, isReported }: Cause) {
    const step = this.#parts.projectedResults.at(survey, results)
    if (step.endsIn > 0) this.#readAgainIn(step.endsIn)
    const latest = resultsEvent(survey, status, results)
    const projected = step.results === results ? latest : resultsEvent(step.survey, status, step.results)
    const last = this.#lastResults
    const whole = { survey_admin: latest, conductor: latest, viewer: projected }
    const now = isReported || last === undefined ? whole : { ...last, viewer: projected }
    this.#lastResults = now
    // Screens read both when they show them, and newcomers read them then.
    const surveyNews = isAnyIn(changes, ['survey']) ? eventText('survey', {}) : ''
    const projectedTextNews = isAnyIn(changes, PROJECTED_TEXT_PARTS) ? eventText('projected_texts', {}) : ''
    return {
      news: ({ kind }: LinkHolder) => {
        const resultNews = now[kind] === last?.[kind] ? '' : now[kind]
        return resultNews + boardEvents(boards[kind]) + surveyNews + projectedTextNews
      },
      whole: ({ kind }: LinkHolder) => whole[kind] + boardEvents(boards.all),
    }
  }

  /** The whole state, so that screens follow without an extra request. Newcomers read it themselves. */
  async #presentationNews(survey: Survey, changes: Changes<Part>): Promise<string> {
    if (!isAnyIn(changes, PRESENTATION_PARTS)) return ''
    const presentation = await this.#parts.presentations.of(survey)
    return presentation.revision === 0 ? '' : eventText('presentation', presentation)
  }

  #audienceEvent() {
    const here = this.#parts.audience.of(this.#slug)
    const whole = eventText('audience', { here } satisfies AudienceEvent)
    const news = here === this.#lastAudience ? '' : whole
    this.#lastAudience = here
    return { news, whole }
  }

  #readAgainIn(ms: number): void {
    clearTimeout(this.#nextStep)
    this.#nextStep = setTimeout(() => this.#onChange?.(new Set()), ms).unref()
  }

  async #readChange(survey: Survey, index: number, changed: ChangedItems): Promise<BoardNews> {
    if (changed === undefined || changed.size > MAX_CHANGED_ITEMS) return { index }
    const items = await this.#parts.boards.withSequences(survey, index, changed)
    return { index, items: items.map(serializeItem) }
  }
}

function resultsEvent(survey: Survey, status: Status, results: Results): string {
  const { responseCount, editHistory } = survey
  const event: ResultsEvent = {
    status,
    response_count: responseCount,
    results,
    edited: editedQuestions(editHistory, responseCount),
    ...serializeSharing(survey),
  }
  return eventText('results', event)
}

/** Whether respondents can see the results too. */
export function serializeSharing({ shareResults, resultsRevealed }: Survey) {
  return { share_results: shareResults, results_revealed: resultsRevealed }
}

function isAnyIn(changes: Changes<Part>, parts: readonly Part[]): boolean {
  return changes === undefined || parts.some(part => changes.has(part))
}

function named(boards: readonly number[]): readonly BoardNews[] {
  return boards.map(index => ({ index }))
}

function boardEvents(changes: readonly BoardNews[]): string {
  return changes.map(change => eventText('board', change)).join('')
}
