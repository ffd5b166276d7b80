import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newBrowser } from '../account/browser.ts'
import { startService } from '../harness.ts'
import { until } from '../until.ts'
import { newBuyer, startSeller } from './seller.ts'

const MINUTE = 60_000
const DAY = 86_400_000

const seller = await startSeller({ trialDays: 14 })
const { service, stripe } = seller
after(() => seller.close())

test('people who pay are subscribed: by events, or sooner when they return [billing-checkout]', async () => {
  const ada = await newBuyer(seller)
  const free = { subscribed: false, until: null, billing: 'stripe', purchase: null, trial_days: 14, contact: null }
  assert.deepEqual(await ada.subscription(), free)
  assert.equal(await ada.callApi(), 403)
  await ada.pay()
  assert.equal(await ada.callApi(), 200)

  const ben = await newBuyer(seller)
  await ben.checkout()
  stripe.pay()
  assert.equal((await ben.send('POST', '/billing/refresh')).status, 204)
  assert.equal(await ben.callApi(), 200)
  const end = new Date(service.clock.now() + 14 * DAY).toISOString()
  const trial = { state: 'trial', period_end: end, ends: false }
  assert.deepEqual(await ben.subscription(), { ...free, subscribed: true, until: end, purchase: trial, trial_days: 0 })
})

test('the Checkout page knows the account, leads back to the settings, and stays the same on repeated requests [billing-checkout]', async () => {
  const { accountId, checkout, send } = await newBuyer(seller)
  const pages = await Promise.all(Array.from({ length: 5 }, checkout))
  const urls = new Set([...pages, await checkout()].map(({ url }) => `${url}`))
  const sessions = stripe.sessions.filter(session => session.accountId === accountId)
  assert.deepEqual([...urls], [sessions[0]?.url])
  assert.equal(stripe.customers.filter(({ metadata }) => metadata.account_id === accountId).length, 1)
  const settings = `${service.baseUrl}/app/settings`
  assert.equal(sessions[0]?.successUrl, `${settings}?checkout=done#subscription`)
  assert.equal(sessions[0]?.cancelUrl, `${settings}#subscription`)
  const provider = stripe.provider()
  const request = {
    customerId: `${sessions[0]?.customer}`,
    accountId,
    trialDays: undefined,
    doneUrl: 'a',
    cancelUrl: 'b',
  }
  stripe.pay(sessions[0])
  const parallel = await Promise.all(Array.from({ length: 5 }, () => provider.checkout(request)))
  assert.deepEqual(new Set(parallel), new Set([stripe.sessions.at(-1)?.url]))
  // No event has arrived yet.
  const again = await send('POST', '/billing/checkout')
  assert.deepEqual([again.status, again.body.code], [409, 'already_subscribed'])
})

test('a Checkout page for another price or trial is replaced by a new one [billing-checkout]', async () => {
  const { accountId, checkout } = await newBuyer(seller)
  const { url } = await checkout()
  const first = stripe.sessions.find(session => session.url === `${url}`)
  assert.ok(first)
  const request = { accountId, trialDays: 14, doneUrl: first.successUrl, cancelUrl: first.cancelUrl }
  const open = (price: string, trialDays: number | undefined) =>
    stripe.provider({ price }).checkout({ ...request, customerId: first.customer, trialDays })
  const openSessions = () =>
    stripe.sessions.filter(({ customer, status }) => customer === first.customer && status === 'open')
  assert.equal(await open('price_1', 14), url)
  for (const [price, trialDays] of [
    ['price_2', 14],
    ['price_2', undefined],
    ['price_1', 14],
  ] as const) {
    const [before] = openSessions()
    const pages = new Set(await Promise.all(Array.from({ length: 5 }, () => open(price, trialDays))))
    assert.deepEqual(
      openSessions().map(session => [session.price, session.trialDays, pages.has(session.url), pages.size]),
      [[price, trialDays ?? 0, true, 1]],
    )
    assert.equal(before?.status, 'expired')
  }
})

test('a page for another price that is being paid at this moment is not replaced [billing-checkout]', async t => {
  const { accountId, checkout, send } = await newBuyer(seller)
  const { url } = await checkout()
  const session = stripe.sessions.find(session => session.url === `${url}`)
  assert.ok(session)
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = { customerId: session.customer, accountId, trialDays: 14, doneUrl: 'a', cancelUrl: 'b' }
  t.after(() => (stripe.pause = () => undefined))
  stripe.pause = call => (call.endsWith('/expire') ? promise : undefined)
  const other = stripe.provider({ price: 'price_2' }).checkout(request)
  const rejected = assert.rejects(other, { message: 'Stripe: StripeInvalidRequestError 400' })
  await until(() => stripe.calls.at(-1)?.endsWith('/expire') === true)
  stripe.pay(session)
  resolve()
  await rejected
  assert.equal((await send('POST', '/billing/checkout')).body.code, 'already_subscribed')
})

test('an account has one customer even if two requests create one each [billing-checkout]', async t => {
  const HOUR = 60 * MINUTE
  // Requests within one hour share an idempotency key, so these two must be in different hours.
  service.clock.advance(HOUR - (service.clock.now() % HOUR) - 1_000)
  const { accountId, checkout } = await newBuyer(seller)
  const { promise, resolve } = Promise.withResolvers<void>()
  t.after(() => (stripe.pause = () => undefined))
  stripe.pause = () => promise
  const made = () => stripe.calls.filter(one => one === 'POST /v1/customers').length
  const before = made()
  const first = checkout()
  await until(() => made() === before + 1)
  service.clock.advance(2_000)
  const second = checkout()
  await until(() => made() === before + 2)
  resolve()
  const pages = (await Promise.all([first, second])).map(({ url }) => url)
  assert.equal(pages[0], pages[1])
  const customers = stripe.customers.filter(({ metadata }) => metadata.account_id === accountId)
  assert.equal(customers.length, 2)
  // Adding the next job also runs the jobs that are due.
  const other = await newBuyer(seller)
  await other.send('DELETE', '/account', { email: other.email })
  await until(() => customers.filter(({ deleted }) => !deleted).length === 1)
  const kept = customers.find(({ deleted }) => !deleted)
  assert.equal(stripe.sessions.find(({ url }) => url === `${pages[0]}`)?.customer, kept?.id)
})

test('an unpaid subscription is managed, never bought twice; one that has ended can be bought again without a trial [billing-one-subscription, billing-portal]', async () => {
  const { pay, checkout, send, subscription } = await newBuyer(seller)
  const bought = await pay()
  for (const status of ['past_due', 'unpaid', 'paused', 'incomplete'] as const) {
    stripe.change(bought, { status })
    assert.equal((await checkout())?.code, 'already_subscribed', status)
  }
  const { body } = await send('POST', '/billing/portal')
  assert.equal(body.url, `${stripe.url}/portal?to=${service.baseUrl}/app/settings?checkout=done#subscription`)
  stripe.change(bought, { status: 'canceled' })
  await checkout()
  assert.equal(stripe.sessions.at(-1)?.trialDays, 0)
  assert.equal((await subscription())?.trial_days, 0)
})

test('both customers of an account count: the paying one is managed, and nothing is bought twice [billing-one-subscription, billing-portal]', async () => {
  const { accountId, pay, checkout, send, subscription, callApi } = await newBuyer(seller)
  const first = await pay()
  stripe.change(first, { status: 'canceled' })
  const metadata = { account_id: accountId }
  stripe.customers.push({ id: 'cus_second', metadata })
  const second = { ...first, id: 'sub_second', customer: 'cus_second', metadata, status: 'active' as const }
  stripe.subscriptions.push(second)
  await stripe.deliver(service, stripe.emit('customer.subscription.created', second))
  assert.equal((await checkout()).code, 'already_subscribed')
  const before = stripe.portals.length
  await send('POST', '/billing/portal')
  assert.deepEqual(stripe.portals.slice(before), ['cus_second'])
  stripe.change(second, { status: 'canceled' })
  assert.equal((await send('POST', '/billing/refresh')).status, 204)
  assert.deepEqual([await callApi(), (await subscription())?.subscribed], [403, false])
})

test('a customer who was deleted at the provider can buy again at once [billing-checkout]', async () => {
  const { pay, checkout, subscription, callApi } = await newBuyer(seller)
  const { customer } = await pay()
  await seller.stripe.provider().deleteCustomer(customer)
  const before = stripe.customers.length
  await checkout()
  assert.equal(stripe.customers.length, before + 1)
  assert.equal((await subscription())?.subscribed, false)
  assert.equal(await callApi(), 403)
})

test('payment needs the password again and our own page, and attempts are limited [billing-verification]', async () => {
  const { send, checkout } = await newBuyer(seller)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const path of ['/billing/checkout', '/billing/portal', '/billing/refresh'])
    assert.equal((await send('POST', path, undefined, foreign)).status, 403, path)
  // An account that never bought anything has nothing to manage.
  await checkout()
  assert.equal((await send('POST', '/billing/portal')).status, 404)
  service.clock.advance(10 * MINUTE)
  for (const path of ['/billing/checkout', '/billing/portal'])
    assert.equal((await send('POST', path)).body.code, 'verification_required', path)
  for (let left = 18; left > 0; left--) assert.equal((await send('POST', '/billing/refresh')).status, 204)
  assert.equal((await send('POST', '/billing/refresh')).status, 429)
})

test('while the provider fails or refuses, the response says so and nothing changes [billing-unavailable]', async t => {
  const { send, checkout, pay, callApi } = await newBuyer(seller)
  await pay()
  t.after(() => (stripe.mode = 'up'))
  for (const mode of ['down', 'limited'] as const) {
    stripe.mode = mode
    const { status, body, text, headers } = await send('POST', '/billing/refresh')
    assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'billing_unavailable', '60'], mode)
    assert.doesNotMatch(text, /sk_|ada@|Stripe/)
    assert.equal(await callApi(), 200)
  }
  stripe.mode = 'up'
  assert.equal((await checkout())?.code, 'already_subscribed')
})

test('without BILLING=stripe nothing can be bought [billing-not-sold]', async t => {
  for (const billing of ['manual', 'none'] as const) {
    const service = await startService({ billing })
    t.after(() => service.close())
    const { send } = await newBrowser(service)
    for (const path of ['/billing/checkout', '/billing/portal', '/billing/refresh'])
      assert.equal((await send('POST', path)).status, 404)
    const { body } = await send('GET', '/account')
    const { subscribed, billing: mode } = Object(body.subscription)
    assert.deepEqual([mode, subscribed], [billing, billing === 'none'])
  }
})
