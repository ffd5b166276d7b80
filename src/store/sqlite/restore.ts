import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SCHEMA_VERSION } from '../migrate.ts'
import { integrityError, moveDurably } from './backup.ts'
import { acquireFolderLock } from './folder-lock.ts'
import { DATABASE_FILE } from './sqlite.ts'

/** What a backup says of itself. */
export interface Backup {
  readonly madeAt: string
  /** Null where it was made without. */
  readonly secret: string | null
  /** Derived from the secret that its database was made with; null where it has had none yet. */
  readonly check: string | null
}

export interface RestoreOptions {
  readonly folder: string
  readonly file: string
  /** The name that the database of the folder gets in it. */
  readonly replacedName: string
  /** Called when the backup has been found whole and nothing has been replaced; what it throws leaves all as it was. */
  beforeReplace(backup: Backup): void
}

/** SQLite's result codes for what is in use, is damaged, or is no database. */
const BUSY = 5
const CORRUPT = 11

/**
 * Puts a backup in the place of a data directory's database. A process that dies at any moment leaves the one or the other.
 * @returns what the backup says, and whether a database was replaced
 * @throws Error where a server is running, another command uses the database, or the file is not a backup, is damaged or was made by a newer version
 */
export function restoreBackup({
  folder,
  file,
  replacedName: replaced,
  beforeReplace: settle,
}: RestoreOptions): Backup & { replacedAny: boolean } {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = acquireFolderLock(folder)
  const staged = join(folder, `${DATABASE_FILE}.restoring`)
  try {
    copyFileSync(file, staged)
    const backup = open(staged, file)
    settle(backup)
    return { ...backup, replacedAny: replace(folder, staged, replaced) }
  } finally {
    for (const left of [staged, `${staged}-journal`]) rmSync(left, { force: true })
    lock.release()
  }
}

/** Reads what the copy of a backup says of itself, and makes it a plain database again. */
function open(staged: string, file: string): Backup {
  const copy = new DatabaseSync(staged)
  try {
    const backup = readBackup(copy)
    const fault = integrityError(copy, 'integrity_check')
    if (fault !== undefined) throw new Error(`${file} is damaged: ${fault}`)
    // The secret is to be nowhere in the database, also not in what is free in it.
    copy.exec('pragma secure_delete = on; drop table backup')
    return backup
  } catch (error) {
    throw readable(error, file)
  } finally {
    copy.close()
  }
}

function readBackup(copy: DatabaseSync): Backup {
  const [made] = copy.prepare('select made_at, secret from backup').all()
  const [schema] = copy.prepare('select max(number) as number from migration').all()
  const [installation] = copy.prepare('select secret_check from installation').all()
  if (Number(schema?.number) > SCHEMA_VERSION)
    throw new Error(
      `the backup was made by a newer version of Soundings (schema ${schema?.number}, this version supports ${SCHEMA_VERSION})`,
    )
  return {
    madeAt: String(made?.made_at),
    secret: made?.secret as string | null,
    check: installation?.secret_check as string | null,
  }
}

function readable(error: unknown, file: string): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  return new Error(code === CORRUPT ? `${file} is damaged` : `${file} is not a Soundings backup`, { cause: error })
}

/** @returns whether there was a database */
function replace(folder: string, staged: string, replaced: string): boolean {
  const file = join(folder, DATABASE_FILE)
  const replacesAny = existsSync(file)
  if (replacesAny) {
    checkpointToOneFile(file, join(folder, `${replaced}-wal`))
    linkSync(file, join(folder, replaced))
  }
  // What a damaged database leaves beside it would be read as part of the new one.
  for (const suffix of ['-wal', '-shm', '-journal'])
    if (existsSync(file + suffix)) renameSync(file + suffix, join(folder, replaced + suffix))
  moveDurably(staged, file)
  return replacesAny
}

/** Makes a database one file; one that is too damaged for that leaves what was written ahead of it at `ahead`. */
function checkpointToOneFile(file: string, ahead: string): void {
  // Opening a damaged database can delete it.
  if (existsSync(`${file}-wal`)) linkSync(`${file}-wal`, ahead)
  const database = new DatabaseSync(file, { timeout: 1_000 })
  try {
    database.exec('pragma journal_mode = delete')
    rmSync(ahead, { force: true })
  } catch (error) {
    if (codeOf(error) !== BUSY) return
    rmSync(ahead, { force: true })
    throw new Error('another command is using the database; try again when it has finished')
  } finally {
    database.close()
  }
}

/** undefined for what is no error of SQLite's. */
function codeOf(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}
