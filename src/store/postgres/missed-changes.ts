import type pg from 'pg'
import type { NumberedChange } from './change-payload.ts'

const LAST_CHANGES = 'select slug, change_count from survey where slug = any($1::text[])'

/**
 * Finds changes to watched surveys whose notification was lost, for example because a process ended right after its
 * commit: the numbers of the notifications that arrive then have a gap.
 */
export class MissedChanges {
  readonly #watchedSlugs: () => readonly string[]
  #surveys: ReadonlyMap<string, WatchedSurvey> = new Map()

  constructor(watchedSlugs: () => readonly string[]) {
    this.#watchedSlugs = watchedSlugs
  }

  received({ change: { slug }, numbers }: NumberedChange): void {
    this.#surveys.get(slug)?.received(numbers)
  }

  /**
   * To be called at intervals in which a notification arrives; one that takes longer is taken for lost.
   * @returns the surveys that changed without a notification, and those that may have, since they are watched only since
   * the check before
   */
  async check(client: pg.Client): Promise<readonly string[]> {
    // Notifications can arrive together with the result of the query, so the surveys must be known before.
    const surveys = new Map(this.#watchedSlugs().map(slug => [slug, this.#surveys.get(slug) ?? new WatchedSurvey()]))
    this.#surveys = surveys
    const values = [[...surveys.keys()]]
    const { rows } = await client.query<[slug: string, last: string]>({ text: LAST_CHANGES, values, rowMode: 'array' })
    const last = new Map(rows.map(([slug, number]) => [slug, Number(number)]))
    return [...surveys].flatMap(([slug, survey]) => (survey.hasMissed(last.get(slug)) ? [slug] : []))
  }
}

class WatchedSurvey {
  /** Numbers of notifications that have arrived, as far as they may still be due. */
  readonly #received = new Set<number>()
  /** Notifications of all changes up to this one have arrived or were found to be lost. */
  #notified = 0
  /** The last change at the check before, whose notification must have arrived by now. Undefined if there was no survey. */
  #due: number | undefined

  received(numbers: readonly number[]): void {
    for (const number of numbers) if (number > this.#notified) this.#received.add(number)
  }

  /** @param last number of the last change; undefined if there is no such survey, of which only its end can be missed */
  hasMissed(last: number | undefined): boolean {
    const due = this.#due
    this.#due = last
    if (due === undefined || last === undefined) {
      this.#notified = last ?? 0
      return due !== last
    }
    let isMissed = false
    for (; this.#notified < due; this.#notified++) isMissed = !this.#received.delete(this.#notified + 1) || isMissed
    return isMissed
  }
}
