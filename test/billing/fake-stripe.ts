import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { StripeBilling } from '../../src/outbound/stripe.ts'
import { type Answer, call, type Service } from '../harness.ts'

/** Its behaviour: normal, refusing with 500 or 429, or accepting calls and never answering. */
type Mode = 'up' | 'down' | 'limited' | 'silent'

interface FakeCustomer {
  readonly id: string
  readonly metadata: { readonly account_id?: string }
  deleted?: true
}

export interface FakeSubscription {
  readonly id: string
  readonly customer: string
  readonly metadata: { readonly account_id?: string }
  status: Stripe.Subscription.Status
  trial_end: number | null
  cancel_at: number | null
  cancel_at_period_end: boolean
  readonly start_date?: number
  readonly items: { data: { current_period_end: number }[] }
}

interface FakeSession {
  readonly id: string
  readonly customer: string
  readonly accountId: string
  readonly url: string
  readonly successUrl: string
  readonly cancelUrl: string
  readonly trialDays: number
  readonly price: string
  readonly metadata: Readonly<Record<string, string>>
  status: 'open' | 'complete' | 'expired'
}

interface FakeEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly object: object }
}

type Fields = URLSearchParams
type Handler = (id: string, fields: Fields) => object | undefined

const WEBHOOK_SECRET = 'whsec_for_tests'
const PRICES = ['price_1', 'price_2']
const DAY = 86_400
const stripe = new Stripe('sk_test_for_signatures')

/** The part of Stripe’s API that we call, on loopback. Changes create events, which tests deliver as they like. */
export class FakeStripe {
  mode: Mode = 'up'
  /** The number of coming calls that fail. */
  failures = 0
  /** If it returns a promise for a call, the call is answered once that resolves. */
  pause: (call: string) => Promise<void> | undefined = () => undefined
  /** Whether an earlier request with an idempotency key is still under way. */
  isInUse: (key: string) => boolean = () => false
  readonly customers: FakeCustomer[] = []
  readonly subscriptions: FakeSubscription[] = []
  readonly sessions: FakeSession[] = []
  /** Customers for whom a portal page was created. */
  readonly portals: string[] = []
  readonly events: FakeEvent[] = []
  /** Method and path of all requests received. */
  readonly calls: string[] = []
  readonly #now: () => number
  readonly #answers = new Map<string, { fields: string; answer: object | undefined }>()
  readonly #server = createServer((request, response) => this.#answer(request, response))

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The settings with which the service calls it. */
  provider({ timeout = 5_000, maxNetworkRetries = 0, price = 'price_1' } = {}): StripeBilling {
    const settings = { secretKey: 'sk_test_1', webhookSecret: WEBHOOK_SECRET, price }
    const address = { host: '127.0.0.1', port: this.#port, protocol: 'http' } as const
    return new StripeBilling(settings, { ...address, timeout, maxNetworkRetries })
  }

  /** The customer pays on the page of a session. */
  pay(session = this.sessions.at(-1)): FakeSubscription {
    if (session?.status !== 'open') throw new Error('no open session')
    session.status = 'complete'
    const trialEnd = session.trialDays > 0 ? this.#seconds() + session.trialDays * DAY : null
    const subscription: FakeSubscription = {
      id: `sub_${this.subscriptions.length + 1}`,
      customer: session.customer,
      metadata: { account_id: session.accountId },
      status: trialEnd === null ? 'active' : 'trialing',
      trial_end: trialEnd,
      cancel_at: null,
      cancel_at_period_end: false,
      items: { data: [{ current_period_end: trialEnd ?? this.#seconds() + 30 * DAY }] },
    }
    this.subscriptions.push(subscription)
    this.emit('customer.subscription.created', subscription)
    this.emit('checkout.session.completed', session)
    return subscription
  }

  change(subscription: FakeSubscription, change: Partial<FakeSubscription>): FakeEvent {
    Object.assign(subscription, change)
    const isEnd = change.status === 'canceled'
    return this.emit(`customer.subscription.${isEnd ? 'deleted' : 'updated'}`, subscription)
  }

  /** @param object its current state */
  emit(type: string, object: object): FakeEvent {
    const event = { id: `evt_${this.events.length + 1}`, type, data: { object: structuredClone(object) } }
    this.events.push(event)
    return event
  }

  /** Sends an event to a service as Stripe does. */
  deliver(service: Service, event: FakeEvent, more: Partial<SignedEvent> = {}): Promise<Answer> {
    const { body, secret, timestamp } = {
      body: JSON.stringify({ object: 'event', ...event }),
      secret: WEBHOOK_SECRET,
      timestamp: this.#seconds(),
      ...more,
    }
    const payload = JSON.stringify({ object: 'event', ...event })
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return call(service, 'POST', '/webhooks/stripe', { body, headers: { 'stripe-signature': signature } })
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1_000)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const body = await text(request)
    const { pathname, searchParams } = new URL(url, this.url)
    if (pathname.startsWith('/pay/')) return this.#page(method, pathname.slice(5), response)
    if (this.mode === 'silent') return
    if (this.mode !== 'up') return send(response, this.mode === 'down' ? 500 : 429, failure('api_error'))
    if (this.failures-- > 0) return send(response, 500, failure('api_error'))
    this.calls.push(`${method} ${pathname}`)
    await this.pause(`${method} ${pathname}`)
    const fields = method === 'GET' ? searchParams : new URLSearchParams(body)
    const [name = '', id = ''] = this.#route(`${method} ${pathname}`)
    const key = headers['idempotency-key']
    if (typeof key === 'string' && this.isInUse(key))
      return send(response, 409, failure('idempotency_error', 'idempotency_key_in_use'))
    const known = typeof key === 'string' ? this.#answers.get(key) : undefined
    if (known !== undefined && known.fields !== body) return send(response, 400, failure('idempotency_error'))
    const answer = known === undefined ? this.#handlers[name]?.(id, fields) : known.answer
    // Refusals are kept too.
    if (typeof key === 'string') this.#answers.set(key, { fields: body, answer })
    if (answer === undefined) return send(response, 404, failure('invalid_request_error', 'resource_missing'))
    if ('error' in answer) return send(response, 400, answer)
    send(response, 200, answer)
  }

  #route(request: string): [name: string, id: string] {
    const pattern = /^((?:GET|DELETE|POST) \/v1\/(?:customers|prices|checkout\/sessions)\/)(\w+)(\/expire)?$/
    const [, name = request, id = '', action = ''] = pattern.exec(request) ?? []
    return [name + action, id]
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    'POST /v1/customers': (_, fields) => {
      const metadata = { account_id: fields.get('metadata[account_id]') ?? '' }
      const customer = { id: `cus_${this.customers.length + 1}`, metadata }
      this.customers.push(customer)
      return customer
    },
    'GET /v1/customers/': id => this.#customer(id),
    'DELETE /v1/customers/': id => {
      const customer = this.#customer(id)
      if (customer === undefined || customer.deleted) return undefined
      for (const one of this.subscriptions) if (one.customer === id) this.change(one, { status: 'canceled' })
      customer.deleted = true
      return customer
    },
    'GET /v1/subscriptions': (_, fields) => {
      const id = fields.get('customer') ?? ''
      if (this.#customer(id) === undefined) return undefined
      const hasEnded = ({ status }: FakeSubscription) => status === 'canceled' || status === 'incomplete_expired'
      const isListed = (one: FakeSubscription) => fields.get('status') === 'all' || !hasEnded(one)
      return listOf(
        this.subscriptions.filter(one => one.customer === id && isListed(one)),
        fields,
      )
    },
    'GET /v1/checkout/sessions': (_, fields) => {
      return listOf(
        this.sessions.filter(({ customer }) => customer === fields.get('customer')),
        fields,
      )
    },
    'GET /v1/checkout/sessions/': id => this.sessions.find(session => session.id === id),
    'POST /v1/checkout/sessions//expire': id => {
      const session = this.sessions.find(session => session.id === id)
      if (session?.status !== 'open') return failure('invalid_request_error')
      session.status = 'expired'
      return session
    },
    'POST /v1/checkout/sessions': (_, fields) => this.#newSession(fields),
    'POST /v1/billing_portal/sessions': (_, fields) => {
      this.portals.push(`${fields.get('customer')}`)
      return { url: `${this.url}/portal?to=${fields.get('return_url')}` }
    },
    'GET /v1/prices/': id => (PRICES.includes(id) ? { active: true, type: 'recurring' } : undefined),
  }

  #customer(id: string): FakeCustomer | undefined {
    return this.customers.find(customer => customer.id === id)
  }

  #newSession(fields: Fields): FakeSession | undefined {
    const customer = this.#customer(fields.get('customer') ?? '')
    const price = fields.get('line_items[0][price]') ?? ''
    if (customer === undefined || customer.deleted || !PRICES.includes(price)) return undefined
    const id = `cs_${this.sessions.length + 1}`
    const session: FakeSession = {
      id,
      customer: customer.id,
      accountId: fields.get('subscription_data[metadata][account_id]') ?? '',
      url: `${this.url}/pay/${id}`,
      successUrl: fields.get('success_url') ?? '',
      cancelUrl: fields.get('cancel_url') ?? '',
      trialDays: Number(fields.get('subscription_data[trial_period_days]') ?? 0),
      price,
      metadata: { request: fields.get('metadata[request]') ?? '' },
      status: 'open',
    }
    this.sessions.push(session)
    return session
  }

  /** The page where people pay: it redirects back. */
  #page(method: string, id: string, response: ServerResponse): void {
    const session = this.sessions.find(session => session.id === id)
    if (method === 'GET') {
      response.setHeader('content-type', 'text/html')
      return void response.end(
        `<form method="post"><button>Pay</button></form><a href="${session?.cancelUrl}">Back</a>`,
      )
    }
    this.pay(session)
    response.writeHead(303, { location: session?.successUrl }).end()
  }
}

interface SignedEvent {
  /** The body that is sent; by default the one that is signed. */
  readonly body: string
  readonly secret: string
  readonly timestamp: number
}

function failure(type: string, code?: string) {
  return { error: { type, code, message: 'ada@example.org sk_test_1' } }
}

/** A list as Stripe returns it: newest first, ten unless more are requested. */
function listOf(all: readonly object[], fields: Fields): object {
  return { object: 'list', data: all.toReversed().slice(0, Number(fields.get('limit') ?? 10)) }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
