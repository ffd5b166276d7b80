import type { FastifyInstance } from 'fastify'
import type { Subscription, SubscriptionStatus } from '../domain/billing.ts'
import { FOREVER, type Profile } from '../service/accounts/account-settings.ts'
import type { Billing, SubscriptionOverview } from '../service/billing/billing.ts'
import type { SubscriptionReadings } from '../service/billing/subscription-readings.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import { readByteBodies } from '../transport/bodies/body.ts'
import { renderErrors, sendJsonError } from '../transport/errors.ts'
import type { PurchaseView, SubscriptionView } from './contract.ts'

/** Buying and managing a subscription. */
export function billingRoutes(app: FastifyInstance, { billing }: { readonly billing: Billing }): void {
  app.post('/billing/checkout', async ({ holder }) => ({ url: await billing.checkout(holder) }))
  app.post('/billing/portal', async ({ holder }) => ({ url: await billing.portal(holder) }))
  app.post('/billing/refresh', async ({ holder }, reply) => {
    await billing.refresh(holder)
    return reply.code(204).send()
  })
}

/** The address to which Stripe sends its events. They are signed; there is no session. */
export function stripeWebhook(app: FastifyInstance, readings: SubscriptionReadings): void {
  readByteBodies(app)
  renderErrors(app, sendJsonError)
  app.post<{ Body: Buffer }>('/webhooks/stripe', async ({ body, headers }, reply) => {
    const signature = headers['stripe-signature']
    await readings.receive(body ?? Buffer.alloc(0), typeof signature === 'string' ? signature : '')
    return reply.code(200).send({ received: true })
  })
}

export function subscriptionView(
  { isEntitled, entitledUntil }: Profile,
  { mode, purchase, trialDays }: SubscriptionOverview,
  contact: string | undefined,
): SubscriptionView {
  const hasEnd = isEntitled && entitledUntil !== null && entitledUntil !== FOREVER
  return {
    subscribed: isEntitled,
    until: hasEnd ? formatTimestamp(entitledUntil) : null,
    billing: mode,
    purchase: purchase === undefined ? null : purchaseView(purchase),
    trial_days: trialDays,
    contact: contact ?? null,
  }
}

const STATES: Readonly<Record<SubscriptionStatus, PurchaseView['state']>> = {
  active: 'active',
  trialing: 'trial',
  past_due: 'failing',
  unpaid: 'failing',
  incomplete: 'failing',
  paused: 'paused',
  incomplete_expired: 'ended',
  canceled: 'ended',
}

function purchaseView({ status, periodEnd, isEnding }: Subscription): PurchaseView {
  return { state: STATES[status], period_end: formatTimestamp(periodEnd), ends: isEnding }
}
