import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { faultOf, openExisting } from './backup.ts'
import { SCHEMA } from './migrate.ts'
import { DATABASE } from './sqlite.ts'

/** What a look at a database file says that changes nothing and holds up nobody. */
export interface Inspection {
  /** The first thing that is wrong with the file. */
  readonly fault: string | undefined
  readonly schema: number
  /** What this program works with. */
  readonly knownSchema: number
  /** Derived from the secret that the database was made with; null where it has had none yet. */
  readonly secretCheck: string | null
  /** Bytes of what has been written and not been moved into the file. */
  readonly aheadBytes: number
}

/** @throws Error where a data folder has no database, or the file cannot be read as one */
export function inspect(folder: string): Inspection {
  const file = join(folder, DATABASE)
  const database = openExisting(file)
  try {
    database.exec('pragma query_only = on')
    const fault = faultOf(database, 'quick_check')
    const [schema] = database.prepare('select max(number) as number from migration').all()
    const [installation] = database.prepare('select secret_check from installation').all()
    const aheadBytes = existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0
    const secretCheck = installation?.secret_check as string | null
    return { fault, schema: Number(schema?.number), knownSchema: SCHEMA, secretCheck, aheadBytes }
  } finally {
    database.close()
  }
}
