import { listingOf } from '../../domain/results/listed-options.ts'
import { nextOpening } from '../../domain/surveys/lifecycle.ts'
import type { ChangeFeed, Part } from '../../service/change-feed.ts'
import type { SharedResults, SharingSurvey } from '../../service/results/shared-results.ts'
import { type Changes, type ChannelSource, isNotified, type Update } from '../../transport/streams/channel.ts'
import { eventText } from '../../transport/streams/event-streams.ts'

/**
 * Maximum size of an event with shared results in bytes, which is sent to each phone of an audience. If the results are
 * larger, phones read the page instead.
 */
const SHARED_EVENT_BYTES = 16_384

export interface ResultsEventsParts {
  readonly sharedResults: SharedResults
  readonly changeFeed: ChangeFeed
  /** In milliseconds since the epoch. */
  readonly clock: () => number
}

/**
 * Events for thank-you pages: the counts that the survey shares. Pages on which people are still answering never
 * receive them.
 */
export class SharedResultsSource implements ChannelSource<null, Part> {
  readonly #slug: string
  readonly #parts: ResultsEventsParts
  /** The event that all watchers have received. */
  #reported: string | undefined

  constructor(slug: string, parts: ResultsEventsParts) {
    this.#slug = slug
    this.#parts = parts
  }

  subscribe(onChange: (changes: Changes<Part>) => void): () => void {
    return this.#parts.changeFeed.watch(this.#slug, onChange, part => part === 'survey' || part === 'responses')
  }

  async read(_: null, changes: Changes<Part>): Promise<Update<null>> {
    const event = eventText('results', await this.#describe())
    const isReported = isNotified(changes) || this.#reported === undefined
    const news = isReported && event !== this.#reported ? event : ''
    if (isReported) this.#reported = event
    return { news: () => news, whole: () => event, hasAccess: () => true }
  }

  isOutdated(): boolean {
    return false
  }

  async #describe(): Promise<object> {
    const { survey, snapshot } = await this.#parts.sharedResults.readNow(this.#slug)
    const hasOpened = nextOpening(survey, this.#parts.clock()) === null
    return describe({ survey, snapshot: hasOpened ? snapshot : undefined })
  }
}

/**
 * Counts without texts, which the page already has. Without `results`, the page must be read again if its version
 * differs.
 */
function describe({ survey: { revision }, snapshot }: SharingSurvey): object {
  if (snapshot === undefined) return { revision }
  const { version, areVisible, responses } = snapshot
  const results = snapshot.results.map(result => result.counts)
  const right = snapshot.results.map(result => result.right ?? null)
  const isLarge =
    !listingOf(snapshot.results).isWhole || Buffer.byteLength(JSON.stringify([results, right])) > SHARED_EVENT_BYTES
  const hasRight = right.some(answer => answer !== null)
  const chosen = snapshot.results.map(result => result.chosen ?? null)
  const hasChosen = snapshot.results.some(result => result.chosen !== undefined)
  const counted = { results, ...(hasRight && { right }), ...(hasChosen && { chosen }) }
  return { revision, version, areVisible, responses, ...(!isLarge && counted) }
}
