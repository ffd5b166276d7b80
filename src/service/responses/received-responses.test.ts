import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Authentication } from '../access/authentication.ts'
import type { Context } from '../context.ts'
import { SurveyCreation } from '../surveys/survey-creation.ts'
import { Surveys } from '../surveys/surveys.ts'
import { newTestContext, newTestOwner } from '../test-context.ts'
import { ReceivedResponses } from './received-responses.ts'
import { Responses } from './responses.ts'

let context: Context

before(async () => {
  context = await newTestContext()
})
after(() => context.store.close())

test('deleting responses while they are being read ends the read with an error [full-read-complete]', async () => {
  const [surveys, responses, received] = [new Surveys(context), new Responses(context), new ReceivedResponses(context)]
  const holder = await newTestOwner(context)
  const { slug, adminToken } = await new SurveyCreation(context).create(holder, {
    title: 'T',
    questions: [{ type: 'free_text', text: 'Why?' }],
  })
  const ids: string[] = []
  for (let n = 0; n < 150; n++) ids.push((await responses.submit(slug, { answers: [`because ${n}`] })).id)
  const admin = await new Authentication(context).surveyAdmin(slug, { token: adminToken })
  const read = async () => received.readAll(admin, await surveys.read(admin))
  assert.equal((await Array.fromAsync(await read())).flat().length, 150)
  const interrupted = await read()
  await interrupted.next()
  await responses.submit(slug, { answers: ['later'] })
  await received.remove(admin, ids.at(-1) ?? '')
  await assert.rejects(Array.fromAsync(interrupted), { message: 'responses were deleted while they were being read' })
  const deleted = await read()
  await deleted.next()
  await surveys.delete(admin)
  await assert.rejects(Array.fromAsync(deleted), { message: 'responses were deleted while they were being read' })
})

test('a page has fewer responses if they can be long [read-full-streams]', async () => {
  const [surveys, responses, received] = [new Surveys(context), new Responses(context), new ReceivedResponses(context)]
  const holder = await newTestOwner(context)
  const questions = Array.from({ length: 100 }, (_, at) => ({
    type: 'free_text',
    text: `Why ${at}?`,
    requirement: { mode: 'optional' },
  }))
  const { slug, adminToken } = await new SurveyCreation(context).create(holder, { title: 'T', questions })
  for (let n = 0; n < 10; n++) await responses.submit(slug, { answers: [] })
  const admin = await new Authentication(context).surveyAdmin(slug, { token: adminToken })
  const pages = await Array.fromAsync(received.readAll(admin, await surveys.read(admin)))
  assert.deepEqual(
    pages.map(page => page.length),
    [4, 4, 2],
  )
})
