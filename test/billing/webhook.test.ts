import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publish } from '../account/browser.ts'
import { freeText } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { newBuyer, startSeller } from './seller.ts'

const SECOND = 1_000
const DAY = 86_400_000

const seller = await startSeller({ trialDays: 14 })
const { service, stripe } = seller
after(() => seller.close())

test('an event counts only with a signature over its exact bytes that is at most five minutes old [billing-event-signature]', async () => {
  const buyer = await newBuyer(seller)
  await buyer.checkout()
  stripe.pay()
  const [event] = stripe.events.slice(-1)
  assert.ok(event)
  const now = service.clock.now() / SECOND
  const { data, ...rest } = event
  const refused = {
    'another secret': { secret: 'whsec_of_another' },
    'another body': { body: JSON.stringify({ ...rest, object: 'event', data, more: 1 }) },
    'an old signature': { timestamp: now - 301 },
    'a signature of the future': { timestamp: now + 61 },
  }
  for (const [reason, more] of Object.entries(refused)) {
    const { status, body } = await stripe.deliver(service, event, more)
    assert.deepEqual([status, body], [400, { error: 'invalid signature' }], reason)
  }
  const unsigned = await call(service, 'POST', '/webhooks/stripe', { body: event })
  assert.deepEqual([unsigned.status, (await call(service, 'POST', '/webhooks/stripe')).status], [400, 400])
  assert.equal(await buyer.callApi(), 403)
  assert.equal((await stripe.deliver(service, event, { timestamp: now - 300 })).status, 200)
  assert.equal(await buyer.callApi(), 200)
})

test('a repeated event causes no provider call, and a late one stores the current state [billing-event-truth]', async () => {
  const buyer = await newBuyer(seller)
  const bought = await buyer.pay()
  const [created] = stripe.events.slice(-2)
  const ended = stripe.change(bought, { status: 'canceled' })
  const before = stripe.calls.length
  assert.ok(created)
  assert.equal((await stripe.deliver(service, created)).status, 200)
  assert.equal(stripe.calls.length, before)
  const late = { ...created, id: 'evt_late' }
  assert.equal((await stripe.deliver(service, late)).status, 200)
  assert.equal(await buyer.callApi(), 403)
  assert.equal((await stripe.deliver(service, ended)).status, 200)
  assert.equal(await buyer.callApi(), 403)
})

test('events of other kinds and of other customers are accepted and ignored, whatever account they name [billing-event-truth]', async () => {
  const { accountId, callApi } = await newBuyer(seller)
  stripe.customers.push({ id: 'cus_unnoted', metadata: {} })
  stripe.customers.push({ id: 'cus_elsewhere', metadata: { account_id: 'of-another-installation' } })
  stripe.customers.push({ id: 'cus_noted', metadata: { account_id: accountId } })
  const items = { data: [{ current_period_end: service.clock.now() / SECOND + 9 }] }
  const rest = { status: 'active', trial_end: null, cancel_at: null, cancel_at_period_end: true, items } as const
  const named = { id: 'sub_named', customer: 'cus_unnoted', metadata: { account_id: accountId }, ...rest }
  const unnamed = { id: 'sub_unnamed', customer: 'cus_noted', metadata: {}, ...rest }
  stripe.subscriptions.push(named, unnamed)
  for (const [type, object] of [
    ['invoice.paid', named],
    ['customer.subscription.updated', named],
    ['customer.subscription.updated', unnamed],
    ['customer.subscription.updated', { ...named, customer: 'cus_elsewhere' }],
    ['checkout.session.completed', { customer: 'cus_unnoted', client_reference_id: accountId }],
    ['checkout.session.completed', { customer: null, client_reference_id: accountId }],
  ] as const)
    assert.equal((await stripe.deliver(service, stripe.emit(type, object))).status, 200, type)
  assert.equal(await callApi(), 403)
})

test('an event that cannot be processed is refused, and takes effect when it is sent again [billing-event-retry]', async t => {
  const buyer = await newBuyer(seller)
  await buyer.checkout()
  stripe.pay()
  const [event] = stripe.events.slice(-1)
  assert.ok(event)
  t.after(() => (stripe.mode = 'up'))
  stripe.mode = 'down'
  assert.equal((await stripe.deliver(service, event)).status, 503)
  stripe.mode = 'up'
  assert.equal((await stripe.deliver(service, event)).status, 200)
  assert.equal(await buyer.callApi(), 200)
})

test('a customer missing from a restored backup is known again after the next event [billing-event-truth]', async () => {
  const buyer = await newBuyer(seller)
  const metadata = { account_id: buyer.accountId }
  stripe.customers.push({ id: 'cus_restored', metadata })
  const items = { data: [{ current_period_end: service.clock.now() / SECOND + 9 }] }
  const rest = { status: 'active', trial_end: null, cancel_at: null, cancel_at_period_end: true, items } as const
  const subscription = { id: 'sub_restored', customer: 'cus_restored', metadata, ...rest }
  stripe.subscriptions.push(subscription)
  await stripe.deliver(service, stripe.emit('customer.subscription.updated', subscription))
  assert.equal(await buyer.callApi(), 200)
})

test('a trial ends to the second and deletes nothing: everything works again after payment [billing-ends, lapse-keeps-tokens]', async () => {
  const buyer = await newBuyer(seller)
  const trial = await buyer.pay()
  service.clock.advance(14 * DAY - SECOND)
  assert.equal(await buyer.callApi(), 200)
  service.clock.advance(SECOND)
  assert.equal(await buyer.callApi(), 403)
  const items = { data: [{ current_period_end: service.clock.now() / SECOND + 30 * 86_400 }] }
  await stripe.deliver(service, stripe.change(trial, { status: 'active', trial_end: null, items }))
  assert.equal(await buyer.callApi(), 200)
})

test('a renewal is awaited for a day; an unpaid one, and a cancellation at the end of the period, are not [billing-ends]', async () => {
  const buyer = await newBuyer(seller)
  const bought = await buyer.pay()
  const end = service.clock.now() / SECOND + 10
  const items = { data: [{ current_period_end: end }] }
  await stripe.deliver(service, stripe.change(bought, { status: 'active', trial_end: null, items }))
  service.clock.advance(10 * SECOND + DAY - SECOND)
  assert.equal(await buyer.callApi(), 200)
  for (const change of [{ cancel_at_period_end: true }, { cancel_at_period_end: false, cancel_at: end }]) {
    await stripe.deliver(service, stripe.change(bought, change))
    assert.equal(await buyer.callApi(), 403)
    await stripe.deliver(service, stripe.change(bought, { cancel_at_period_end: false, cancel_at: null }))
    assert.equal(await buyer.callApi(), 200)
  }
  await stripe.deliver(service, stripe.change(bought, { status: 'past_due' }))
  assert.equal(await buyer.callApi(), 403)
})

test('lost events are recovered: soon after a payment was begun, after the end of a period, and within a day [billing-event-truth]', async () => {
  const buyer = await newBuyer(seller)
  await buyer.checkout()
  const bought = stripe.pay()
  await service.readDue()
  assert.equal(await buyer.callApi(), 403)
  service.clock.advance(900 * SECOND)
  await service.readDue()
  assert.equal(await buyer.callApi(), 200)
  stripe.change(bought, { status: 'paused' })
  service.clock.advance(DAY)
  stripe.mode = 'down'
  await service.readDue()
  assert.equal(await buyer.callApi(), 200)
  stripe.mode = 'up'
  service.clock.advance(600 * SECOND)
  await service.readDue()
  assert.equal(await buyer.callApi(), 403)
})

test('a purchase removes the free plan’s expiry from open surveys [free-plan-upgrade]', async () => {
  const buyer = await newBuyer(seller)
  await publish(buyer, { title: 'Lunch', questions: [freeText('Why?')] })
  const expiry = async () => (await buyer.send('GET', '/surveys')).body.surveys?.[0]?.expires_at
  assert.notEqual(await expiry(), null)
  await buyer.pay()
  assert.equal(await expiry(), null)
})
