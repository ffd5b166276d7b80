import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { CLOCK_TOLERANCE_MS } from '../domain/accounts/limits.ts'
import {
  type BillingEvent,
  type CheckoutRequest,
  isCurrent,
  ProviderFailure,
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionStatus,
} from '../domain/billing.ts'
import { largestOf } from '../domain/values/largest.ts'
import { lazyAsync } from '../domain/values/lazy.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { CallLimit } from './call-limit.ts'

/**
 * Time limits in milliseconds: for one HTTP request, and for a whole call including retries and its wait in the queue.
 */
const ATTEMPT_MS = 8_000
const CALL_MS = 20_000
const RETRIES = 1
const PARALLEL_CALLS = 8
const WAITING_CALLS = 100
/** Tolerance for the age of an event's signature, in seconds. */
const SIGNATURE_AGE = 300
/**
 * Number of idempotency keys tried for one page. Stripe remembers a refusal for its key for a day, with the price that
 * was requested.
 */
const MAX_ATTEMPTS = 10
/** Page size of a list of subscriptions, the largest that Stripe allows. No customer has more, including ended ones. */
const SUBSCRIPTIONS = 100

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Price id of the subscription on sale. */
  readonly price: string
}

/** Address and time limits of the API, for tests. */
interface ApiOptions {
  readonly host: string
  readonly port: number
  readonly protocol: 'http'
  readonly timeout?: number
  readonly maxNetworkRetries?: number
}

/** Subscriptions at Stripe. The library takes about 0.1 s to load, so it is loaded with the first call. */
export class StripeBilling {
  readonly name = 'stripe'
  readonly #settings: StripeSettings
  readonly #calls = new CallLimit({ parallel: PARALLEL_CALLS, waiting: WAITING_CALLS, milliseconds: CALL_MS })
  readonly #load: () => Promise<Stripe>

  constructor(settings: StripeSettings, options?: ApiOptions) {
    this.#settings = settings
    this.#load = lazyAsync(() => loadClient(settings, options))
  }

  /** @returns the customer's id; the same one for a repeated key */
  createCustomer(accountId: string, email: string, idempotencyKey: string): Promise<string> {
    return this.#call(async ({ customers }) => {
      const customer = { email, metadata: { account_id: accountId } }
      return (await customers.create(customer, { idempotencyKey })).id
    })
  }

  /**
   * Deletes a customer, which cancels all subscriptions immediately and closes open pages. It is not an error if the
   * customer is already deleted.
   * @throws ProviderFailure for a customer unknown to Stripe: the key may belong to another Stripe account
   */
  async deleteCustomer(id: string): Promise<void> {
    await this.#call(async ({ customers }) => {
      const customer = (await unlessMissing(customers.del(id))) ?? (await customers.retrieve(id))
      if (customer.deleted !== true) throw new ProviderFailure('Stripe did not delete the customer')
    }, id)
  }

  /** The account in the customer's metadata; undefined if there is none, or the customer was deleted. @throws ProviderFailure */
  accountOf(customer: string): Promise<string | undefined> {
    return this.#call(async ({ customers }) => {
      const found = await customers.retrieve(customer)
      return found.deleted === true ? undefined : found.metadata.account_id
    }, customer)
  }

  /**
   * All of a customer's subscriptions for an account, including ended ones; undefined if the customer was deleted.
   * @throws ProviderFailure for a customer unknown to Stripe: the key may belong to another Stripe account
   */
  subscriptions(customer: string, accountId: string): Promise<Subscription[] | undefined> {
    return this.#call(async ({ customers, subscriptions }) => {
      const list = await unlessMissing(subscriptions.list({ customer, status: 'all', limit: SUBSCRIPTIONS }))
      const found = (list?.data ?? []).filter(({ metadata }) => metadata.account_id === accountId).map(toSubscription)
      if (found.some(isCurrent)) return found
      return (await customers.retrieve(customer)).deleted === true ? undefined : found
    }, customer)
  }

  /**
   * The address of a Checkout page. A customer has one open page at a time, so that nobody pays twice: parallel
   * requests get the same page, and so do later ones until it is used or expires. A page opened for another price or
   * trial is closed.
   */
  checkout({ customerId: customer, ...request }: CheckoutRequest): Promise<string> {
    const session = newSession(request, this.#settings.price)
    const hash = createHash('sha256').update(JSON.stringify(session)).digest('hex')
    return this.#call(async ({ checkout: { sessions } }) => {
      const latest = await latestSession(sessions, customer)
      if (latest?.status === 'open') {
        if (latest.metadata?.request === hash) return addressOf(latest)
        await closeSession(sessions, latest.id)
      }
      return addressOf(await openSession(sessions, { ...session, customer, metadata: { request: hash } }, latest))
    })
  }

  /** The address of a page on which a customer changes or cancels subscriptions and finds invoices. */
  portal(customer: string, returnUrl: string): Promise<string> {
    return this.#call(async ({ billingPortal }) =>
      addressOf(await billingPortal.sessions.create({ customer, return_url: returnUrl })),
    )
  }

  /**
   * @param body the exact bytes of the request
   * @returns undefined for an event that does not concern subscriptions
   * @throws Refusal `invalid signature` if Stripe did not send it, or its signature is too old or from the future
   */
  async event(body: Buffer, signature: string, now: number): Promise<BillingEvent | undefined> {
    const { webhooks } = await this.#load()
    try {
      const { webhookSecret } = this.#settings
      const event = webhooks.constructEvent(body, signature, webhookSecret, SIGNATURE_AGE, undefined, now)
      // The library checks only the age.
      if (timeOf(signature) > now + CLOCK_TOLERANCE_MS) throw new Error('Timestamp in the future')
      return toEvent(event)
    } catch (cause) {
      throw new Refusal('invalid_signature', { cause: new ProviderFailure(reasonOf(cause)) })
    }
  }

  /** Whether key and price can be used. @throws ProviderFailure that says why not */
  async check(): Promise<void> {
    const { active, type } = await this.#call(({ prices }) => prices.retrieve(this.#settings.price))
    if (!active || type !== 'recurring') throw new ProviderFailure('STRIPE_PRICE is not an active recurring price')
  }

  /** @throws ProviderFailure @param subject named in the error */
  async #call<Result>(run: (client: Stripe) => Promise<Result>, subject?: string): Promise<Result> {
    const client = await this.#load()
    try {
      return await this.#calls.run(() => run(client))
    } catch (error) {
      throw new ProviderFailure([reasonOf(error), subject].filter(Boolean).join(' '))
    }
  }
}

/** When a signature was made, in milliseconds since the epoch. */
function timeOf(signature: string): number {
  return Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) * 1_000
}

async function loadClient({ secretKey }: StripeSettings, options: ApiOptions | undefined): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  return new Stripe(secretKey, { timeout: ATTEMPT_MS, maxNetworkRetries: RETRIES, telemetry: false, ...options })
}

function newSession(
  { accountId, trialDays, doneUrl, cancelUrl }: Omit<CheckoutRequest, 'customerId'>,
  price: string,
): Stripe.Checkout.SessionCreateParams {
  const trial = trialDays !== undefined && { trial_period_days: trialDays }
  return {
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    subscription_data: { metadata: { account_id: accountId }, ...trial },
    success_url: doneUrl,
    cancel_url: cancelUrl,
  }
}

async function latestSession(
  sessions: Stripe['checkout']['sessions'],
  customer: string,
): Promise<Stripe.Checkout.Session | undefined> {
  const { data } = await sessions.list({ customer, limit: 1 })
  return data[0]
}

/**
 * Opens the page that follows the latest one. Its key does not say what is sold, so of parallel requests for different
 * prices, for example by two processes while the price changes, one opens a page and the others get that page.
 * @throws Stripe's error if somebody has just paid on that page
 */
async function openSession(
  sessions: Stripe['checkout']['sessions'],
  session: Stripe.Checkout.SessionCreateParams & { readonly customer: string },
  latest: Stripe.Checkout.Session | undefined,
  attempt = 1,
): Promise<Stripe.Checkout.Session> {
  const idempotencyKey = `checkout-${session.customer}-after-${latest?.id ?? 'none'}-${attempt}`
  try {
    return await sessions.create(session, { idempotencyKey })
  } catch (error) {
    if ((error as { type?: unknown }).type !== 'StripeIdempotencyError' || attempt === MAX_ATTEMPTS) throw error
    const opened = await latestSession(sessions, session.customer)
    // Without a new page, the other request was refused, for example because the price does not exist.
    if (opened?.id === latest?.id) return openSession(sessions, session, latest, attempt + 1)
    if (opened?.status !== 'open') throw error
    return opened
  }
}

/** @throws Stripe's error if somebody has just paid on this page: a new one would let them pay twice */
async function closeSession(sessions: Stripe['checkout']['sessions'], id: string): Promise<void> {
  try {
    await sessions.expire(id)
  } catch (error) {
    // A parallel request may have closed it already.
    if ((await sessions.retrieve(id)).status !== 'expired') throw error
  }
}

function addressOf({ url }: { readonly url: string | null }): string {
  if (url === null) throw new ProviderFailure('Stripe returned no URL')
  return url
}

/** Undefined if the object does not exist. */
async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if ((error as { code?: unknown }).code === 'resource_missing') return undefined
    throw error
  }
}

/** Stripe's times are in seconds. A cancellation can be set for the end of the period, or for a certain time. */
function toSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, status, items, trial_end, cancel_at, cancel_at_period_end, ended_at, start_date } = subscription
  const ends = items.data.map(item => item.current_period_end)
  // A subscription without items has no paid period.
  const paidUntil = ends.length > 0 ? largestOf(ends) : (ended_at ?? start_date)
  const periodEnd = status === 'trialing' ? (trial_end ?? paidUntil) : paidUntil
  const end = cancel_at === null ? periodEnd : Math.min(cancel_at, periodEnd)
  const isEnding = cancel_at_period_end || cancel_at === end
  return { provider: 'stripe', id, status: toStatus(status), periodEnd: end * 1_000, isEnding }
}

/** A status added by a later version of the API does not entitle. */
function toStatus(status: string): SubscriptionStatus {
  return SUBSCRIPTION_STATUSES.find(known => known === status) ?? 'unpaid'
}

function toEvent(event: Stripe.Event): BillingEvent | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed': {
      const { customer } = event.data.object
      const customerId = typeof customer === 'string' ? customer : customer?.id
      return customerId === undefined ? undefined : { id: event.id, customerId }
    }
    default:
      return undefined
  }
}

/** The error in Stripe's codes. Its messages may contain an e-mail address or part of a key. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderFailure) return error.message
  const { type, code, statusCode, requestId } = error as Partial<Stripe.errors.StripeError>
  return ['Stripe:', type ?? 'no answer', code, statusCode, requestId].filter(Boolean).join(' ')
}
