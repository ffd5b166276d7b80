/** Primary result codes of SQLite, https://sqlite.org/rescode.html */
export const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
export const SQLITE_CORRUPT = 11
export const SQLITE_FULL = 13
export const SQLITE_CANTOPEN = 14

/** Codes that describe the state of the storage rather than an error in the statement. */
export const UNAVAILABLE_CODES: ReadonlySet<number> = new Set([
  SQLITE_BUSY,
  SQLITE_LOCKED,
  SQLITE_READONLY,
  SQLITE_IOERR,
  SQLITE_FULL,
  SQLITE_CANTOPEN,
])

/** The primary result code of an error; undefined if it is not an error of SQLite. */
export function resultCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}
