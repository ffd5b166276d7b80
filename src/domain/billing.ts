import { largestOf, smallestOf } from './values/largest.ts'
import { DAY_MS } from './values/time.ts'

/**
 * How long ids of the payment provider's events are kept, so that a repeated event has no effect. Stripe repeats events
 * for some days.
 */
export const BILLING_EVENT_LIFETIME_MS = 35 * DAY_MS

/** `manual`: the operator grants subscriptions. `stripe`: people can also buy them. `none`: every account is subscribed. */
export const BILLING_MODES = ['manual', 'stripe', 'none'] as const
export type BillingMode = (typeof BILLING_MODES)[number]

/** Where a subscription comes from: a grant by the operator, or a purchase. */
export type SubscriptionProvider = 'manual' | 'stripe'

/** The statuses used by Stripe. A grant by the operator is `active`. */
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
  /** Its id at the provider; for a grant by the operator, the account's id. */
  readonly id: string
  readonly status: SubscriptionStatus
  /** End of the trial or of the paid period, in milliseconds since the epoch. */
  readonly periodEnd: number
  /** Whether it ends then instead of being renewed. */
  readonly isEnding: boolean
}

/** Stripe refuses trials longer than two years. */
export const MAX_TRIAL_DAYS = 730

/** End of the entitlement from these subscriptions: the latest of their ends; null if none counts. */
export function entitledUntil(subscriptions: readonly Subscription[]): number | null {
  const ends = subscriptions.map(endOf).filter(end => end !== undefined)
  return ends.length === 0 ? null : largestOf(ends)
}

/** Grace period after the end of a paid period, until its renewal is known, in milliseconds. */
const RENEWAL_GRACE_MS = DAY_MS

/** A renewal becomes known some time after the period ends. Trials and cancelled subscriptions have no grace period. */
function endOf({ status, periodEnd, isEnding }: Subscription): number | undefined {
  if (status === 'active') return isEnding ? periodEnd : periodEnd + RENEWAL_GRACE_MS
  return status === 'trialing' ? periodEnd : undefined
}

/** Final statuses: such a subscription can no longer be changed at the provider. */
export const ENDED_STATUSES: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']

/**
 * Whether a subscription has not ended at the provider, paid or not. It can be managed there and must not be bought
 * again.
 */
export function isCurrent({ status }: Pick<Subscription, 'status'>): boolean {
  return !ENDED_STATUSES.includes(status)
}

/** Time that the provider needs to settle a renewal after the end of a period, in milliseconds. */
const SETTLED_MS = 60_000
/** Poll interval after a period has ended, until its renewal is known, in milliseconds. */
const AWAITED_MS = 600_000
/** Poll interval while no change is expected, in milliseconds. */
const ROUTINE_MS = DAY_MS

/** When to read a customer's subscriptions again without an event, because events may be lost. */
export function nextReadAt(subscriptions: readonly Subscription[], now: number): number {
  const ends = subscriptions.filter(({ status }) => status === 'active' || status === 'trialing')
  const times = ends.map(({ periodEnd }) => (periodEnd <= now ? now + AWAITED_MS : periodEnd + SETTLED_MS))
  return smallestOf(times, now + ROUTINE_MS)
}

/** The parameters of a Checkout page. */
export interface CheckoutRequest {
  readonly customerId: string
  readonly accountId: string
  /** Undefined for no trial. */
  readonly trialDays: number | undefined
  /** Where the page leads after payment, and if people leave it without paying. */
  readonly doneUrl: string
  readonly cancelUrl: string
}

/** An event from the payment provider: something about the customer has changed. */
export interface BillingEvent {
  readonly id: string
  readonly customerId: string
}

/** The payment provider gave no usable answer. The message contains no secrets. */
export class ProviderFailure extends Error {}
