import {
  accountCreate,
  accountDisable,
  accountEnable,
  accountInvite,
  accountList,
  accountResetLink,
} from './cli/account.ts'
import { accountDelete } from './cli/account-deletion.ts'
import { backupCommand } from './cli/backup.ts'
import type { Command } from './cli/command.ts'
import { runCommand } from './cli/command-line.ts'
import { doctorCommand } from './cli/doctor/doctor.ts'
import { dumpCommand } from './cli/dump.ts'
import type { CommandProgram } from './cli/help.ts'
import { jobsClear, jobsList, jobsRetry } from './cli/jobs.ts'
import { loadCommand } from './cli/load.ts'
import { readyCommand } from './cli/ready.ts'
import { FILE_COMMANDS, REMOTE_COMMANDS } from './cli/remote/commands.ts'
import { restoreCommand } from './cli/restore.ts'
import { secretRetire, secretRotate } from './cli/secret.ts'
import { serveCommand } from './cli/serve.ts'
import { subscriptionSet } from './cli/subscription.ts'
import { surveyExport, surveyLink, surveyTakedown } from './cli/survey.ts'
import { surveyRestore } from './cli/survey-restore.ts'
import type { TerminalParts } from './cli/terminal.ts'
import { tokenCreate, tokenList, tokenRevoke } from './cli/token.ts'
import { readConfig } from './config.ts'
import { programVersion } from './program/program-files.ts'

const OPERATOR_COMMANDS: readonly Command[] = [
  serveCommand,
  accountCreate,
  accountList,
  accountDisable,
  accountEnable,
  accountDelete,
  accountResetLink,
  accountInvite,
  surveyLink,
  surveyTakedown,
  surveyExport,
  surveyRestore,
  subscriptionSet,
  tokenCreate,
  tokenList,
  tokenRevoke,
  backupCommand,
  restoreCommand,
  dumpCommand,
  loadCommand,
  secretRotate,
  secretRetire,
  jobsList,
  jobsRetry,
  jobsClear,
  doctorCommand,
  readyCommand,
]

const SERVE_OPTIONS = Object.keys(serveCommand.options).map(name => `--${name}`)

const PROGRAM: CommandProgram = {
  name: 'soundings',
  usage: '[COMMAND]\nWithout a command, it runs the server.',
  bareFlags: SERVE_OPTIONS,
  version: programVersion,
  groups: [
    { title: 'Commands for the installation on this machine', commands: OPERATOR_COMMANDS },
    { title: 'Commands for any server, with an API token', commands: REMOTE_COMMANDS },
    { title: 'Commands for files, without a server', commands: FILE_COMMANDS },
  ],
  readConfig: terminal => readConfig(terminal.env, terminal.isInteractive),
}

/**
 * Runs one command or, without any, the server: `npx soundings --lan` is all that it takes to try Soundings.
 * @returns the exit status, as `runCommand` does
 */
export function run(words: readonly string[], parts: TerminalParts = process): Promise<number> {
  const isServing = words.every(word => SERVE_OPTIONS.includes(word))
  return runCommand(isServing ? ['serve', ...words] : words, parts, PROGRAM)
}
