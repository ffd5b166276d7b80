import type { Theme } from '../../domain/surveys/survey-settings/theme.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { DAY_MS } from '../../domain/values/time.ts'
import { type Entitlement, isEntitled } from '../access/entitlement.ts'
import type { Context } from '../context.ts'

/** The account that creates a survey. */
interface Maker {
  /** Whether the account is subscribed now. */
  readonly isEntitled: boolean
}

/** Without a subscription, a survey expires some days after its creation. */
export function expiryOf({ isEntitled }: Maker, { clock, freeSurveyDays }: Context): Expiry {
  if (isEntitled) return { expiresAt: null, expiryAutomatic: false }
  return { expiresAt: clock() + freeSurveyDays * DAY_MS, expiryAutomatic: true }
}

interface Expiry {
  /** Milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null
  /** Whether the free plan set it. */
  readonly expiryAutomatic: boolean
}

/**
 * The expiry of a restored survey, from that in its file. Without a subscription it expires like a new one, unless its
 * own expiry is earlier.
 */
export function restoredExpiry(context: Context): (inFile: Expiry, owner: Entitlement) => Expiry {
  return ({ expiresAt, expiryAutomatic }, owner) => {
    const ofPlan = expiryOf({ isEntitled: isEntitled(owner, context) }, context)
    const isEarlier = expiresAt !== null && (ofPlan.expiresAt === null || expiresAt <= ofPlan.expiresAt)
    // A subscription lifts an expiry set by the free plan.
    const isEnded = expiryAutomatic && ofPlan.expiresAt === null
    return isEarlier && !isEnded ? { expiresAt, expiryAutomatic } : ofPlan
  }
}

/** @throws Refusal with code `entitlement_required` for custom colours without a subscription */
export function checkColours(theme: Theme, { isEntitled }: Maker): void {
  if (typeof theme === 'object' && !isEntitled) throw new Refusal('colours_need_subscription')
}

/**
 * The theme for a survey whose request names none. Custom colours from an earlier subscription become the default
 * palette.
 */
export function availableTheme(theme: Theme, { isEntitled }: Maker): Theme {
  return typeof theme === 'object' && !isEntitled ? 'default' : theme
}

/** If every account is subscribed (`BILLING=none`), surveys created on the free plan in the past no longer expire. */
export async function endFreePlan({ store, clock, billing }: Context): Promise<void> {
  if (billing === 'none') await store.billing.clearAutomaticExpiries(clock())
}
