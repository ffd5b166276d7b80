import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { DraftText } from '../../src/domain/draft.ts'
import type { NewSurvey } from '../../src/store/survey-creation.ts'
import { open, whileLocked } from './postgres-locks.ts'
import { addAccount, addSurvey, NOW, submit, TIME } from './rows.ts'

const OPTIONS = { timeout: 60_000 }

/** What another process does that stores a response. */
const storing = ({ slug }: NewSurvey) =>
  `with stored as (insert into response select id, last_sequence + 1, '${randomUUID()}', '${TIME}', '["Yes"]' from survey where slug = '${slug}')
  update survey set response_count = response_count + 1, last_sequence = last_sequence + 1 where slug = '${slug}'`

test(
  '[account-deletion] a draft or a response that is stored while its account is deleted goes with it',
  OPTIONS,
  async t => {
    const { database, store } = await open(t)
    const [drafting, answered] = [(await addAccount(store)).id, await addSurvey(store)]
    const draft = { title: 'Draft', questionCount: 0, updatedAt: TIME, content: '{}' as DraftText }
    await store.drafts.add(drafting, { id: randomUUID(), ...draft }, 2)
    const adding = `with locked as (select id from account where id = '${drafting}' for no key update)
      insert into draft select 'another', account_id, revision, title, question_count, created_at, updated_at, stored_bytes, content
      from draft, locked where account_id = '${drafting}'`
    await whileLocked(database, adding, () => store.deletion.account(drafting, NOW))
    await whileLocked(database, storing(answered), () => store.deletion.account(answered.accountId, NOW))
    for (const table of ['account', 'draft', 'survey', 'response'])
      assert.deepEqual(await database.query(`select * from ${table}`), [], table)
  },
)

test('[dashboard-delete] a response that is stored while its survey is deleted goes with it', OPTIONS, async t => {
  const { database, store } = await open(t)
  const survey = await addSurvey(store)
  const surveyId = (await store.surveys.findPublic(survey.slug))?.id
  assert.ok(surveyId)
  await whileLocked(database, storing(survey), () => store.deletion.survey({ ...survey, surveyId }))
  assert.deepEqual(await database.query('select * from response'), [])
})

test(
  '[aggregate-counts-exact] responses that are deleted are subtracted from the counts of an edit that had begun before',
  OPTIONS,
  async t => {
    const { database, store } = await open(t)
    const { slug } = await addSurvey(store)
    for (const answer of ['Yes', 'Yes']) await submit(store, slug, [answer])
    const survey = await store.surveys.findPublic(slug)
    assert.ok(survey)
    const edit = `with moved as (update tally set slot = 1 where question = 0 and slot = 0)
    update survey set revision = revision + 1, questions = '${survey.questions.replace('"Yes","No"', '"No","Yes"')}' where slug = '${slug}'`
    const step = await whileLocked(database, edit, () => store.deletion.step(survey.id, 1))
    assert.deepEqual(step, { responses: 1, isLast: false })
    assert.deepEqual((await store.countVerification.run(10)).mismatched, [])
  },
)

test('a job that is dropped while it makes its link gets none', OPTIONS, async t => {
  const { database, store } = await open(t)
  const { id: accountId, email } = await addAccount(store)
  await store.jobs.add({ kind: 'mail', email, payload: '{}', createdAt: NOW })
  const job = await store.jobs.begin(NOW, NOW + 1)
  assert.ok(job)
  const link = { hash: 'hash', kind: 'reset_password', accountId, email, expiresAt: NOW + 1 } as const
  const dropping = `with dropped as (delete from job) select from account where id = '${accountId}' for no key update`
  assert.equal(await whileLocked(database, dropping, () => store.oneTimeLinks.addForJob(job.id, link, NOW, 9)), false)
})
