import { createInterface } from 'node:readline/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Deleted, deleteAccount } from '../service/deletion.ts'
import { type Command, UsageError, withInstallation } from './command.ts'

/** How often a long deletion says how far it is, in milliseconds. */
const PROGRESS_INTERVAL_MS = 1_000
/** The least rest between two steps, in milliseconds: a server that waits to write looks a few times in it. */
const MIN_PAUSE_MS = 20

export const accountDelete: Command = {
  name: ['account', 'delete'],
  usage: 'account delete EMAIL [--yes]',
  summary: 'Delete an account with everything in it: surveys, responses, templates, tokens. For good.',
  details: 'Its surveys’ links stay taken. Without --yes it asks for the address once more.',
  example: 'account delete ada@example.org --yes',
  options: { yes: { type: 'boolean' } },
  positionals: ['EMAIL'],
  run: async ({ values, positionals: [email = ''], config }) => {
    if (!values.yes && !process.stdin.isTTY) throw new UsageError('without a terminal to ask on, it needs --yes')
    return withInstallation(config, async ({ accounts, operator, context }) => {
      const account = await accounts.find(operator, email)
      if (!values.yes) await confirm(account.email)
      const { surveys, responses } = await deleteInSteps(deleteAccount(context, operator, account))
      const data = { account_id: account.id, email: account.email, deleted: true, surveys, responses }
      return { data, text: `${account.email} is deleted, with ${surveys} surveys and ${responses} responses` }
    })
  },
}

async function confirm(email: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await terminal.question(
    `This deletes the account ${email} with everything in it, for good.\nType its address to go on: `,
  )
  terminal.close()
  if (typed.trim().toLowerCase() !== email) throw new Error('that is not the address; nothing was deleted')
}

/** Rests after each step for as long as it took, so that a server beside it gets its turn. */
async function deleteInSteps(steps: AsyncIterable<Deleted>): Promise<Deleted> {
  let deleted: Deleted = { surveys: 0, responses: 0, of: 0 }
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
