import type pg from 'pg'
import type { ChangeNotifications } from '../change-notifications.ts'
import type { NumberedChange } from './change-payload.ts'

/**
 * The number of each survey's last change, and whether it may have been made since an earlier check. For the latter,
 * later checks need the last column: the oldest transaction under way. There is a row even if no survey matches.
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
  /** Notifications of all changes up to this one have arrived or were found to be lost. */
  readonly notified: number
  /** The last change at the time of the check. Its notification must arrive before the next check. */
  readonly last: number
}

/**
 * Number of checks for which received numbers are kept. A change to a survey that is checked for the first time may
 * have been notified since the check before last, and is looked up at the next check.
 */
const KEPT_CHECKS = 4

/**
 * Finds changes to watched surveys whose notification was lost, for example because a process ended right after its
 * commit: the numbers of the notifications that arrive then have a gap. Nobody is notified twice, with three
 * exceptions: a notification that takes longer than the interval between checks, the deletion of a survey, and a change
 * shortly before its survey was watched whose notification was lost or arrived during a longer transaction.
 */
export class MissedChanges {
  readonly #notifications: ChangeNotifications
  readonly #watchedSlugs: () => readonly string[]
  /**
   * The notifications received since each of the last checks began, latest first, including those of surveys that are
   * watched only later.
   */
  #received: readonly Set<string>[] = [new Set()]
  /** By slug. */
  #checked: ReadonlyMap<string, CheckedSurvey> = new Map()
  /** The oldest transactions at the last check and, if there was one, the check before. */
  #oldestTransactions: readonly (string | undefined)[] = []

  constructor(notifications: ChangeNotifications, watchedSlugs: () => readonly string[]) {
    this.#notifications = notifications
    this.#watchedSlugs = watchedSlugs
  }

  received({ change: { slug }, numbers }: NumberedChange): void {
    for (const number of numbers) this.#received[0]?.add(keyOf(slug, number))
  }

  /** Notifies of each watched survey that changed without a notification. */
  async check(client: pg.Client): Promise<void> {
    this.#received = [new Set<string>(), ...this.#received].slice(0, KEPT_CHECKS)
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
  }

  /**
   * A survey that is found for the first time may have been watched since the last check began, which was before that
   * check's snapshot. It is therefore compared with the snapshot of the check before.
   */
  async #lastChanges(client: pg.Client, slugs: readonly string[]): Promise<Map<string | null, LastChange>> {
    const values = [slugs, this.#oldestTransactions.at(-1)]
    const { rows } = await client.query<[...Row]>({ text: LAST_CHANGES, values, rowMode: 'array' })
    this.#oldestTransactions = [rows[0]?.[3], ...this.#oldestTransactions].slice(0, 2)
    return new Map(rows.map(([slug, number, recent]) => [slug, { number: Number(number), isRecent: recent === true }]))
  }

  /** Of a deleted survey, only the deletion can be missed. */
  #isMissed(slug: string, before: CheckedSurvey, last: LastChange | undefined): boolean {
    if (last === undefined) return true
    for (let number = before.notified + 1; number <= before.last; number++)
      if (!this.#received.some(received => received.has(keyOf(slug, number)))) return true
    return false
  }
}

function keyOf(slug: string, number: number): string {
  return `${slug} ${number}`
}

/** A survey that was not watched before may have changed since then; the notification of that change is still due. */
function knownFrom({ number, isRecent }: LastChange): number {
  return isRecent ? number - 1 : number
}
