import { hourOf } from '../../domain/accounts/session.ts'
import { type BillingMode, isCurrent, type Subscription } from '../../domain/billing.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { BillingCustomer } from '../../store/billing/billing.ts'
import type { AttemptLimits } from '../access/attempt-limits.ts'
import type { AccountHolder } from '../access/authentication.ts'
import { requireVerification } from '../accounts/verification.ts'
import type { Context } from '../context.ts'
import { orNotFound } from '../not-found.ts'
import { type BillingProvider, refuseIfUnavailable, type SubscriptionReadings } from './subscription-readings.ts'

/** What is sold, and through which provider. */
export interface Sale {
  readonly provider: BillingProvider
  readonly readings: SubscriptionReadings
  /** Length in days of the trial of an account's first subscription; 0 for none. */
  readonly trialDays: number
}

interface BillingParts {
  readonly context: Context
  readonly attempts: AttemptLimits
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
  /** Undefined if nothing is sold. */
  readonly sale: Sale | undefined
}

/** An account's subscription as shown to its holder. */
export interface SubscriptionOverview {
  readonly mode: BillingMode
  /** The current purchased subscription; if there is none, the previous one. */
  readonly purchase: Subscription | undefined
  /** Length in days of the trial that a purchase would include; 0 for none. */
  readonly trialDays: number
}

/** Time after opening a Checkout page at which the subscriptions are read even without an event, in milliseconds. */
const EXPECTED_MS = 900_000
/** Where the provider sends people back when the subscription may have changed. */
const DONE_PATH = '/app/settings?checkout=done#subscription'

/** Lets an account's holder buy and manage a subscription. */
export class Billing {
  readonly #parts: BillingParts

  constructor(parts: BillingParts) {
    this.#parts = parts
  }

  async overview({ accountId }: AccountHolder): Promise<SubscriptionOverview> {
    const { context, sale } = this.#parts
    const subscriptions = await context.store.billing.subscriptions(accountId)
    const purchases = subscriptions
      .filter(({ provider }) => provider !== 'manual')
      .sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)) || b.periodEnd - a.periodEnd)
    const trialDays = purchases.length === 0 ? (sale?.trialDays ?? 0) : 0
    return { mode: context.billing, purchase: purchases[0], trialDays }
  }

  /**
   * Opens a Checkout page at the provider.
   * @returns its address
   * @throws Refusal `not found` if nothing is sold, `give your password again`, `too many attempts`, `this account
   *   already has a subscription`, `the payment provider does not answer`
   */
  async checkout(holder: AccountHolder): Promise<string> {
    const { context, baseUrl } = this.#parts
    const sale = this.#begin(holder, true)
    const { customer, isFirst } = await this.#customer(holder, sale, `${hourOf(context.clock())}`)
    await context.store.billing.readAgain(customer, context.clock() + EXPECTED_MS)
    return refuseIfUnavailable(
      sale.provider.checkout({
        customerId: customer.id,
        accountId: holder.accountId,
        trialDays: isFirst && sale.trialDays > 0 ? sale.trialDays : undefined,
        doneUrl: `${baseUrl}${DONE_PATH}`,
        cancelUrl: `${baseUrl}/app/settings#subscription`,
      }),
    )
  }

  /**
   * Opens a page at the provider with invoices, where a subscription can be changed or cancelled.
   * @returns its address
   * @throws Refusal `not found` if nothing was bought, `give your password again`, `too many attempts`, `the payment
   *   provider does not answer`
   */
  async portal(holder: AccountHolder): Promise<string> {
    const { context, baseUrl } = this.#parts
    const { provider } = this.#begin(holder, true)
    const stored = await context.store.billing.subscriptions(holder.accountId)
    if (!stored.some(one => one.provider === provider.name)) throw new Refusal('not_found')
    const [customer] = await context.store.billing.customersOf(holder.accountId, provider.name)
    return refuseIfUnavailable(provider.portal(orNotFound(customer).id, `${baseUrl}${DONE_PATH}`))
  }

  /**
   * Reads the subscriptions from the provider, because people often come back before the event arrives.
   * @throws Refusal `not found` if nothing is sold, `too many attempts`, `the payment provider does not answer`
   */
  async refresh(holder: AccountHolder): Promise<void> {
    const { provider, readings } = this.#begin(holder, false)
    const customers = await this.#parts.context.store.billing.customersOf(holder.accountId, provider.name)
    await Promise.all(customers.map(({ id }) => refuseIfUnavailable(readings.read(id))))
  }

  #begin(holder: AccountHolder, needsVerification: boolean): Sale {
    const { sale, attempts, context } = this.#parts
    const found = orNotFound(sale)
    if (needsVerification) requireVerification(holder, context.clock())
    attempts.consume('billing', undefined, holder.accountId)
    return found
  }

  /**
   * The customer who will pay. The provider is asked first, since an event about a payment may be on its way.
   * @param occasion becomes the idempotency key of a new customer; parallel requests usually share it
   * @throws Refusal `this account already has a subscription`
   */
  async #customer(
    holder: AccountHolder,
    sale: Sale,
    occasion: string,
  ): Promise<{ customer: BillingCustomer; isFirst: boolean }> {
    const { provider, readings } = sale
    const { store } = this.#parts.context
    const customers = await store.billing.customersOf(holder.accountId, provider.name)
    const answers = await Promise.all(customers.map(({ id }) => refuseIfUnavailable(readings.read(id))))
    const subscriptions = answers.flatMap(answer => answer ?? [])
    if (subscriptions.some(isCurrent)) throw new Refusal('already_subscribed')
    const customer = customers.find((_, at) => answers[at] !== undefined)
    if (customer !== undefined) return { customer, isFirst: subscriptions.length === 0 }
    const id = await this.#createCustomer(holder, provider, occasion)
    // Read like any other customer: a repeated key returns the same one even if it has since been deleted at the provider.
    return this.#customer(holder, sale, `after-${id}`)
  }

  /** @returns the id of the customer at the provider */
  async #createCustomer({ accountId }: AccountHolder, provider: BillingProvider, occasion: string): Promise<string> {
    const { store, clock } = this.#parts.context
    const { email } = orNotFound(await store.accounts.findProfile(accountId))
    const id = await refuseIfUnavailable(provider.createCustomer(accountId, email, `customer-${accountId}-${occasion}`))
    await store.billing.addOnlyCustomer({ provider: provider.name, id, accountId }, clock())
    return id
  }
}
