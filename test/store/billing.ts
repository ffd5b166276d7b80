import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { BILLING_EVENT_LIFETIME_MS, type Subscription } from '../../src/domain/billing.ts'
import { DAY_MS } from '../../src/domain/values/time.ts'
import { JobRunner } from '../../src/service/jobs.ts'
import { DELETE_CUSTOMER, MAX_JOB_ATTEMPTS } from '../../src/store/jobs.ts'
import type { Store } from '../../src/store/store.ts'
import { until } from '../until.ts'
import { addAccount, addSurvey, NOW, newSurvey, plain, times } from './rows.ts'
import type { Open } from './subject.ts'

const LATER = NOW + DAY_MS

export function billing(open: Open): void {
  test('the later end of a grant and a purchase counts, and ending either leaves the other', async t => {
    const { store } = await open(t)
    const { customer, entitled } = await addCustomer(store)
    assert.equal(await store.billing.grant(customer.accountId, NOW + 1, NOW), NOW + 1)
    assert.equal(await read(store, [trial(LATER)]), true)
    assert.equal(await entitled(), LATER)
    assert.equal(await store.billing.grant(customer.accountId, LATER + 1, NOW), LATER + 1)
    assert.equal(await store.billing.grant(customer.accountId, null, NOW), LATER)
    await store.billing.grant(customer.accountId, NOW + 5, NOW)
    assert.equal(await read(store, []), true)
    assert.equal(await entitled(), NOW + 5)
    assert.equal(await store.billing.removeCustomer(customer, NOW), false)
    assert.equal(await store.billing.removeCustomer({ ...customer, revision: 2 }, NOW), true)
    assert.equal(await entitled(), NOW + 5)
    assert.equal(await store.billing.findCustomer('stripe', 'cus_1'), undefined)
  })

  test('of readings that began at the same time, the first to be stored wins', async t => {
    const { store } = await open(t)
    const { customer, entitled } = await addCustomer(store)
    const reading = (at: number) =>
      store.billing.storeReading(customer, { subscriptions: [trial(LATER + at)], readAt: NOW, nextReadAt: LATER })
    const stored = await Promise.all(times(6, reading))
    assert.equal(stored.filter(Boolean).length, 1)
    assert.equal(await entitled(), LATER + stored.indexOf(true))
  })

  test('a subscription that is bought clears the expiries of the free plan', async t => {
    const { store } = await open(t)
    const { customer } = await addCustomer(store)
    const survey = newSurvey(customer.accountId, { expiresAt: LATER, expiryAutomatic: true })
    await store.surveys.add(survey, 9)
    const another = await addSurvey(store, { expiresAt: LATER, expiryAutomatic: true })
    await read(store, [trial(NOW)])
    assert.equal((await store.surveys.findPublic(survey.slug))?.expiresAt, LATER)
    await read(store, [trial(NOW + 1)])
    assert.equal((await store.surveys.findPublic(survey.slug))?.expiresAt, null)
    assert.equal((await store.surveys.findPublic(another.slug))?.expiresAt, LATER)
  })

  test('an event is remembered once its effect is stored, for some weeks', async t => {
    const { store } = await open(t)
    const { customer } = await addCustomer(store)
    const reading = { subscriptions: [], readAt: NOW, nextReadAt: LATER, eventId: 'evt_1' }
    assert.equal(await store.billing.storeReading({ ...customer, revision: 7 }, reading), false)
    assert.equal(await store.billing.hasEvent('stripe', 'evt_1'), false)
    assert.equal(await store.billing.storeReading(customer, reading), true)
    await store.purge(NOW + BILLING_EVENT_LIFETIME_MS - 1)
    assert.equal(await store.billing.hasEvent('stripe', 'evt_1'), true)
    assert.equal(await store.billing.hasEvent('stripe', 'evt_2'), false)
    await store.purge(NOW + BILLING_EVENT_LIFETIME_MS)
    assert.equal(await store.billing.hasEvent('stripe', 'evt_1'), false)
  })

  test('a customer that is due goes to one process, and again to any after its time', async t => {
    const { store } = await open(t)
    const { customer } = await addCustomer(store)
    const take = (now: number) => store.billing.takeDueCustomers(now, now + 10, 5)
    await store.billing.readAgain(customer, NOW + 5)
    // Opens all connections, so that no call below has to connect.
    assert.deepEqual((await Promise.all(times(4, () => take(NOW + 4)))).flat(), [])
    const taken = (await Promise.all(times(4, () => take(NOW + 5)))).flat()
    assert.deepEqual(plain(taken), [customer])
    await store.billing.failReading(customer, 'no answer', NOW + 15)
    const failing = { customers: 1, failing: 1, failure: 'no answer', lastEventAt: null }
    assert.deepEqual(await store.billing.count(), failing)
    assert.deepEqual(await take(NOW + 14), [])
    assert.equal((await take(NOW + 15)).length, 1)
    await read(store, [])
    assert.deepEqual(await store.billing.count(), { ...failing, failing: 0, failure: null })
    assert.deepEqual(await take(LATER - 1), [])
  })

  test('claiming a customer does not change when others are due', async t => {
    const { store } = await open(t)
    const { customer } = await addCustomer(store)
    const later = { ...customer, id: 'cus_2' }
    await store.billing.addCustomer(later, NOW)
    await store.billing.readAgain(customer, NOW + 5)
    await store.billing.readAgain(later, NOW + 7)
    for (const { id, at } of [
      { id: 'cus_1', at: NOW + 5 },
      { id: 'cus_2', at: NOW + 7 },
    ])
      assert.deepEqual(
        (await store.billing.takeDueCustomers(at, at + 10, 5)).map(one => one.id),
        [id],
      )
  })

  test('a customer postponed by a clock that was ahead is due again after a purge', async t => {
    const { store } = await open(t)
    const { customer } = await addCustomer(store)
    const isDue = async () => (await store.billing.takeDueCustomers(NOW, NOW + 1, 5)).length === 1
    for (const [ahead, expected] of [
      [DAY_MS, false],
      [365 * DAY_MS, true],
    ] as const) {
      await store.billing.readAgain(customer, NOW + ahead)
      assert.equal(await isDue(), false)
      await store.purge(NOW)
      assert.equal(await isDue(), expected)
    }
  })

  test('when an account is deleted, jobs that know nothing else about it delete its customers, each once', async t => {
    const { store } = await open(t)
    const { customer } = await addCustomer(store)
    for (const now of [NOW, NOW + 1]) await store.deletion.beginAccount(customer.accountId, now)
    await assert.rejects(store.billing.addCustomer({ ...customer, id: 'cus_2' }, NOW), {
      refusal: 'authentication_required',
    })
    assert.equal(
      await store.billing.storeReading(customer, { subscriptions: [], readAt: NOW, nextReadAt: LATER }),
      false,
    )
    await store.deletion.account(customer.accountId, NOW)
    const job = await store.jobs.begin(NOW, NOW + 9)
    const { kind, email, payload } = job ?? {}
    const expected = { kind: DELETE_CUSTOMER, email: '', payload: '{"provider":"stripe","customer":"cus_1"}' }
    assert.deepEqual({ kind, email, payload }, expected)
    assert.equal(await store.jobs.begin(NOW + 1, NOW + 9), undefined)
  })

  test('the deletion of a customer is retried every hour until it succeeds, and reported after a day', async t => {
    const { store, engine } = await open(t)
    const { customer } = await addCustomer(store)
    await store.deletion.beginAccount(customer.accountId, NOW)
    await engine.write(db =>
      db
        .updateTable('job')
        .set({ attempts: MAX_JOB_ATTEMPTS - 1 })
        .execute(),
    )
    let now = NOW
    let tries = 0
    const refuse = async () => {
      tries++
      throw new Error('refused')
    }
    const log = pino({ level: 'silent' })
    const runner = new JobRunner({ store, clock: () => now, log }, { [DELETE_CUSTOMER]: refuse })
    t.after(() => runner.close())
    for (const [attempt, named] of [[], ['cus_1'], ['cus_1']].entries()) {
      await until(async () => {
        runner.wake()
        const jobs = await engine.reader.selectFrom('job').select(['run_at', 'failure']).execute()
        return jobs.every(job => job.failure !== null && job.run_at === now + 3_600_000)
      })
      const { waiting, failed, undeletedCustomers } = await store.jobs.count()
      assert.deepEqual([tries, waiting, failed, undeletedCustomers], [attempt + 1, 1, 0, named])
      await store.purge(now + 31 * DAY_MS)
      now += 3_600_000
    }
  })

  test('of customers created by parallel purchases the first is kept, and jobs delete the others at the provider', async t => {
    const { store, engine } = await open(t)
    const { id: accountId } = await addAccount(store)
    await addCustomer(store)
    const customer = (at: number) => ({ provider: 'stripe', id: `bought_${at}`, accountId }) as const
    await Promise.all(times(4, () => store.checkReadiness()))
    await Promise.all(times(4, at => store.billing.addOnlyCustomer(customer(at), NOW)))
    const [kept, ...others] = await store.billing.customersOf(accountId, 'stripe')
    assert.deepEqual(others, [])
    await store.billing.addOnlyCustomer({ provider: 'stripe', id: `${kept?.id}`, accountId }, NOW)
    const jobs = await engine.reader.selectFrom('job').select(['kind', 'payload']).orderBy('payload').execute()
    const deleted = times(4, customer).filter(({ id }) => id !== kept?.id)
    assert.deepEqual(
      plain(jobs),
      deleted.map(({ provider, id }) => ({
        kind: DELETE_CUSTOMER,
        payload: JSON.stringify({ provider, customer: id }),
      })),
    )
  })

  test('an account’s customers with a current subscription come first', async t => {
    const { store } = await open(t)
    const { customer } = await addCustomer(store)
    await store.billing.addCustomer({ ...customer, id: 'cus_2' }, NOW + 1)
    const ids = async () => (await store.billing.customersOf(customer.accountId, 'stripe')).map(({ id }) => id)
    assert.deepEqual(await ids(), ['cus_1', 'cus_2'])
    await read(store, [{ ...trial(LATER), status: 'canceled' }])
    await read(store, [{ ...trial(LATER), id: 'sub_2', status: 'unpaid' }], 'cus_2')
    assert.deepEqual(await ids(), ['cus_2', 'cus_1'])
    await read(store, [])
    assert.deepEqual(
      (await store.billing.subscriptions(customer.accountId)).map(({ id }) => id),
      ['sub_2'],
    )
  })
}

function trial(periodEnd: number): Subscription {
  return { provider: 'stripe', id: 'sub_1', status: 'trialing', periodEnd, isEnding: false }
}

/** An account known to the provider. */
async function addCustomer(store: Store) {
  const { id: accountId, email } = await addAccount(store)
  const found = { provider: 'stripe', id: 'cus_1', accountId } as const
  // A known customer stays as it is.
  for (const at of [NOW, NOW + 1]) await store.billing.addCustomer(found, at)
  const [customer] = await store.billing.customersOf(accountId, 'stripe')
  assert.deepEqual({ ...customer }, { ...found, revision: 0 })
  return {
    customer: { ...found, revision: 0 },
    entitled: async () => (await store.accounts.findByEmail(email))?.entitledUntil,
  }
}

/** Stores the provider’s current state of the customer. */
async function read(store: Store, subscriptions: Subscription[], id = 'cus_1'): Promise<boolean> {
  const customer = await store.billing.findCustomer('stripe', id)
  assert.ok(customer)
  return store.billing.storeReading(customer, { subscriptions, readAt: NOW, nextReadAt: LATER })
}
