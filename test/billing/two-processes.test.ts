import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { sendWith } from '../account/browser.ts'
import { newPostgres } from '../database.ts'
import { startService } from '../harness.ts'
import { newBuyer, startSeller } from './seller.ts'

const LIST = 'GET /v1/checkout/sessions'

const database = await newPostgres()
const seller = await startSeller({ database })
const { service, stripe } = seller
const provider = stripe.provider({ price: 'price_2' })
const other = await startService({ beside: service, billing: 'stripe', payment: { provider, trialDays: 0 } })
after(async () => {
  await other.close()
  await seller.close()
  await database.drop()
})

for (const [what, status] of [
  ['none', undefined],
  ['one that has expired', 'expired'],
] as const)
  test(`processes with different prices open and share one page after ${what} [billing-checkout]`, async t => {
    const { sessions, open, ...buyer } = await newBuyerAtBoth()
    if (status !== undefined) {
      await buyer.checkout()
      for (const session of sessions()) session.status = status
    }
    const before = sessions().length
    holdLists(t, 2)
    const urls = await Promise.all([buyer.checkout(), buyer.checkoutAtOther()].map(async page => (await page).url))
    assert.equal(sessions().length, before + 1)
    assert.deepEqual(urls, Array(2).fill(open()[0]?.url))
  })

test('processes with different prices close a page for a third price, and open one page [billing-checkout]', async t => {
  const { sessions, open, accountId, ...buyer } = await newBuyerAtBoth()
  await buyer.checkout()
  const request = { customerId: sessions()[0]?.customer ?? '', accountId, doneUrl: 'a', cancelUrl: 'b' }
  await stripe.provider().checkout({ ...request, trialDays: 7 })
  holdLists(t, 2)
  const urls = await Promise.all([buyer.checkout(), buyer.checkoutAtOther()].map(async page => (await page).url))
  assert.deepEqual(urls, Array(2).fill(open()[0]?.url))
  assert.equal(open().length, 1)
})

test('processes with different prices close each other’s page, and one stays open [billing-checkout]', async () => {
  const { open, ...buyer } = await newBuyerAtBoth()
  for (const checkout of [buyer.checkout, buyer.checkoutAtOther, buyer.checkout]) {
    const { url } = await checkout()
    assert.deepEqual(
      open().map(session => session.url),
      [url],
    )
  }
  assert.equal(new Set(buyer.sessions().map(({ price }) => price)).size, 2)
})

test('a process that was blocked opens no page after one was paid meanwhile [billing-checkout]', async t => {
  const { sessions, open, ...buyer } = await newBuyerAtBoth()
  const { held, release } = holdNextCreation(t)
  const late = buyer.checkoutAtOther()
  await held
  await buyer.checkout()
  stripe.pay(sessions()[0])
  release()
  assert.equal((await late).code, 'billing_unavailable')
  assert.deepEqual(open(), [])
})

test('while another request may still open a page, no second one is opened [billing-checkout]', async t => {
  const { sessions, ...buyer } = await newBuyerAtBoth()
  t.after(() => (stripe.isInUse = () => false))
  stripe.isInUse = key => key.endsWith('-after-none-1')
  assert.equal((await buyer.checkout()).code, 'billing_unavailable')
  assert.deepEqual(sessions(), [])
})

test('a price unknown to the provider does not prevent purchases once it is corrected [billing-checkout]', async () => {
  const { sessions, open, accountId, ...buyer } = await newBuyerAtBoth()
  await buyer.checkout()
  for (const session of sessions()) session.status = 'expired'
  const request = { customerId: sessions()[0]?.customer ?? '', accountId, doneUrl: 'a', cancelUrl: 'b' }
  for (const price of ['price_unknown', 'price_unknown_too'])
    await assert.rejects(stripe.provider({ price }).checkout({ ...request, trialDays: undefined }))
  const { url } = await buyer.checkout()
  assert.deepEqual(
    open().map(session => session.url),
    [url],
  )
})

/** A buyer, at the first process unless specified otherwise. */
async function newBuyerAtBoth() {
  const buyer = await newBuyer(seller)
  const send = sendWith(other, buyer.cookie)
  const sessions = () => stripe.sessions.filter(({ accountId }) => accountId === buyer.accountId)
  return {
    ...buyer,
    sessions,
    open: () => sessions().filter(({ status }) => status === 'open'),
    checkoutAtOther: async () => (await send('POST', '/billing/checkout', undefined, { origin: service.baseUrl })).body,
  }
}

/** Answers requests for lists of pages only once this many have arrived. */
function holdLists(t: TestContext, count: number): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  let asked = 0
  t.after(() => (stripe.pause = () => undefined))
  stripe.pause = call => {
    if (call === LIST && ++asked === count) resolve()
    return call === LIST ? promise : undefined
  }
}

/** Delays the response to the next request for a page until it is released. */
function holdNextCreation(t: TestContext) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  t.after(() => (stripe.pause = () => undefined))
  stripe.pause = call => {
    if (call !== 'POST /v1/checkout/sessions') return undefined
    stripe.pause = () => undefined
    hold()
    return released
  }
  return { held, release }
}
