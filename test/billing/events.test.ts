import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import {
  type BillingEvent,
  entitledUntil,
  ProviderFailure,
  SUBSCRIPTION_STATUSES,
  type Subscription,
} from '../../src/domain/billing.ts'
import { DAY_MS } from '../../src/domain/values/time.ts'
import { addCustomers, NOW, newReadings, openStore } from './readings.ts'

/**
 * A provider whose calls are answered one after another at moments chosen by the scheduler; an answer shows the state
 * at another such moment.
 * @param failures whether each call fails, in turn
 */
function scheduledProvider(scheduler: fc.Scheduler, truth: ReadonlyMap<string, Subscription>, failures: boolean[]) {
  return {
    async subscriptions(customerId: string): Promise<Subscription[]> {
      await scheduler.schedule(Promise.resolve(), 'call')
      const answer = [...truth.values()].filter(({ id }) => id.startsWith(customerId))
      await scheduler.schedule(Promise.resolve(), 'answer')
      if (failures.shift()) throw new ProviderFailure('no answer')
      return answer
    },
    event: async (body: Buffer): Promise<BillingEvent> => JSON.parse(body.toString()),
  }
}

const store = await openStore()

const subscription = fc.record<Subscription>({
  provider: fc.constant('stripe'),
  id: fc.constantFrom('sub_1', 'sub_2'),
  status: fc.oneof(fc.constantFrom('active', 'trialing'), fc.constantFrom(...SUBSCRIPTION_STATUSES)),
  periodEnd: fc.integer({ min: NOW - 3 * DAY_MS, max: NOW + 40 * DAY_MS }),
  isEnding: fc.boolean(),
})
const change = fc.record({
  subscription,
  /** How often its event is delivered; 0 if it is lost. */
  deliveries: fc.integer({ min: 0, max: 3 }),
  /** What the operator grants in addition; null revokes. */
  grant: fc.constantFrom(undefined, undefined, null, NOW + DAY_MS, NOW + 9 * DAY_MS),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** The database effects of one step come before the next step, so that changes happen between a call and its answer. */
async function thenSettle(step: () => Promise<void>): Promise<void> {
  await step()
  await delay(2)
}

/** Makes changes at the provider while their events arrive in any order, duplicated, late, or never. */
async function run(scheduler: fc.Scheduler, changes: readonly Change[], failures: boolean[]) {
  const { accountId, email, customers } = await addCustomers(store, 1)
  const [customer = ''] = customers
  const truth = new Map<string, Subscription>()
  let now = NOW
  const readings = newReadings(store, scheduledProvider(scheduler, truth, failures), () => now)
  let granted: number | null = null
  const deliver = async (id: string) => {
    await scheduler.schedule(Promise.resolve(), 'delivery')
    const body = Buffer.from(JSON.stringify({ id, customerId: customer, accountId }))
    // Refused events are sent again.
    for (let isDone = false; !isDone; )
      isDone = await readings.receive(body, '').then(
        () => true,
        () => false,
      )
  }
  const delivered: Promise<void>[] = []
  const makeChanges = async () => {
    for (const { subscription, deliveries, grant } of changes) {
      await scheduler.schedule(Promise.resolve(), 'change')
      const id = `${customer} ${subscription.id}`
      truth.set(id, { ...subscription, id })
      const event = randomUUID()
      for (let delivery = 0; delivery < deliveries; delivery++) delivered.push(deliver(event))
      if (grant !== undefined) await store.billing.grant(accountId, grant, NOW)
      if (grant !== undefined) granted = grant
    }
    await Promise.all(delivered)
  }
  await scheduler.waitFor(makeChanges())
  const grants = (): Subscription[] =>
    granted === null
      ? []
      : [{ provider: 'manual', id: accountId, status: 'active', periodEnd: granted, isEnding: true }]
  return {
    async assertTrue() {
      const expected = [...grants(), ...[...truth.values()].sort((a, b) => (a.id < b.id ? -1 : 1))]
      assert.deepEqual(await store.billing.subscriptions(accountId), expected)
      assert.equal((await store.accounts.findByEmail(email))?.entitledUntil, entitledUntil(expected))
    },
    /** A day and a few retries later. */
    async later() {
      for (let tries = 0; tries < 3; tries++) {
        now += DAY_MS
        await scheduler.waitFor(readings.readDue())
      }
    },
  }
}

const arguments_ = [
  fc.scheduler({ act: thenSettle }),
  fc.array(change, { minLength: 1, maxLength: 6 }),
  fc.array(fc.boolean(), { maxLength: 2 }),
] as const

test('late, duplicated and reordered events end in the provider’s state, whichever calls fail meanwhile [billing-event-truth]', async () => {
  await fc.assert(
    fc.asyncProperty(...arguments_, async (scheduler, changes, failures) => {
      const all = changes.map(one => ({ ...one, deliveries: Math.max(1, one.deliveries) }))
      const { assertTrue } = await run(scheduler, all, failures)
      await assertTrue()
    }),
    { numRuns: 25 },
  )
})

test('so do lost events, once the provider has been read again [billing-event-truth]', async () => {
  await fc.assert(
    fc.asyncProperty(...arguments_, async (scheduler, changes, failures) => {
      const { assertTrue, later } = await run(scheduler, changes, failures)
      await later()
      await assertTrue()
    }),
    { numRuns: 25 },
  )
})
