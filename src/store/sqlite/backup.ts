import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { partialName, removePartialFiles } from '../partial-file.ts'
import type { SchemaDifference } from '../schema-differences.ts'
import { DATABASE_FILE, findIntegrityError, renameDurably, requireDatabase } from './database-file.ts'
import { resultCode, SQLITE_CANTOPEN, SQLITE_FULL } from './result-codes.ts'
import { readSchemaState, requireKnownSchema } from './schema.ts'
import { findSchemaDifferences } from './schema-differences.ts'

/** Marks a file as a backup. */
export const CREATE_BACKUP_TABLE = 'create table backup (made_at text not null, secret text) strict'

const BUSY_MS = 5_000

export interface BackupOptions {
  readonly folder: string
  /** An absolute path. An existing file is overwritten. */
  readonly file: string
  readonly madeAt: string
  /** Stored in the backup, with the check value derived from it. */
  readonly secret: { readonly text: string; readonly check: string } | undefined
}

interface BackupOutcome {
  /** Size of the backup. */
  readonly bytes: number
  /**
   * Whether the database recorded the time of the backup. If it could not, for example because the disk is full, the
   * backup is still complete.
   */
  readonly isRecorded: boolean
  /** Schema changes made by others. As long as there are any, no restore accepts the backup. */
  readonly differences: readonly SchemaDifference[]
}

/**
 * Copies a snapshot of the rows of a data directory's database. A server may keep writing meanwhile. Free space is not
 * copied, so nothing deleted earlier is in the backup.
 * The backup is one file, verified and synced to disk.
 * @throws Error if there is no database, it is foreign or damaged, or the secret does not belong to it
 */
export function writeBackup({ folder, file, madeAt, secret }: BackupOptions): BackupOutcome {
  const databaseFile = join(folder, DATABASE_FILE)
  if (isSameFile(file, databaseFile)) throw new Error(`${file} is the database itself`)
  requireDatabase(databaseFile)
  requireKnownSchema(databaseFile)
  const source = new DatabaseSync(databaseFile, { timeout: BUSY_MS })
  try {
    const check = source.prepare('select secret_check from installation').all()[0]?.secret_check
    if (secret !== undefined && check !== secret.check) throw new Error('SECRET does not belong to this database')
    const differences = findSchemaDifferences(source, readSchemaState(source))
    const bytes = writeCopy(source, { file, madeAt, secret: secret?.text ?? null })
    return { bytes, isRecorded: recordBackup(source, madeAt), differences }
  } finally {
    source.close()
  }
}

interface CopyOptions extends Pick<BackupOptions, 'file' | 'madeAt'> {
  readonly secret: string | null
}

/** @throws Error that names the file if it cannot be written */
function writeCopy(source: DatabaseSync, options: CopyOptions): number {
  const { file } = options
  try {
    removePartialFiles(file)
    return copyRows(source, options)
  } catch (error) {
    throw isOfFile(error) ? new Error(`${file} cannot be written: ${(error as Error).message}`) : error
  }
}

/** The copy gets its final name when it is complete. */
function copyRows(source: DatabaseSync, { file, madeAt, secret }: CopyOptions): number {
  const partial = partialName(file)
  try {
    source.prepare('vacuum into ?').run(partial)
    sealBackup(partial, madeAt, secret)
    const { size } = statSync(partial)
    renameDurably(partial, file)
    return size
  } finally {
    for (const path of [partial, `${partial}-journal`]) rmSync(path, { force: true })
  }
}

/** SQLite does not say which disk is full. It cannot be the database's, which is only read. */
function isOfFile(error: unknown): boolean {
  const code = resultCode(error)
  return code === SQLITE_FULL || code === SQLITE_CANTOPEN || (error as NodeJS.ErrnoException).syscall !== undefined
}

function isSameFile(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && statSync(one).ino === statSync(other).ino
}

/** Turns a copy into a single file without a log, marked as a backup. */
function sealBackup(file: string, madeAt: string, secret: string | null): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec(`pragma journal_mode = delete; ${CREATE_BACKUP_TABLE}`)
    copy.prepare('insert into backup values (?, ?)').run(madeAt, secret)
    recordBackup(copy, madeAt)
    const integrityError = findIntegrityError(copy, 'quick_check')
    if (integrityError !== undefined) throw new Error(`the database is damaged: ${integrityError}`)
  } finally {
    copy.close()
  }
}

/**
 * Records in a database when it was last backed up. A backup contains its own time, for when it is restored.
 * @returns false if the database cannot be written, or was made by an earlier version and not opened by a server since
 */
function recordBackup(database: DatabaseSync, madeAt: string): boolean {
  try {
    database.prepare('update installation set last_backup_at = ?').run(Date.parse(madeAt))
    return true
  } catch (error) {
    if (resultCode(error) === undefined) throw error
    return false
  }
}
