import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { encodeQuestions, parseQuestions, type QuestionsText } from '../../src/domain/surveys/question.ts'
import { Refusal } from '../../src/domain/values/refusal.ts'
import { WINDOW_MS } from '../../src/store/engine.ts'
import {
  addAccount,
  addSurvey,
  allOf,
  isNotified,
  NOW,
  newAccount,
  newSurvey,
  newTemplate,
  newToken,
  plain,
  storeOn,
  submit,
  times,
  turnOfTheLoop,
} from './rows.ts'
import type { Database, Open } from './subject.ts'

export function rateLimits(newDatabase: () => Database): void {
  const opened = async (t: TestContext) => {
    const store = storeOn(await newDatabase().open())
    t.after(() => store.close())
    return store
  }

  test('a window begins with its first call, fills at its limit, and starts again after an hour', async t => {
    const store = await opened(t)
    const consume = (after: number) => store.consumeRateLimit('bucket', 2, NOW + after)
    assert.deepEqual(await consume(0), { allowed: true, left: 1, millisecondsLeft: WINDOW_MS })
    assert.deepEqual(await consume(10_000), { allowed: true, left: 0, millisecondsLeft: WINDOW_MS - 10_000 })
    assert.deepEqual(await consume(WINDOW_MS - 1), { allowed: false, left: 0, millisecondsLeft: 1 })
    assert.deepEqual(await consume(WINDOW_MS), { allowed: true, left: 1, millisecondsLeft: WINDOW_MS })
    assert.equal((await store.consumeRateLimit('another bucket', 1, NOW)).allowed, true)
  })

  test('a refunded call may be made again within the hour', async t => {
    const store = await opened(t)
    const consume = async (after = 0) => (await store.consumeRateLimit('bucket', 2, NOW + after)).allowed
    assert.deepEqual([await consume(), await consume(), await consume()], [true, true, false])
    await store.refundRateLimit('bucket', NOW)
    assert.deepEqual([await consume(), await consume()], [true, false])
  })

  test('nothing is refunded after the hour, nor more than was used', async t => {
    const store = await opened(t)
    await store.refundRateLimit('bucket', NOW)
    await store.consumeRateLimit('bucket', 1, NOW)
    for (const after of [WINDOW_MS, 0, 0]) await store.refundRateLimit('bucket', NOW + after)
    assert.equal((await store.consumeRateLimit('bucket', 1, NOW)).allowed, true)
    assert.equal((await store.consumeRateLimit('bucket', 1, NOW)).allowed, false)
    await store.refundRateLimit('bucket', NOW + WINDOW_MS)
    assert.equal((await store.consumeRateLimit('bucket', 1, NOW)).allowed, false)
  })

  test('used calls stay used after the database is reopened', async () => {
    const database = newDatabase()
    for (const [allowed, after] of [
      [true, 0],
      [true, 1],
      [false, WINDOW_MS - 1],
    ] as const) {
      const store = storeOn(await database.open())
      assert.equal((await store.consumeRateLimit('bucket', 2, NOW + after)).allowed, allowed)
      await store.close()
    }
  })

  const TEN_YEARS = 10 * 365 * 86_400_000
  const steps: [what: string, by: number][] = [
    ['ten years', -TEN_YEARS],
    ['an hour', -WINDOW_MS],
    ['a second', -1000],
  ]
  for (const [what, by] of steps) {
    test(`a clock set back ${what} neither resets a window nor extends it past an hour`, async t => {
      const store = await opened(t)
      const consume = async (after: number) => (await store.consumeRateLimit('bucket', 1, NOW + after)).allowed
      assert.deepEqual(
        [await consume(0), await consume(by), await consume(by + WINDOW_MS - 1), await consume(by + WINDOW_MS)],
        [true, false, false, true],
      )
    })
  }

  test('a clock set ten years ahead and back again leaves no window full', async t => {
    const store = await opened(t)
    const consume = (after: number) => store.consumeRateLimit('bucket', 1, NOW + after)
    assert.equal((await consume(TEN_YEARS)).allowed, true)
    assert.deepEqual(await consume(0), { allowed: false, left: 0, millisecondsLeft: WINDOW_MS })
    assert.equal((await consume(WINDOW_MS)).allowed, true)
  })

  test('the hour of a token’s last use is stored', async () => {
    const database = newDatabase()
    const store = storeOn(await database.open())
    const { id } = await addAccount(store)
    const token = newToken(id)
    await store.tokens.add(token, 1, NOW)
    store.tokens.recordUse(token.id, 494_000)
    store.tokens.recordUse(token.id, 494_001)
    await store.close()
    const again = storeOn(await database.open())
    assert.deepEqual(
      (await again.tokens.list(id)).map(row => row.lastUsedHour),
      [494_001],
    )
    await again.close()
  })

  test('what is being written when the database is closed is stored', async () => {
    const database = newDatabase()
    const store = storeOn(await database.open())
    const written = times(3, () => addAccount(store))
    await store.close()
    const again = storeOn(await database.open())
    assert.equal((await again.accounts.list()).length, 3)
    await again.close()
    await Promise.all(written)
  })
}

export function writes(open: Open): void {
  test('a series of writes leaves others a turn of the event loop between each two', async t => {
    const { store, engine } = await open(t)
    await addAccount(store)
    let turns = 0
    const counted = setImmediate(function count() {
      turns++
      next = setImmediate(count)
    })
    let next = counted
    const rename = (name: string) => engine.write(db => db.updateTable('account').set('name', name).execute())
    await rename('first')
    const before = turns
    for (let writes = 0; writes < 10; writes++) await rename(`${writes}`)
    clearImmediate(next)
    assert.ok(turns - before >= 10, `${turns - before} turns`)
  })

  test('reads never wait for a write under way, and see what was committed before it', async t => {
    const { store, engine } = await open(t)
    const account = await addAccount(store)
    const [entered, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const write = engine.write(async db => {
      await db.updateTable('account').set('name', 'written').execute()
      entered.resolve()
      await ended.promise
    })
    await entered.promise
    assert.equal((await store.accounts.findByEmail(account.email))?.name, null)
    const several = await engine.read(db => db.selectFrom('account').select('name').execute())
    assert.deepEqual(plain(several), [{ name: null }])
    ended.resolve()
    await write
    assert.equal((await store.accounts.findByEmail(account.email))?.name, 'written')
  })

  test('several reads see one state, whatever is written between them', async t => {
    const { store, engine } = await open(t)
    await addAccount(store)
    const count = () => engine.reader.selectFrom('account').select('id').execute()
    const [before, after] = await engine.read(async db => {
      const first = await db.selectFrom('account').select('id').execute()
      await addAccount(store)
      return [first, await db.selectFrom('account').select('id').execute()]
    })
    assert.deepEqual([before?.length, after?.length, (await count()).length], [1, 1, 2])
  })

  test('parallel writes do not overwrite each other', async t => {
    const { store, engine } = await open(t)
    const { id } = await addAccount(store, { entitledUntil: 0 })
    const addOne = () =>
      engine.write(async db => {
        const query = db.selectFrom('account').where('id', '=', id).select('entitled_until as count')
        const row = await engine.lockRows(query).executeTakeFirstOrThrow()
        await turnOfTheLoop()
        await db
          .updateTable('account')
          .set('entitled_until', Number(row.count) + 1)
          .execute()
      })
    await Promise.all(times(20, addOne))
    assert.equal((await store.accounts.list())[0]?.entitledUntil, 20)
  })

  for (const write of ['write', 'writeUnflushed'] as const)
    test(`a ${write} that throws leaves nothing behind and does not block the next`, async t => {
      const { store, engine } = await open(t)
      const { email } = await addAccount(store)
      const fault = new Error('unforeseen')
      const failed = engine[write](async db => {
        await db.updateTable('account').set('name', 'written').execute()
        throw fault
      })
      await assert.rejects(failed, fault)
      assert.equal((await store.accounts.findByEmail(email))?.name, null)
      await store.checkReadiness()
    })

  test('writes that are not flushed and others take turns, and each is readable when it has resolved', async t => {
    const { store, engine } = await open(t)
    const { id } = await addAccount(store, { entitledUntil: 0 })
    const count = async () => (await store.accounts.list())[0]?.entitledUntil
    const seen = times(20, async at => {
      await engine[at % 2 === 0 ? 'writeUnflushed' : 'write'](async db => {
        const counted = db.updateTable('account').where('id', '=', id)
        await counted.set(row => ({ entitled_until: row('entitled_until', '+', 1) })).execute()
      })
      return (await count()) ?? 0
    })
    for (const [at, sum] of (await Promise.all(seen)).sort((a, b) => a - b).entries()) assert.ok(sum > at)
    assert.equal(await count(), 20)
  })

  test('a change listener that throws or rejects fails no transaction and stops no notification', async t => {
    const { store } = await open(t)
    const { slug } = await addSurvey(store)
    const received: (string | undefined)[] = []
    store.listen(() => {
      throw new Error('thrown')
    })
    store.listen(async () => {
      throw new Error('rejected')
    })
    store.listen(change => received.push(change?.slug))
    for (const takenDown of [true, false]) {
      received.length = 0
      assert.equal(await store.suspension.setTakenDown(slug, takenDown), true)
      assert.equal(await isNotified(received, slug), true)
    }
  })
}

export function failure(open: Open): void {
  test('when the storage takes no writes, each is refused as unavailable, nothing is stored, and reads go on', async t => {
    const { store, engine, database } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const before = await store.surveyCounts.find(accountId, slug)
    const takeWrites = await database.refuseWrites(engine)
    const long = 'x'.repeat(10_000)
    const attempts: (() => Promise<unknown>)[] = [
      () => submit(store, slug, ['Yes', null, long]),
      () => submit(store, slug, ['No', null, long]),
      () => store.surveys.add(newSurvey(accountId, { title: long }), 9),
      () => store.surveys.change(accountId, slug, async () => ({ status: 'closed', questions: longQuestions(long) })),
      () => store.tokens.add(newToken(accountId, { name: long }), 9, NOW),
      () => store.templates.add(newTemplate(accountId, { name: long }), 9),
      () => store.accounts.add(newAccount({ name: long })),
    ]
    const outcomes = await Promise.allSettled(attempts.map(attempt => attempt()))
    for (const outcome of outcomes) assertUnavailable(outcome)
    assert.deepEqual(await store.surveyCounts.find(accountId, slug), before)
    await takeWrites()
    assert.deepEqual(await store.surveyCounts.find(accountId, slug), before)
    assert.equal((await store.surveys.list(accountId, false)).length, 1)
    assert.deepEqual(
      [await store.tokens.list(), (await Array.fromAsync(store.templates.pages(accountId, 2))).flat()],
      [[], []],
    )
    assert.equal((await store.accounts.list()).length, 1)
    const row = await submit(store, slug, ['Yes'])
    assert.deepEqual(await allOf(store, await store.surveys.findPublic(slug)), [row])
  })
}

function longQuestions(text: string): QuestionsText {
  return encodeQuestions(parseQuestions([{ type: 'free_text', text }]))
}

/** Asserts that a write was refused as unavailable, with the time after which to retry. */
function assertUnavailable(outcome: PromiseSettledResult<unknown>): void {
  const { reason } = outcome as PromiseRejectedResult
  assert.ok(reason instanceof Refusal, String(reason ?? 'acknowledged'))
  assert.equal(reason.refusal, 'unavailable')
  assert.ok(Number(reason.details.retryAfter) > 0)
}
