import { FOREVER } from '../service/accounts/accounts.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import { type Command, UsageError, withAccount } from './command.ts'
import { parseFutureTime } from './time.ts'

export const subscriptionSet: Command = {
  name: ['subscription', 'set'],
  usage: 'subscription set EMAIL active|lapsed [--until DATE]',
  summary: 'Start or end a subscription. The change applies from the next API call.',
  details:
    'Without --until, an active subscription has no end date. Ending a subscription does not revoke tokens. A purchased\nsubscription of the account does not change: the later of the two end dates applies.',
  example: 'subscription set ada@example.org active --until 2027-12-31',
  options: { until: { type: 'string' } },
  positionals: ['EMAIL', 'active|lapsed'],
  run: async ({ values, positionals: [email = '', state = ''], ...call }) => {
    const until = entitledUntil(state, values.until)
    return withAccount(call, email, async ({ account, accounts, operator, context }) => {
      const actual = await accounts.subscribe(operator, account, until)
      const data = { account_id: account.id, email: account.email, entitled_until: formatTimestamp(actual) }
      return { data, text: `${account.email} is ${describe(actual, until, context.clock())}` }
    })
  },
}

/** @param actual until when the account is subscribed; the end of a purchased subscription can be in the past */
function describe(actual: number | null, granted: number | null, now: number): string {
  if (actual === null || actual <= now) return 'no longer subscribed.'
  const end = actual === FOREVER ? 'with no end date' : `until ${formatTimestamp(actual)}`
  const purchase = actual === granted ? '' : ' A purchased subscription continues; this command does not end it.'
  return `subscribed ${end}.${purchase}`
}

function entitledUntil(state: string, until: unknown): number | null {
  if (state === 'active') return typeof until === 'string' ? parseFutureTime(until, '--until') : FOREVER
  if (state !== 'lapsed') throw new UsageError(`the state must be active or lapsed, not "${state}"`)
  if (until !== undefined) throw new UsageError('--until can only be used with active')
  return null
}
