import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { pino } from 'pino'
import { DAY_MS } from '../../src/domain/values/time.ts'
import { type BillingProvider, SubscriptionReadings } from '../../src/service/billing/subscription-readings.ts'
import { Store } from '../../src/store/store.ts'
import { newDatabase } from '../database.ts'

export const NOW = 1_000 * DAY_MS

/** A store for the tests of one file. */
export async function openStore(): Promise<Store> {
  const database = await newDatabase()
  const store = new Store(await database.open(), { submissionsPerCommit: 16 })
  after(async () => {
    await store.close()
    await database.drop()
  })
  return store
}

/** A new account with customers whose subscriptions are due to be read. */
export async function addCustomers(store: Store, count: number) {
  const accountId = randomUUID()
  const email = `${accountId}@example.org`
  const account = { id: accountId, email, name: null, passwordHash: null, entitledUntil: null, createdAt: '' }
  await store.accounts.add(account)
  const customers = Array.from({ length: count }, (_, at) => `${accountId} ${at}`)
  for (const id of customers) await store.billing.addCustomer({ provider: 'stripe', id, accountId }, NOW)
  return { accountId, email, customers }
}

/** Readings from a provider of which only some calls matter to the test. */
export function newReadings(store: Store, calls: Partial<BillingProvider>, clock = () => NOW): SubscriptionReadings {
  const provider = { name: 'stripe', subscriptions: unused, event: unused, ...UNUSED, ...calls } as const
  return new SubscriptionReadings({ store, clock, log: pino({ level: 'silent' }) }, provider)
}

async function unused(): Promise<never> {
  throw new Error('not part of this test')
}

const UNUSED = { accountOf: unused, createCustomer: unused, deleteCustomer: unused, checkout: unused, portal: unused }
