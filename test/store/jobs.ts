import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { type JobHandler, JobRunner } from '../../src/service/jobs.ts'
import { CHANGE_EMAIL, type NewJob } from '../../src/store/jobs.ts'
import { until } from '../until.ts'
import { addAccount, NOW, newAccount, operatorFor, plain, times } from './rows.ts'
import type { Open } from './subject.ts'

const newJob = (more: Partial<NewJob> = {}): NewJob => ({
  kind: 'mail',
  email: 'ada@example.org',
  payload: '{}',
  createdAt: NOW,
  ...more,
})

const failure = (reason: string, at: number, next?: number, isRecipientRefused = false) => ({
  reason,
  at,
  next,
  isRecipientRefused,
})

const row = (kind: string) => ({ kind, email: 'x', payload: '{}', created_at: NOW, run_at: NOW })

export function jobs(open: Open): void {
  test('each job goes to one of several processes that look for jobs at once, the longest due first', async t => {
    const { store } = await open(t)
    for (const [kind, after] of Object.entries({ second: 1, first: 0, third: 2, later: 3 }))
      await store.jobs.add(newJob({ kind, createdAt: NOW + after }))
    assert.equal((await store.jobs.begin(NOW + 2, NOW + 100))?.kind, 'first')
    const begun = await Promise.all(times(5, () => store.jobs.begin(NOW + 2, NOW + 100)))
    const kinds = begun.map(job => job?.kind).filter(kind => kind !== undefined)
    assert.deepEqual(kinds.sort(), ['second', 'third'])
    assert.equal((await store.jobs.begin(NOW + 3, NOW + 100))?.kind, 'later')
  })

  test('a job that was begun but not completed is retried after its time, as another attempt', async t => {
    const { store } = await open(t)
    await store.jobs.add(newJob({ payload: '{"a":1}' }))
    const first = await store.jobs.begin(NOW, NOW + 10)
    assert.ok(first)
    assert.equal(await store.jobs.begin(NOW + 9, NOW + 20), undefined)
    assert.deepEqual(await store.jobs.begin(NOW + 10, NOW + 20), { ...first, attempts: 2 })
    await store.jobs.complete(first.id)
    assert.equal(await store.jobs.begin(NOW + 30, NOW + 40), undefined)
  })

  test('a failed job waits for its next attempt, or counts as failed for thirty days', async t => {
    const { store } = await open(t)
    for (const kind of ['again', 'never']) await store.jobs.add(newJob({ kind }))
    const [again, never] = [await store.jobs.begin(NOW, NOW + 9), await store.jobs.begin(NOW, NOW + 9)]
    await store.jobs.fail(again?.id ?? 0, failure('busy', NOW, NOW + 5))
    await store.jobs.fail(never?.id ?? 0, failure('refused', NOW))
    assert.deepEqual(await store.jobs.count(), {
      waiting: 1,
      waitingSince: NOW,
      failed: 1,
      refused: 0,
      failure: 'refused',
      undeleted: [],
      undeletedCustomers: [],
    })
    assert.equal((await store.jobs.begin(NOW + 5, NOW + 9))?.kind, again?.kind)
    assert.equal(await store.jobs.begin(NOW + 8, NOW + 9), undefined)
    await store.purge(NOW + 30 * 86_400_000 - 1)
    assert.equal((await store.jobs.count()).failed, 1)
    await store.purge(NOW + 30 * 86_400_000)
    assert.deepEqual(await store.jobs.count(), {
      waiting: 1,
      waitingSince: NOW,
      failed: 0,
      refused: 0,
      failure: null,
      undeleted: [],
      undeletedCustomers: [],
    })
  })

  test('a job counts as waiting since it was due, or if it has failed since it was added, and not while it runs', async t => {
    const { store } = await open(t)
    const since = async () => (await store.jobs.count()).waitingSince
    await store.jobs.add(newJob())
    assert.equal(await since(), NOW)
    const job = await store.jobs.begin(NOW + 1, NOW + 100)
    assert.equal(await since(), NOW + 100)
    await store.jobs.release(job?.id ?? 0, NOW + 50)
    assert.equal(await since(), NOW + 50)
    await store.jobs.begin(NOW + 51, NOW + 151)
    await store.jobs.fail(job?.id ?? 0, failure('busy', NOW + 60, NOW + 75))
    assert.equal(await since(), NOW)
    await store.jobs.begin(NOW + 75, NOW + 175)
    assert.equal(await since(), NOW)
  })

  test('a job postponed by a clock that was ahead is due again after a purge', async t => {
    const { store } = await open(t)
    const hour = 3_600_000
    for (const [kind, ahead] of Object.entries({ ahead: 2 * hour + 1, waiting: 2 * hour }))
      await store.jobs.add(newJob({ kind, createdAt: NOW + ahead }))
    assert.equal(await store.jobs.begin(NOW, NOW + 1), undefined)
    await store.purge(NOW)
    assert.equal((await store.jobs.begin(NOW, NOW + 1))?.kind, 'ahead')
    assert.equal((await store.jobs.begin(NOW, NOW + 1))?.kind, undefined)
  })

  test('an account deletion that failed for good is reported, never purged, and keeps the account disabled', async t => {
    const { store } = await open(t)
    const [{ id }, other] = [await addAccount(store, { email: 'ada@example.org' }), await addAccount(store)]
    await store.jobs.add(newJob({ kind: 'delete_account' }))
    const job = await store.jobs.begin(NOW, NOW + 9)
    await store.jobs.fail(job?.id ?? 0, failure('bug', NOW))
    await store.purge(NOW + 31 * 86_400_000)
    await assert.rejects(store.suspension.setDisabled(id, false), { refusal: 'account_deletion' })
    await store.suspension.setDisabled(other.id, false)
    assert.deepEqual(await store.jobs.count(), {
      waiting: 0,
      waitingSince: null,
      failed: 1,
      refused: 0,
      failure: 'bug',
      undeleted: ['ada@example.org'],
      undeletedCustomers: [],
    })
  })

  test('an attempt interrupted by the end of its process does not count [mail-jobs]', async t => {
    const { store } = await open(t)
    await store.jobs.add(newJob({ kind: 'long' }))
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    let hasEnded = false
    const long: JobHandler = (_, stop) =>
      new Promise((_, reject) => {
        stop.addEventListener('abort', () =>
          setImmediate(() => {
            hasEnded = true
            reject(stop.reason)
          }),
        )
        resolve()
      })
    const runner = new JobRunner({ store, clock: () => NOW, log: pino({ level: 'silent' }) }, { long })
    runner.start()
    await begun
    assert.equal((await store.jobs.count()).waitingSince, NOW + 600_000, 'ten minutes pass before another begins it')
    await runner.close()
    assert.equal(hasEnded, true)
    const job = await store.jobs.begin(NOW, NOW + 9)
    assert.deepEqual([job?.kind, job?.attempts], ['long', 1])
  })

  test('a job that this process cannot run is left to others [mail-jobs]', async t => {
    const { store, engine } = await open(t)
    await store.jobs.add(newJob({ kind: 'later version' }))
    const runner = new JobRunner({ store, clock: () => NOW, log: pino({ level: 'silent' }) }, {})
    t.after(() => runner.close())
    runner.wake()
    const failures = () => engine.reader.selectFrom('job').select('failure').execute()
    await until(async () => (await failures())[0]?.failure !== null)
    assert.equal((await store.jobs.begin(NOW + 15_000, NOW + 20_000))?.kind, 'later version')
  })

  test('a failing job is retried after 15 seconds, doubling each time up to an hour, thirty times [mail-jobs]', async t => {
    const { store, engine } = await open(t)
    await store.jobs.add(newJob())
    let now = NOW
    const mail: JobHandler = async ({ attempts }) => assert.fail(`attempt ${attempts}`)
    const runner = new JobRunner({ store, clock: () => now, log: pino({ level: 'silent' }) }, { mail })
    t.after(() => runner.close())
    const delays: number[] = []
    for (;;) {
      const failed = engine.reader.selectFrom('job').select(['run_at', 'failed_at'])
      const ofAttempt = failed.where('failure', '=', `attempt ${delays.length + 1}`)
      runner.wake()
      await until(async () => (await ofAttempt.executeTakeFirst()) !== undefined)
      const { run_at, failed_at } = await ofAttempt.executeTakeFirstOrThrow()
      if (failed_at !== null) break
      delays.push(run_at - now)
      now = run_at
    }
    const growing = [15, 30, 60, 120, 240, 480, 960, 1_920].map(seconds => seconds * 1_000)
    assert.deepEqual(delays, [...growing, ...times(21, () => 3_600_000)])
  })

  test('jobs added by another process start within five seconds, four at once [mail-jobs]', async t => {
    const { store } = await open(t)
    t.mock.timers.enable({ apis: ['setInterval'] })
    const end = Promise.withResolvers<void>()
    let begun = 0
    const mail: JobHandler = () => {
      begun++
      return end.promise
    }
    // The check at startup finds no jobs due yet.
    let now = NOW - 1
    const runner = new JobRunner({ store, clock: () => now, log: pino({ level: 'silent' }) }, { mail })
    runner.start()
    now = NOW
    for (let added = 0; added < 6; added++) await store.jobs.add(newJob())
    for (const expected of [1, 2, 3, 4, 4, 4]) {
      t.mock.timers.tick(5_000)
      await until(() => begun >= expected)
      await store.checkReadiness()
      assert.equal(begun, expected)
    }
    end.resolve()
    await until(async () => (await store.jobs.count()).waiting === 0)
    await runner.close()
    assert.equal(begun, 6)
  })

  test('a long job is paused before another process may begin it, and resumes where it was [mail-jobs]', async t => {
    const { store } = await open(t)
    await store.jobs.add(newJob({ kind: 'long', createdAt: 0 }))
    let [left, atOnce, most] = [80, 0, 0]
    const long: JobHandler = async (_, stop) => {
      most = Math.max(most, ++atOnce)
      try {
        for (; left > 0; left--) {
          stop.throwIfAborted()
          await delay(20)
        }
      } finally {
        atOnce--
      }
    }
    const log = pino({ level: 'silent' })
    const runner = new JobRunner({ store, clock: Date.now, log }, { long }, undefined, 1_000)
    for (runner.start(); left > 0; await delay(20)) runner.wake()
    await runner.close()
    assert.equal(most, 1)
    assert.deepEqual(await store.jobs.count().then(({ waiting, failed }) => [waiting, failed]), [0, 0])
  })

  test('between two jobs everything else that waits gets a turn', async t => {
    const { store } = await open(t)
    for (let added = 0; added < 3; added++) await store.jobs.add(newJob({ kind: 'quick' }))
    // They start at startup, not in the check some seconds later.
    t.mock.timers.enable({ apis: ['setInterval'] })
    const order: string[] = []
    const quick: JobHandler = async () => {
      order.push('job')
      setImmediate(() => order.push('turn'))
    }
    const runner = new JobRunner({ store, clock: () => NOW, log: pino({ level: 'silent' }) }, { quick })
    runner.start()
    await until(() => order.length > 4)
    await runner.close()
    assert.deepEqual(order.slice(0, 5), ['job', 'turn', 'job', 'turn', 'job'])
  })

  test('the number of waiting jobs is limited, so that nobody can fill the disk; half is reserved for signed-in people', async t => {
    const { store, engine } = await open(t)
    const { id } = await addAccount(store)
    const fill = (count: number) =>
      engine.write(async db => {
        for (let made = 0; made < count; made += 1_000)
          await db
            .insertInto('job')
            .values(times(Math.min(count - made, 1_000), () => row('mail')))
            .execute()
      })
    await engine.write(db =>
      db
        .insertInto('job')
        .values({ ...row('mail'), failed_at: NOW })
        .execute(),
    )
    await fill(4_999)
    await store.jobs.add(newJob())
    await assert.rejects(store.jobs.add(newJob()), { refusal: 'unavailable' })
    const change = () => store.accountChanges.setPassword(operatorFor(id), 'a', { notice: () => newJob() })
    await change()
    await fill(4_998)
    await change()
    await assert.rejects(change(), { refusal: 'unavailable' })
  })

  test('failed jobs do not block new ones: the last thousand are kept, and all account deletions', async t => {
    const { store, engine } = await open(t)
    const kinds = ['delete_account', ...times(1_001, at => `mail ${at}`)]
    const rows = kinds.map((kind, at) => ({ ...row(kind), failed_at: NOW + at }))
    await engine.write(async db => {
      for (let at = 0; at < rows.length; at += 500)
        await db
          .insertInto('job')
          .values(rows.slice(at, at + 500))
          .execute()
    })
    await store.jobs.add(newJob({ kind: 'last' }))
    const last = await store.jobs.begin(NOW, NOW + 9)
    await store.jobs.fail(last?.id ?? 0, failure('refused', NOW + rows.length))
    assert.equal((await store.jobs.count()).failure, 'refused')
    const left = await engine.reader.selectFrom('job').select('kind').orderBy('id').execute()
    assert.deepEqual(
      left.map(({ kind }) => kind),
      ['delete_account', ...kinds.slice(3), 'last'],
    )
  })

  test('expired links are purged, and an address keeps the newest link of each kind', async t => {
    const { store, engine } = await open(t)
    const link = (hash: string, expiresAt: number) =>
      ({ hash, kind: 'invitation', accountId: null, email: 'ada@example.org', expiresAt }) as const
    for (const [at, hash] of ['a', 'b', 'c'].entries()) await store.oneTimeLinks.add(link(hash, NOW + 9), NOW + at, 2)
    // Links of another kind or for another address do not count.
    await store.oneTimeLinks.add({ ...link('d', NOW + 9), kind: 'confirm_email' }, NOW + 3, 2)
    await store.oneTimeLinks.add({ ...link('e', NOW + 9), email: 'bob@example.org' }, NOW + 3, 2)
    await store.oneTimeLinks.add(link('ended', NOW), NOW + 4, 9)
    await store.purge(NOW)
    const left = await engine.reader.selectFrom('one_time_link').select('hash').orderBy('hash').execute()
    assert.deepEqual(
      left.map(({ hash }) => hash),
      ['b', 'c', 'd', 'e'],
    )
    assert.equal(await store.oneTimeLinks.find('invitation', 'a', NOW), undefined)
    assert.equal(await store.oneTimeLinks.find('reset_password', 'c', NOW), undefined)
    assert.equal((await store.oneTimeLinks.find('invitation', 'c', NOW + 8))?.email, 'ada@example.org')
    assert.equal(await store.oneTimeLinks.find('invitation', 'c', NOW + 9), undefined)
  })

  test('a link works by its own hash, and not while its account is disabled', async t => {
    const { store } = await open(t)
    const { id: accountId, email } = await addAccount(store)
    await store.oneTimeLinks.add({ hash: 'own', kind: 'reset_password', accountId, email, expiresAt: NOW + 9 }, NOW, 9)
    const find = async (hash: string) => (await store.oneTimeLinks.find('reset_password', hash, NOW))?.hash
    assert.equal(await find('another'), undefined)
    await store.suspension.setDisabled(accountId, true)
    assert.equal(await find('own'), undefined)
    assert.equal(await store.accountChanges.resetPassword('own', 'a', NOW), undefined)
    await store.suspension.setDisabled(accountId, false)
    assert.equal(await find('own'), 'own')
  })

  test('a job whose links were revoked gets none to mail', async t => {
    const { store, engine } = await open(t)
    const [{ id: accountId, email }, other] = [await addAccount(store), await addAccount(store)]
    await store.accountChanges.requestEmail(operatorFor(accountId), email => newJob({ kind: CHANGE_EMAIL, email }))
    await store.accountChanges.requestEmail(operatorFor(other.id), email => newJob({ kind: CHANGE_EMAIL, email }))
    await store.jobs.add(newJob({ email }))
    const { id = 0 } = (await store.jobs.begin(NOW, NOW + 9)) ?? {}
    const link = (hash: string) =>
      ({ hash, kind: 'confirm_email', accountId, email: 'new@example.org', expiresAt: NOW + 9 }) as const
    assert.equal(await store.oneTimeLinks.addForJob(id, link('early'), NOW, 9), true)
    await store.accountChanges.setPassword(operatorFor(accountId), 'a')
    assert.equal(await store.oneTimeLinks.addForJob(id, link('late'), NOW, 9), false)
    const left = await engine.reader.selectFrom('job').select(['kind', 'email']).orderBy('id').execute()
    assert.deepEqual(plain(left), [
      { kind: CHANGE_EMAIL, email: other.email },
      { kind: 'mail', email },
    ])
    for (const hash of ['early', 'late'])
      assert.equal(await store.oneTimeLinks.find('confirm_email', hash, NOW), undefined)
  })

  test('of parallel uses of a link, one succeeds', async t => {
    const { store, engine } = await open(t)
    const { id: accountId, email } = await addAccount(store)
    for (let round = 0; round < 5; round++) {
      const link = { hash: `link ${round}`, kind: 'reset_password', accountId, email, expiresAt: NOW + 9 } as const
      await store.oneTimeLinks.add(link, NOW, 9)
      const resets = await Promise.all(times(6, at => store.accountChanges.resetPassword(link.hash, `hash ${at}`, NOW)))
      assert.deepEqual(
        resets.filter(one => one !== undefined),
        [accountId],
      )
      const invitation = { ...link, hash: `invitation ${round}`, kind: 'invitation', accountId: null } as const
      await store.oneTimeLinks.add({ ...invitation, email: `${round}@example.org` }, NOW, 9)
      const made = await Promise.all(times(6, () => store.accountChanges.addByLink(newAccount(), invitation, NOW)))
      assert.deepEqual(made.sort(), ['added', ...Array(5).fill('link_ended')])
    }
    assert.equal((await engine.reader.selectFrom('account').select('id').execute()).length, 6)
  })
}
