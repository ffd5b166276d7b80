import type { Generated } from 'kysely'
import type { SubscriptionProvider, SubscriptionStatus } from '../../domain/billing.ts'

/** The tables of customers, subscriptions and events of payment providers. */
export interface BillingTables {
  billing_customer: BillingCustomerTable
  billing_subscription: BillingSubscriptionTable
  billing_event: BillingEventTable
}

/** An account's customer record at the payment provider. */
interface BillingCustomerTable {
  provider: SubscriptionProvider
  /** Its id at the provider. */
  external_id: string
  account_id: string
  created_at: number
  /**
   * Incremented by each reading of its subscriptions, so that a reading begun before another one was stored is
   * recognised as outdated.
   */
  revision: Generated<number>
  /** When its subscriptions are next read, even without an event. */
  next_read_at: number
  /** Why the last reading failed; null if it succeeded. */
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
  /** Whether it ends then instead of being renewed. */
  cancel_at_period_end: 0 | 1
}

/** The events of the payment provider that have been processed. */
interface BillingEventTable {
  provider: SubscriptionProvider
  id: string
  received_at: number
}
