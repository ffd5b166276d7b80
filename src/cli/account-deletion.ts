import { createInterface } from 'node:readline/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type DeletionProgress, deleteAccount } from '../service/accounts/deletion.ts'
import { normalizedEmail } from '../service/accounts/email-lookup.ts'
import { type Command, requireInteractiveInput, withAccount } from './command.ts'
import { escapeLine, type Terminal } from './terminal.ts'

/** Interval between progress messages, in milliseconds. */
const PROGRESS_INTERVAL_MS = 1_000
/**
 * Minimum pause between two steps, in milliseconds. During it, a server that waits for the write lock polls a few
 * times.
 */
const MIN_PAUSE_MS = 20

export const accountDelete: Command = {
  name: ['account', 'delete'],
  usage: 'account delete EMAIL [--yes]',
  summary: 'Permanently delete an account and everything in it: surveys, responses, templates and tokens.',
  details:
    'The links of its surveys are never used for other surveys. Without --yes, you are asked to type the e-mail address\nto confirm.',
  example: 'account delete ada@example.org --yes',
  options: { yes: { type: 'boolean' } },
  positionals: ['EMAIL'],
  run: async ({ values, positionals: [email = ''], ...call }) => {
    const { terminal } = call
    if (!values.yes) requireInteractiveInput(terminal)
    return withAccount(call, email, async ({ account, operator, context }) => {
      if (!values.yes) await confirm(account.email, terminal)
      const { surveys, responses } = await deleteInSteps(deleteAccount(context, operator, account), terminal)
      const data = { account_id: account.id, email: account.email, deleted: true, surveys, responses }
      return { data, text: `Deleted ${account.email}. Surveys deleted: ${surveys}, responses: ${responses}.` }
    })
  },
}

async function confirm(email: string, { stdin, stderr }: Terminal): Promise<void> {
  const prompt = createInterface({ input: stdin, output: stderr })
  const typed = await prompt.question(
    `This permanently deletes the account ${escapeLine(email)} and everything in it.\nType the e-mail address to confirm: `,
  )
  prompt.close()
  if (normalizedEmail(typed) !== email) throw new Error('the address does not match; nothing was deleted')
}

/** Pauses after each step for as long as the step took, so that a running server can write in between. */
async function deleteInSteps(steps: AsyncIterable<DeletionProgress>, terminal: Terminal): Promise<DeletionProgress> {
  let deleted: DeletionProgress = { surveys: 0, responses: 0, of: 0 }
  let since = performance.now()
  let reportedAt = Number.NEGATIVE_INFINITY
  for await (deleted of steps) {
    const { responses, of } = deleted
    if (responses > 0 && responses < of && performance.now() - reportedAt > PROGRESS_INTERVAL_MS) {
      terminal.say(`deleted ${responses} of ${of} responses\n`)
      reportedAt = performance.now()
    }
    await delay(Math.max(MIN_PAUSE_MS, performance.now() - since))
    since = performance.now()
  }
  return deleted
}
