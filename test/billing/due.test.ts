import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { pino } from 'pino'
import type { Subscription } from '../../src/domain/billing.ts'
import { DAY_MS } from '../../src/domain/limits.ts'
import { type BillingProvider, SubscriptionReadings } from '../../src/service/subscription-readings.ts'
import { Store } from '../../src/store/store.ts'
import { newDatabase } from '../database.ts'
import { until } from '../until.ts'

const NOW = 1_000 * DAY_MS

const database = await newDatabase()
const store = new Store(await database.open(), { submissionsPerCommit: 16 })
after(async () => {
  await store.close()
  await database.drop()
})

async function unused(): Promise<never> {
  throw new Error('not part of this test')
}

/** Customers that are due, and their readings. @param answer is what the provider says of one of them, whoever it is */
async function newReadings(count: number, answer: (customer: string) => Promise<Subscription[]>) {
  const accountId = randomUUID()
  const account = { email: `${accountId}@example.org`, name: null, passwordHash: null, entitledUntil: null }
  await store.accounts.add({ id: accountId, ...account, createdAt: '' })
  const customers = Array.from({ length: count }, (_, at) => `${accountId} ${at}`)
  for (const id of customers) await store.billing.addCustomer({ provider: 'stripe', id, accountId }, NOW)
  const rest = { accountOf: unused, createCustomer: unused, deleteCustomer: unused, checkout: unused, portal: unused }
  const provider: BillingProvider = { name: 'stripe', subscriptions: answer, event: unused, ...rest }
  const readings = new SubscriptionReadings({ store, clock: () => NOW, log: pino({ level: 'silent' }) }, provider)
  return { customers, readings }
}

test('a customer that cannot be read keeps no other from being read', async () => {
  const read: string[] = []
  const { customers, readings } = await newReadings(12, async id => {
    if (id.endsWith(' 0')) throw new Error('bug')
    const customer = await store.billing.findCustomer('stripe', id)
    // Somebody else is always sooner.
    if (id.endsWith(' 1') && customer !== undefined)
      await store.billing.storeReading(customer, { subscriptions: [], readAt: NOW, nextReadAt: NOW + DAY_MS })
    else read.push(id)
    return []
  })
  await readings.readDue()
  assert.deepEqual(read.sort(), customers.slice(2).sort())
})

test('the end of the process waits for the calls under way, and for no other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  const { readings } = await newReadings(12, async () => {
    calls++
    await promise
    return []
  })
  readings.start()
  await until(() => calls === 4)
  const closed = readings.close()
  resolve()
  await closed
  assert.equal(calls, 4)
})
