import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { bodyOf, choice, freeText, newApi, optional, rating } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { fieldsOf, get } from './page.ts'

const service = await startService()
after(() => service.close())
const api = await newApi(service)

const PET = choice('Which?', ['chat', 'cat', 'dog'])
const QUESTIONS = [PET, rating('How good?', optional), freeText('Why?', optional)]
const KEY = '5f0a5a3e-6d0c-4d39-9a52-9e5f0a2c7d11'

const formOf = async (id: string) => (await fieldsOf((await get(service, `/s/${id}`)).text)).questions
const send = (id: string, body: object) => call(service, 'POST', `/s/${id}/responses`, { body })
const answersOf = async (id: string) => (await api.read(id)).responses.map(({ answers }) => answers)
const edit = async (id: string, questions: readonly object[]) =>
  bodyOf(await api.patch(`/surveys/${id}`, { questions }))

describe('a page sends positions of options with the questions that it was made for [answers-by-position]', () => {
  test('their texts are stored, and come back with those of the questions', async () => {
    const { id } = await api.create(QUESTIONS)
    const { status, body } = await send(id, { form: await formOf(id), answers: [0, 7, 'Because'] })
    assert.equal(status, 201)
    assert.deepEqual(
      [body.answers, body.questions],
      [
        ['chat', 7, 'Because'],
        ['Which?', 'How good?', 'Why?'],
      ],
    )
    assert.deepEqual(await answersOf(id), [['chat', 7, 'Because']])
    assert.equal((await send(id, { answers: ['cat'] })).body.questions, undefined, 'programs send texts')
  })

  test('what is no position of an option is no answer, and without the questions no number is', async () => {
    const { id } = await api.create(QUESTIONS)
    const form = await formOf(id)
    for (const answer of [3, -1, 0.5, 2 ** 53, true, [0], {}])
      assert.equal((await send(id, { form, answers: [answer] })).body.code, 'invalid_answers', `${answer}`)
    assert.equal((await send(id, { answers: [0] })).body.code, 'invalid_answers')
    assert.equal(
      (await send(id, { form: {}, answers: [0] })).body.code,
      'invalid_answers',
      'another property of that name',
    )
    assert.deepEqual(await answersOf(id), [])
  })

  test('after an edit nothing is stored, unless questions were only added at the end', async () => {
    const { id } = await api.create(QUESTIONS)
    const form = await formOf(id)
    await edit(id, [...QUESTIONS, freeText('Anything else?', optional)])
    assert.equal((await send(id, { form, answers: [0] })).status, 201)
    await edit(id, [
      choice('Which?', ['dog', 'chat', 'cat']),
      ...QUESTIONS.slice(1),
      freeText('Anything else?', optional),
    ])
    const { status, body } = await send(id, { form, answers: [0] })
    assert.deepEqual([status, body], [409, { error: 'the questions of this survey have changed' }])
    assert.deepEqual(await answersOf(id), [['chat', null, null, null]])
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    assert.equal((await send(id, { form, answers: [0] })).body.code, 'survey_closed', 'that comes first')
  })

  test('a repeat after an edit is recognised and stored once', async () => {
    const { id } = await api.create(QUESTIONS)
    const sent = { form: await formOf(id), answers: [1, 7], key: KEY }
    const first = await send(id, sent)
    await edit(id, [choice('Which pet?', ['chat', 'cat', 'dog', 'cow']), ...QUESTIONS.slice(1)])
    const { status, body } = await send(id, sent)
    assert.deepEqual([status, body.id, body.answers], [201, first.body.id, ['cat', 7, null]])
    assert.equal((await send(id, { ...sent, answers: [0, 7] })).status, 409, 'other answers are no repeat')
    assert.deepEqual(await answersOf(id), [['cat', 7, null]])
  })
})
