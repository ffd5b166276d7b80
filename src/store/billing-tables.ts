import type { Generated } from 'kysely'
import type { SubscriptionProvider, SubscriptionStatus } from '../domain/billing.ts'

/** The tables of customers, subscriptions and events of payment providers. */
export interface BillingTables {
  billing_customer: BillingCustomerTable
  billing_subscription: BillingSubscriptionTable
  billing_event: BillingEventTable
}

/** An account as the payment provider knows it. */
interface BillingCustomerTable {
  provider: SubscriptionProvider
  /** Its id at the provider. */
  external_id: string
  account_id: string
  created_at: number
  /**
   * Incremented by each reading of its subscriptions, so that a reading that began before another was stored is recognised as
   * out of date.
   */
  revision: Generated<number>
  /** When its subscriptions are read again even without an event. */
  next_read_at: number
  /** Why the last reading failed; null if it did not. */
  failure: string | null
}

/** A current or earlier subscription of an account. */
interface BillingSubscriptionTable {
  provider: SubscriptionProvider
  /** Its id at the provider; for a grant by the operator, the id of the account. */
  external_id: string
  account_id: string
  /** Null for a grant by the operator. */
  customer_id: string | null
  status: SubscriptionStatus
  current_period_end: number
  /** Whether it ends then, and is not renewed. */
  cancel_at_period_end: 0 | 1
}

/** The events of the payment provider that have been processed. */
interface BillingEventTable {
  provider: SubscriptionProvider
  id: string
  received_at: number
}
