import { ProviderFailure } from '../domain/billing.ts'
import type { BillingCounts } from '../store/billing.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

/** What is sold with, as far as it can be looked at. */
interface Provider {
  /** @throws ProviderFailure that says why key or price cannot be used */
  check(): Promise<void>
}

/** Whether the payment provider knows what is sold, and has lately said who pays. */
export async function checkBilling(counts: BillingCounts, provider: Provider): Promise<CheckResult> {
  const { customers, failing, failure, lastEventAt } = counts
  const event = lastEventAt === null ? 'no event received lately' : `last event ${new Date(lastEventAt).toISOString()}`
  try {
    await provider.check()
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return failed('billing', error.message, 'check STRIPE_SECRET_KEY, STRIPE_PRICE and the way to api.stripe.com')
  }
  if (failing === 0) return passed('billing', `${customers} customers, ${event}`)
  const found = `${failing} of ${customers} customers could not be read; one of them: ${failure}; ${event}`
  return failed('billing', found, 'check that STRIPE_SECRET_KEY is of the account in which they are')
}
