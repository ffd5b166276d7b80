import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../src/domain/limits.ts'
import { until } from '../until.ts'
import { addCustomers, NOW, newReadings, openStore } from './readings.ts'
import { newBuyer, startSeller } from './seller.ts'

test('[billing-deletion] deleting an account ends what it pays for, after an outage of the provider too, and never waits for that', async t => {
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
  // The next job that is added has those done that are due.
  const other = await newBuyer(seller)
  await other.send('DELETE', '/account', { email: other.email })
  await until(async () => (await jobs()).length === 0)
  assert.equal(bought.status, 'canceled')
  const late = stripe.events.at(-1)
  assert.ok(late)
  assert.equal((await stripe.deliver(service, late)).status, 200)
})

test('[billing-deletion] no customer is left at the provider who was being created while the account was deleted', async t => {
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
  // The next job that is added has those done that are due.
  await other.send('DELETE', '/account', { email: other.email })
  await until(() => stripe.customers[0]?.deleted === true)
})

test('[billing-deletion] what an account bought no longer entitles it, even if its deletion stops after that', async () => {
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

test('[billing-deletion] what is bought while the deletion is under way ends, too', async () => {
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
