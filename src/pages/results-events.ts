import { SHARED_EVENT_BYTES } from '../domain/limits.ts'
import type { Live, Part } from '../service/live.ts'
import type { SharedResults, SharingSurvey } from '../service/shared-results.ts'
import { eventText } from '../transport/event-streams.ts'
import type { Changes, RoomSource, Update } from '../transport/room.ts'

export interface ResultsEventsParts {
  readonly sharedResults: SharedResults
  readonly live: Live
}

/** Events for thanks pages: the counts that the survey shares. Pages on which people still answer never get them. */
export class SharedResultsSource implements RoomSource<null, Part> {
  readonly #slug: string
  readonly #parts: ResultsEventsParts
  #last = ''

  constructor(slug: string, parts: ResultsEventsParts) {
    this.#slug = slug
    this.#parts = parts
  }

  subscribe(onChange: (changes: Changes<Part>) => void): () => void {
    return this.#parts.live.watch(this.#slug, onChange, part => part === 'survey' || part === 'responses')
  }

  async read(): Promise<Update<null>> {
    const event = eventText('results', describe(await this.#parts.sharedResults.readNow(this.#slug)))
    const news = event === this.#last ? '' : event
    this.#last = event
    return { news: () => news, whole: () => event, hasAccess: () => true }
  }

  isOutdated(): boolean {
    return false
  }
}

/** Counts without texts, which the page has. Without `results`, the page has to be read again if its version is another. */
function describe({ survey: { revision }, snapshot }: SharingSurvey): object {
  if (snapshot === undefined) return { revision }
  const { version, areVisible, responses } = snapshot
  const results = snapshot.results.map(result => result.counts)
  const isLarge = Buffer.byteLength(JSON.stringify(results)) > SHARED_EVENT_BYTES
  return { revision, version, areVisible, responses, ...(!isLarge && { results }) }
}
