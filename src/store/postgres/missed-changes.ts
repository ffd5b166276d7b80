import type pg from 'pg'
import type { ChangeNotifications } from '../change-notifications.ts'
import type { NumberedChange } from './change-payload.ts'

/**
 * The number of each survey's last change, and whether it may have been made after the previous check. The last column is
 * what the next check needs to tell this: the oldest transaction under way. There is a row even if there is no survey.
 */
const LAST_CHANGES = `
select slug, change_count, change_count > 0 and age(survey.xmin) <= age($2::xid8::xid),
  pg_snapshot_xmin(pg_current_snapshot())::text
from (select) as always left join survey on slug = any($1::text[])`

type Row = readonly [slug: string | null, last: string, isRecent: boolean | null, oldestTransaction: string]

interface LastChange {
  readonly number: number
  readonly isRecent: boolean
}

interface CheckedSurvey {
  /** Notifications of all changes up to this one have arrived, or were made up for. */
  readonly notified: number
  /** The last change at the check. Its notification has to arrive before the next one. */
  readonly last: number
}

/**
 * Finds changes of watched surveys whose notification is lost, as when a process ends right after its commit: the numbers
 * of those that arrive have a gap. Nobody is notified twice, unless a notification takes longer than the time between checks.
 */
export class MissedChanges {
  readonly #notifications: ChangeNotifications
  readonly #watchedSlugs: () => readonly string[]
  /** Numbers by slug, also of surveys that are watched only later. */
  readonly #received = new Map<string, Set<number>>()
  /** By slug. */
  #checked: ReadonlyMap<string, CheckedSurvey> = new Map()
  #oldestTransaction: string | undefined

  constructor(notifications: ChangeNotifications, watchedSlugs: () => readonly string[]) {
    this.#notifications = notifications
    this.#watchedSlugs = watchedSlugs
  }

  received({ change: { slug }, numbers }: NumberedChange): void {
    const received = this.#received.get(slug) ?? new Set()
    this.#received.set(slug, received)
    for (const number of numbers) received.add(number)
  }

  /** Notifies of each watched survey that has changed without a notification. */
  async check(client: pg.Client): Promise<void> {
    const slugs = this.#watchedSlugs()
    const found = await this.#lastChanges(client, slugs)
    const checked = new Map<string, CheckedSurvey>()
    for (const slug of slugs) {
      const [before, last] = [this.#checked.get(slug), found.get(slug)]
      if (last !== undefined) checked.set(slug, { notified: before?.last ?? knownFrom(last), last: last.number })
      if (before !== undefined && this.#isMissed(slug, before, last))
        this.#notifications.notify({ slug, part: undefined })
    }
    this.#checked = checked
    this.#forgetReceived()
  }

  async #lastChanges(client: pg.Client, slugs: readonly string[]): Promise<Map<string | null, LastChange>> {
    const values = [slugs, this.#oldestTransaction]
    const { rows } = await client.query<[...Row]>({ text: LAST_CHANGES, values, rowMode: 'array' })
    this.#oldestTransaction = rows[0]?.[3]
    return new Map(rows.map(([slug, number, recent]) => [slug, { number: Number(number), isRecent: recent === true }]))
  }

  /** Of a survey that is gone, only its end is missed. */
  #isMissed(slug: string, before: CheckedSurvey, last: LastChange | undefined): boolean {
    if (last === undefined) return true
    const received = this.#received.get(slug)
    for (let number = before.notified + 1; number <= before.last; number++) if (!received?.has(number)) return true
    return false
  }

  #forgetReceived(): void {
    for (const [slug, numbers] of this.#received) {
      const { notified } = this.#checked.get(slug) ?? { notified: Number.POSITIVE_INFINITY }
      for (const number of numbers) if (number <= notified) numbers.delete(number)
      if (numbers.size === 0) this.#received.delete(slug)
    }
  }
}

/** A survey that was not watched before may have been changed since the watching began: of that, a notification is due. */
function knownFrom({ number, isRecent }: LastChange): number {
  return isRecent ? number - 1 : number
}
