import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeDifferences } from '../schema-differences.ts'
import { CREATE_BACKUP_TABLE } from './backup.ts'
import { DATABASE_FILE, findIntegrityError, renameDurably } from './database-file.ts'
import { acquireFolderLock } from './folder-lock.ts'
import { removeStaged, stagedFile } from './restore-files.ts'
import { resultCode, SQLITE_BUSY, SQLITE_CORRUPT } from './result-codes.ts'
import { readSchemaState } from './schema.ts'
import { findSchemaDifferences } from './schema-differences.ts'

/** The metadata of a backup. */
export interface Backup {
  readonly madeAt: string
  /** Null if the backup was made without a secret. */
  readonly secret: string | null
  /** Derived from the secret that its database was created with; null if it has not needed one yet. */
  readonly check: string | null
}

export interface RestoreOptions {
  readonly folder: string
  readonly file: string
  /** The name under which the folder keeps the replaced database. */
  readonly replacedName: string
  /** Called after the backup is verified and before anything is replaced. If it throws, nothing changes. */
  beforeReplace(backup: Backup): void
}

/**
 * Replaces a data directory's database with a backup. Even if the process dies, one of the two is in place and
 * complete.
 * @returns the metadata of the backup, and whether a database was replaced
 * @throws Error if a server or a command is using the database, or if the file is not a backup, is damaged, was made by
 *   a newer version or does not have the schema of its version
 */
export function restoreBackup({
  folder,
  file,
  replacedName,
  beforeReplace,
}: RestoreOptions): Backup & { replacedAny: boolean } {
  requireReadable(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = acquireFolderLock(folder)
  const staged = stagedFile(folder)
  try {
    copyFileSync(file, staged)
    const backup = openBackup(staged, file)
    beforeReplace(backup)
    return { ...backup, replacedAny: replaceDatabase(folder, staged, replacedName) }
  } finally {
    removeStaged(folder)
    lock.release()
  }
}

/** Reports an unreadable backup here, because later errors are about the data directory. */
function requireReadable(file: string): void {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder; name a file`)
  try {
    closeSync(openSync(file, 'r'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** Reads a backup's metadata from its copy, and turns the copy into a plain database. */
function openBackup(staged: string, file: string): Backup {
  const copy = new DatabaseSync(staged)
  try {
    // Write access to stored backups must not allow more than that: nothing in a foreign schema may run.
    copy.exec('pragma trusted_schema = off')
    const backup = readBackup(copy)
    const integrityError = findIntegrityError(copy, 'integrity_check')
    if (integrityError !== undefined) throw new Error(`${file} is damaged: ${integrityError}`)
    // The secret must not remain in the database, not even in its free pages.
    copy.exec('pragma secure_delete = on; drop table backup')
    return backup
  } catch (error) {
    throw describeError(error, file)
  } finally {
    copy.close()
  }
}

function readBackup(copy: DatabaseSync): Backup {
  const metadata = copy.prepare('select made_at, secret from backup')
  requireOwnSchema(copy)
  const [backup] = metadata.all()
  const [installation] = copy.prepare('select secret_check from installation').all()
  return {
    madeAt: String(backup?.made_at),
    secret: backup?.secret as string | null,
    check: installation?.secret_check as string | null,
  }
}

/** Checks the schema before any statement could run something in it. */
function requireOwnSchema(copy: DatabaseSync): void {
  const schema = readSchemaState(copy)
  if (schema.kind === 'unknown') throw new Error(`the backup cannot be restored: ${schema.found}; ${schema.remedy}`)
  const differences = findSchemaDifferences(copy, schema, [CREATE_BACKUP_TABLE])
  if (differences.length === 0) return
  throw new Error(
    `the backup cannot be restored: its schema is not as Soundings made it: ${describeDifferences(differences)}; ${CHANGED_REMEDY}`,
  )
}

const CHANGED_REMEDY =
  'find out who changed it, and restore a backup from before; if you did, undo it with sqlite3 in a copy of the backup, and restore that'

function describeError(error: unknown, file: string): unknown {
  const code = resultCode(error)
  if (code === undefined) return error
  const message = code === SQLITE_CORRUPT ? `${file} is damaged` : `${file} is not a Soundings backup`
  return new Error(message, { cause: error })
}

/** @returns whether there was a database */
export function replaceDatabase(folder: string, staged: string, replacedName: string): boolean {
  const file = join(folder, DATABASE_FILE)
  const replacedAny = existsSync(file)
  if (replacedAny) {
    checkpointToOneFile(file, join(folder, `${replacedName}-wal`))
    linkSync(file, join(folder, replacedName))
  }
  // SQLite would apply files left behind by a damaged database to the restored one.
  for (const suffix of ['-wal', '-shm', '-journal'])
    if (existsSync(file + suffix)) renameSync(file + suffix, join(folder, replacedName + suffix))
  renameDurably(staged, file)
  return replacedAny
}

/** Moves a database's write-ahead log into it. If the database is too damaged, the log is kept at `savedWal`. */
function checkpointToOneFile(file: string, savedWal: string): void {
  // Opening a damaged database can delete its log.
  if (existsSync(`${file}-wal`)) linkSync(`${file}-wal`, savedWal)
  const database = new DatabaseSync(file, { timeout: 1_000 })
  try {
    database.exec('pragma journal_mode = delete')
    rmSync(savedWal, { force: true })
  } catch (error) {
    // A damaged database is the usual reason to restore a backup, so it is replaced anyway.
    if (resultCode(error) !== SQLITE_BUSY) return
    rmSync(savedWal, { force: true })
    throw new Error('another command is using the database; try again when it has finished')
  } finally {
    database.close()
  }
}
