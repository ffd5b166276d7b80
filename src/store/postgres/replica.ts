import type { ReplicaStatus, Rows, Statement, SurveyState } from '../engine.ts'
import type { Log } from '../log.ts'
import type { PoolDriver } from './pool.ts'
import type { TimeLimits } from './time-limits.ts'

/** In milliseconds. */
export interface ReplicaLimits {
  readonly checkEvery: number
  /**
   * A replica that lags further is not used: it would seldom have what a reader has seen, and the reader would wait
   * twice.
   */
  readonly maxLag: number
  /** How long the replica is not used after a failed read. */
  readonly rest: number
}

export const REPLICA_LIMITS: ReplicaLimits = { checkEvery: 1_000, maxLag: 5_000, rest: 5_000 }

/** Short, because the primary takes over when the replica does not answer. */
export const REPLICA_TIME_LIMITS: TimeLimits = {
  statement: 2_000,
  reply: 2_500,
  connect: 1_000,
  lock: 1_000,
  idleInTransaction: 2_000,
}

/**
 * Surveys with fewer responses are read on the primary: checking whether a replica is current costs as much as reading them.
 */
export const MIN_RESPONSES = 1_000

const WRITTEN = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
const REPLAYED = "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint where pg_is_in_recovery()"

/**
 * Whether a replica has the survey in the state that its reader saw on the primary, or a later one; none of these
 * numbers ever decreases. The slug is compared in case the database is not a replica of this one.
 */
const IS_CURRENT = `select 1 from survey where id = $1 and slug = $2
  and revision >= $3 and last_sequence >= $4 and last_sequence - response_count >= $5`

interface ReplicaParts {
  readonly pool: PoolDriver
  readonly primary: PoolDriver
  readonly limits?: ReplicaLimits | undefined
  readonly log: Log
}

/**
 * A replica for reads of responses. Each read checks in the same round trip whether the replica is current enough for
 * its reader, so no read is stale. The lag, which is checked once a second, only decides whether trying the replica is
 * worthwhile.
 */
export class Replica {
  readonly #pool: PoolDriver
  readonly #primary: PoolDriver
  readonly #limits: ReplicaLimits
  readonly #log: Log
  readonly #reads = { replica: 0, primary: 0 }
  /** Everything that the primary had written by this time has been replayed. */
  #currentAt = performance.now()
  /** Whether it has replayed a position of the current primary. */
  #hasCaughtUp = true
  /** The position that the primary had reached at a certain time and that the replica has not replayed yet. */
  #next: { readonly time: number; readonly position: number } | undefined
  #failedAt = Number.NEGATIVE_INFINITY
  /**
   * Generation of the connections to the primary. When it changes, they may lead to a new primary that lacks commits
   * which the replica has.
   */
  #generation: number
  /** Undefined until the first check has ended. */
  #isRead: boolean | undefined
  #checks: Promise<void>
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor({ pool, primary, limits = REPLICA_LIMITS, log }: ReplicaParts) {
    this.#pool = pool
    this.#primary = primary
    this.#limits = limits
    this.#log = log
    this.#generation = primary.generation
    this.#checks = this.#checkAgain()
  }

  get status(): ReplicaStatus {
    return { isRead: this.#isRead === true, lag: this.#lag, reads: this.#reads }
  }

  /** Reads responses of a survey. @returns undefined if the primary must be read instead */
  async select(survey: SurveyState, query: Statement): Promise<Rows | undefined> {
    if (survey.responseCount < MIN_RESPONSES) return undefined
    const isOfPrimary = this.#hasCaughtUp && this.#generation === this.#primary.generation
    const rows = this.#isRead === true && isOfPrimary ? await this.#selectIfCurrent(survey, query) : undefined
    this.#reads[rows === undefined ? 'primary' : 'replica']++
    return rows
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#checks
    await this.#pool.destroy()
  }

  get #lag(): number {
    return performance.now() - this.#currentAt
  }

  /** In one transaction, the second statement sees no earlier state than the first. */
  async #selectIfCurrent(survey: SurveyState, query: Statement) {
    const { id, slug, revision, lastSequence, responseCount } = survey
    const parameters = [id, slug, revision, lastSequence, lastSequence - responseCount]
    try {
      const [current = [], rows] = await this.#pool.runTransaction([{ sql: IS_CURRENT, parameters }, query])
      return current.length > 0 ? rows : undefined
    } catch (error) {
      this.#failedAt = performance.now()
      this.#stopReading(error)
      return undefined
    }
  }

  async #checkAgain(): Promise<void> {
    await this.#check()
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#checks = this.#checkAgain()
    }, this.#limits.checkEvery).unref()
  }

  async #check(): Promise<void> {
    const time = performance.now()
    this.#renewGeneration()
    try {
      const { written, replayed } = await readPositions(this.#primary, this.#pool)
      this.#advance({ time, position: written }, replayed)
    } catch (error) {
      this.#stopReading(error)
      return
    }
    if (!this.#hasCaughtUp)
      this.#stopReading(
        new Error('the replica has not caught up with the primary since the connection to the primary was lost'),
      )
    else if (this.#lag > this.#limits.maxLag)
      this.#stopReading(new Error(`the replica lags by ${Math.round(this.#lag / 1_000)} s`))
    else if (time - this.#failedAt > this.#limits.rest) this.#beginReading()
  }

  /** What the replica has replayed from a lost primary says nothing about the current one. */
  #renewGeneration(): void {
    const { generation } = this.#primary
    if (generation === this.#generation) return
    this.#generation = generation
    this.#hasCaughtUp = false
    this.#next = undefined
  }

  #advance(written: { time: number; position: number }, replayed: number): void {
    if (this.#next !== undefined && replayed >= this.#next.position) {
      this.#catchUp(this.#next.time)
      this.#next = undefined
    }
    if (replayed >= written.position) this.#catchUp(written.time)
    else this.#next ??= written
  }

  #catchUp(time: number): void {
    this.#currentAt = time
    this.#hasCaughtUp = true
  }

  #stopReading(err: unknown): void {
    if (this.#isRead !== false) this.#log.warn({ err }, 'reading all responses from the primary instead of its replica')
    this.#isRead = false
  }

  #beginReading(): void {
    if (this.#isRead === false) this.#log.warn('reading responses from the replica again')
    this.#isRead = true
  }
}

/**
 * The log position that the replica has replayed and the one that the primary had written right afterwards, in bytes.
 * @throws Error if it is not a replica of this primary
 */
export async function readPositions(
  primary: PoolDriver,
  replica: PoolDriver,
): Promise<{ written: number; replayed: number }> {
  const [[replayed] = []] = await replica.selectArrays({ sql: REPLAYED, parameters: [] })
  if (replayed === undefined) throw new Error('DATABASE_REPLICA_URL does not point to a replica')
  const [[written] = []] = await primary.selectArrays({ sql: WRITTEN, parameters: [] })
  // After a failover that lost commits, a replica of the lost primary may still have them.
  if (Number(replayed) > Number(written))
    throw new Error('the replica has replayed changes that this primary never wrote')
  return { written: Number(written), replayed: Number(replayed) }
}
