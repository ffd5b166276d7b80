import { LRUCache } from 'lru-cache'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { StoredBytes } from '../../store/stored-bytes.ts'

/**
 * How long a reading of the counters is used, in milliseconds. What this process admits meanwhile is added to the
 * reading. So a quota can be exceeded only by what other processes write in that time, by commits under way during the
 * reading and, for an account's quota, by what its other surveys store.
 */
const FRESH_MS = 2_000
const MAX_SURVEYS = 10_000
/** `Retry-After` while the disk is nearly full, in seconds. */
const RETRY_SECONDS = 60

/** Bytes; 0 means unlimited. */
interface StorageLimits {
  readonly perSurvey: number
  readonly perAccount: number
}

interface QuotaParts {
  readonly store: Pick<Store, 'storedBytesAt' | 'storedBytesOfAccount'>
  readonly clock: () => number
  readonly limits: StorageLimits
  /** Whether the disk is so full that no more data should be stored. */
  readonly isDiskFull: () => boolean
}

interface Reading {
  readonly readAt: number
  readonly bytes: StoredBytes | undefined
  /**
   * Bytes that this process has admitted since the reading. Repeats of stored data count again, so this can be too
   * high.
   */
  admitted: number
}

/** Refuses writes long before the storage is full. Reading and deleting still work. */
export class StorageQuota {
  readonly #parts: QuotaParts
  readonly #readings = new LRUCache<string, Reading>({ max: MAX_SURVEYS })

  constructor(parts: QuotaParts) {
    this.#parts = parts
  }

  /**
   * Reads a survey's counters again if the last reading is old. Call it before `admit`.
   * @returns undefined if there is nothing to read
   */
  refresh(slug: string): Promise<void> | undefined {
    const { perSurvey, perAccount } = this.#parts.limits
    if (perSurvey === 0 && perAccount === 0) return undefined
    const now = this.#parts.clock()
    const reading = this.#readings.get(slug)
    const isFresh = reading !== undefined && now >= reading.readAt && now < reading.readAt + FRESH_MS
    return isFresh ? undefined : this.#read(slug, reading, now)
  }

  /**
   * @param size of the data to be stored, in bytes
   * @throws Refusal `storage_limit_reached` if the survey or its account may store no more, `temporarily unavailable`
   */
  admit(slug: string, size: number): void {
    if (this.#parts.isDiskFull()) throw diskFull()
    const { perSurvey, perAccount } = this.#parts.limits
    const reading = this.#readings.get(slug)
    if (reading === undefined) return
    const { bytes = { survey: 0, account: 0 }, admitted } = reading
    if (isOver(bytes.survey + admitted, perSurvey) || isOver(bytes.account + admitted, perAccount))
      throw new Refusal('survey_storage')
    reading.admitted += size
  }

  /** @param accountIds accounts whose stored bytes count together @throws Refusal as `admit` */
  async checkAccount(...accountIds: readonly string[]): Promise<void> {
    const refusal = await this.refusalOf(...accountIds)
    if (refusal !== undefined) throw refusal
  }

  /**
   * Checks what is about to be stored, counted before it is.
   * @param size of the data, in bytes
   * @param to the slug of the survey that it is added to, and accounts whose stored bytes count together
   * @throws Refusal `survey_storage`, `account_storage`, `temporarily unavailable`
   */
  async checkAddition(
    size: number,
    { slug, accountIds }: { readonly slug: string | undefined; readonly accountIds: readonly string[] },
  ): Promise<void> {
    const { limits, store, isDiskFull } = this.#parts
    if (isDiskFull()) throw diskFull()
    const stored = slug === undefined || limits.perSurvey === 0 ? undefined : await store.storedBytesAt(slug)
    if (stored !== undefined && stored.survey + size > limits.perSurvey) throw new Refusal('survey_storage')
    if (limits.perAccount > 0 && size + (await this.#bytesOf(accountIds)) > limits.perAccount)
      throw new Refusal('account_storage')
  }

  /** @throws Refusal `the disk is nearly full` while that is the case */
  checkDisk(): void {
    if (this.#parts.isDiskFull()) throw new Refusal('disk_nearly_full', { retryAfter: RETRY_SECONDS })
  }

  /**
   * Checks the replacement of what an account stores, which is allowed unless it becomes larger.
   * @param before its size in bytes, and `after` that of what replaces it
   * @throws Refusal as `admit`
   */
  async checkReplacement(accountId: string, before: number, after: number): Promise<void> {
    if (after > before) await this.checkAccount(accountId)
  }

  /** The reason why an account may store no more; undefined if it may. */
  async refusalOf(...accountIds: readonly string[]): Promise<Refusal | undefined> {
    const { perAccount } = this.#parts.limits
    if (this.#parts.isDiskFull()) return diskFull()
    if (perAccount === 0) return undefined
    return isOver(await this.#bytesOf(accountIds), perAccount) ? new Refusal('account_storage') : undefined
  }

  async #bytesOf(accountIds: readonly string[]): Promise<number> {
    let bytes = 0
    for (const id of accountIds) bytes += await this.#parts.store.storedBytesOfAccount(id)
    return bytes
  }

  async #read(slug: string, reading: Reading | undefined, now: number): Promise<void> {
    const before = reading?.admitted ?? 0
    const reused = { readAt: now, bytes: reading?.bytes, admitted: before }
    // Set first, so that only one of several concurrent writes reads.
    this.#readings.set(slug, reused)
    const bytes = await this.#parts.store.storedBytesAt(slug)
    this.#readings.set(slug, { readAt: now, bytes, admitted: reused.admitted - before })
  }
}

function diskFull(): Refusal {
  return new Refusal('unavailable', { retryAfter: RETRY_SECONDS, cause: new Error('the disk is nearly full') })
}

function isOver(bytes: number, limit: number): boolean {
  return limit > 0 && bytes >= limit
}
