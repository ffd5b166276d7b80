import { DAY_MS } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Theme } from '../domain/theme.ts'
import type { Context } from './context.ts'

/** The account that makes a survey. */
interface Maker {
  /** Whether the account is subscribed at this moment. */
  readonly isEntitled: boolean
}

/** Without a subscription, a survey expires some days after it was made. */
export function expiryOf({ isEntitled }: Maker, { clock, freeSurveyDays }: Context): Expiry {
  if (isEntitled) return { expiresAt: null, expiryAutomatic: false }
  return { expiresAt: clock() + freeSurveyDays * DAY_MS, expiryAutomatic: true }
}

interface Expiry {
  /** Milliseconds since the epoch; null never. */
  readonly expiresAt: number | null
  /** Whether it comes from the free plan. */
  readonly expiryAutomatic: boolean
}

/** The expiry of a survey that is restored. Without a subscription it expires as a new one would, unless it did before. */
export function restoredExpiry(maker: Maker, context: Context, { expiresAt, expiryAutomatic }: Expiry): Expiry {
  const ofPlan = expiryOf(maker, context)
  const isEarlier = expiresAt !== null && (ofPlan.expiresAt === null || expiresAt <= ofPlan.expiresAt)
  // A subscription ends what the free plan has set.
  const isEnded = expiryAutomatic && ofPlan.expiresAt === null
  return isEarlier && !isEnded ? { expiresAt, expiryAutomatic } : ofPlan
}

/** @throws Refusal with code `entitlement_required` for custom colours without a subscription */
export function checkColours(theme: Theme, { isEntitled }: Maker): void {
  if (typeof theme === 'object' && !isEntitled) throw new Refusal('colours_need_subscription')
}

/**
 * The theme for a survey whose request names none: custom colours from an earlier subscription become the default palette.
 */
export function availableTheme(theme: Theme, { isEntitled }: Maker): Theme {
  return typeof theme === 'object' && !isEntitled ? 'default' : theme
}

/** Where every account is subscribed (`BILLING=none`), surveys of an earlier time on the free plan no longer expire. */
export async function endFreePlan({ store, clock, billing }: Context): Promise<void> {
  if (billing === 'none') await store.billing.clearAutomaticExpiries(clock())
}
