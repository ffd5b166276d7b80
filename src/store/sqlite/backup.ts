import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { DATABASE_FILE } from './sqlite.ts'

/** Pages that are copied in one step. */
const PAGES = 1_000
const BUSY_MS = 5_000

export interface BackupOptions {
  readonly folder: string
  /** An absolute path; what is there is overwritten. */
  readonly file: string
  readonly madeAt: string
  /** To be put into the backup, with the check value that is derived from it. */
  readonly secret: { readonly text: string; readonly check: string } | undefined
}

/**
 * Copies the database of a data directory as it is at one moment, beside a server that goes on writing.
 * @returns the bytes of the backup, which is one file, whole and on disk
 * @throws Error where there is no database, it is damaged, or the secret is not its own
 */
export async function writeBackup({ folder, file, madeAt, secret }: BackupOptions): Promise<number> {
  const database = join(folder, DATABASE_FILE)
  if (isSameFile(file, database)) throw new Error(`${file} is the database itself`)
  const partial = `${file}.partial-${process.pid}`
  const source = openExisting(database)
  try {
    // What others write after this read is not in the copy, and does not make it begin anew.
    source.exec('begin')
    const check = source.prepare('select secret_check from installation').all()[0]?.secret_check
    if (secret !== undefined && check !== secret.check) throw new Error('SECRET does not belong to this database')
    await backup(source, partial, { rate: PAGES })
    sealBackup(partial, madeAt, secret?.text ?? null)
    const { size } = statSync(partial)
    moveDurably(partial, file)
    return size
  } finally {
    source.close()
    for (const left of [partial, `${partial}-journal`]) rmSync(left, { force: true })
  }
}

function isSameFile(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && statSync(one).ino === statSync(other).ino
}

/** Makes a copy one file that says of itself that it is a backup. */
function sealBackup(file: string, madeAt: string, secret: string | null): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('pragma journal_mode = delete; create table backup (made_at text not null, secret text) strict')
    copy.prepare('insert into backup values (?, ?)').run(madeAt, secret)
    const found = integrityError(copy, 'quick_check')
    if (found !== undefined) throw new Error(`the database is damaged: ${found}`)
  } finally {
    copy.close()
  }
}

/** @throws Error rather than make a new one */
export function openExisting(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`there is no database in ${dirname(file)}`)
  return new DatabaseSync(file, { timeout: BUSY_MS })
}

/** The first thing that is wrong with a database. */
export function integrityError(database: DatabaseSync, check: 'quick_check' | 'integrity_check'): string | undefined {
  const [first] = database.prepare(`pragma ${check}(1)`).all()
  const found = String(first?.[check])
  return found === 'ok' ? undefined : found
}

/** After this a power cut leaves the file under its new name, whole. */
export function moveDurably(from: string, to: string): void {
  sync(from)
  renameSync(from, to)
  sync(dirname(to))
}

function sync(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
