import {
  type BillingEvent,
  type CheckoutRequest,
  nextReadAt,
  ProviderFailure,
  type Subscription,
  type SubscriptionProvider,
} from '../domain/billing.ts'
import { Refusal } from '../domain/refusal.ts'
import type { BillingCustomer } from '../store/billing.ts'
import { DELETE_CUSTOMER } from '../store/jobs.ts'
import type { Context } from './context.ts'
import type { JobHandler } from './jobs.ts'

/** Who sells subscriptions, as `src/outbound` calls it. Every call may throw a `ProviderFailure`. */
export interface BillingProvider {
  readonly name: Exclude<SubscriptionProvider, 'manual'>
  /** @returns its id; the same for a repeated key */
  createCustomer(accountId: string, email: string, idempotencyKey: string): Promise<string>
  /** Ends all subscriptions of a customer. One that is gone already is as good. */
  deleteCustomer(id: string): Promise<void>
  /** The account that was noted on a customer when it was made; undefined for none, or if the customer was deleted. */
  accountOf(customerId: string): Promise<string | undefined>
  /** All that a customer has bought for an account, ended ones included; undefined if the customer was deleted. */
  subscriptions(customerId: string, accountId: string): Promise<readonly Subscription[] | undefined>
  /** The address of a page for payment: the same while one is open. */
  checkout(request: CheckoutRequest): Promise<string>
  /** The address of a page on which a customer manages what was bought. */
  portal(customerId: string, returnUrl: string): Promise<string>
  /** @throws Refusal `invalid signature` */
  event(body: Buffer, signature: string, now: number): Promise<BillingEvent | undefined>
}

/** How often customers are looked for whose subscriptions are due to be read again, in milliseconds. */
const CHECK_MS = 60_000
/** A customer that was taken and not read by then is due again: ten minutes, in milliseconds. */
const LEASE_MS = 600_000
/** Customers that are taken at a time, and read at a time. */
const TAKEN = 100
const PARALLEL = 4
/** Readings of one customer that may be out of date when they are to be stored, before it is given up. */
const MAX_READINGS = 5

/**
 * Holds what is stored of subscriptions to what the provider says. Nothing is ever taken from an event but that something has
 * changed: the provider is asked, so that events may be late, doubled or out of order. Lost ones are made up for by asking again
 * when something should have happened, and once a day.
 */
export class SubscriptionReadings {
  readonly #context: Pick<Context, 'store' | 'clock' | 'log'>
  readonly #provider: BillingProvider
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(context: Pick<Context, 'store' | 'clock' | 'log'>, provider: BillingProvider) {
    this.#context = context
    this.#provider = provider
  }

  start(): void {
    this.#timer = setInterval(this.wake, CHECK_MS).unref()
    this.wake()
  }

  /** Reads what is due now. Never rejects, and waits for nothing. */
  wake = (): void => {
    this.#running ??= this.readDue()
      .catch(err => this.#context.log.warn({ err }, 'subscriptions could not be read; trying again in a minute'))
      .finally(() => (this.#running = undefined))
  }

  /** Waits for the calls under way; who is due then is read after the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#running
  }

  /**
   * Deals with an event that the provider has sent, at most once. What belongs to no account of this installation is ignored.
   * @param body exactly the bytes that were sent
   * @throws Refusal `invalid signature`, and `the payment provider does not answer`, after which the provider sends it again
   */
  async receive(body: Buffer, signature: string): Promise<void> {
    const { store, clock } = this.#context
    const event = await this.#provider.event(body, signature, clock())
    if (event === undefined || (await store.billing.hasEvent(this.#provider.name, event.id))) return
    await asked(this.#adopt(event.customerId))
    await asked(this.read(event.customerId, event.id))
  }

  /**
   * Asks the provider for all subscriptions of a customer, and stores them.
   * @returns undefined if it is no customer of ours, or no more
   * @throws ProviderFailure, after which the customer is due again soon; Refusal `temporarily unavailable` if others read it all
   *   the time
   */
  async read(customerId: string, eventId?: string): Promise<readonly Subscription[] | undefined> {
    const { store } = this.#context
    for (let reading = 0; reading < MAX_READINGS; reading++) {
      const customer = await store.billing.findCustomer(this.#provider.name, customerId)
      if (customer === undefined) return undefined
      const subscriptions = await this.#ask(customer)
      if (await this.#store(customer, subscriptions, eventId)) return subscriptions
    }
    throw new Refusal('unavailable', { retryAfter: 1 })
  }

  /** Reads the customers that are due, those that have waited longest first. */
  async readDue(): Promise<void> {
    const { store, clock } = this.#context
    const now = clock()
    const due = await store.billing.takeDueCustomers(now, now + LEASE_MS, TAKEN)
    const readAll = async () => {
      while (!this.#isClosed) {
        const customer = due.shift()
        if (customer === undefined) return
        await this.#readDue(customer)
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, readAll))
  }

  /** The handler of the job that ends what a deleted account paid for. It is tried until it is done. */
  handlers(): Readonly<Record<string, JobHandler>> {
    return {
      [DELETE_CUSTOMER]: async ({ payload }) => {
        const { provider, customer }: { provider: string; customer: string } = JSON.parse(payload)
        if (provider !== this.#provider.name) throw new ProviderFailure(`${provider} is not the payment provider`)
        await this.#provider.deleteCustomer(customer)
      },
    }
  }

  /** Never rejects: whatever keeps one customer from being read is nothing to the next. */
  async #readDue({ id }: BillingCustomer): Promise<void> {
    try {
      await this.read(id)
    } catch (err) {
      if (err instanceof ProviderFailure || err instanceof Refusal) return
      this.#context.log.warn({ err, customer: id }, 'the subscriptions of a customer could not be read')
    }
  }

  async #ask(customer: BillingCustomer): Promise<readonly Subscription[] | undefined> {
    const { store, clock } = this.#context
    try {
      return await this.#provider.subscriptions(customer.id, customer.accountId)
    } catch (error) {
      if (error instanceof ProviderFailure) await store.billing.failReading(customer, error.message, clock() + LEASE_MS)
      throw error
    }
  }

  /** @returns whether it was done: not if another reading was stored since this one began */
  async #store(customer: BillingCustomer, subscriptions: readonly Subscription[] | undefined, eventId?: string) {
    const { store, clock } = this.#context
    const readAt = clock()
    if (subscriptions === undefined) return store.billing.removeCustomer(customer, readAt)
    const reading = { subscriptions, readAt, nextReadAt: nextReadAt(subscriptions, readAt), eventId }
    return store.billing.storeReading(customer, reading)
  }

  /** A backup that was restored may not know a customer yet who has paid since. The provider has the account noted. */
  async #adopt(customerId: string): Promise<void> {
    const { store, clock } = this.#context
    const { name } = this.#provider
    if ((await store.billing.findCustomer(name, customerId)) !== undefined) return
    const accountId = await this.#provider.accountOf(customerId)
    if (accountId === undefined) return
    try {
      await store.billing.addCustomer({ provider: name, id: customerId, accountId }, clock())
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== 'authentication_required') throw error
    }
  }
}

/** What somebody waits for. @throws Refusal `the payment provider does not answer` */
export async function asked<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof ProviderFailure) throw new Refusal('billing_unavailable', { retryAfter: 60, cause })
    throw cause
  }
}
