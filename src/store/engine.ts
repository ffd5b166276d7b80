import type { CompiledQuery, Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { Change, ChangeListener } from './change-notifications.ts'
import type { BatchOutcome, IfLocked, ResponseBatch } from './responses/response-batch.ts'
import type { Tables } from './tables.ts'

/** Length of a fixed window, from its first counted call: one hour, in milliseconds. */
export const WINDOW_MS = 3_600_000

/** An SQL text with the values of its parameters. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Rows as arrays of their columns. */
export type Rows = readonly (readonly unknown[])[]

/** The complete list of differences between the databases. Nothing above it depends on which one is in use. */
export interface Engine {
  /** For single statements. Each sees what was committed before it began and never waits for a write. */
  readonly reader: Kysely<Tables>
  /**
   * Runs a compiled read that returns many rows or runs on every request. Rows as arrays cost half as much as objects.
   */
  selectArrays(query: Statement): Promise<Rows>
  /**
   * Like `selectArrays`, for a compiled read of many responses, which a replica may answer. It sees the survey in the
   * state that its reader saw, or a later one.
   */
  selectResponses(survey: SurveyState, query: Statement): Promise<Rows>
  /**
   * Runs several reads in one snapshot. `run` must await nothing else: on SQLite, all other reads share its snapshot
   * meanwhile.
   */
  read<T>(run: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * Runs a transaction. It is on disk when the promise resolves; if it rejects, nothing was written.
   * @param run is called again after a deadlock, so it must change nothing but the database
   * @throws Refusal `temporarily unavailable` if the storage cannot take it now
   */
  write<T>(run: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * Like `write`, but it reaches the disk no later than the next `write`, and until then a power cut can undo it. For
   * the transactions of a request before its last one, since most of a short one is waiting for the disk.
   */
  writeUnflushed<T>(run: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * Stores the responses of several surveys in one transaction, each batch entirely or not at all, and notifies
   * listeners.
   * @param batches ordered by survey id, the order in which every transaction locks surveys
   * @param ifLocked `wait` only with a single batch, since others would wait with it. It waits for about a second, and
   *   not at all while other surveys occupy the connections for waiting
   * @returns the outcome of each batch
   * @throws Refusal `temporarily unavailable` if the storage cannot take it now; then nothing is stored
   */
  storeResponses(batches: readonly ResponseBatch[], ifLocked: IfLocked): Promise<readonly BatchOutcome[]>
  /**
   * Finds responses of a survey by id. A query of `response` by id would read all of the survey's responses, because
   * not every database indexes new ids immediately.
   * @returns the sequence numbers of those that exist
   */
  findSequences(db: Kysely<Tables>, surveyId: number, ids: readonly string[]): Promise<readonly number[]>
  /**
   * How many calls of `storeResponses` that do not wait for locks may be under way. Each sees what earlier ones have
   * stored.
   */
  readonly commitsUnderWay: number
  /**
   * Resolves when everything readable is as durable as a write of our own. After a crash, a replicated database also
   * shows commits that had not reached a standby and were not acknowledged.
   */
  confirmCommits(): Promise<void>
  /** Whether a transaction failed because another one added or took the same unique value meanwhile. */
  isUniqueViolation(error: unknown): boolean
  /** Locks the selected rows against other writers until the end of the transaction. */
  lockRows<Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row>
  /** Counts one call in the window of a key, without waiting for the disk. */
  consumeRateLimit(key: string, limit: number, now: number): Promise<RateLimitResult>
  /** Subtracts one counted call, if its window has not ended. */
  refundRateLimit(key: string, now: number): Promise<void>
  /** Records that a token was used in an hour (since the epoch). Written within a second or so. */
  recordTokenUse(tokenId: string, hour: number): void
  /**
   * Erases the remains of committed deletions from every file of the database soon, in the background. Does nothing if
   * the database itself reclaims the space of deleted rows.
   */
  eraseDeleted(): void
  /** Size of the database on disk, in bytes. */
  databaseBytes(): Promise<number>
  /** Deletes old databases that were replaced by a restore. */
  purgeFiles(now: number): void
  /** Notifies the listeners of every process of a change, once the transaction is committed. */
  notify(db: Transaction<Tables>, change: Change): Promise<void>
  /**
   * Registers a listener for the changes made by all processes.
   * @param watchedSlugs surveys whose changes it must learn of within seconds, even if a notification is lost
   */
  listen(listener: ChangeListener, watchedSlugs?: () => readonly string[]): void
  /** Tells all processes texts of at most 7,900 bytes, without storing them. Does nothing if there is only one process. */
  broadcast(texts: readonly string[]): void
  /** Registers a listener for broadcasts, those of this process included. They may be lost. */
  listenToBroadcasts(listener: (text: string) => void): void
  /**
   * Resolves if changes made by other processes have been received at least once; left out if there are none.
   * @throws Refusal `temporarily unavailable` with the cause if the last attempt to receive them failed
   */
  readonly listening?: () => Promise<void> | undefined
  /** The state of the connections to a database server; left out if the engine has none. */
  readonly connectionStatus?: () => ConnectionStatus
  /** Writes what is pending and closes the database. */
  close(): Promise<void>
}

export interface PoolStatus {
  /** Open connections, and how many of them are idle. */
  readonly total: number
  readonly idle: number
  /** Number of requests waiting for a connection. */
  readonly waiting: number
}

export interface ConnectionStatus extends PoolStatus {
  /** Whether changes made by other processes are received. True until something listens. */
  readonly isListening: boolean
  /** Undefined without a replica. */
  readonly replica: ReplicaStatus | undefined
}

export interface ReplicaStatus {
  /** Whether reads are sent to it. */
  readonly isRead: boolean
  /** Milliseconds by which it lags behind the primary, at most. */
  readonly lag: number
  /** Reads since the start that a replica could answer, by the server that answered them. */
  readonly reads: Readonly<Record<'replica' | 'primary', number>>
}

/** A survey in the state in which it was read. */
export interface SurveyState {
  readonly id: number
  readonly slug: string
  readonly revision: number
  readonly lastSequence: number
  readonly responseCount: number
}

export interface RateLimitResult {
  readonly allowed: boolean
  /** Number of calls still allowed in this window. */
  readonly left: number
  /** Time until the window ends and calls are allowed again. */
  readonly millisecondsLeft: number
}

/** The SQL in which the schemas of the databases differ. */
export interface SchemaSyntax {
  /** A primary key that the database assigns in ascending order. */
  readonly identity: string
  /** The type of a 64-bit integer. */
  readonly integer: string
  /**
   * The type of a UUID in lower case and of an RFC 3339 time with milliseconds, in tables that grow with each response.
   */
  readonly uuid: string
  readonly time: string
  /** Options after the closing parenthesis of a table. */
  readonly tableOptions: string
  /** The same for a table that is stored in the order of its primary key. */
  readonly clusteredTableOptions: string
  /** The foreign key of tables that are written for each submission, always while the survey is locked. */
  readonly surveyReference: string
  /** Before `table`, for a table that may be empty after a crash of the database. */
  readonly unlogged: string
  /** Statements that create the index of response ids, after `response` itself. */
  readonly responseIdIndex: readonly string[]
}
