import { createInterface } from 'node:readline/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type DeletionProgress, deleteAccount } from '../service/deletion.ts'
import { type Command, UsageError, withInstallation } from './command.ts'

/** Time between two progress messages, in milliseconds. */
const PROGRESS_INTERVAL_MS = 1_000
/** Shortest pause between two steps, in milliseconds. A server that waits for the write lock polls a few times in it. */
const MIN_PAUSE_MS = 20

export const accountDelete: Command = {
  name: ['account', 'delete'],
  usage: 'account delete EMAIL [--yes]',
  summary: 'Permanently delete an account and everything in it: surveys, responses, templates and tokens.',
  details:
    'The links of its surveys are never given to another survey. Without --yes, you are asked to type the e-mail address\nto confirm.',
  example: 'account delete ada@example.org --yes',
  options: { yes: { type: 'boolean' } },
  positionals: ['EMAIL'],
  run: async ({ values, positionals: [email = ''], config }) => {
    if (!values.yes && !process.stdin.isTTY)
      throw new UsageError('standard input is not a terminal, so you cannot be asked to confirm; pass --yes')
    return withInstallation(config, async ({ accounts, operator, context }) => {
      const account = await accounts.find(operator, email)
      if (!values.yes) await confirm(account.email)
      const { surveys, responses } = await deleteInSteps(deleteAccount(context, operator, account))
      const data = { account_id: account.id, email: account.email, deleted: true, surveys, responses }
      return { data, text: `Deleted ${account.email}. Surveys deleted: ${surveys}, responses: ${responses}.` }
    })
  },
}

async function confirm(email: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await terminal.question(
    `This permanently deletes the account ${email} and everything in it.\nType the e-mail address to confirm: `,
  )
  terminal.close()
  if (typed.trim().toLowerCase() !== email) throw new Error('the address does not match; nothing was deleted')
}

/** Pauses after each step for as long as the step took, so that a running server can write in between. */
async function deleteInSteps(steps: AsyncIterable<DeletionProgress>): Promise<DeletionProgress> {
  let deleted: DeletionProgress = { surveys: 0, responses: 0, of: 0 }
  let since = performance.now()
  let reportedAt = since
  for await (deleted of steps) {
    if (performance.now() - reportedAt > PROGRESS_INTERVAL_MS) {
      process.stderr.write(`deleted ${deleted.responses} of ${deleted.of} responses\n`)
      reportedAt = performance.now()
    }
    await delay(Math.max(MIN_PAUSE_MS, performance.now() - since))
    since = performance.now()
  }
  return deleted
}
