import { LRUCache } from 'lru-cache'
import { SURVEY_CACHE_BYTES } from '../domain/limits.ts'
import type { Survey } from './surveys.ts'

/** Memory of a survey beside its questions: about so many bytes. */
const SURVEY_BYTES = 1_000

/**
 * Surveys as they were when last read, by slug. What is decided on one of them must be checked against the survey's
 * revision in the transaction that writes it. Beyond its bytes the cache drops what was used least recently.
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

  /** Forgets a survey that has changed. */
  forget(slug: string): void {
    this.#surveys.delete(slug)
  }
}
