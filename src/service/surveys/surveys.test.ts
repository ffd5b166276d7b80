import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTestContext, newTestOwner } from '../test-context.ts'
import { SurveyCreation } from './survey-creation.ts'
import { Surveys } from './surveys.ts'

test('a survey that has another number of responses than its owner was told is not deleted [mcp-delete]', async t => {
  const context = await newTestContext()
  t.after(() => context.store.close())
  const surveys = new Surveys(context)
  const holder = await newTestOwner(context)
  const { slug } = await new SurveyCreation(context).create(holder, {
    title: 'T',
    questions: [{ type: 'free_text', text: 'Why?' }],
  })
  const owned = holder.survey(slug)
  assert.equal(await surveys.deleteOwn(owned, 1), false)
  assert.equal((await surveys.read(owned)).responseCount, 0)
  assert.equal(await surveys.deleteOwn(owned, 0), true)
  await assert.rejects(surveys.deleteOwn(owned, 0), { message: 'not found' })
})
