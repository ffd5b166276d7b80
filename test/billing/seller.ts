import assert from 'node:assert/strict'
import { newBrowser } from '../account/browser.ts'
import { call, type Service, type ServiceOptions, startService } from '../harness.ts'
import { FakeStripe, type FakeSubscription } from './fake-stripe.ts'

/** A service that sells subscriptions, and its payment provider. */
export interface Seller {
  readonly service: Service
  readonly stripe: FakeStripe
  close(): Promise<void>
}

export async function startSeller({ trialDays = 0, ...options }: ServiceOptions & { trialDays?: number } = {}) {
  const clock = { now: () => 0 }
  const stripe = new FakeStripe(() => clock.now())
  await stripe.start()
  const payment = { provider: stripe.provider(), trialDays }
  const service = await startService({ billing: 'stripe', payment, ...options })
  clock.now = () => service.clock.now()
  const close = async () => {
    await service.close()
    stripe.close()
  }
  return { service, stripe, close }
}

/** A new account that has opened the Checkout page, and has a token that works once it subscribes. */
export async function newBuyer({ service, stripe }: Seller) {
  const browser = await newBrowser(service)
  const { token } = await service.newCaller({ accountId: browser.accountId })
  const checkout = async () => (await browser.send('POST', '/billing/checkout')).body
  return {
    ...browser,
    checkout,
    /** The status of an API call. */
    callApi: async () => (await call(service, 'GET', '/api/v1/me', { token })).status,
    subscription: async () => (await browser.send('GET', '/account')).body.subscription,
    /** Pays, and delivers the events. */
    async pay(): Promise<FakeSubscription> {
      const seen = stripe.events.length
      const { url } = await checkout()
      const subscription = stripe.pay(stripe.sessions.find(session => session.url === `${url}`))
      for (const event of stripe.events.slice(seen)) assert.equal((await stripe.deliver(service, event)).status, 200)
      return subscription
    },
  }
}
