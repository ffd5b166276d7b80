import { parseArgs } from 'node:util'
import { accountCreate, accountDisable, accountEnable, accountList } from './cli/account.ts'
import { accountDelete } from './cli/account-deletion.ts'
import { backupCommand } from './cli/backup.ts'
import { type Command, UsageError } from './cli/command.ts'
import { doctorCommand } from './cli/doctor.ts'
import { restoreCommand } from './cli/restore.ts'
import { serveCommand } from './cli/serve.ts'
import { subscriptionSet } from './cli/subscription.ts'
import { surveyExport, surveyTakedown } from './cli/survey.ts'
import { tokenCreate, tokenList, tokenRevoke } from './cli/token.ts'
import { readConfig } from './config.ts'

const COMMANDS: readonly Command[] = [
  serveCommand,
  accountCreate,
  accountList,
  accountDisable,
  accountEnable,
  accountDelete,
  surveyTakedown,
  surveyExport,
  subscriptionSet,
  tokenCreate,
  tokenList,
  tokenRevoke,
  backupCommand,
  restoreCommand,
  doctorCommand,
]

/**
 * Runs one command of the operator's. Data goes to stdout, talk to stderr.
 * @returns the exit status: 0, 1 for a failure, 2 for a mistake in the command line
 */
export async function run(args: readonly string[]): Promise<number> {
  process.stdout.on('error', handleOutputError)
  try {
    const command = COMMANDS.find(({ name }) => name.every((word, at) => args[at] === word))
    if (command === undefined) return help(args)
    const { values, positionals } = parse(command, args.slice(command.name.length))
    if (values.help) return print(commandHelp(command))
    const output = await command.run({
      values,
      positionals,
      // Read where a command asks for it: doctor says itself what is wrong with it.
      get config() {
        return readConfig()
      },
    })
    if (output !== undefined) print(values.json ? JSON.stringify(output.data) : output.text)
    return output?.failed ? 1 : 0
  } catch (error) {
    return printError(error)
  }
}

function parse({ options, positionals: names, usage }: Command, args: readonly string[]) {
  const common = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const
  try {
    const parsed = parseArgs({ args: [...args], options: { ...options, ...common }, allowPositionals: true })
    const least = names.filter(name => !name.startsWith('[')).length
    const { length } = parsed.positionals
    if (!parsed.values.help && (length < least || length > names.length))
      throw new UsageError(`usage: soundings ${usage}`)
    return parsed
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${(error as Error).message}\nusage: soundings ${usage}`)
  }
}

function help(words: readonly string[]): number {
  const asked = words.length === 0 || words[0] === '--help' || words[0] === '-h' || words[0] === 'help'
  const lines = COMMANDS.map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  const text = `Usage: soundings COMMAND\n\n${lines.join('\n')}\n\nEach takes --help, with an example, and --json.`
  if (asked) return print(text)
  process.stderr.write(`soundings: no such command: ${words.join(' ')}\n\n${text}\n`)
  return 2
}

function commandHelp({ usage, summary, details, example }: Command): string {
  return `Usage: soundings ${usage}\n\n${summary}\n${details ? `${details}\n` : ''}\nExample:\n  soundings ${example}`
}

function print(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

/** A reader that has had enough, like `head`, is no failure; a disk that is full is one. */
function handleOutputError(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : printError(error))
}

function printError(error: unknown): 1 | 2 {
  if (!(error instanceof Error)) throw error
  process.stderr.write(`${error.message.replace(/^/gm, 'soundings: ')}\n`)
  return error instanceof UsageError ? 2 : 1
}
