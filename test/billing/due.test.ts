import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderFailure, type Subscription } from '../../src/domain/billing.ts'
import { DAY_MS } from '../../src/domain/values/time.ts'
import { until } from '../until.ts'
import { addCustomers, NOW, newReadings, openStore } from './readings.ts'

const store = await openStore()

test('a customer that cannot be read does not block others', async () => {
  const { customers } = await addCustomers(store, 12)
  const read: string[] = []
  const subscriptions = async (id: string) => {
    if (id.endsWith(' 0')) throw new Error('bug')
    if (id.endsWith(' 2')) throw new ProviderFailure('no answer')
    const customer = await store.billing.findCustomer('stripe', id)
    // Another process always stores its reading first.
    if (id.endsWith(' 1') && customer !== undefined)
      await store.billing.storeReading(customer, { subscriptions: [], readAt: NOW, nextReadAt: NOW + DAY_MS })
    else read.push(id)
    return []
  }
  await newReadings(store, { subscriptions }).readDue()
  assert.deepEqual(read.sort(), customers.slice(3).sort())
  const { failing, failure } = await store.billing.count()
  assert.deepEqual([failing, failure], [1, 'no answer'])
})

test('shutdown waits for calls under way, and starts no others', async () => {
  await addCustomers(store, 12)
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  const subscriptions = async () => {
    calls++
    await promise
    return []
  }
  const readings = newReadings(store, { subscriptions })
  readings.start()
  await until(() => calls === 4)
  const closed = readings.close()
  resolve()
  await closed
  assert.equal(calls, 4)
})

test('the result of an earlier request never replaces that of a later one [billing-event-truth]', async () => {
  const { accountId, customers } = await addCustomers(store, 1)
  const [customer = ''] = customers
  const slow = Promise.withResolvers<void>()
  let calls = 0
  const subscriptions = async (): Promise<Subscription[]> => {
    const isFirst = ++calls === 1
    if (isFirst) await slow.promise
    const status = isFirst ? 'active' : 'canceled'
    return [{ provider: 'stripe', id: 'sub_1', status, periodEnd: NOW, isEnding: false }]
  }
  const readings = newReadings(store, { subscriptions })
  const early = readings.read(customer)
  await until(() => calls === 1)
  await readings.read(customer)
  slow.resolve()
  await early
  const stored = await store.billing.subscriptions(accountId)
  assert.deepEqual([stored.map(({ status }) => status), calls], [['canceled'], 3])
})
