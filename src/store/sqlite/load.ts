import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DumpSource, isEmptyInstallation, loadTables } from '../moving/dump-source.ts'
import { Connection, kyselyOn } from './connection.ts'
import { DATABASE_FILE, findIntegrityError } from './database-file.ts'
import { acquireFolderLock } from './folder-lock.ts'
import { fillResponseIdIndex } from './response-id-index.ts'
import { replaceDatabase } from './restore.ts'
import { removeStaged, stagedFile } from './restore-files.ts'
import { requireKnownSchema, SQLITE_DIALECT } from './schema.ts'

export interface LoadOptions {
  readonly folder: string
  /** The name under which the folder keeps the replaced empty database. */
  readonly replacedName: string
  readonly source: DumpSource
}

/**
 * Creates a data directory's database from a dump. It is put in place only when it is complete and on disk.
 * @throws Error if a server or a command is using the database, or it contains accounts; DumpError
 */
export async function loadSqlite({ folder, replacedName, source }: LoadOptions): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = acquireFolderLock(folder)
  try {
    await requireEmpty(join(folder, DATABASE_FILE))
    removeStaged(folder)
    await fill(stagedFile(folder), source)
    replaceDatabase(folder, stagedFile(folder), replacedName)
  } finally {
    removeStaged(folder)
    lock.release()
  }
}

async function requireEmpty(file: string): Promise<void> {
  if (!existsSync(file)) return
  requireKnownSchema(file)
  const reader = kyselyOn(new Connection(new DatabaseSync(file, { readOnly: true }), 'read'))
  try {
    if (!(await isEmptyInstallation(reader)))
      throw new Error('there are accounts in this installation; load into an empty one, with another DATA_DIR')
  } finally {
    await reader.destroy()
  }
}

/** If the process dies, the file is deleted, so nothing is synced until it replaces the database. */
async function fill(file: string, source: DumpSource): Promise<void> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -4000')
  const connection = new Connection(database, 'write')
  const db = kyselyOn(connection)
  try {
    await db.transaction().execute(async db => {
      await loadTables(db, source, { dialect: SQLITE_DIALECT, overriding: '' })
      fillResponseIdIndex(connection)
    })
    const error = findIntegrityError(database, 'quick_check')
    if (error !== undefined) throw new Error(`the loaded database is damaged: ${error}`)
  } finally {
    await db.destroy()
  }
}
