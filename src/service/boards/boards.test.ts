import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Authentication } from '../access/authentication.ts'
import { SurveyCreation } from '../surveys/survey-creation.ts'
import { Surveys } from '../surveys/surveys.ts'
import { newTestContext, newTestOwner } from '../test-context.ts'
import { Boards } from './boards.ts'

test('reading boards while their survey is deleted ends with an error, not with a shorter list [export-boards]', async t => {
  const context = await newTestContext()
  t.after(() => context.store.close())
  const [surveys, boards] = [new Surveys(context), new Boards(context)]
  const holder = await newTestOwner(context)
  const questions = [{ type: 'upvoted_question', text: 'Ask' }]
  const { slug, adminToken } = await new SurveyCreation(context).create(holder, { title: 'T', questions })
  for (let n = 0; n < 150; n++) await boards.ask(slug, 0, { text: `Why ${n}?` })
  const admin = await new Authentication(context).surveyAdmin(slug, { token: adminToken })
  const begin = async () => {
    const pages = boards.exportPages(admin, await surveys.read(admin))
    assert.equal((await pages.next()).value?.items.length, 100)
    return pages
  }
  const [first, second] = [await begin(), await begin()]
  const { deletion } = context.store
  await deletion.beginSurvey(admin.access.surveyId)
  await deletion.step(admin.access.surveyId, 200)
  await assert.rejects(Array.fromAsync(first), { message: 'a survey was taken down while it was being read' })
  await surveys.delete(admin)
  await assert.rejects(Array.fromAsync(second), { message: 'not found' })
})
