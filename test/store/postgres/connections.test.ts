import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { TIME_LIMITS } from '../../../src/store/postgres/time-limits.ts'
import type { DatabaseProxy } from '../../postgres/proxy.ts'
import { addSurvey, allOf, submissionsOn, times } from '../rows.ts'
import { assertUnavailable, eventually, LIMITS, openThroughProxy, Senders, send } from './dying-connections.ts'

/** Steps of a change: begin, lock the survey, its new row, the account’s revision, the number of the change, commit. */
const CHANGE_TRIPS = 6
/** Round trips for the statement that stores a submission, when a connection prepares it. */
const STORE = 'insert into response'
const OPTIONS = { timeout: 60_000 }

test(
  'if connections die silently, a process is ready again, and nothing is lost or stored twice [storage-unavailable-503, acknowledged-is-committed, submission-key-once]',
  OPTIONS,
  async t => {
    const { store, proxy } = await openThroughProxy(t)
    const { slug } = await addSurvey(store)
    const senders = new Senders(store, slug)
    for (let round = 0; round < 3; round++) {
      await senders.acknowledgedAfter(performance.now())
      const frozenAt = performance.now()
      proxy.freeze()
      await senders.acknowledgedAfter(frozenAt + LIMITS.reply / 2)
      await eventually(() => store.checkReadiness())
    }
    await senders.finish()
    assert.ok(senders.refused > 0, 'some were sent again')
    const survey = await store.surveys.findPublic(slug)
    const stored = (await allOf(store, survey)).map(({ id }) => id)
    assert.deepEqual(stored.toSorted(), senders.acknowledged.toSorted())
    assert.equal(survey?.responseCount, stored.length)
  },
)

for (const when of ['before', 'after'] as const)
  test(
    `a commit whose connection dies ${when} it arrives is not acknowledged, and its repeat is stored once [acknowledged-is-committed, submission-key-once]`,
    OPTIONS,
    async t => {
      const { store, proxy } = await openThroughProxy(t)
      const { slug } = await addSurvey(store)
      const id = randomUUID()
      const frozen = proxy.freezeAt(STORE, when)
      const first = send(store, slug, id)
      await frozen
      await assertUnavailable(first)
      await eventually(() => send(store, slug, id))
      const survey = await store.surveys.findPublic(slug)
      assert.deepEqual([(await allOf(store, survey)).map(row => row.id), survey?.responseCount], [[id], 1])
    },
  )

test(
  'if all connections have died, only the first one used waits for its time limit [storage-unavailable-503]',
  OPTIONS,
  async t => {
    const { store, proxy } = await openThroughProxy(t)
    const { slug } = await addSurvey(store)
    const read = () => store.surveys.findPublic(slug)
    await Promise.all([...times(5, read), ...times(5, () => store.checkReadiness())])
    proxy.freeze()
    await assertUnavailable(read())
    // Whatever waits for its time limit is refused.
    for (let reads = 0; reads < 4; reads++) await read()
    for (let writes = 0; writes < 5; writes++) await send(store, slug, randomUUID())
  },
)

test('all statements of a commit are sent before the first is answered', OPTIONS, async t => {
  const { store, proxy } = await openThroughProxy(t, TIME_LIMITS)
  const surveys = await Promise.all(times(3, () => addSurvey(store)))
  const sendToAll = () => Promise.all(surveys.map(({ slug }) => send(store, slug, randomUUID())))
  await sendToAll()
  const held = proxy.holdReplies()
  const commit = held.arrival('commit')
  const sends = sendToAll()
  await commit
  held.release()
  await sends
  for (const { slug } of surveys) assert.equal((await store.surveys.findPublic(slug))?.responseCount, 2)
})

test('a second commit of submissions is sent before the first is answered, and a third is not', OPTIONS, async t => {
  const { store, proxy } = await openThroughProxy(t, TIME_LIMITS)
  const { slug } = await addSurvey(store)
  await send(store, slug, randomUUID())
  // All connections are open, so that none has to wait for a greeting.
  await Promise.all(times(5, () => store.checkReadiness()))
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()] as const
  const held = proxy.holdReplies()
  const sends: Promise<unknown>[] = []
  for (const id of [first, second]) {
    const arrival = held.arrival(id)
    sends.push(send(store, slug, id))
    await arrival
  }
  sends.push(send(store, slug, third))
  let isThirdSent = false
  void held.arrival(third).then(() => {
    isThirdSent = true
  })
  // Sent by the same process on other connections, these reach the database after it.
  for (const marker of ['a-marker', 'another-marker']) {
    const arrival = held.arrival(marker)
    void store.surveys.findPublic(marker)
    await arrival
  }
  assert.equal(isThirdSent, false)
  held.release()
  await Promise.all(sends)
  assert.deepEqual(
    (await allOf(store, await store.surveys.findPublic(slug))).slice(1).map(({ id }) => id),
    [first, second, third],
  )
})

test(
  'if a connection dies, neither of its two pending commits is acknowledged, and their repeats are stored once [acknowledged-is-committed, submission-key-once]',
  OPTIONS,
  async t => {
    const { store, proxy } = await openThroughProxy(t)
    const { slug } = await addSurvey(store)
    await send(store, slug, randomUUID())
    const [stored, lost] = [randomUUID(), randomUUID()] as const
    const reached = proxy.freezeAt(stored, 'after')
    const first = assertUnavailable(send(store, slug, stored))
    await reached
    const second = assertUnavailable(send(store, slug, lost))
    await Promise.all([first, second])
    await eventually(() => store.checkReadiness())
    await Promise.all([stored, lost].map(id => send(store, slug, id)))
    const survey = await store.surveys.findPublic(slug)
    const ids = (await allOf(store, survey)).slice(1).map(({ id }) => id)
    assert.deepEqual([ids, survey?.responseCount], [[stored, lost], 3])
  },
)

test('a commit of submissions takes one round trip, and a change of a survey a fixed number', OPTIONS, async t => {
  const { store, proxy } = await openThroughProxy(t, TIME_LIMITS)
  const surveys = await Promise.all(times(8, () => addSurvey(store)))
  const change = (archived: boolean) =>
    store.surveys.change(surveys[0]?.accountId ?? '', surveys[0]?.slug ?? '', async () => ({ archived }))
  const tripsOf = tripsThrough(proxy)
  const sendTo = (count: number) =>
    Promise.all(surveys.slice(0, count).map(({ slug }) => send(store, slug, randomUUID())))
  await sendTo(8)
  await change(true)
  assert.equal(await tripsOf(() => change(false)), CHANGE_TRIPS)
  await sendTo(8)
  assert.deepEqual([await tripsOf(() => sendTo(1)), await tripsOf(() => sendTo(8))], [1, 1])
})

test(
  'the read for watchers after each change, and the check before each submission, is one statement',
  OPTIONS,
  async t => {
    const { store, proxy } = await openThroughProxy(t, TIME_LIMITS)
    const { accountId, slug } = await addSurvey(store)
    for (const read of [
      () => store.surveyCounts.find(accountId, slug),
      () => store.sharedCounts.find(slug),
      () => store.surveyCredentials.findOpeners(slug),
      () => store.storedBytesAt(slug),
    ]) {
      assert.ok(await read())
      assert.equal(await tripsThrough(proxy)(read), 1)
    }
  },
)

test('a process whose commit does not end is not ready, although its other connections work', OPTIONS, async t => {
  const { store, proxy } = await openThroughProxy(t, { ...TIME_LIMITS, reply: 4_000 })
  const { slug } = await addSurvey(store)
  const frozen = proxy.freezeAt(STORE, 'before')
  const submission = assertUnavailable(send(store, slug, randomUUID()))
  await frozen
  // Both pools then have other, working connections.
  await eventually(() => store.surveys.findPublic(slug))
  await assertUnavailable(store.checkReadiness(submissionsOn(store).ended))
  await submission
  await eventually(() => store.checkReadiness())
})

function tripsThrough(proxy: DatabaseProxy) {
  return async (operation: () => Promise<unknown>) => {
    const before = proxy.roundTrips()
    await operation()
    return proxy.roundTrips() - before
  }
}
