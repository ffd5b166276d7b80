import { FOREVER } from '../service/accounts.ts'
import { type Command, formatTime, parseFutureTime, UsageError, withInstallation } from './command.ts'

export const subscriptionSet: Command = {
  name: ['subscription', 'set'],
  usage: 'subscription set EMAIL active|lapsed [--until DATE]',
  summary: 'Begin or end a subscription; calls follow it at once.',
  details: 'Without --until an active one has no end. A lapse revokes no token.',
  example: 'subscription set ada@example.org active --until 2027-12-31',
  options: { until: { type: 'string' } },
  positionals: ['EMAIL', 'active|lapsed'],
  run: async ({ values, positionals: [email = '', state = ''], config }) => {
    const until = entitledUntil(state, values.until)
    return withInstallation(config, async ({ accounts, operator }) => {
      const account = await accounts.find(operator, email)
      await accounts.subscribe(operator, account, until)
      const data = { account_id: account.id, email: account.email, entitled_until: formatTime(until) }
      return { data, text: `${account.email} is ${until === null ? 'lapsed' : `active until ${data.entitled_until}`}` }
    })
  },
}

function entitledUntil(state: string, until: unknown): number | null {
  if (state === 'active') return typeof until === 'string' ? parseFutureTime(until, '--until') : FOREVER
  if (state !== 'lapsed') throw new UsageError(`a subscription is active or lapsed, not "${state}"`)
  if (until !== undefined) throw new UsageError('--until goes with active')
  return null
}
