import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { CountVerification } from '../count-verification.ts'
import { type DatabaseInspection, inspectionQueries } from '../inspection.ts'
import { SCHEMA_VERSION } from '../migrate.ts'
import { Connection, kyselyOn } from './connection.ts'
import { DATABASE_FILE, findIntegrityError, requireDatabase } from './database-file.ts'

const BUSY_MS = 5_000

export interface SqliteInspection extends DatabaseInspection {
  /** The first problem that SQLite finds in the file. */
  readonly integrityError: string | undefined
  /** Size of the write-ahead log in bytes. */
  readonly walBytes: number
}

/**
 * Opens the database of a data directory without changing a file in it.
 * @throws Error if there is no database, or the file is not one
 */
export function inspectSqlite(folder: string): SqliteInspection {
  const file = join(folder, DATABASE_FILE)
  requireDatabase(file)
  const hasWal = existsSync(`${file}-wal`)
  const database = openUnchanged(file, hasWal)
  try {
    const reader = kyselyOn(new Connection(database, 'read'))
    const isEmpty = database.prepare("select 1 from sqlite_schema where name = 'migration'").all().length === 0
    return {
      integrityError: findIntegrityError(database, 'integrity_check'),
      walBytes: hasWal ? statSync(`${file}-wal`).size : 0,
      schema: isEmpty ? undefined : readSchemaVersion(database),
      knownSchema: SCHEMA_VERSION,
      secretCheck: isEmpty ? null : readSecretCheck(database),
      verifyCounts: async maxResponses => {
        const verification = new CountVerification({ reader, read: run => reader.transaction().execute(run) })
        const result = await verification.run(maxResponses)
        if (!hasWal && existsSync(`${file}-wal`)) throw new Error('a server was started meanwhile; try again')
        return result
      },
      ...inspectionQueries(reader),
      close: async () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Without a write-ahead log no process has the database open, and it is opened as immutable: a normal read-only
 * connection would create the log and its index, and leave them behind. With one, a read-only connection never moves it
 * into the database, not even after a crash of the server.
 */
function openUnchanged(file: string, hasWal: boolean): DatabaseSync {
  if (hasWal) return new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

function readSchemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('select coalesce(max(number), 0) as version from migration').all()[0]?.version)
}

function readSecretCheck(database: DatabaseSync): string | null {
  return (database.prepare('select secret_check from installation').all()[0]?.secret_check ?? null) as string | null
}
