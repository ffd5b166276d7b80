/**
 * Maximum number of characters in a line of a dump: several times the longest row, which is a survey or draft with 1
 * MiB of questions.
 */
export const DUMP_LINE_LENGTH = 32 * 1_048_576

/**
 * The text of a dump: lines of JSON, in this order.
 * 1. The header.
 * 2. For each table, its name and columns, then a line for each row: an array of values in the order of the columns.
 * 3. The footer: the number of rows of each table, and the SHA-256 of all lines before it.
 */
export interface DumpHeader {
  readonly formatVersion: number
  /** The version of the program that made the dump. */
  readonly version: string
  readonly madeAt: string
  /** The names of the migrations that the database had had. */
  readonly migrations: readonly string[]
  /** Derived from the secret that the database was created with. */
  readonly secretCheck: string | null
  /** The secret itself; null if the dump was made without it. */
  readonly secret: string | null
  /** For progress. */
  readonly responses: number
}

export type DumpLine =
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'row'; readonly row: readonly (string | number | null)[] }
  | { readonly kind: 'footer'; readonly rows: Readonly<Record<string, number>>; readonly sha256: string }

const FORMAT = 'soundings-dump'
/** Versions of the format up to this one can be read. */
export const DUMP_FORMAT_VERSION = 1

export function formatHeader({ migrations, madeAt, ...header }: Omit<DumpHeader, 'formatVersion'>): string {
  return JSON.stringify({
    format: FORMAT,
    format_version: DUMP_FORMAT_VERSION,
    version: header.version,
    made_at: madeAt,
    migrations,
    secret_check: header.secretCheck,
    secret: header.secret,
    responses: header.responses,
  })
}

/** @returns undefined if the line is not the first line of a dump */
export function parseHeader(line: string): DumpHeader | undefined {
  const header = parseLine(line) as Readonly<Record<string, unknown>> | undefined
  if (header?.format !== FORMAT) return undefined
  const { format_version, version, made_at, migrations, secret_check, secret, responses } = header
  const isComplete =
    Number.isInteger(format_version) &&
    [version, made_at].every(value => typeof value === 'string') &&
    [secret_check, secret].every(value => value === null || typeof value === 'string') &&
    Array.isArray(migrations) &&
    Number.isInteger(responses)
  if (!isComplete) return undefined
  return {
    formatVersion: Number(format_version),
    version: String(version),
    madeAt: String(made_at),
    migrations: migrations.map(String),
    secretCheck: secret_check as string | null,
    secret: secret as string | null,
    responses: Number(responses),
  }
}

export function formatTable(table: string, columns: readonly string[]): string {
  return JSON.stringify({ table, columns })
}

export function formatFooter(rows: Readonly<Record<string, number>>, sha256: string): string {
  return JSON.stringify({ rows, sha256 })
}

/** @returns undefined if it is not one of the later lines of a dump */
export function parseDumpLine(line: string): DumpLine | undefined {
  const value = parseLine(line)
  if (Array.isArray(value)) return value.every(isValue) ? { kind: 'row', row: value } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { table, columns, rows, sha256 } = value as Readonly<Record<string, unknown>>
  if (typeof table === 'string' && Array.isArray(columns))
    return columns.every(name => typeof name === 'string') ? { kind: 'table', table, columns } : undefined
  if (typeof sha256 === 'string' && typeof rows === 'object' && rows !== null)
    return { kind: 'footer', rows: rows as Readonly<Record<string, number>>, sha256 }
  return undefined
}

function isValue(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value)
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
