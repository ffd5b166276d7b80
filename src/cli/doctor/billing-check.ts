import { ProviderFailure } from '../../domain/billing.ts'
import { formatTimestamp } from '../../service/timestamp.ts'
import type { BillingCounts } from '../../store/billing/billing.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

/** The checked part of the payment provider. */
interface Provider {
  /** @throws ProviderFailure that says why key or price cannot be used */
  check(): Promise<void>
}

/** Checks that the key and the price work, and that the subscriptions of all customers could be read. */
export async function checkBilling(counts: BillingCounts, provider: Provider | undefined): Promise<CheckResult> {
  const { customers, failing, failure, lastEventAt } = counts
  if (provider === undefined) return checkUnsold(customers)
  const event = lastEventAt === null ? 'no recent event' : `last event ${formatTimestamp(lastEventAt)}`
  try {
    await provider.check()
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return failed(
      'billing',
      error.message,
      'check STRIPE_SECRET_KEY, STRIPE_PRICE and the connection to api.stripe.com',
    )
  }
  if (failing === 0) return passed('billing', `${customers} customers, ${event}`)
  const found = `${failing} of ${customers} customers could not be read, for example: ${failure}; ${event}`
  return failed('billing', found, 'check that STRIPE_SECRET_KEY belongs to the Stripe account of these customers')
}

/** While `BILLING` is not `stripe`, subscriptions bought earlier cannot be cancelled here. */
function checkUnsold(customers: number): CheckResult {
  if (customers === 0) return passed('billing', 'nothing is sold')
  const found = `${customers} customers may still be paying, but BILLING is not stripe`
  return failed(
    'billing',
    found,
    'set BILLING=stripe until their subscriptions are cancelled and the customers are deleted at Stripe',
  )
}
