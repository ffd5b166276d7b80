import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import type { QuestionsText } from '../../../src/domain/surveys/question.ts'
import { openPostgres } from '../../../src/store/postgres/postgres.ts'
import { TIME_LIMITS } from '../../../src/store/postgres/time-limits.ts'
import type { Tables } from '../../../src/store/tables.ts'
import { newPostgres } from '../../database.ts'
import { log } from '../../log.ts'
import { until } from '../../until.ts'
import {
  addAccount,
  addBoardRows,
  addSurvey,
  NOW,
  newAccount,
  newSurvey,
  storeOn,
  submissionsOn,
  submit,
  TIME,
  times,
} from '../rows.ts'
import { addAnswered, addDraft, connections, DRAFT, lock, open, waitingForLock, whileLocked } from './locks.ts'

const OPTIONS = { timeout: 60_000 }

for (const table of ['survey', 'account'] as const)
  test(
    `while another transaction has locked the ${table} row of one survey, only its submissions wait [response-sequence, aggregate-counts-exact]`,
    OPTIONS,
    async t => {
      const { database, store } = await open(t)
      const [locked, free] = [await addSurvey(store), await addSurvey(store)]
      for (const { slug } of [locked, free]) await submit(store, slug, ['Yes'])
      const row = table === 'survey' ? `slug = '${locked.slug}'` : `id = '${locked.accountId}'`
      const unlock = await lock(database, `select from ${table} where ${row} for no key update`)
      let stored = 0
      const waiting = times(20, () => submit(store, locked.slug, ['No']).then(() => stored++))
      await until(async () => (await waitingForLock(database)) === 1)
      for (let round = 0; round < 3; round++) await Promise.all(times(20, () => submit(store, free.slug, ['Yes'])))
      assert.equal(stored, 0)
      assert.equal(submissionsOn(store).waiting, 4, 'one commit of 16 waits for the lock, and the rest for that commit')
      await unlock()
      await Promise.all(waiting)
      const counts = await Promise.all([locked, free].map(({ slug }) => store.surveys.findPublic(slug)))
      assert.deepEqual(
        counts.map(survey => [survey?.responseCount, survey?.lastSequence]),
        [
          [21, 21],
          [61, 61],
        ],
      )
    },
  )

test('surveys that stay locked do not delay one that is only locked for a moment', OPTIONS, async t => {
  const { database, store } = await open(t)
  const surveys = await Promise.all(times(5, () => addSurvey(store)))
  const [first, second, third, contended, free] = surveys.map(({ slug }) => slug) as [
    string,
    string,
    string,
    string,
    string,
  ]
  for (const { slug } of surveys) await submit(store, slug, ['Yes'])
  const lockSurvey = (slug: string) => lock(database, `select from survey where slug = '${slug}' for no key update`)
  const unlocks = await Promise.all([first, second, third].map(lockSurvey))
  const unlockContended = await lockSurvey(contended)
  const ended: string[] = []
  const send = (slug: string) => submit(store, slug, ['No']).finally(() => ended.push(slug))
  const waiting = [first, second].map(send)
  await until(async () => (await waitingForLock(database)) === 2)
  waiting.push(send(third))
  const moved = send(contended)
  // Its commit comes after theirs, so both are known to be locked.
  await submit(store, free, ['No'])
  await unlockContended()
  await moved
  assert.deepEqual(ended, [contended])
  await Promise.all(unlocks.map(unlock => unlock()))
  await Promise.all(waiting)
})

test('a busy survey makes progress while locked surveys occupy the waiting connections', OPTIONS, async t => {
  const { database, store } = await open(t)
  const surveys = await Promise.all(times(6, () => addSurvey(store)))
  const [busy = '', free = '', ...locked] = surveys.map(({ slug }) => slug)
  const lockSurvey = (slug: string) => lock(database, `select from survey where slug = '${slug}' for no key update`)
  const unlocks = await Promise.all(locked.map(lockSurvey))
  let isAnyGivenUp = false
  const waiting = locked.map(slug => submit(store, slug, ['No']).catch(() => (isAnyGivenUp = true)))
  await until(async () => (await waitingForLock(database)) === 2)
  const unlockBusy = await lockSurvey(busy)
  const sent = submit(store, busy, ['No'])
  // Its commit comes after that of the busy survey, which has commits of its own from then on.
  await submit(store, free, ['No'])
  await unlockBusy()
  await sent
  for (let round = 0; round < 6; round++) await submit(store, busy, ['No'])
  assert.equal(isAnyGivenUp, false, 'six commits take less time than a locked survey is waited for')
  await Promise.all(unlocks.map(unlock => unlock()))
  await Promise.all(waiting)
})

test('a survey that changes while its submissions wait for its lock is read again [edit-atomic]', OPTIONS, async t => {
  const { database, store } = await open(t)
  const { slug } = await addSurvey(store)
  await submit(store, slug, ['Yes'])
  const id = randomUUID()
  const revisions: number[] = []
  const unlock = await lock(database, `update survey set revision = revision + 1 where slug = '${slug}'`)
  const parse = (survey: { revision: number }) => {
    revisions.push(survey.revision)
    return { id, answers: '["No"]', marks: [{ question: 0, slot: 1 }], refusal: undefined }
  }
  const sent = submissionsOn(store).add({ slug, submittedAt: TIME, parse })
  await until(async () => (await waitingForLock(database)) === 1)
  await unlock()
  await sent
  assert.deepEqual(new Set(revisions), new Set([1, 2]))
  assert.equal((await store.surveys.findPublic(slug))?.responseCount, 2)
})

test(
  'a submission that waits while another process stores it is stored once [submission-key-once]',
  OPTIONS,
  async t => {
    const { database, store } = await open(t)
    const { slug } = await addSurvey(store)
    const id = randomUUID()
    const unlock = await lock(
      database,
      `with stored as (insert into response select id, 1, '${id}', '${TIME}', '["Yes"]' from survey where slug = '${slug}')
     update survey set response_count = 1, last_sequence = 1 where slug = '${slug}'`,
    )
    const parse = () => ({ id, answers: '["No"]', marks: [{ question: 0, slot: 1 }], refusal: undefined })
    const sent = submissionsOn(store).add({ slug, submittedAt: TIME, parse })
    await until(async () => (await waitingForLock(database)) === 1)
    await unlock()
    assert.equal((await sent).answers, '["Yes"]')
    assert.equal((await store.surveys.findPublic(slug))?.responseCount, 1)
  },
)

test(
  'a response is removed from the counts of an edit that began before [aggregate-counts-exact]',
  OPTIONS,
  async t => {
    const { database, store } = await open(t)
    const { survey, first, swapOptions } = await addAnswered(store)
    const remove = () => store.responses.remove(survey.accountId, survey.slug, first.id)
    assert.equal(await whileLocked(database, swapOptions, remove), true)
    assert.deepEqual((await store.countVerification.run(10)).mismatched, [])
  },
)

test('a draft replaced in two places at once keeps the first replacement [draft-revision]', OPTIONS, async t => {
  const { database, store } = await open(t)
  const { accountId, id } = await addDraft(store)
  const other = `update draft set revision = 2, title = 'Theirs' where id = '${id}'`
  const replace = () => store.drafts.replace(accountId, { id, revision: 1 }, { ...DRAFT, title: 'Ours' })
  assert.equal(await whileLocked(database, other, replace), 'changed')
  assert.equal((await store.drafts.find(accountId, id))?.title, 'Theirs')
})

test('drafts added at once never exceed the limit [limit-drafts-100]', OPTIONS, async t => {
  const { database, store } = await open(t)
  const { accountId, addAnother } = await addDraft(store)
  const add = () => store.drafts.add(accountId, { id: randomUUID(), ...DRAFT }, 2)
  assert.equal(await whileLocked(database, addAnother, add), 'limit_reached')
})

test('an item is not shown again while another fills its board [dashboard-board-full]', OPTIONS, async t => {
  const { database, engine, store } = await open(t)
  const { accountId, slug } = await addSurvey(store)
  const surveyId = (await store.surveys.findPublic(slug))?.id
  assert.ok(surveyId)
  await addBoardRows(engine, surveyId, { items: 1, votes: 1 })
  const [hidden] = await database.query("update board_item set state = 'hidden' returning id")
  const asking = `with locked as (select id from survey where id = ${surveyId} for no key update)
    insert into board_item select id, 0, 2, 'another', 'Why?', 'shown', 0 from locked`
  const moderation = { accountId, slug, question: 0, itemId: String(hidden?.id), decide: () => 'shown' as const }
  await assert.rejects(
    whileLocked(database, asking, () => store.boards.moderate(moderation, 1)),
    { refusal: 'board_full' },
  )
})

test('a submission waits for its survey longer than one attempt to lock it', OPTIONS, async t => {
  const { database, store } = await open(t)
  const { slug } = await addSurvey(store)
  const timeLimits = { ...TIME_LIMITS, lock: 50 }
  const impatient = storeOn(await openPostgres({ url: database.url, log, timeLimits }))
  const unlock = await lock(database, `select from survey where slug = '${slug}' for no key update`)
  const sent = submit(impatient, slug, ['Yes'])
  for (const waiting of [1, 0]) await until(async () => (await waitingForLock(database)) === waiting)
  await unlock()
  await sent
  await impatient.close()
  assert.equal((await store.surveys.findPublic(slug))?.responseCount, 1)
})

test(
  'a sign-in fails if its identity is disconnected from the account while it waits [first-proof]',
  OPTIONS,
  async t => {
    const { database, store } = await open(t)
    const key = { issuer: 'https://id.example.org', subject: 'early' }
    const session = { createdAt: NOW, lastUsedHour: 0, verifiedAt: NOW, replaced: undefined, max: 9 }
    const account = newAccount()
    const first = { invitedOnly: false, now: NOW, session: { ...session, idHash: 'first' } }
    assert.equal(await store.identities.signUp(key, account, first), 'added')
    const ended = ['identity', 'account_session'].map(
      table => `${table}_ended as (delete from ${table} where account_id = '${account.id}')`,
    )
    const unlock = await lock(
      database,
      `with ${ended.join()} select from account where id = '${account.id}' for no key update`,
    )
    const signingIn = store.identities.signIn(key, { ...session, idHash: 'second' })
    await until(async () => (await waitingForLock(database)) === 1)
    await unlock()
    assert.equal(await signingIn, 'missing')
    assert.deepEqual(await store.accountSessions.list(account.id), [])
  },
)

test(
  'neither a sign-in with the old password nor an ended session survives a password change [first-proof]',
  OPTIONS,
  async t => {
    const { database, store } = await open(t)
    const { id } = await addAccount(store, { passwordHash: 'former' })
    const session = { createdAt: NOW, lastUsedHour: 0, verifiedAt: NOW, replaced: undefined, max: 9 }
    const signIn = (idHash: string) => store.accountSessions.add({ id, passwordHash: 'former' }, { ...session, idHash })
    assert.equal(await signIn('first'), 'added')
    const unlock = await lock(
      database,
      `with ended as (delete from account_session) update account set password_hash = 'new' where id = '${id}'`,
    )
    const signedIn = signIn('second')
    const changed = store.accountChanges.setPassword({ accountId: id, sessionHash: 'first' }, 'another')
    const refused = assert.rejects(changed, { refusal: 'authentication_required' })
    await until(async () => (await waitingForLock(database)) === 2)
    await unlock()
    assert.equal(await signedIn, 'password_changed')
    await refused
    assert.equal(await store.accounts.findPasswordHash(id), 'new')
  },
)

test(
  'surveys of a disabled account are closed even if others are deleted meanwhile [disabled-account-surveys-closed]',
  OPTIONS,
  async t => {
    const { database, store } = await open(t)
    const { id } = await addAccount(store)
    // So long that it is suspended in a separate step.
    const questions = JSON.stringify('x'.repeat(2_000_000)) as QuestionsText
    await store.surveys.add(newSurvey(id, { slug: 'long', questions }), 2)
    await store.surveys.add(newSurvey(id, { slug: 'short' }), 2)
    await store.suspension.setDisabled(id, true)
    const unlock = await lock(database, "delete from survey where slug = 'long'")
    const suspended = store.suspension.suspendSurveys(id, true)
    await until(async () => (await waitingForLock(database)) === 1)
    await unlock()
    assert.equal(await suspended, 1)
    assert.equal((await store.surveys.findPublic('short'))?.suspended, true)
  },
)

test('a grant renewed while a purge finds it expired is kept [hourly-purge]', OPTIONS, async t => {
  const { database, store } = await open(t)
  const { id: accountId } = await addAccount(store)
  const client = { clientId: 'client', clientName: null, redirectHost: 'example.org', scope: 'surveys:read' }
  const grant = { id: randomUUID(), accountId, ...client, createdAt: NOW, expiresAt: NOW + 1 }
  await store.oauthGrants.allow(grant, () => true, 9)
  const unlock = await lock(
    database,
    `with allowed as (update oauth_grant set expires_at = ${NOW + 100}) select from account where id = '${accountId}' for no key update`,
  )
  const purge = store.oauthGrants.purge(NOW + 1)
  await until(async () => (await waitingForLock(database)) === 1)
  await unlock()
  await purge
  assert.equal((await store.oauthGrants.find(grant.id, NOW + 1))?.expiresAt, NOW + 100)
})

test('two transactions that deadlock are both completed', OPTIONS, async t => {
  const { engine, store } = await open(t)
  const [one, other] = [(await addAccount(store)).id, (await addAccount(store)).id]
  const rename = (db: Kysely<Tables>, id: string, name: string) =>
    db.updateTable('account').set({ name }).where('id', '=', id).execute()
  let begun = 0
  const renameBoth = (first: string, second: string, name: string) =>
    engine.write(async db => {
      await rename(db, first, name)
      begun++
      await until(async () => begun >= 2)
      await rename(db, second, name)
    })
  await Promise.all([renameBoth(one, other, 'Ada'), renameBoth(other, one, 'Bob')])
  assert.ok(begun > 2, 'PostgreSQL has ended one of them, which was run again')
  const names = (await store.accounts.list()).map(({ name }) => name)
  assert.equal(new Set(names).size, 1)
})

test('a process that waits for the migration of another says so, and continues when that ends', OPTIONS, async t => {
  const database = await newPostgres()
  t.after(() => database.drop())
  const early: string[] = []
  await (await openPostgres({ url: database.url, log: pino({}, { write: line => early.push(line) }) })).close()
  const end = await lock(database, 'select pg_advisory_xact_lock(7382051)')
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: line => warnings.push(JSON.parse(line).msg) })
  // Far in the past when the warning comes: a migration takes as long as it needs.
  const timeLimits = { ...TIME_LIMITS, statement: 1_000, reply: 1_100, lock: 500 }
  const opening = openPostgres({ url: database.url, log, timeLimits })
  await until(() => warnings.length > 0)
  assert.match(
    warnings[0] ?? '',
    /^waiting for another process that is migrating the database; if there is none, find /,
  )
  await end()
  await (await opening).close()
  assert.equal(warnings.length, 1)
  assert.deepEqual(early, [], 'a process that has not waited says nothing')
})

test(
  'what waits too long for a statement, a lock, its process or a connection is refused, and blocks no others [storage-unavailable-503]',
  OPTIONS,
  async t => {
    const { database, store } = await open(t)
    const [locked, silent] = [(await addAccount(store)).id, (await addAccount(store)).id]
    const timeLimits = { ...TIME_LIMITS, statement: 1_500, lock: 500, idleInTransaction: 500, connect: 1_000 }
    const limited = await openPostgres({ url: database.url, log, timeLimits })
    t.after(() => limited.close())
    const unlock = await lock(database, `select from account where id = '${locked}' for no key update`)
    const rename = (db: Kysely<Tables>, id: string) =>
      db.updateTable('account').set({ name: 'Ada' }).where('id', '=', id).execute()
    const slow = times(5, () => sql`select pg_sleep(60)`.execute(limited.reader))
    const outcomes = await Promise.allSettled([
      ...slow,
      limited.write(db => rename(db, locked)),
      limited.write(async db => {
        await rename(db, silent)
        // Ends when the database has aborted this transaction.
        await database.query(`update account set name = 'Bob' where id = '${silent}'`)
      }),
    ])
    const causes = outcomes.map(outcome => outcome.status === 'rejected' && outcome.reason.cause)
    const busy = /^all connections of this process to .* are busy/
    assert.deepEqual(
      causes.map(({ code, message }) => code ?? (busy.test(message) ? 'busy' : 'lost')),
      [...times(4, () => '57014'), 'busy', '55P03', 'lost'],
    )
    await unlock()
    await limited.write(db => rename(db, locked))
    const names = (await store.accounts.list()).map(({ name }) => name)
    assert.deepEqual(names.toSorted(), ['Ada', 'Bob'])
  },
)

test('a fully loaded process uses ten connections', OPTIONS, async t => {
  const { database, engine, store } = await open(t)
  const surveys = await Promise.all(times(12, () => addSurvey(store)))
  for (let listeners = 0; listeners < 2; listeners++) store.listen(() => undefined)
  const locked = await Promise.all(times(3, () => addSurvey(store)))
  const slugs = locked.map(({ slug }) => `'${slug}'`).join()
  const unlock = await lock(database, `select from survey where slug in (${slugs}) for no key update`)
  // On a slow machine they may be abandoned before the rest has finished.
  const waiting = Promise.allSettled(locked.map(({ slug }) => submit(store, slug, ['Yes'])))
  await until(async () => (await waitingForLock(database)) === 2)
  const work = surveys.flatMap(({ accountId, slug }) => [
    ...times(5, () => submit(store, slug, ['Yes'])),
    ...times(5, () => store.surveyCounts.find(accountId, slug)),
    ...times(5, () => store.surveys.change(accountId, slug, async () => ({ archived: false }))),
  ])
  await Promise.all(work)
  await until(async () => (await connections(database)).length === 10)
  assert.equal(engine.connectionStatus?.().total, 9)
  await unlock()
  await waiting
})
