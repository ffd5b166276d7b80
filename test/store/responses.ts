import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Count } from '../../src/domain/results/count.ts'
import { slotsOf } from '../../src/domain/results/tally.ts'
import type { StoredStatus } from '../../src/domain/surveys/lifecycle.ts'
import { readQuestions } from '../../src/domain/surveys/question.ts'
import { Refusal } from '../../src/domain/values/refusal.ts'
import type { StoredResponse } from '../../src/store/responses/stored-response.ts'
import { Store } from '../../src/store/store.ts'
import type { Survey } from '../../src/store/surveys/surveys.ts'
import {
  addSurvey,
  allOf,
  inPortions,
  NOW,
  newToken,
  parsed,
  plain,
  QUESTIONS,
  storeOn,
  submissionsOn,
  submit,
  TIME,
  times,
} from './rows.ts'
import type { Database, Open } from './subject.ts'

export function submissions(open: Open): void {
  test('after parallel submissions the maintained counts equal a recount of all answers', async t => {
    const { store } = await open(t)
    const made = await Promise.all(times(3, () => addSurvey(store)))
    const tokens = made.map(({ accountId }) => newToken(accountId))
    for (const token of tokens) await store.tokens.add(token, 1, NOW)
    const revisions = () => Promise.all(tokens.map(async ({ hash }) => (await store.tokens.findByHash(hash))?.revision))
    const before = await revisions()
    const sends = times(300, at => {
      const answers = [
        [null, 'Yes', 'No', 'No'][at % 4] ?? null,
        at % 7 === 0 ? null : (at % 10) + 1,
        at % 5 ? null : 'text',
      ]
      return submit(store, made[at % made.length]?.slug ?? '', answers)
    })
    await Promise.all(sends)
    for (const { accountId, slug } of made) {
      const counted = await store.surveyCounts.find(accountId, slug)
      const rows = await allOf(store, counted?.survey)
      assert.equal(rows.length, 100)
      assert.equal(counted?.survey.responseCount, 100)
      assert.deepEqual(plain(counted?.counts ?? []), fold(rows))
    }
    for (const [at, revision] of (await revisions()).entries())
      assert.notEqual(revision, before[at], 'the list of surveys shows the counts')
  })

  test('responses are numbered 1, 2, 3 and on in order of arrival, for each survey', async t => {
    const { store, engine } = await open(t)
    const made = await Promise.all(times(2, () => addSurvey(store)))
    const rows = await Promise.all(times(80, at => submit(store, made[at % 2]?.slug ?? '', ['Yes'])))
    for (const [at, { accountId, slug }] of made.entries()) {
      const survey = (await store.surveys.find(accountId, slug)) as Survey
      const kept = await engine.reader
        .selectFrom('response')
        .where('survey_id', '=', survey.id)
        .select(['sequence', 'id'])
        .orderBy('sequence')
        .execute()
      const sent = rows.filter((_, index) => index % 2 === at)
      assert.deepEqual(
        plain(kept),
        sent.map(({ id }, index) => ({ sequence: index + 1, id })),
      )
      assert.equal(survey.lastSequence, 40)
    }
  })

  test('one failing submission does not affect others in its group', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const refusal = new Refusal('survey_closed')
    const fault = new TypeError('unforeseen')
    const throwing = () => {
      throw fault
    }
    const outcomes = await Promise.allSettled([
      submit(store, slug, ['Yes']),
      submissionsOn(store).add({ slug, submittedAt: TIME, parse: survey => ({ ...parsed(survey, ['No']), refusal }) }),
      submissionsOn(store).add({ slug, submittedAt: TIME, parse: throwing }),
      submit(store, 'no-such-slug', ['Yes']),
      submit(store, slug, ['No']),
    ])
    const [first, refused, threw, missing, last] = outcomes
    const reasons = [refused, threw, missing].map(outcome => outcome?.status === 'rejected' && outcome.reason)
    assert.deepEqual(reasons, [refusal, fault, new Refusal('not_found')])
    const kept = [first, last].map(outcome => outcome?.status === 'fulfilled' && outcome.value)
    const survey = await store.surveys.find(accountId, slug)
    assert.deepEqual(await allOf(store, survey), kept)
    assert.deepEqual([survey?.responseCount, survey?.lastSequence], [2, 2])
  })

  test('4,000 submissions of a survey wait and 16,000 in all, and as many board changes [submission-queue-bounded]', async t => {
    const { engine } = await open(t)
    const store = new Store(engine, { submissionsPerCommit: 4_000 })
    const vote = { question: 0, itemId: 'x', withdrawn: false, decide: () => 'voter', admit: () => undefined }
    // These surveys do not exist, so nothing has to be stored.
    const slugs = ['a', 'b', 'c', 'd'].flatMap(slug => times(4_001, () => slug)).concat('e')
    for (const add of [
      (slug: string) => submit(store, slug, ['Yes']),
      (slug: string) => store.boards.vote({ slug, ...vote }),
    ]) {
      const outcomes = await Promise.allSettled(slugs.map(slug => add(slug)))
      const refusals = outcomes.map(outcome => outcome.status === 'rejected' && outcome.reason.refusal)
      const refused = refusals.flatMap((refusal, at) => (refusal === 'unavailable' ? [at] : []))
      assert.deepEqual(refused, [4_000, 8_001, 12_002, 16_003, 16_004])
      assert.equal(refusals.filter(refusal => refusal === 'not_found').length, 16_000)
    }
  })
}

export function changedSurveys(open: Open): void {
  test('a submission is checked against the survey at its commit, whatever an earlier check found [edit-atomic]', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    await submit(store, slug, ['Yes'])
    const seen: StoredStatus[] = []
    const send = () =>
      submissionsOn(store).add({
        slug,
        submittedAt: TIME,
        parse: survey => {
          seen.push(survey.status)
          const refusal = survey.status === 'open' ? undefined : new Refusal('survey_closed')
          return { ...parsed(survey, ['Yes']), refusal }
        },
      })
    const change = (status: StoredStatus) => store.surveys.change(accountId, slug, async () => ({ status }))
    await change('closed')
    await assert.rejects(send(), new Refusal('survey_closed'))
    await change('open')
    await send()
    await store.suspension.setTakenDown(slug, true)
    await assert.rejects(send(), new Refusal('not_found'))
    assert.deepEqual(seen, ['open', 'closed', 'closed', 'open', 'open'])
    assert.equal((await store.surveys.find(accountId, slug))?.responseCount, 2)
  })

  test('a change of one survey does not undo the submissions to another in the same commit', async t => {
    const { store } = await open(t)
    const surveys = [await addSurvey(store), await addSurvey(store)] as const
    for (const { slug } of surveys) await submit(store, slug, ['Yes'])
    await store.surveys.change(surveys[0].accountId, surveys[0].slug, async () => ({ archived: true }))
    await Promise.all(times(10, at => submit(store, surveys[at % 2]?.slug ?? '', ['No'])))
    for (const { accountId, slug } of surveys) {
      const { survey, counts } = (await store.surveyCounts.find(accountId, slug)) ?? {}
      assert.deepEqual([survey?.responseCount, survey?.lastSequence], [6, 6])
      assert.deepEqual(
        plain(counts ?? []).map(({ count }) => count),
        [1, 5],
      )
    }
  })

  test('a failure after the first attempt of a commit affects only what that attempt did not store [acknowledged-is-committed]', async t => {
    const { store } = await open(t)
    const [stored, changed] = [await addSurvey(store), await addSurvey(store)]
    for (const { slug } of [stored, changed]) await submit(store, slug, ['Yes'])
    await store.surveys.change(changed.accountId, changed.slug, async () => ({ archived: true }))
    const unstorable = [{ question: Number.NaN, slot: 0 }]
    const parse = (survey: Survey) => ({
      ...parsed(survey, ['Yes']),
      ...(survey.revision > 1 && { marks: unstorable }),
    })
    const sends = [stored, changed].map(({ slug }) => submissionsOn(store).add({ slug, submittedAt: TIME, parse }))
    assert.deepEqual(
      (await Promise.allSettled(sends)).map(({ status }) => status),
      ['fulfilled', 'rejected'],
    )
    assert.equal((await store.surveys.findPublic(stored.slug))?.responseCount, 2)
    assert.equal((await store.surveys.findPublic(changed.slug))?.responseCount, 1)
  })
}

export function repeats(open: Open, newDatabase: () => Database): void {
  test('a response with the same id is stored once, in one group or later, and returns the first result', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const id = randomUUID()
    const send = (submittedAt: string, refusal?: Refusal) =>
      submissionsOn(store).add({
        slug,
        submittedAt,
        parse: survey => ({ ...parsed(survey, ['Yes']), id, refusal }),
      })
    const first = { id, submittedAt: TIME, answers: '["Yes",null,null]' }
    const sends = [TIME, '2026-06-01T12:00:01.000Z', '2026-06-01T12:00:02.000Z'].map(time => send(time))
    for (const outcome of await Promise.all(sends)) assert.deepEqual({ ...outcome }, first)
    const later = await send('2026-06-02T12:00:00.000Z', new Refusal('survey_closed'))
    assert.deepEqual({ ...later }, first)
    const { survey, counts } = (await store.surveyCounts.find(accountId, slug)) ?? {}
    assert.deepEqual([survey?.responseCount, survey?.lastSequence], [1, 1])
    assert.deepEqual(plain(counts ?? []), [{ question: 0, slot: 0, count: 1 }])
    assert.deepEqual(await allOf(store, survey), [first])
  })

  test('a repeated response is recognised however many came since, even after the database is reopened', async t => {
    const database = newDatabase()
    const store = storeOn(await database.open())
    const { accountId, slug } = await addSurvey(store)
    const ids = times(9_000, () => randomUUID())
    const sent = (memory: Store, some: readonly string[]) =>
      inPortions(some, id =>
        submissionsOn(memory).add({ slug, submittedAt: TIME, parse: survey => ({ ...parsed(survey, ['Yes']), id }) }),
      )
    await sent(store, ids)
    const some = ids.filter((_, at) => at % 50 === 0 || at > 8_990)
    await sent(store, some)
    await store.close()
    const again = storeOn(await database.open())
    t.after(() => again.close())
    const outcomes = await sent(again, some)
    assert.deepEqual(
      outcomes.map(({ id }) => id),
      some,
    )
    assert.equal((await again.surveys.find(accountId, slug))?.responseCount, ids.length)
  })

  test('removed responses stay removed, even after the database is reopened [removed-response-stays-removed]', async t => {
    const database = newDatabase()
    const store = storeOn(await database.open())
    const { accountId, slug } = await addSurvey(store)
    const ids = times(4_200, () => randomUUID())
    const sent = (memory: Store, some: readonly string[]) =>
      inPortions(some, id =>
        submissionsOn(memory)
          .add({ slug, submittedAt: TIME, parse: survey => ({ ...parsed(survey, ['Yes']), id }) })
          .catch((error: Refusal) => ({ id: error.refusal })),
      )
    await sent(store, ids)
    const gone = [ids[0] ?? '', ids[17] ?? '', ids[4_199] ?? '']
    for (const id of gone) assert.equal(await store.responses.remove(accountId, slug, id), true)
    for (const id of gone) assert.equal(await store.responses.remove(accountId, slug, id), false)
    const refused = (await sent(store, gone)).map(({ id }) => id)
    assert.deepEqual(
      refused,
      gone.map(() => 'response_removed'),
    )
    const again = ids.filter((_, at) => at < 20 || at > 4_190)
    const expected = again.map(id => (gone.includes(id) ? 'response_removed' : id))
    const outcomes = async (memory: Store) => (await sent(memory, again)).map(({ id }) => id)
    assert.deepEqual(await outcomes(store), expected)
    await store.close()
    const reopened = storeOn(await database.open())
    t.after(() => reopened.close())
    assert.deepEqual(await outcomes(reopened), expected)
    assert.equal((await reopened.surveys.find(accountId, slug))?.responseCount, ids.length - gone.length)
    assert.deepEqual((await reopened.countVerification.run(ids.length)).mismatched, [])
  })

  test('a failed commit loses no earlier response, and stores none of its own', async t => {
    const { store } = await open(t)
    const [first, second] = [await addSurvey(store), await addSurvey(store)]
    const ids = times(400, () => randomUUID())
    const send = (slug: string, more: object) =>
      submissionsOn(store).add({ slug, submittedAt: TIME, parse: survey => ({ ...parsed(survey, ['Yes']), ...more }) })
    const kept = async () => (await store.surveys.find(first.accountId, first.slug))?.responseCount ?? 0
    await inPortions(ids, id => send(first.slug, { id }))
    // They share a commit. The database refuses the second after the first was written.
    const sends = [
      send(first.slug, { id: randomUUID() }),
      send(second.slug, { marks: [{ question: Number.NaN, slot: 0 }] }),
    ]
    for (const { status } of await Promise.allSettled(sends)) assert.equal(status, 'rejected')
    await send(first.slug, { id: ids[0] })
    assert.equal(await kept(), ids.length)
  })

  test('ids used in one survey, or removed from it, are new in another', async t => {
    const { store } = await open(t)
    const [first, second] = [await addSurvey(store), await addSurvey(store)]
    const ids = times(2, () => randomUUID())
    const sendAll = ({ slug }: { slug: string }) =>
      Promise.all(
        ids.map(id =>
          submissionsOn(store).add({ slug, submittedAt: TIME, parse: survey => ({ ...parsed(survey, ['Yes']), id }) }),
        ),
      )
    await sendAll(first)
    await store.responses.remove(first.accountId, first.slug, ids[0] ?? '')
    await sendAll(second)
    for (const [{ slug }, count] of [
      [first, 1],
      [second, 2],
    ] as const)
      assert.equal((await store.surveys.findPublic(slug))?.responseCount, count)
  })

  test('ids with the same prefix belong to different responses', async t => {
    const { store } = await open(t)
    const { slug } = await addSurvey(store)
    const ids = ['1', '2', '3'].map(end => `0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0${end}`)
    const send = (id: string) =>
      submissionsOn(store).add({ slug, submittedAt: TIME, parse: survey => ({ ...parsed(survey, ['Yes']), id }) })
    const sends = [await Promise.all(ids.slice(1).map(send)), await Promise.all(ids.map(send))]
    assert.deepEqual(
      sends.flat().map(({ id }) => id),
      [...ids.slice(1), ...ids],
    )
    const kept = await allOf(store, await store.surveys.findPublic(slug))
    assert.deepEqual(
      kept.map(({ id }) => id),
      [...ids.slice(1), ids[0]],
    )
  })
}

export function pages(open: Open): void {
  const sizes: [last: number, sizes: number[]][] = [
    [0, []],
    [7, [7]],
    [20, [10, 10]],
    [23, [10, 10, 3]],
  ]
  test('pages have all responses up to a sequence number, in order, and none is empty', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const rows = await Promise.all(times(25, () => submit(store, slug, ['Yes'])))
    const survey = (await store.surveys.find(accountId, slug)) as Survey
    for (const [lastSequence, expected] of sizes) {
      const read = await Array.fromAsync(store.responses.pages({ ...survey, lastSequence }, 10))
      assert.deepEqual(
        read.map(page => page.length),
        expected,
      )
      assert.deepEqual(
        read.flat().map(row => row.id),
        rows.slice(0, lastSequence).map(row => row.id),
      )
    }
  })

  test('each page is read on demand, and a removed response does not hide others', async t => {
    const { store, engine } = await open(t)
    const { slug } = await addSurvey(store)
    const rows = await Promise.all(times(9, () => submit(store, slug, ['Yes'])))
    const survey = (await store.surveys.findPublic(slug)) as Survey
    const read = store.responses.pages(survey, 3)
    await read.next()
    await engine.write(db => db.deleteFrom('response').where('sequence', 'in', [4, 9]).execute())
    const rest = await Array.fromAsync(read)
    const places = rest.map(page => page.map(row => rows.findIndex(({ id }) => id === row.id) + 1))
    assert.deepEqual(places, [[5, 6, 7], [8]])
  })

  test('responses before a sequence number are read newest first, despite removals', async t => {
    const { store, engine } = await open(t)
    const { slug } = await addSurvey(store)
    const { slug: another } = await addSurvey(store)
    for (const one of [slug, another]) for (const _ of times(6, () => 0)) await submit(store, one, ['Yes'])
    const survey = (await store.surveys.findPublic(slug)) as Survey
    await engine.write(db =>
      db.deleteFrom('response').where('survey_id', '=', survey.id).where('sequence', 'in', [4, 6]).execute(),
    )
    const read = async (before: number, size: number) =>
      (await store.responses.newest(survey, before, size)).map(({ sequence }) => sequence)
    assert.deepEqual(await read(99, 9), [5, 3, 2, 1])
    assert.deepEqual(await read(5, 2), [3, 2])
    assert.deepEqual(await read(1, 2), [])
  })

  test('the time of a sequence number is that of its response or the next remaining one, each once and in order', async t => {
    const { store, engine } = await open(t)
    const { slug } = await addSurvey(store)
    for (const _ of times(6, () => 0)) await submit(store, slug, ['Yes'])
    const survey = (await store.surveys.findPublic(slug)) as Survey
    await engine.write(db => db.deleteFrom('response').where('sequence', 'in', [1, 3, 4]).execute())
    const arrivals = await store.responses.responseTimes(
      survey,
      times(61, at => 7 - (at % 7)),
    )
    assert.deepEqual(
      plain(arrivals),
      [2, 5, 6].map(sequence => ({ sequence, submittedAt: TIME })),
    )
  })
}

/** Recounts the answers, in the order of questions and slots. */
function fold(rows: readonly StoredResponse[]): Count[] {
  const questions = readQuestions(QUESTIONS)
  const marks = rows.flatMap(({ answers }) => slotsOf({ questions, paced: false }, JSON.parse(answers)))
  const bySlot = Map.groupBy(marks, ({ question, slot }) => question * 1000 + slot)
  const counts = [...bySlot].sort(([a], [b]) => a - b)
  return counts.map(([at, same]) => ({ question: Math.floor(at / 1000), slot: at % 1000, count: same.length }))
}
