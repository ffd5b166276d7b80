import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CountVerification } from '../count-verification.ts'
import { type DatabaseInspection, inspectionQueries } from '../inspection.ts'
import { Connection, kyselyOn } from './connection.ts'
import { DATABASE_FILE, findIntegrityError, openUnchanged, requireDatabase } from './database-file.ts'
import { readSchemaState } from './schema.ts'
import { findSchemaDifferences } from './schema-differences.ts'

export interface SqliteInspection extends DatabaseInspection {
  /** The first problem that SQLite finds in the file. */
  readonly integrityError: string | undefined
  /** Size of the write-ahead log in bytes. */
  readonly walBytes: number
}

/**
 * Opens a data directory's database without changing any of its files.
 * @throws Error if there is no database, or the file is not one
 */
export function inspectSqlite(folder: string): SqliteInspection {
  const file = join(folder, DATABASE_FILE)
  requireDatabase(file)
  const hasWal = existsSync(`${file}-wal`)
  const database = openUnchanged(file)
  try {
    const reader = kyselyOn(new Connection(database, 'read'))
    const schema = readSchemaState(database)
    const differences = findSchemaDifferences(database, schema)
    return {
      integrityError: findIntegrityError(database, 'integrity_check'),
      walBytes: hasWal ? statSync(`${file}-wal`).size : 0,
      schema,
      differences,
      secretCheck: schema.kind === 'known' ? readSecretCheck(database) : null,
      verifyCounts: async maxResponses => {
        const verification = new CountVerification({ reader, read: run => reader.transaction().execute(run) })
        const result = await verification.run(maxResponses)
        if (!hasWal && existsSync(`${file}-wal`)) throw new Error('a server has started meanwhile; try again')
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

function readSecretCheck(database: DatabaseSync): string | null {
  return (database.prepare('select secret_check from installation').all()[0]?.secret_check ?? null) as string | null
}
