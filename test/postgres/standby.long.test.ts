import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { encodeQuestions, parseQuestions } from '../../src/domain/surveys/question.ts'
import type { NewItem } from '../../src/store/boards/board-items.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import type { Store } from '../../src/store/store.ts'
import type { NewSurvey } from '../../src/store/surveys/survey-creation.ts'
import { log } from '../log.ts'
import { addSurvey, allOf, NOW, newSurvey, parsed, storeOn, submissionsOn, TIME } from '../store/rows.ts'
import { type KeptPostgres, keepPostgres } from './keeper.ts'
import { connect } from './query.ts'

/** Short, since every missing reply is waited for, and far longer than a statement takes on a busy machine. */
const LIMITS = { statement: 2_900, reply: 3_000, connect: 3_000, lock: 1_500, idleInTransaction: 2_900 }
const UNAVAILABLE = { refusal: 'unavailable' }
const POLL_MS = 20
const OPTIONS = { timeout: 300_000 }

test(
  'a submission that no standby has is not acknowledged, nor is its repeat after a crash [acknowledged-is-committed, submission-key-once]',
  OPTIONS,
  async t => {
    const { postgres, store } = await openServer(t)
    const { slug } = await addSurvey(store)
    const id = randomUUID()
    const send = () =>
      submissionsOn(store).add({ slug, submittedAt: TIME, parse: survey => ({ ...parsed(survey, ['Yes']), id }) })
    await waitForStandby(postgres, 'away')
    await assert.rejects(send(), UNAVAILABLE)
    await crash(postgres)
    // Everybody can read the row now, and still no standby has it.
    const ids = (await allOf(store, await findSurvey(store, slug))).map(row => row.id)
    assert.deepEqual(ids, [id])
    await assert.rejects(send(), UNAVAILABLE)
    await waitForStandby(postgres, '')
    await eventually(send)
    assert.equal((await findSurvey(store, slug))?.responseCount, 1)
  },
)

test(
  'a survey that no standby has is not acknowledged, nor is its repeat after a crash [acknowledged-is-committed]',
  OPTIONS,
  async t => {
    const { postgres, store } = await openServer(t)
    const { accountId } = await addSurvey(store)
    const request = { key: 'one', hash: 'of its body', at: NOW }
    const survey = newSurvey(accountId)
    const find = () => store.idempotency.find(accountId, request)
    await waitForStandby(postgres, 'away')
    await assert.rejects(store.surveys.add(survey, 10, request), UNAVAILABLE)
    await crash(postgres)
    assert.equal((await findSurvey(store, survey.slug))?.slug, survey.slug)
    await assert.rejects(find(), UNAVAILABLE)
    await waitForStandby(postgres, '')
    await eventually(find)
  },
)

test(
  'a question and a vote that no standby has are not acknowledged, nor are their repeats after a crash [acknowledged-is-committed, board-ask-once]',
  OPTIONS,
  async t => {
    const { postgres, store } = await openServer(t)
    const { slug } = await addBoard(store)
    const earlier = newItem()
    await ask(store, slug, earlier)
    const item = newItem()
    const sends = [
      () => ask(store, slug, item),
      () => vote(store, slug, earlier),
      () => vote(store, slug, earlier, 'withdrawn'),
    ]
    for (const send of sends) {
      await waitForStandby(postgres, 'away')
      await assert.rejects(send(), UNAVAILABLE)
      await crash(postgres)
      const stored = await findSurvey(store, slug)
      await assert.rejects(send(), UNAVAILABLE)
      await waitForStandby(postgres, '')
      await eventually(send)
      assert.equal(
        (await findSurvey(store, slug))?.boardRevision,
        stored?.boardRevision,
        'the repeat changed something',
      )
    }
  },
)

async function openServer(t: TestContext): Promise<{ postgres: KeptPostgres; store: Store }> {
  const postgres = await keepPostgres({ durable: true })
  const store = storeOn(await openPostgres({ url: postgres.url, log, timeLimits: LIMITS }))
  t.after(async () => {
    await store.close()
    await postgres.remove()
  })
  return { postgres, store }
}

function addBoard(store: Store): Promise<NewSurvey> {
  return addSurvey(store, { questions: encodeQuestions(parseQuestions([{ type: 'upvoted_question', text: 'Ask' }])) })
}

function newItem(): NewItem {
  return { id: randomUUID(), text: 'Why?', state: 'shown' }
}

function ask(store: Store, slug: string, item: NewItem) {
  return store.boards.add({ slug, question: 0, decide: () => ({ item, repeats: [item] }), admit: () => undefined }, 10)
}

/** All votes are of one voter. */
function vote(store: Store, slug: string, { id }: NewItem, change: 'added' | 'withdrawn' = 'added') {
  const withdrawn = change === 'withdrawn'
  return store.boards.vote({ slug, question: 0, itemId: id, withdrawn, decide: () => 'voter', admit: () => undefined })
}

async function crash(postgres: KeptPostgres): Promise<void> {
  await postgres.stop('kill')
  await postgres.start()
}

/** Commits wait for a standby of this name from now on; for none if it is empty. */
async function waitForStandby({ url }: KeptPostgres, name: string): Promise<void> {
  const client = await connect(url)
  await client.query(`alter system set synchronous_standby_names = '${name}'`)
  await client.query('select pg_reload_conf()')
  const current = async () => (await client.query('show synchronous_standby_names')).rows[0].synchronous_standby_names
  while ((await current()) !== name) await delay(POLL_MS)
  await client.end()
}

/** The connections that the server had before its crash are lost, so the first attempt to read may fail. */
function findSurvey(store: Store, slug: string) {
  return eventually(() => store.surveys.findPublic(slug))
}

async function eventually<T>(operation: () => Promise<T>): Promise<T> {
  for (;;) {
    const [outcome] = await Promise.allSettled([operation()])
    if (outcome.status === 'fulfilled') return outcome.value
    await assert.rejects(Promise.reject(outcome.reason), UNAVAILABLE)
    await delay(POLL_MS)
  }
}
