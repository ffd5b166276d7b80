import { hash } from 'node:crypto'
import { SHARED_RESULTS_AGE_MS, SHARED_RESULTS_CACHE_BYTES } from '../domain/limits.ts'
import { areResultsVisible, isShareable, type SharedResult, sharedResults, sharesResults } from '../domain/sharing.ts'
import { type Count, results } from '../domain/tally.ts'
import type { Survey } from '../store/surveys.ts'
import type { Context } from './context.ts'
import { checkSlug, orNotFound } from './not-found.ts'
import { QuestionListCache, RevisionCache } from './revision-cache.ts'

/** What respondents see of a survey's results at one moment. */
export interface SharedSnapshot {
  /** A hash of what people see: it changes when that does, and tells nothing else, such as how many responses are held back. */
  readonly version: string
  /** Number of responses; null while results are hidden, or if there are fewer than five. */
  readonly responses: number | null
  readonly areVisible: boolean
  readonly results: readonly SharedResult[]
}

/** A survey, and what it shares if it does. */
export interface SharingSurvey {
  readonly survey: Survey
  readonly snapshot: SharedSnapshot | undefined
}

/** Approximate bytes of a count and its label, besides the characters of the label. */
const BYTES_PER_COUNT = 32

/** Results as respondents may see them, made once for each change, however many watch. */
export class SharedResults {
  readonly #context: Context
  readonly #lists = new QuestionListCache()
  readonly #snapshots = new RevisionCache<SharedSnapshot>(SHARED_RESULTS_CACHE_BYTES)
  readonly #recent = new RevisionCache<SharedSnapshot>(SHARED_RESULTS_CACHE_BYTES)

  constructor(context: Context) {
    this.#context = context
  }

  /** A survey and what it shares, by one statement. @throws Refusal `not found` */
  async readNow(slug: string): Promise<SharingSurvey> {
    checkSlug(slug)
    const { survey, counts } = orNotFound(await this.#context.store.surveys.findPublicCounts(slug))
    return {
      survey,
      snapshot: sharesResults(survey, this.#lists.of(survey)) ? this.#cached(survey, counts) : undefined,
    }
  }

  /**
   * What a survey shares, at most `SHARED_RESULTS_AGE_MS` old, so that it is not computed anew for each phone of an audience
   * that loads the page while responses arrive. Results that have been hidden are never part of it.
   */
  readRecent(survey: Survey): SharedSnapshot | Promise<SharedSnapshot> {
    const interval = Math.floor(this.#context.clock() / SHARED_RESULTS_AGE_MS)
    const settings = `${settingsOf(survey)} ${interval}`
    return this.#recent.findOrMake(survey.slug, settings, async () => this.#read(survey), bytesOf)
  }

  /** @param survey as just read; the snapshot is of that moment or later */
  async #read(survey: Survey): Promise<SharedSnapshot> {
    const cached = this.#snapshots.find(survey.slug, versionOf(survey))
    if (cached !== undefined) return cached
    const { survey: latest, counts } = orNotFound(await this.#context.store.surveys.findPublicCounts(survey.slug))
    return this.#cached(latest, counts)
  }

  #cached(survey: Survey, counts: readonly Count[]): SharedSnapshot {
    const value = this.#snapshotOf(survey, counts)
    return this.#snapshots.store(survey.slug, { revision: versionOf(survey), value }, bytesOf(value))
  }

  #snapshotOf(survey: Survey, counts: readonly Count[]): SharedSnapshot {
    const areVisible = areResultsVisible(survey)
    const seen = {
      responses: areVisible && isShareable(survey.responseCount) ? survey.responseCount : null,
      areVisible,
      results: sharedResults(results(this.#lists.of(survey), counts, []), areVisible),
    }
    return { ...seen, version: hash('sha256', JSON.stringify([survey.revision, seen]), 'base64url').slice(0, 16) }
  }
}

function settingsOf(survey: Survey): string {
  return `${survey.revision} ${areResultsVisible(survey)}`
}

/** Of what a snapshot is made from; never sent. A removed response changes the number of responses, a new one the last sequence number. */
function versionOf(survey: Survey): string {
  const counted = areResultsVisible(survey) && ` ${survey.lastSequence} ${survey.responseCount}`
  return settingsOf(survey) + (counted || '')
}

function bytesOf({ results }: SharedSnapshot): number {
  const texts = results.flatMap(({ text, labels }) => [text, ...labels])
  return texts.reduce((sum, { length }) => sum + BYTES_PER_COUNT + 2 * length, 0)
}
