import type { Config } from '../config.ts'
import { mistakesIn } from '../domain/values/misspelling.ts'
import { type Command, EXIT_HELP } from './command.ts'
import type { Terminal } from './terminal.ts'

/** A program with commands. */
export interface CommandProgram {
  readonly name: string
  readonly usage: string
  /** Options that the program accepts without a command. */
  readonly bareFlags: readonly string[]
  readonly version: () => string
  readonly groups: readonly { readonly title: string; readonly commands: readonly Command[] }[]
  /** @throws ConfigError, or Error if the program has no settings */
  readonly readConfig: (terminal: Terminal) => Config
}

const HELP_WORDS = ['--help', '-h', 'help']

/** The commands that begin with the first word; all commands if none does. */
export function helpOn(args: readonly string[], program: CommandProgram): string {
  const group = groupOf(args, program)
  if (group.length > 0) return `Usage: ${program.name} ${args[0]} COMMAND\n\n${listCommands(group)}`
  return [
    `Usage: ${program.name} ${program.usage}`,
    ...program.groups.map(({ title, commands }) => `${title}:\n${listCommands(commands)}`),
    'Every command accepts --help (with an example) and --json (one line of JSON).',
    EXIT_HELP,
  ].join('\n\n')
}

/** Whether the list of commands is requested, or of those that begin with a word. */
export function isHelpRequest(args: readonly string[], program: CommandProgram): boolean {
  const [first = 'help', second = ''] = args
  return HELP_WORDS.includes(first) || (HELP_WORDS.includes(second) && groupOf(args, program).length > 0)
}

/** The message for words that are not a command. */
export function unknownCommand(args: readonly string[], program: CommandProgram): string {
  const said = `unknown command: ${args.join(' ')}`
  const meant = commandMeantBy(args, program)
  if (meant === undefined) return `${said}\n\n${helpOn(args, program)}`
  return `${said}; did you mean ${program.name} ${meant}?\n${program.name} --help lists all commands.`
}

export function commandHelp({ usage, summary, details, example }: Command, { name }: CommandProgram): string {
  return `Usage: ${name} ${usage}\n\n${summary}\n${details ? `${details}\n` : ''}\nExample:\n  ${name} ${example}`
}

function groupOf([first]: readonly string[], program: CommandProgram): Command[] {
  return commandsOf(program).filter(({ name }) => name.length > 1 && name[0] === first)
}

function commandsOf({ groups }: CommandProgram): Command[] {
  return groups.flatMap(({ commands }) => commands)
}

/** Maximum number of mistakes recognised in a name, and the minimum length of a name for two. */
const MOST_MISTAKES = 2
const TWO_MISTAKES_FROM = 8

function commandMeantBy(args: readonly string[], program: CommandProgram): string | undefined {
  const commands = commandsOf(program).map(({ name }) => name)
  const names = groupOf(args, program).length > 0 ? commands : [...commands, ...commands.map(name => name.slice(0, 1))]
  const [closest] = names
    .flatMap(name => {
      const meant = name.join(' ')
      const allowed = meant.length < TWO_MISTAKES_FROM ? 1 : MOST_MISTAKES
      const mistakes = mistakesIn(args.slice(0, name.length).join(' '), meant, allowed)
      return mistakes === undefined ? [] : { meant, mistakes }
    })
    .sort((one, other) => one.mistakes - other.mistakes)
  return closest?.meant
}

function listCommands(commands: readonly Command[]): string {
  return commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}`).join('\n')
}
