import { SHARED_EVENT_BYTES } from '../domain/limits.ts'
import { sharesResults } from '../domain/sharing.ts'
import type { Live, Part } from '../service/live.ts'
import type { PublicSurvey, Responses } from '../service/responses.ts'
import type { SharedResults } from '../service/shared-results.ts'
import { eventText } from '../transport/event-streams.ts'
import type { Changes, RoomSource, Update } from '../transport/room.ts'

export interface ResultsEventsParts {
  readonly responses: Responses
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
    return this.#parts.live.watch(this.#slug, onChange)
  }

  async read(): Promise<Update<null>> {
    const event = eventText('results', await this.#describe(await this.#parts.responses.publicSurvey(this.#slug)))
    const news = event === this.#last ? '' : event
    this.#last = event
    return { news: () => news, whole: () => event, hasAccess: () => true }
  }

  /** Counts without texts, which the page has. Without `results`, the page has to be read again if its version is another. */
  async #describe({ survey, questions }: PublicSurvey): Promise<object> {
    const { revision } = survey
    if (!sharesResults(survey, questions)) return { revision }
    const { version, areVisible, responses, results } = await this.#parts.sharedResults.read(survey)
    const counts = results.map(result => result.counts)
    const isLarge = Buffer.byteLength(JSON.stringify(counts)) > SHARED_EVENT_BYTES
    return { revision, version, areVisible, responses, ...(!isLarge && { results: counts }) }
  }

  isOutdated(): boolean {
    return false
  }
}
