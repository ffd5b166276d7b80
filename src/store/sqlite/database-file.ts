import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** The name of the database file in its folder. */
export const DATABASE_FILE = 'soundings.db'

/** @throws Error if there is no database, since SQLite would create one */
export function requireDatabase(file: string): void {
  if (!existsSync(file)) throw new Error(`there is no database in ${dirname(file)}`)
}

const BUSY_MS = 5_000

/**
 * Opens a database for reading without changing a file. If there is no write-ahead log, no process has the database
 * open, and it is opened as immutable: a normal read-only connection would create the log and its index and leave them
 * behind. If there is one, a read-only connection never moves it into the database, not even after a crash of the
 * server. Nothing that others may have added to the schema is trusted.
 */
export function openUnchanged(file: string): DatabaseSync {
  const database = openReadOnly(file)
  database.exec('pragma trusted_schema = off')
  return database
}

function openReadOnly(file: string): DatabaseSync {
  if (existsSync(`${file}-wal`)) return new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

/** The first problem that SQLite finds in a database; undefined if it finds none. */
export function findIntegrityError(
  database: DatabaseSync,
  check: 'quick_check' | 'integrity_check',
): string | undefined {
  const [first] = database.prepare(`pragma ${check}(1)`).all()
  const result = String(first?.[check])
  return result === 'ok' ? undefined : result
}

/** Renames a file so that after a power cut it is complete under its new name. */
export function renameDurably(from: string, to: string): void {
  syncFile(from)
  renameSync(from, to)
  syncFile(dirname(to))
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
