import type pg from 'pg'
import type { ChangeNotifications } from '../change-notifications.ts'

/** A row has another version after each transaction that changed it, whatever it changed. */
const VERSIONS = 'select slug, xmin::text from survey where slug = any($1::text[])'

/** Finds changes of watched surveys whose notification was lost, as when a process ends right after its commit. */
export class SurveyVersions {
  readonly #notifications: ChangeNotifications
  readonly #watchedSlugs: () => readonly string[]
  /** At the last check, by slug; undefined for a survey that is gone. */
  #versions: ReadonlyMap<string, string | undefined> = new Map()
  readonly #notified = new Set<string>()

  constructor(notifications: ChangeNotifications, watchedSlugs: () => readonly string[]) {
    this.#notifications = notifications
    this.#watchedSlugs = watchedSlugs
    notifications.listen(change => {
      if (change !== undefined && this.#versions.has(change.slug)) this.#notified.add(change.slug)
    })
  }

  /** Notifies of each watched survey that has changed since the last check without a notification. */
  async check(client: pg.Client): Promise<void> {
    const slugs = this.#watchedSlugs()
    const { rows } = await client.query<[string, string]>({ text: VERSIONS, values: [slugs], rowMode: 'array' })
    const found = new Map(rows)
    const before = this.#versions
    this.#versions = new Map(slugs.map(slug => [slug, found.get(slug)]))
    const missed = slugs.filter(slug => before.has(slug) && before.get(slug) !== found.get(slug))
    for (const slug of missed) if (!this.#notified.has(slug)) this.#notifications.notify({ slug, part: undefined })
    this.#notified.clear()
  }
}
