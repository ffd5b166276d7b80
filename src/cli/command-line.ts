import { parseArgs } from 'node:util'
import { ConfigError } from '../config.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { DamagedKeyringError } from '../service/keyring.ts'
import { UnknownSchemaError } from '../store/schema-history.ts'
import { type Command, EXIT, StatusError, UsageError } from './command.ts'
import { completionCommand } from './completion/completion.ts'
import { type CommandProgram, commandHelp, helpOn, isHelpRequest, unknownCommand } from './help.ts'
import { REMOTE_OPTIONS } from './remote/connection.ts'
import { Terminal, type TerminalParts } from './terminal.ts'

/**
 * Runs one command. Results go to stdout, messages to stderr.
 * @returns the exit status: one of `EXIT`, or 78 for a failure that no restart can fix
 */
export async function runCommand(
  words: readonly string[],
  parts: TerminalParts,
  given: CommandProgram,
): Promise<number> {
  const program = withCompletion(given)
  const terminal = new Terminal(parts)
  if (words[0] === '--version') return print(`${program.name} ${program.version()}`, terminal)
  const [leading, args] = splitOptions(words)
  parts.stdout.on('error', error => handleOutputError(error, terminal))
  try {
    const commands = program.groups.flatMap(group => group.commands)
    const command = commands.find(({ name }) => name.every((word, at) => args[at] === word))
    if (command === undefined) return answerWithoutCommand(args, program, terminal)
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
    return output?.status ?? EXIT.success
  } catch (error) {
    return printError(error, terminal)
  }
}

function withCompletion(program: CommandProgram): CommandProgram {
  const commands = program.groups.flatMap(group => group.commands)
  const completion = completionCommand(program.name, commands, program.bareFlags)
  return { ...program, groups: [...program.groups, { title: 'For your shell', commands: [completion] }] }
}

/** Prints the list of commands if requested. */
function answerWithoutCommand(args: readonly string[], program: CommandProgram, terminal: Terminal): number {
  if (isHelpRequest(args, program)) return print(helpOn(args, program), terminal)
  terminal.say(`soundings: ${withoutTokens(unknownCommand(args, program))}\n`)
  return EXIT.failed
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

function print(text: string, terminal: Terminal): 0 {
  terminal.print(`${text}\n`)
  return 0
}

/**
 * A reader that closes the pipe early, such as `head`, is not a failure. Any other write error is, such as a full disk.
 */
function handleOutputError(error: NodeJS.ErrnoException, terminal: Terminal): void {
  process.exit(error.code === 'EPIPE' ? 0 : printError(error, terminal))
}

/** EX_CONFIG of sysexits.h. The systemd units do not restart a server that exits with it. */
const INVALID_SETTINGS = 78
/** Failures that no restart can fix: the settings, the secret, or a database made by another version. */
const NOT_MENDED = [ConfigError, DamagedKeyringError, UnknownSchemaError]

function printError(error: unknown, terminal: Terminal): number {
  if (!(error instanceof Error)) throw error
  const isUsage = error instanceof UsageError
  // The cause of the database's unavailability, rather than the fact.
  const { message } = error instanceof Refusal && error.cause instanceof Error ? error.cause : error
  terminal.say(`${withoutTokens(message).replace(isUsage ? /^/ : /^/gm, 'soundings: ')}\n`)
  if (NOT_MENDED.some(kind => error instanceof kind)) return INVALID_SETTINGS
  return error instanceof StatusError ? error.status : EXIT.failed
}

/** A token typed in the wrong place is not printed, because messages end up in logs. */
function withoutTokens(message: string): string {
  return message.replace(/\bsnd_\w+/g, 'snd_…')
}
