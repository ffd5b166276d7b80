import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '../config.ts'
import { openContext } from '../main.ts'
import { Accounts } from '../service/accounts.ts'
import { type Operator, operatorOf } from '../service/authentication.ts'
import type { Context } from '../service/context.ts'

/** One command of the operator's. */
export interface Command {
  readonly name: readonly string[]
  /** The words after `soundings`. */
  readonly usage: string
  readonly summary: string
  readonly details?: string
  readonly example: string
  readonly options: ParseArgsOptionsConfig
  /** The words that it takes; in brackets where one may be left out. */
  readonly positionals: readonly string[]
  run(call: Invocation): Promise<Output | undefined>
}

export interface Invocation {
  readonly values: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
  readonly config: Config
}

/** What a command has to say, as one line of JSON and for people. */
export interface Output {
  readonly data: unknown
  readonly text: string
  /** What it has to say is that something is wrong: exit status 1. */
  readonly failed?: boolean
}

/** A mistake in the command line itself: exit status 2. */
export class UsageError extends Error {}

/** What a command works with. */
export interface Installation {
  readonly context: Context
  readonly operator: Operator
  readonly accounts: Accounts
}

/** Opens the installation for one command, beside a server that may be running. */
export async function withInstallation<Result>(
  config: Config,
  act: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const context = await openContext(config, false)
  try {
    return await act({ context, operator: operatorOf(context), accounts: new Accounts(context) })
  } finally {
    await context.store.close()
  }
}

/** @throws Error where the database is not a file in the data folder. @param tools what to use for it instead */
export function requireEmbeddedDatabase({ databaseUrl }: Config, tools: string): void {
  if (databaseUrl !== undefined) throw new Error(`the database is PostgreSQL: use its own tools, ${tools}`)
}

const DATE_OR_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/

/** A moment to come, given as `2027-12-31` (its last millisecond, UTC) or as an RFC 3339 time. @throws UsageError */
export function parseFutureTime(text: string, option: string): number {
  const [, day, time] = DATE_OR_TIME.exec(text) ?? []
  const moment = Date.parse(time === undefined ? `${text}T23:59:59.999Z` : text)
  if (day === undefined || !isCalendarDate(day) || Number.isNaN(moment))
    throw new UsageError(`${option} must be a date like 2027-12-31, not "${text}"`)
  if (moment <= Date.now()) throw new UsageError(`${option} must lie ahead, and ${text} has passed`)
  return moment
}

/** A day that its month does not have, like the 31st of February, would be read as one of the next. */
function isCalendarDate(day: string): boolean {
  const start = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day)
}

/** Milliseconds as they are shown. */
export function formatTime(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}

/** Rows in columns as wide as they need to be, under their names. */
export function formatTable(names: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const cells = [names, ...rows.map(row => row.map(cell => cell ?? '-'))]
  const widths = names.map((_, column) => Math.max(...cells.map(row => row[column]?.length ?? 0)))
  return cells
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
