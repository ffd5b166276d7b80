import { DAY_MS } from './limits.ts'

/** Who sells subscriptions: the operator alone, the operator and Stripe, or nobody, and every account has one. */
export const BILLING_MODES = ['manual', 'stripe', 'none'] as const
export type BillingMode = (typeof BILLING_MODES)[number]

/** Where a subscription comes from: a grant by the operator, or what was bought. */
export type SubscriptionProvider = 'manual' | 'stripe'

/** As Stripe has them. A grant by the operator is `active`. */
export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
  'canceled',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export interface Subscription {
  readonly provider: SubscriptionProvider
  /** Its name at the provider; of a grant by the operator, the account's. */
  readonly id: string
  readonly status: SubscriptionStatus
  /** End of the trial or of the period that is paid, in milliseconds since the epoch. */
  readonly periodEnd: number
  /** Whether it ends then, and is not renewed. */
  readonly isEnding: boolean
}

/** A trial longer than two years is refused by Stripe. */
export const LONGEST_TRIAL_DAYS = 730

/** Until when subscriptions entitle their account: the latest of their ends. Null if none does. */
export function entitledUntil(subscriptions: readonly Subscription[]): number | null {
  const ends = subscriptions.map(endOf).filter(end => end !== undefined)
  return ends.length === 0 ? null : Math.max(...ends)
}

/** How long a paid subscription goes on while its renewal is awaited, in milliseconds. */
const RENEWAL_GRACE_MS = DAY_MS

/** A renewal becomes known some time after the period has ended. Nothing is awaited of a trial, or of what ends. */
function endOf({ status, periodEnd, isEnding }: Subscription): number | undefined {
  if (status === 'active') return isEnding ? periodEnd : periodEnd + RENEWAL_GRACE_MS
  return status === 'trialing' ? periodEnd : undefined
}

/** Of a subscription that is over: nothing can be done with it at the provider any more. */
export const ENDED_STATUSES: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']

/** Whether a subscription goes on at the provider, paid or not: it can be managed there, and another would be a second one. */
export function isCurrent({ status }: Pick<Subscription, 'status'>): boolean {
  return !ENDED_STATUSES.includes(status)
}

/** How long after the end of a period the provider knows whether it was paid on, in milliseconds. */
const SETTLED_MS = 60_000
/** How often a subscription is read again whose period has ended without news. */
const AWAITED_MS = 600_000
/** How often a customer is read again of whom nothing is expected. */
const ROUTINE_MS = DAY_MS

/** When the provider is asked again for the subscriptions of a customer although it has sent no event: events may be lost. */
export function nextReadAt(subscriptions: readonly Subscription[], now: number): number {
  const ends = subscriptions.filter(({ status }) => status === 'active' || status === 'trialing')
  const times = ends.map(({ periodEnd }) => (periodEnd <= now ? now + AWAITED_MS : periodEnd + SETTLED_MS))
  return Math.min(now + ROUTINE_MS, ...times)
}

/** What a page for payment is made with. */
export interface CheckoutRequest {
  readonly customerId: string
  readonly accountId: string
  /** Undefined for none. */
  readonly trialDays: number | undefined
  /** Where the payment page leads once it is done, and where if it is left. */
  readonly doneUrl: string
  readonly cancelUrl: string
}

/** What an event of the payment provider says: that something about a customer has changed. */
export interface BillingEvent {
  readonly id: string
  readonly customerId: string
}

/** The payment provider gave no usable answer. The text has nothing secret in it. */
export class ProviderFailure extends Error {}
