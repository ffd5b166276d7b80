import { ProviderFailure } from '../domain/billing.ts'
import type { BillingCounts } from '../store/billing.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

/** The payment provider, as far as it is checked. */
interface Provider {
  /** @throws ProviderFailure that says why key or price cannot be used */
  check(): Promise<void>
}

/** Whether the payment provider knows what is sold, and has lately said who pays. */
export async function checkBilling(counts: BillingCounts, provider: Provider | undefined): Promise<CheckResult> {
  const { customers, failing, failure, lastEventAt } = counts
  if (provider === undefined) return checkUnsold(customers)
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

/** Nobody can cancel here what was bought while it was sold. */
function checkUnsold(customers: number): CheckResult {
  if (customers === 0) return passed('billing', 'nothing is sold')
  const found = `${customers} customers may go on paying, but nothing is sold`
  return failed('billing', found, 'set BILLING=stripe again until they are cancelled at Stripe and deleted there')
}
