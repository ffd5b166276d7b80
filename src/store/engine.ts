import type { CompiledQuery, Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { Change, ChangeListener } from './change-notifications.ts'
import type { Tables } from './tables.ts'

/** The complete list of what differs between databases; nothing above it asks which one it is. */
export interface Engine {
  /** For single statements; each sees what was committed before it began, and waits for no write. */
  readonly reader: Kysely<Tables>
  /** A compiled read of many rows, or on every request: rows as arrays cost half of what objects do. */
  selectArrays(query: CompiledQuery): Promise<readonly (readonly unknown[])[]>
  /** Several reads of one state. */
  read<T>(act: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * One act: all of it is on disk when this resolves, or nothing is.
   * @throws Refusal `temporarily unavailable` where the storage cannot take it now
   */
  write<T>(act: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Holds the selected rows against other writers until the act ends. */
  lockRows<Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row>
  /** Counts one call against a bucket's hour, without waiting for a disk. */
  consumeRateLimit(bucket: string, limit: number, now: number): Promise<RateLimitResult>
  /** Takes back one call that was counted and turned out to be none, where its hour has not ended. */
  refundRateLimit(bucket: string, now: number): Promise<void>
  /** Tells every process that listens what has changed, once the act that says so is on disk. */
  notify(db: Transaction<Tables>, change: Change): Promise<void>
  /** From now on, what this process and others announce. */
  listen(heard: ChangeListener): void
  /** Remembers that a token was used in an hour (since the epoch); written within a second or so. */
  recordTokenUse(tokenId: string, hour: number): void
  /** The connections of the moment; left out where there is no choice of them. */
  readonly poolStatus?: () => PoolStatus
  /** Ends what is under way, then lets go of the database. */
  close(): Promise<void>
}

export interface PoolStatus {
  /** Open connections, and how many of them nobody uses. */
  readonly total: number
  readonly idle: number
  /** Acts that wait for one. */
  readonly waiting: number
}

export interface RateLimitResult {
  readonly allowed: boolean
  /** Until the window closes and calls are allowed again. */
  readonly millisecondsLeft: number
}

/** Which words a database has for the same column. */
export interface SchemaSyntax {
  /** A primary key that the database counts up. */
  readonly identity: string
  /** A 64-bit integer. */
  readonly integer: string
  /** After the closing bracket of a table. */
  readonly tableOptions: string
  /** The same, for a table that is kept in the order of its primary key. */
  readonly clusteredTableOptions: string
  /** After the survey of what is written for each submission, always under the lock of that survey. */
  readonly surveyReference: string
  /** Before `table`, for one that a crash of the database may empty. */
  readonly unlogged: string
}
