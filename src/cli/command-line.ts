import { parseArgs } from 'node:util'
import { type Config, ConfigError } from '../config.ts'
import { Refusal } from '../domain/refusal.ts'
import { DamagedKeyringError } from '../service/keyring.ts'
import { UnknownSchemaError } from '../store/schema-history.ts'
import { type Command, UsageError } from './command.ts'
import { REMOTE_OPTIONS } from './remote/connection.ts'
import { Terminal, type TerminalParts } from './terminal.ts'

/** A program with commands. */
export interface CommandProgram {
  readonly name: string
  readonly usage: string
  readonly version: () => string
  readonly groups: readonly { readonly title: string; readonly commands: readonly Command[] }[]
  /** @throws ConfigError, or Error if the program has no settings */
  readonly readConfig: (terminal: Terminal) => Config
}

/**
 * Runs one command. Results go to stdout, messages to stderr.
 * @returns the exit status: 0 for success, 1 for a failure, 2 for a usage error, 78 for what no restart mends
 */
export async function runCommand(
  words: readonly string[],
  parts: TerminalParts,
  program: CommandProgram,
): Promise<number> {
  const terminal = new Terminal(parts)
  if (words[0] === '--version') return print(`${program.name} ${program.version()}`, terminal)
  const [leading, args] = splitOptions(words)
  parts.stdout.on('error', error => handleOutputError(error, terminal))
  try {
    const commands = program.groups.flatMap(group => group.commands)
    const command = commands.find(({ name }) => name.every((word, at) => args[at] === word))
    if (command === undefined) return help(args, program, terminal)
    const { values, positionals } = parse(command, program, [...leading, ...args.slice(command.name.length)])
    if (values.help) return print(commandHelp(command, program), terminal)
    const output = await command.run({
      values,
      positionals,
      // Read on first use, because `doctor` reports invalid settings itself.
      get config() {
        return program.readConfig(terminal)
      },
      terminal,
    })
    if (output !== undefined) print(values.json ? JSON.stringify(output.data) : output.text, terminal)
    return output?.failed ? 1 : 0
  } catch (error) {
    return printError(error, terminal)
  }
}

/** The options that select a server can also come before the command. */
function splitOptions(words: readonly string[], at = 0): [leading: readonly string[], args: readonly string[]] {
  const [option = '', value] = words[at]?.split('=') ?? []
  const isOption = Object.keys(REMOTE_OPTIONS).some(name => option === `--${name}`)
  return isOption ? splitOptions(words, at + (value === undefined ? 2 : 1)) : [words.slice(0, at), words.slice(at)]
}

function parse({ options, positionals: names, usage }: Command, { name }: CommandProgram, args: readonly string[]) {
  const common = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const
  try {
    const parsed = parseArgs({ args: [...args], options: { ...options, ...common }, allowPositionals: true })
    if (!parsed.values.help) checkPositionals(parsed.positionals, names)
    return parsed
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nUsage: ${name} ${usage}`)
  }
}

function checkPositionals(given: readonly string[], names: readonly string[]): void {
  const missing = names.find((name, index) => !name.startsWith('[') && given[index] === undefined)
  if (missing !== undefined) throw new UsageError(`missing argument: ${missing}`)
  const unexpected = given[names.length]
  if (unexpected !== undefined) throw new UsageError(`unexpected argument: ${unexpected}`)
}

function help(args: readonly string[], { name, usage, groups }: CommandProgram, terminal: Terminal): number {
  const isRequest = args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help'
  const text = [
    `Usage: ${name} ${usage}`,
    ...groups.map(({ title, commands }) => `${title}:\n${listCommands(commands)}`),
    'Every command accepts --help (with an example) and --json (one line of JSON).',
  ].join('\n\n')
  if (isRequest) return print(text, terminal)
  terminal.say(`soundings: unknown command: ${withoutTokens(args.join(' '))}\n\n${text}\n`)
  return 2
}

function listCommands(commands: readonly Command[]): string {
  return commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}`).join('\n')
}

function commandHelp({ usage, summary, details, example }: Command, { name }: CommandProgram): string {
  return `Usage: ${name} ${usage}\n\n${summary}\n${details ? `${details}\n` : ''}\nExample:\n  ${name} ${example}`
}

function print(text: string, terminal: Terminal): 0 {
  terminal.print(`${text}\n`)
  return 0
}

/** A reader that closes the pipe early, such as `head`, is not a failure. Any other write error, such as a full disk, is. */
function handleOutputError(error: NodeJS.ErrnoException, terminal: Terminal): void {
  process.exit(error.code === 'EPIPE' ? 0 : printError(error, terminal))
}

/** EX_CONFIG of sysexits.h. The units do not restart a server that ended with it. */
const INVALID_SETTINGS = 78
/** What no restart mends: the settings, the secret, or a database that another version made. */
const NOT_MENDED = [ConfigError, DamagedKeyringError, UnknownSchemaError]

function printError(error: unknown, terminal: Terminal): number {
  if (!(error instanceof Error)) throw error
  const isUsage = error instanceof UsageError
  // What made the database unavailable, rather than that it is.
  const { message } = error instanceof Refusal && error.cause instanceof Error ? error.cause : error
  terminal.say(`${withoutTokens(message).replace(isUsage ? /^/ : /^/gm, 'soundings: ')}\n`)
  if (NOT_MENDED.some(kind => error instanceof kind)) return INVALID_SETTINGS
  return isUsage ? 2 : 1
}

/** A token that was typed in the wrong place is not printed, since messages end up in logs. */
function withoutTokens(message: string): string {
  return message.replace(/\bsnd_\w+/g, 'snd_…')
}
