import {
  type BillingEvent,
  type CheckoutRequest,
  nextReadAt,
  ProviderFailure,
  type Subscription,
  type SubscriptionProvider,
} from '../../domain/billing.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { BillingCustomer } from '../../store/billing/billing.ts'
import { DELETE_CUSTOMER } from '../../store/jobs.ts'
import type { Context } from '../context.ts'
import type { JobHandler } from '../jobs.ts'

/** The payment provider, implemented in `src/outbound`. Every call may throw a `ProviderFailure`. */
export interface BillingProvider {
  readonly name: Exclude<SubscriptionProvider, 'manual'>
  /** @returns the customer's id; the same one for a repeated key */
  createCustomer(accountId: string, email: string, idempotencyKey: string): Promise<string>
  /** Deletes a customer and cancels all its subscriptions. It is not an error if the customer is already deleted. */
  deleteCustomer(id: string): Promise<void>
  /** The account in the customer's metadata; undefined if there is none, or the customer was deleted. */
  accountOf(customerId: string): Promise<string | undefined>
  /** All of a customer's subscriptions for an account, including ended ones; undefined if the customer was deleted. */
  subscriptions(customerId: string, accountId: string): Promise<readonly Subscription[] | undefined>
  /** The address of a Checkout page. While a page is open, the address stays the same. */
  checkout(request: CheckoutRequest): Promise<string>
  /** The address of a page for managing the customer's subscription. */
  portal(customerId: string, returnUrl: string): Promise<string>
  /** @throws Refusal `invalid signature` */
  event(body: Buffer, signature: string, now: number): Promise<BillingEvent | undefined>
}

/** Poll interval for customers whose subscriptions must be read again, in milliseconds. */
const CHECK_MS = 60_000
/** A customer that was claimed but not read within this time is due again, in milliseconds. */
const LEASE_MS = 600_000
/** Number of customers that one poll claims, and of parallel calls to the provider. */
const BATCH_SIZE = 100
const PARALLEL = 4
/** Attempts to store a reading of one customer while other readings are stored first. */
const MAX_READINGS = 5

/**
 * Keeps the stored subscriptions equal to the provider's. An event only triggers a new reading, so events may arrive
 * late, twice or out of order. In case events are lost, subscriptions are also read again when a trial or a period has
 * ended, and once a day.
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

  /** Reads what is due now. Never throws and does not wait. */
  wake = (): void => {
    this.#running ??= this.readDue()
      .catch(err => this.#context.log.warn({ err }, 'subscriptions could not be read; retrying in a minute'))
      .finally(() => (this.#running = undefined))
  }

  /** Waits for calls under way. Customers that are still due are read after the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#running
  }

  /**
   * Processes an event from the provider, at most once. Events about customers of unknown accounts are ignored.
   * @param body the exact bytes of the request
   * @throws Refusal `invalid signature`; `the payment provider does not answer`, after which the provider sends the
   *   event again
   */
  async receive(body: Buffer, signature: string): Promise<void> {
    const { store, clock } = this.#context
    const event = await this.#provider.event(body, signature, clock())
    if (event === undefined || (await store.billing.hasEvent(this.#provider.name, event.id))) return
    await refuseIfUnavailable(this.#adopt(event.customerId))
    await refuseIfUnavailable(this.read(event.customerId, event.id))
  }

  /**
   * Reads all of a customer's subscriptions from the provider and stores them.
   * @returns undefined if the customer is unknown here or was deleted
   * @throws ProviderFailure, after which the customer is due again soon; Refusal `temporarily unavailable` if parallel
   *   readings were stored first each time
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

  /** Reads the customers that are due, most overdue first. */
  async readDue(): Promise<void> {
    const { store, clock } = this.#context
    const now = clock()
    const due = await store.billing.takeDueCustomers(now, now + LEASE_MS, BATCH_SIZE)
    const readAll = async () => {
      while (!this.#isClosed) {
        const customer = due.shift()
        if (customer === undefined) return
        await this.#readDue(customer)
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, readAll))
  }

  /** Handles the jobs that delete the customers of deleted accounts at the provider. */
  handlers(): Readonly<Record<string, JobHandler>> {
    return {
      [DELETE_CUSTOMER]: async ({ payload }) => {
        const { provider, customer }: { provider: string; customer: string } = JSON.parse(payload)
        if (provider !== this.#provider.name) throw new ProviderFailure(`${provider} is not the payment provider`)
        await this.#provider.deleteCustomer(customer)
      },
    }
  }

  /** Never rejects: an error for one customer must not prevent others from being read. */
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

  /** @returns false if another reading was stored since this one began */
  async #store(customer: BillingCustomer, subscriptions: readonly Subscription[] | undefined, eventId?: string) {
    const { store, clock } = this.#context
    const readAt = clock()
    if (subscriptions === undefined) return store.billing.removeCustomer(customer, readAt)
    const reading = { subscriptions, readAt, nextReadAt: nextReadAt(subscriptions, readAt), eventId }
    return store.billing.storeReading(customer, reading)
  }

  /**
   * After a backup is restored, a customer created since then is unknown here. The provider's metadata names the
   * account.
   */
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

/** For calls within a request. @throws Refusal `the payment provider does not answer` instead of a `ProviderFailure` */
export async function refuseIfUnavailable<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof ProviderFailure) throw new Refusal('billing_unavailable', { retryAfter: 60, cause })
    throw cause
  }
}
