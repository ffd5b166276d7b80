import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { NewSurvey } from '../../../src/store/surveys/survey-creation.ts'
import { addAccount, addSurvey, NOW, TIME } from '../rows.ts'
import { addAnswered, addDraft, open, whileLocked } from './locks.ts'

const OPTIONS = { timeout: 60_000 }

/** Another transaction that stores a response. */
const storing = ({ slug }: NewSurvey) =>
  `with stored as (insert into response select id, last_sequence + 1, '${randomUUID()}', '${TIME}', '["Yes"]' from survey where slug = '${slug}')
  update survey set response_count = response_count + 1, last_sequence = last_sequence + 1 where slug = '${slug}'`

test(
  'a draft or a response stored while its account is being deleted is deleted too [account-deletion]',
  OPTIONS,
  async t => {
    const { database, store } = await open(t)
    const { accountId, addAnother } = await addDraft(store)
    await whileLocked(database, addAnother, () => store.deletion.account(accountId, NOW))
    const survey = await addSurvey(store)
    await whileLocked(database, storing(survey), () => store.deletion.account(survey.accountId, NOW))
    for (const table of ['account', 'draft', 'survey', 'response'])
      assert.deepEqual(await database.query(`select * from ${table}`), [], table)
  },
)

test('a response stored while its survey is being deleted is deleted too [dashboard-delete]', OPTIONS, async t => {
  const { database, store } = await open(t)
  const survey = await addSurvey(store)
  const surveyId = (await store.surveys.findPublic(survey.slug))?.id
  assert.ok(surveyId)
  await whileLocked(database, storing(survey), () => store.deletion.survey({ ...survey, surveyId }))
  assert.deepEqual(await database.query('select * from response'), [])
})

test(
  'deleted responses are subtracted from the counts of an edit that began before [aggregate-counts-exact]',
  OPTIONS,
  async t => {
    const { database, store } = await open(t)
    const { survey, swapOptions } = await addAnswered(store)
    const step = await whileLocked(database, swapOptions, () => store.deletion.step(survey.id, 1))
    assert.deepEqual(step, { responses: 1, isLast: false })
    assert.deepEqual((await store.countVerification.run(10)).mismatched, [])
  },
)

test('no link is created for a job that is deleted meanwhile', OPTIONS, async t => {
  const { database, store } = await open(t)
  const { id: accountId, email } = await addAccount(store)
  await store.jobs.add({ kind: 'mail', email, payload: '{}', createdAt: NOW })
  const job = await store.jobs.begin(NOW, NOW + 1)
  assert.ok(job)
  const link = { hash: 'hash', kind: 'reset_password', accountId, email, expiresAt: NOW + 1 } as const
  const dropping = `with dropped as (delete from job) select from account where id = '${accountId}' for no key update`
  assert.equal(await whileLocked(database, dropping, () => store.oneTimeLinks.addForJob(job.id, link, NOW, 9)), false)
})
