import { LRUCache } from 'lru-cache'
import type { EditHistory } from '../domain/results/edit-history/edit-history.ts'
import type { Result } from '../domain/results/tally.ts'
import { PROJECTED_RESULTS_CACHE_BYTES } from '../domain/values/cache-limits.ts'
import type { Survey } from '../service/surveys/surveys.ts'

/** Minimum time for which a projector link shows the same results, in milliseconds. */
const PROJECTED_RESULTS_STEP_MS = 1_000

interface Step {
  readonly revision: number
  readonly responseCount: number
  readonly editHistory: EditHistory
  readonly results: readonly Result[]
  /** On the process's monotonic clock, in milliseconds. */
  readonly since: number
}

/** Approximate memory that a survey's results take for each character of its questions. */
const BYTES_PER_CHARACTER = 8

/**
 * Results as shown to holders of a projector link. They stay the same for at least a second, so that nobody with the
 * link can tell from the moment which response belongs to whom. Changed questions are shown immediately.
 */
export class ProjectedResults {
  readonly #steps = new LRUCache<string, Step>({ maxSize: PROJECTED_RESULTS_CACHE_BYTES })

  /**
   * @param survey current state
   * @param results current results
   * @returns what to show; `endsIn` is the time until the next step in milliseconds, 0 if this is the latest
   */
  at<S extends Pick<Survey, 'slug' | 'revision' | 'responseCount' | 'editHistory' | 'questions'>>(
    survey: S,
    results: readonly Result[],
  ): { survey: S; results: readonly Result[]; endsIn: number } {
    const { slug, revision, responseCount, editHistory, questions } = survey
    const now = performance.now()
    const last = this.#steps.get(slug)
    const endsIn = last?.revision === revision ? last.since + PROJECTED_RESULTS_STEP_MS - now : 0
    if (last !== undefined && endsIn > 0) {
      const counted = { responseCount: last.responseCount, editHistory: last.editHistory }
      return { survey: { ...survey, ...counted }, results: last.results, endsIn }
    }
    const size = questions.length * BYTES_PER_CHARACTER
    this.#steps.set(slug, { revision, responseCount, editHistory, results, since: now }, { size: size + 1 })
    return { survey, results, endsIn: 0 }
  }
}
