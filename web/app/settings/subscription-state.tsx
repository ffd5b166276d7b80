import { useEffect } from 'preact/hooks'
import type { SubscriptionView } from '../../../src/account/contract.ts'
import { AsyncButton } from '../../ui/async-button.tsx'
import { now } from '../../ui/clock.ts'
import { attempt } from '../../ui/notice.tsx'
import { texts } from '../../words/app-words.ts'
import { settingsTexts as words } from '../../words/settings-words.ts'
import { account, loadAccount } from '../account.ts'
import { formatDate } from '../ago.ts'
import { send } from '../api.ts'
import { withVerification } from './verification.tsx'

/** The account's plan in words, and how to change it. */
export function SubscriptionState() {
  useEffect(handleArrival, [])
  if (account.value === undefined) return null
  const { subscription, free_survey_days: days, surveys_left: left } = account.value
  return (
    <>
      {describe(subscription, days).map(text => (
        <p key={text}>{text}</p>
      ))}
      {!subscription.subscribed && !isUnpaid(subscription) && <Benefits />}
      <HowToChange subscription={subscription} />
      <p class="muted">{texts.surveysLeft(left)}</p>
    </>
  )
}

/** Scrolls here when a link points to this section. After a checkout, also fetches the new state of the subscription. */
function handleArrival(): void {
  if (location.hash !== '#subscription') return
  document.getElementById('subscription')?.scrollIntoView()
  if (!location.search.includes('checkout=done')) return
  history.replaceState(null, '', `${location.pathname}${location.hash}`)
  attempt(async () => {
    await send('POST', '/billing/refresh')
    await loadAccount()
  })
}

function describe({ purchase, subscribed, until }: SubscriptionView, days: number): string[] {
  const purchaseTexts = purchase === null ? [] : [describePurchase(purchase)]
  if (!subscribed) return [...purchaseTexts, words.notSubscribed(days)]
  const isPaid = purchase !== null && (purchase.state === 'active' || purchase.state === 'trial')
  // A continuing subscription, or the grace period for a late payment, needs no second sentence.
  if (isPaid && until !== null && !(purchase.ends && until > purchase.period_end)) return purchaseTexts
  return [...purchaseTexts, until === null ? words.subscribed : words.subscribedUntil(formatDate(until))]
}

function describePurchase({ state, ends, period_end }: NonNullable<SubscriptionView['purchase']>): string {
  const { purchase } = words
  const date = formatDate(period_end)
  if (state === 'trial') return ends ? purchase.trialEnding(date) : purchase.trial(date)
  if (state === 'active') return ends ? purchase.ending(date) : purchase.active(date)
  if (state !== 'ended') return purchase[state]
  // A subscription that was cancelled with immediate effect has ended before the end of its paid period.
  return Date.parse(period_end) > now() ? purchase.endedEarly : purchase.ended(date)
}

/** Whether only a payment method is missing. */
function isUnpaid({ purchase }: SubscriptionView): boolean {
  return purchase?.state === 'failing' || purchase?.state === 'paused'
}

function Benefits() {
  return (
    <>
      <p>{words.benefitsTitle}</p>
      <ul class="benefits">
        {words.benefits.map(benefit => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
    </>
  )
}

/**
 * A purchased subscription is managed at the provider; otherwise one can be bought, unless the account is subscribed
 * permanently.
 */
function HowToChange({ subscription }: { readonly subscription: SubscriptionView }) {
  const { billing, purchase, subscribed, until, trial_days: days, contact } = subscription
  if (billing === 'stripe' && isUnpaid(subscription))
    return <PaymentPage path="/billing/portal" label={words.updatePayment} />
  if (billing === 'stripe' && purchase !== null && purchase.state !== 'ended')
    return <PaymentPage path="/billing/portal" label={words.manage} isQuiet />
  if (subscribed && until === null) return null
  if (billing === 'stripe')
    return <PaymentPage path="/billing/checkout" label={days > 0 ? words.startTrial(days) : words.upgrade} />
  if (subscribed) return null
  return (
    <p>
      {words.howToSubscribe}
      {contact !== null && (
        <>
          {' '}
          <a href={`mailto:${contact}`}>{contact}</a>
        </>
      )}
    </p>
  )
}

interface PaymentPageProps {
  readonly path: string
  readonly label: string
  readonly isQuiet?: boolean
}

/** Button that opens a page of the payment provider. */
function PaymentPage({ path, label, isQuiet = false }: PaymentPageProps) {
  const open = async () => {
    const page = await withVerification(() => send<{ url: string }>('POST', path))
    if (page !== undefined) location.assign(page.url)
  }
  return (
    <p>
      <AsyncButton class={isQuiet ? 'quiet' : undefined} act={open}>
        {label}
      </AsyncButton>
    </p>
  )
}
