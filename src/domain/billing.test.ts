import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  entitledUntil,
  nextReadAt,
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionStatus,
} from './billing.ts'
import { DAY_MS, HOUR_MS } from './values/time.ts'

const END = 1_000 * DAY_MS

function bought(status: SubscriptionStatus, more: Partial<Subscription> = {}): Subscription {
  return { provider: 'stripe', id: 'sub_1', status, periodEnd: END, isEnding: false, ...more }
}

const granted: Subscription = { provider: 'manual', id: 'a', status: 'active', periodEnd: END, isEnding: true }

test('a renewing period has a day of grace; a trial, a cancelled or an unpaid period has none', () => {
  const ends = Object.fromEntries(SUBSCRIPTION_STATUSES.map(status => [status, entitledUntil([bought(status)])]))
  const none = {
    past_due: null,
    unpaid: null,
    incomplete: null,
    incomplete_expired: null,
    paused: null,
    canceled: null,
  }
  assert.deepEqual(ends, { active: END + DAY_MS, trialing: END, ...none })
  assert.equal(entitledUntil([bought('active', { isEnding: true })]), END)
  assert.equal(entitledUntil([granted]), END)
})

test('of several subscriptions, the latest end counts', () => {
  assert.equal(entitledUntil([]), null)
  assert.equal(entitledUntil([bought('trialing'), { ...granted, periodEnd: END + 1 }]), END + 1)
  assert.equal(entitledUntil([bought('canceled', { periodEnd: END + 9 }), granted]), END)
})

test('a subscription is read again within a day, soon after its period ends, and then often until the renewal is settled', () => {
  const next = (subscriptions: Subscription[], now: number) => nextReadAt(subscriptions, now) - now
  assert.equal(next([bought('active')], END - 9 * DAY_MS), DAY_MS)
  assert.equal(next([bought('trialing')], END - HOUR_MS), HOUR_MS + 60_000)
  assert.equal(next([bought('active')], END), 600_000)
  for (const status of ['past_due', 'canceled'] as const) assert.equal(next([bought(status)], END), DAY_MS)
  assert.equal(next([bought('past_due'), bought('trialing')], END - HOUR_MS), HOUR_MS + 60_000)
  assert.equal(next([], END), DAY_MS)
})
