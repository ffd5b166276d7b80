import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { TokenUsage } from '../access/token-usage.ts'
import { type Change, ChangeNotifications } from '../change-notifications.ts'
import type { Engine } from '../engine.ts'
import type { Log } from '../log.ts'
import { migrate } from '../migrate.ts'
import { changesOf } from '../responses/response-batch.ts'
import type { Tables } from '../tables.ts'
import { type Connection, kyselyOn, openConnection, translateErrors } from './connection.ts'
import { DATABASE_FILE } from './database-file.ts'
import { acquireFolderLock } from './folder-lock.ts'
import { LogTruncation } from './log-truncation.ts'
import { OpenFiles } from './open-files.ts'
import { RateLimits } from './rate-limits.ts'
import { ReadBatch } from './read-batch.ts'
import { storeBatch } from './response-batches.ts'
import { findSequences, ResponseIdIndex } from './response-id-index.ts'
import { purgeReplaced, removeStaged } from './restore-files.ts'
import { requireKnownSchema, SQLITE_DIALECT } from './schema.ts'
import { Turn } from './turn.ts'

export interface SqliteOptions {
  readonly folder: string
  /** Set by the folder's only server process. Commands write alongside it. */
  readonly exclusive: boolean
  readonly log: Log
}

/**
 * Opens the embedded database, with one connection for writes, which take turns, and one for reads, which never wait
 * for writes.
 * @throws Error if `exclusive` is set and another server is using the folder, or for a foreign database
 */
export async function openSqlite({ folder, exclusive, log }: SqliteOptions): Promise<Engine> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = exclusive ? acquireFolderLock(folder) : undefined
  const file = join(folder, DATABASE_FILE)
  await onError(
    async () => lock?.release(),
    async () => requireKnownSchema(file),
  )
  if (lock !== undefined) removeStaged(folder)
  const turn = new Turn()
  const writeConnection = openConnection(file, 'write', turn)
  const writer = kyselyOn(writeConnection)
  const readConnection = openConnection(file, 'read', turn)
  const reader = kyselyOn(readConnection)
  const readBatch = new ReadBatch(readConnection)
  const idIndex = new ResponseIdIndex(writeConnection)
  const notifications = new ChangeNotifications(log)
  let pendingChanges: Change[] = []
  let files: OpenFiles | undefined
  const writeOn: WriteOn = async (db, run) => {
    const { result, changes } = await translateErrors(
      db.transaction().execute(async transaction => {
        pendingChanges = []
        return { result: await run(transaction), changes: pendingChanges }
      }),
    )
    files?.check()
    for (const change of changes) notifications.notify(change)
    await turn.share()
    return result
  }
  const write: Engine['write'] = run => writeOn(writer, run)
  const stopPolling = pollForExternalWrites(writeConnection, notifications, log)
  const truncation = new LogTruncation(writer, `${file}-wal`, log)
  const release = async () => {
    stopPolling()
    await truncation.close()
    await writesUnderWay(writer)
    await writer.destroy()
    await reader.destroy()
    lock?.release()
  }
  const rateLimits = await onError(release, async () => {
    await write(db => migrate(db, SQLITE_DIALECT))
    files = new OpenFiles([file, `${file}-wal`])
    return RateLimits.load(reader, write, log)
  })
  const tokenUsage = new TokenUsage(write, log)
  return {
    reader,
    selectArrays: query => readBatch.select(query),
    selectResponses: (_, query) => readBatch.select(query),
    read: run => translateErrors(reader.transaction().execute(run)),
    write,
    writeUnflushed: run => writer.connection().execute(db => writeConnection.withoutFlushing(() => writeOn(db, run))),
    storeResponses: batches =>
      write(async () => {
        const outcomes = batches.map(batch => storeBatch(writeConnection, idIndex, batch))
        for (const [index, { survey, responses }] of batches.entries())
          if (responses.length > 0)
            for (const change of changesOf(survey.slug, outcomes[index])) pendingChanges.push(change)
        return outcomes
      }),
    findSequences,
    commitsUnderWay: 1,
    // A write transaction locks the whole database.
    lockRows: query => query,
    confirmCommits: async () => undefined,
    isUniqueViolation: () => false,
    consumeRateLimit: async (key, limit, now) => rateLimits.consume(key, limit, now),
    refundRateLimit: async (key, now) => rateLimits.refund(key, now),
    recordTokenUse: (tokenId, hour) => tokenUsage.record(tokenId, hour),
    eraseDeleted: () => truncation.request(),
    databaseBytes: async () => statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
    purgeFiles: now => purgeReplaced(folder, now),
    notify: async (_, change) => void pendingChanges.push(change),
    listen: listener => notifications.listen(listener),
    broadcast: () => undefined,
    listenToBroadcasts: () => undefined,
    close: () =>
      Promise.all([rateLimits.close(), tokenUsage.close()])
        .then(() => undefined)
        .finally(release),
  }
}

type WriteOn = <T>(db: Kysely<Tables>, run: (db: Transaction<Tables>) => Promise<T>) => Promise<T>

/** Writes take turns, so all that were begun before this call have ended when its own turn comes. */
function writesUnderWay(writer: Kysely<Tables>): Promise<void> {
  return writer.connection().execute(async () => undefined)
}

/** Interval at which the database is checked for writes by other processes, such as commands, in milliseconds. */
const POLL_MS = 500

/** There is no way to tell what another process has written, so listeners are told that anything may have changed. */
function pollForExternalWrites(connection: Connection, notifications: ChangeNotifications, log: Log): () => void {
  let version = connection.dataVersion()
  const timer = setInterval(() => {
    try {
      const current = connection.dataVersion()
      if (current !== version) notifications.notify(undefined)
      version = current
    } catch (err) {
      log.warn({ err }, 'the database could not be checked for writes by other processes')
    }
  }, POLL_MS).unref()
  return () => clearInterval(timer)
}

/** Runs one step of opening the database. If it fails, everything opened so far is released. */
async function onError<Result>(release: () => Promise<void>, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    await release()
    throw error
  }
}
