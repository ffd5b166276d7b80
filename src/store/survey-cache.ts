import { LRUCache } from 'lru-cache'
import { SURVEY_CACHE_BYTES } from '../domain/limits.ts'
import type { Survey } from './surveys.ts'

/** Approximate bytes of a survey besides its questions. */
const SURVEY_BYTES = 1_000

/**
 * Surveys as they were when last read, by slug. A decision based on a cached survey must check the survey's revision in the
 * transaction that writes it. Beyond its limit in bytes the cache drops the least recently used.
 */
export class SurveyCache {
  readonly #surveys: LRUCache<string, Survey>
  readonly #read: (slug: string) => Promise<Survey | undefined>

  constructor(read: (slug: string) => Promise<Survey | undefined>) {
    this.#surveys = new LRUCache({
      maxSize: SURVEY_CACHE_BYTES,
      sizeCalculation: ({ questions }) => SURVEY_BYTES + 2 * questions.length,
    })
    this.#read = read
  }

  /** Reads the survey if it is not cached. */
  async find(slug: string): Promise<Survey | undefined> {
    const cached = this.#surveys.get(slug)
    if (cached !== undefined) return cached
    const survey = await this.#read(slug)
    if (survey !== undefined) this.#surveys.set(slug, survey)
    return survey
  }

  /** Removes a survey that has changed. */
  forget(slug: string): void {
    this.#surveys.delete(slug)
  }
}
