import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SCHEMA_VERSION } from '../migrate.ts'
import { integrityError, openExisting } from './backup.ts'
import { DATABASE_FILE } from './sqlite.ts'

/** What a look at a database file says that changes nothing and holds up nobody. */
export interface DatabaseInspection {
  /** The first thing that is wrong with the file. */
  readonly integrityError: string | undefined
  readonly schema: number
  /** What this program works with. */
  readonly knownSchema: number
  /** Derived from the secret that the database was made with; null where it has had none yet. */
  readonly secretCheck: string | null
  /** Bytes of what has been written and not been moved into the file. */
  readonly walBytes: number
}

/** @throws Error where a data directory has no database, or the file cannot be read as one */
export function inspectDatabase(folder: string): DatabaseInspection {
  const file = join(folder, DATABASE_FILE)
  const database = openExisting(file)
  try {
    database.exec('pragma query_only = on')
    const fault = integrityError(database, 'quick_check')
    const [schema] = database.prepare('select max(number) as number from migration').all()
    const [installation] = database.prepare('select secret_check from installation').all()
    const aheadBytes = existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0
    const secretCheck = installation?.secret_check as string | null
    return {
      integrityError: fault,
      schema: Number(schema?.number),
      knownSchema: SCHEMA_VERSION,
      secretCheck,
      walBytes: aheadBytes,
    }
  } finally {
    database.close()
  }
}
