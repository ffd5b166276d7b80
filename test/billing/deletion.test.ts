import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../src/domain/values/time.ts'
import { until } from '../until.ts'
import { addCustomers, NOW, newReadings, openStore } from './readings.ts'
import { newBuyer, startSeller } from './seller.ts'

test('deleting an account ends its subscriptions, even after a provider outage, without waiting for the provider [billing-deletion]', async t => {
  const seller = await startSeller()
  const { service, stripe } = seller
  t.after(() => seller.close())
  const buyer = await newBuyer(seller)
  const bought = await buyer.pay()
  stripe.mode = 'down'
  assert.equal((await buyer.send('DELETE', '/account', { email: buyer.email })).status, 204)
  const jobs = async () => (await service.jobs()).map(({ failure }) => failure)
  await until(async () => (await jobs()).join() === `Stripe: StripeAPIError 500 ${bought.customer}`)
  await assert.rejects(service.accountIdOf(buyer.email))
  assert.equal(bought.status, 'active')
  stripe.mode = 'up'
  service.clock.advance(15_000)
  // Adding the next job also runs the jobs that are due.
  const other = await newBuyer(seller)
  await other.send('DELETE', '/account', { email: other.email })
  await until(async () => (await jobs()).length === 0)
  assert.equal(bought.status, 'canceled')
  const late = stripe.events.at(-1)
  assert.ok(late)
  assert.equal((await stripe.deliver(service, late)).status, 200)
})

test('no customer that was being created during an account’s deletion is left at the provider [billing-deletion]', async t => {
  const seller = await startSeller()
  const { service, stripe } = seller
  t.after(() => seller.close())
  const [buyer, other] = [await newBuyer(seller), await newBuyer(seller)]
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  stripe.pause = request => {
    if (request === 'POST /v1/customers') hold()
    return request === 'POST /v1/customers' ? released : undefined
  }
  const checkout = buyer.send('POST', '/billing/checkout')
  await held
  await buyer.send('DELETE', '/account', { email: buyer.email })
  await until(async () => (await service.jobs()).length === 0)
  release()
  assert.equal((await checkout).status, 401)
  // Adding the next job also runs the jobs that are due.
  await other.send('DELETE', '/account', { email: other.email })
  await until(() => stripe.customers[0]?.deleted === true)
})

test('a purchase no longer entitles an account, even if its deletion stops half-way [billing-deletion]', async () => {
  const store = await openStore()
  const { accountId, email, customers } = await addCustomers(store, 1)
  const bought = { provider: 'stripe', id: 'sub', status: 'active', periodEnd: NOW + DAY_MS, isEnding: false } as const
  await newReadings(store, { subscriptions: async () => [bought] }).read(customers[0] ?? '')
  await store.billing.grant(accountId, NOW + 1, NOW)
  await store.deletion.beginAccount(accountId, NOW)
  const stored = await store.billing.subscriptions(accountId)
  assert.deepEqual(
    stored.map(({ provider }) => provider),
    ['manual'],
  )
  assert.equal((await store.accounts.findByEmail(email))?.entitledUntil, NOW + 1)
})

test('purchases made during the deletion end too [billing-deletion]', async () => {
  const store = await openStore()
  const { accountId, email, customers } = await addCustomers(store, 1)
  await store.deletion.beginAccount(accountId, NOW)
  await store.suspension.setDisabled(accountId, false)
  await store.billing.addOnlyCustomer({ provider: 'stripe', id: 'later', accountId }, NOW)
  await store.deletion.account(accountId, NOW)
  assert.equal(await store.accounts.findByEmail(email), undefined)
  const deleted = [await store.jobs.begin(NOW, NOW + 1), await store.jobs.begin(NOW, NOW + 1)]
  assert.deepEqual(
    deleted.map(job => JSON.parse(job?.payload ?? '{}').customer),
    [...customers, 'later'],
  )
})
