import type { ParseArgsOptionsConfig } from 'node:util'
import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { largestOf } from '../domain/values/largest.ts'
import { openContext } from '../installation.ts'
import { type Operator, operatorOf } from '../service/access/authentication.ts'
import { type Account, Accounts } from '../service/accounts/accounts.ts'
import type { Context } from '../service/context.ts'
import { explainFolderFailure } from './folder-failures.ts'
import { escapeLine, type Terminal } from './terminal.ts'

/** One command of the operator's command line. */
export interface Command {
  readonly name: readonly string[]
  /** The usage line, without the leading `soundings`. */
  readonly usage: string
  readonly summary: string
  readonly details?: string
  readonly example: string
  readonly options: ParseArgsOptionsConfig
  /** Names of the positional arguments. An optional one is in brackets. */
  readonly positionals: readonly string[]
  run(call: Invocation): Promise<Output | undefined>
}

export interface Invocation {
  readonly values: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
  readonly config: Config
  readonly terminal: Terminal
}

/** The result of a command: `data` is printed with --json, `text` without. */
export interface Output {
  readonly data: unknown
  readonly text: string
  /** Success by default. */
  readonly status?: ExitStatus
}

/** Exit statuses of commands, for scripts. Apart from `failed`, they tell how a server responded to a command. */
export const EXIT = { success: 0, failed: 1, different: 2, refused: 3, notSignedIn: 4, unreachable: 5 } as const

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT]

/** The help text about them. */
export const EXIT_HELP =
  'Exit status: 0 success, 2 differences (diff) or findings (import), 3 refused, 4 not signed in, 5 server not reached, 1 any other failure.'

/** A failure with its own exit status. */
export class StatusError extends Error {
  readonly status: ExitStatus

  constructor(status: ExitStatus, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** A mistake in the command line itself. */
export class UsageError extends Error {}

/** The parts of an invocation that logging needs. */
type CommandSetting = Pick<Invocation, 'config' | 'terminal'>

/** Logs to stderr, since stdout carries the result of a command. */
export function commandLog({ config, terminal }: CommandSetting): Logger {
  return pino({ level: config.logLevel, base: null }, { write: line => terminal.say(line) })
}

/** The installation that a command works on, opened. */
export interface Installation {
  readonly context: Context
  readonly operator: Operator
  readonly accounts: Accounts
}

/** Opens the installation for one command. A server may be running on it. */
export async function withInstallation<Result>(
  call: CommandSetting,
  use: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const context = await openContext(call.config, false, commandLog(call)).catch(error => {
    throw explainFolderFailure(error, call.config)
  })
  try {
    return await use({ context, operator: operatorOf(context), accounts: new Accounts(context) })
  } finally {
    await context.store.close()
  }
}

/** Opens the installation for one command about an account. @throws Refusal if no account has the e-mail address */
export function withAccount<Result>(
  call: CommandSetting,
  email: string,
  use: (opened: Installation & { readonly account: Account }) => Promise<Result>,
): Promise<Result> {
  return withInstallation(call, async installation => {
    const account = await installation.accounts.find(installation.operator, email)
    return use({ ...installation, account })
  })
}

/** @throws Error if the database is PostgreSQL. @param tools the PostgreSQL tools to use instead of this command */
export function requireEmbeddedDatabase({ databaseUrl }: Config, tools: string): void {
  if (databaseUrl !== undefined) throw new Error(`this installation uses PostgreSQL; use ${tools} instead`)
}

/** @throws UsageError if nobody can answer a question */
export function requireInteractiveInput({ stdin }: Terminal): void {
  if (stdin.isTTY !== true)
    throw new UsageError('standard input is not a terminal, so you cannot be asked to confirm; pass --yes')
}

/** The links of a survey, for its creator. */
export function formatLinks({ url, admin_url }: { readonly url: string; readonly admin_url: string }): string {
  return `Respond    ${url}\nDashboard  ${admin_url}`
}

/** Aligns rows in columns under their headings. A null cell is shown as a dash. */
export function formatTable(headings: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const cells = [headings, ...rows.map(row => row.map(cell => (cell === null ? '-' : escapeLine(cell))))]
  const widths = headings.map((_, column) => largestOf(cells.map(row => row[column]?.length ?? 0)))
  return cells
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
