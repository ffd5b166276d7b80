import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Authentication, operatorOf } from './authentication.ts'
import { Boards } from './boards.ts'
import type { Context } from './context.ts'
import { Responses } from './responses.ts'
import { SLUG_WORDS } from './slug-words.ts'
import { Surveys } from './surveys.ts'
import { newTestContext } from './test-context.ts'

const ACCOUNT = 'an-account'
let context: Context
let drawn: number[] = []

before(async () => {
  context = await newTestContext(() => drawn.shift() ?? 0)
  const account = {
    id: ACCOUNT,
    email: 'a@example.org',
    name: null,
    entitledUntil: null,
    createdAt: '',
    passwordHash: null,
  }
  await context.store.accounts.add(account)
})
after(() => context.store.close())

test('[slug-drawn-again] a random slug that is taken is drawn again until one is free', async () => {
  const surveys = new Surveys(context)
  const holder = operatorOf(context).actAs({ id: ACCOUNT, entitledUntil: null })
  const create = () => surveys.create(holder, { title: 'T', questions: [{ type: 'free_text', text: 'Why?' }] })
  drawn = [1, 2, 3]
  const first = await create()
  drawn = [1, 2, 3, 1, 2, 3, 4, 5, 6]
  const second = await create()
  assert.equal(first.slug, [1, 2, 3].map(at => SLUG_WORDS[at]).join('-'))
  assert.equal(second.slug, [4, 5, 6].map(at => SLUG_WORDS[at]).join('-'))
  assert.deepEqual(drawn, [])
})

test('[export-boards] boards that are read while their survey is deleted end with an error, not as a shorter list', async () => {
  const [surveys, boards] = [new Surveys(context), new Boards(context)]
  const holder = operatorOf(context).actAs({ id: ACCOUNT, entitledUntil: null })
  drawn = [7, 8, 9]
  const questions = [{ type: 'upvoted_question', text: 'Ask' }]
  const { slug, adminToken } = await surveys.create(holder, { title: 'T', questions })
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
  await assert.rejects(Array.fromAsync(first), { message: 'a survey was taken down while it was read' })
  await surveys.delete(admin)
  await assert.rejects(Array.fromAsync(second), { message: 'not found' })
})

test('[full-read-complete] responses that are deleted while they are read end the reading with an error', async () => {
  const surveys = new Surveys(context)
  const responses = new Responses(context)
  const holder = operatorOf(context).actAs({ id: ACCOUNT, entitledUntil: null })
  drawn = [10, 11, 12]
  const { slug, adminToken } = await surveys.create(holder, {
    title: 'T',
    questions: [{ type: 'free_text', text: 'Why?' }],
  })
  const ids: string[] = []
  for (let n = 0; n < 150; n++) ids.push((await responses.submit(slug, { answers: [`because ${n}`] })).id)
  const admin = await new Authentication(context).surveyAdmin(slug, { token: adminToken })
  const read = async () => surveys.responses(admin, await surveys.read(admin))
  assert.equal((await Array.fromAsync(await read())).flat().length, 150)
  const interrupted = await read()
  await interrupted.next()
  await responses.submit(slug, { answers: ['later'] })
  await surveys.removeResponse(admin, ids.at(-1) ?? '')
  await assert.rejects(Array.fromAsync(interrupted), { message: 'responses were deleted while they were read' })
  const deleted = await read()
  await deleted.next()
  await surveys.delete(admin)
  await assert.rejects(Array.fromAsync(deleted), { message: 'responses were deleted while they were read' })
})

test('[read-full-streams] a page has fewer responses if they can be long', async () => {
  const surveys = new Surveys(context)
  const responses = new Responses(context)
  const holder = operatorOf(context).actAs({ id: ACCOUNT, entitledUntil: null })
  drawn = [13, 14, 15]
  const questions = Array.from({ length: 100 }, (_, at) => ({
    type: 'free_text',
    text: `Why ${at}?`,
    requirement: { mode: 'optional' },
  }))
  const { slug, adminToken } = await surveys.create(holder, { title: 'T', questions })
  for (let n = 0; n < 10; n++) await responses.submit(slug, { answers: [] })
  const admin = await new Authentication(context).surveyAdmin(slug, { token: adminToken })
  const pages = await Array.fromAsync(surveys.responses(admin, await surveys.read(admin)))
  assert.deepEqual(
    pages.map(page => page.length),
    [4, 4, 2],
  )
})
