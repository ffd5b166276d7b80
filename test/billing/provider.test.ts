import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { checkBilling } from '../../src/cli/doctor/billing-check.ts'
import { StripeBilling } from '../../src/outbound/stripe.ts'
import { FakeStripe } from './fake-stripe.ts'

const stripe = new FakeStripe(() => 0)
before(() => stripe.start())
after(() => stripe.close())

const COUNTS = { customers: 2, failing: 0, failure: null, lastEventAt: null }

test('if the provider refuses, limits or never answers, the error names codes and no secrets', async t => {
  t.after(() => (stripe.mode = 'up'))
  const customer = await stripe.provider().createCustomer('account', 'ada@example.org', 'key')
  for (const [mode, found] of [
    ['down', `Stripe: StripeAPIError 500 ${customer}`],
    ['limited', `Stripe: StripeRateLimitError 429 ${customer}`],
    ['silent', `Stripe: StripeConnectionError ${customer}`],
  ] as const) {
    stripe.mode = mode
    const provider = stripe.provider(mode === 'silent' ? { timeout: 100 } : {})
    await assert.rejects(provider.subscriptions(customer, 'account'), { message: found }, mode)
  }
})

test('a call is retried once, with a key that prevents duplicates', async () => {
  stripe.failures = 1
  const id = await stripe.provider({ maxNetworkRetries: 1 }).createCustomer('account', 'ben@example.org', 'key of ben')
  assert.equal(await stripe.provider().createCustomer('account', 'ben@example.org', 'key of ben'), id)
})

test('a customer unknown to the key is a failure; a deleted one is gone', async () => {
  const provider = stripe.provider()
  const missing = { message: 'Stripe: StripeInvalidRequestError resource_missing 404 cus_of_another' }
  await assert.rejects(provider.subscriptions('cus_of_another', 'account'), missing)
  await assert.rejects(provider.deleteCustomer('cus_of_another'), missing)
  const customer = await provider.createCustomer('account', 'eve@example.org', 'key of eve')
  assert.deepEqual(await provider.subscriptions(customer, 'account'), [])
  for (let again = 0; again < 2; again++) await provider.deleteCustomer(customer)
  assert.equal(await provider.subscriptions(customer, 'account'), undefined)
})

test('all subscriptions of a customer are read, including ended ones', async () => {
  const provider = stripe.provider()
  const customer = await provider.createCustomer('account', 'zoe@example.org', 'key of zoe')
  const rest = { trial_end: null, cancel_at: null, cancel_at_period_end: false, items: { data: [] }, start_date: 7 }
  const ended = { customer, metadata: { account_id: 'account' }, status: 'canceled' as const, ...rest }
  const ids = Array.from({ length: 12 }, (_, at) => `sub_of_zoe_${at}`)
  stripe.subscriptions.push(...ids.map(id => ({ id, ...ended })))
  const found = await provider.subscriptions(customer, 'account')
  assert.deepEqual(found?.map(({ id }) => id).sort(), ids.sort())
})

test('a subscription lasts as long as it is paid, unless it is cancelled earlier; one without items ended when it began', async () => {
  const provider = stripe.provider()
  const customer = await provider.createCustomer('account', 'kim@example.org', 'key of kim')
  const rest = { trial_end: null, cancel_at: null, cancel_at_period_end: false, items: { data: [] }, start_date: 7 }
  const empty = { id: 'sub_empty', customer, metadata: { account_id: 'account' }, status: 'active' as const, ...rest }
  const paid = { ...empty, items: { data: [{ current_period_end: 20 }] } }
  const cancelled = [9, 20, 30].map(cancel_at => ({ ...paid, id: `sub_${cancel_at}`, cancel_at }))
  stripe.subscriptions.push(empty, ...cancelled)
  const found = (await provider.subscriptions(customer, 'account')) ?? []
  assert.deepEqual(
    new Map(found.map(({ id, periodEnd, isEnding }) => [id, [periodEnd, isEnding]])),
    new Map([
      ['sub_empty', [7_000, false]],
      ['sub_9', [9_000, true]],
      ['sub_20', [20_000, true]],
      ['sub_30', [20_000, false]],
    ]),
  )
})

test('doctor says whether key and price work, and which customers could not be read', async () => {
  const provider = stripe.provider()
  const { ok, found } = await checkBilling(COUNTS, provider)
  assert.deepEqual([ok, found], [true, '2 customers, no recent event'])
  const failing = await checkBilling({ ...COUNTS, failing: 1, failure: 'no answer', lastEventAt: 0 }, provider)
  assert.equal(
    failing.found,
    '1 of 2 customers could not be read, for example: no answer; last event 1970-01-01T00:00:00.000Z',
  )
  const unsold = await checkBilling(COUNTS, undefined)
  assert.deepEqual([unsold.ok, unsold.found], [false, '2 customers may still be paying, but BILLING is not stripe'])
  assert.equal((await checkBilling({ ...COUNTS, customers: 0 }, undefined)).ok, true)
  const settings = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', price: 'price_of_another' }
  const { port } = new URL(stripe.url)
  const address = { host: '127.0.0.1', port: Number(port), protocol: 'http' } as const
  const wrong = await checkBilling(COUNTS, new StripeBilling(settings, address))
  assert.deepEqual([wrong.ok, wrong.found], [false, 'Stripe: StripeInvalidRequestError resource_missing 404'])
})

test('the library is loaded by the first call, not at startup', () => {
  const source = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) })
    const isLoaded = () => [...loaded].some(url => url.includes('/node_modules/stripe/'))
    await import('./src/main.ts')
    const { StripeBilling } = await import('./src/outbound/stripe.ts')
    const provider = new StripeBilling({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', price: 'price_1' })
    console.log(isLoaded())
    await provider.event(Buffer.from('{}'), '', 0).catch(() => undefined)
    console.log(isLoaded())`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' })
  assert.equal(stdout, 'false\ntrue\n')
})
