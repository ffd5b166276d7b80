import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { MAX_PICKS } from '../../src/domain/results/limits.ts'
import { assertRefused, bodyOf, choice, freeText, kept, optional, type Row } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { listenToText } from './stream.ts'
import { startTwoProcesses } from './two-processes.ts'

const { service, other, close } = await startTwoProcesses()
after(close)

const QUESTIONS = [choice('Coming?', ['Yes', 'No'], optional), freeText('Why?', optional), freeText('Else?', optional)]

test('only picked texts are projected, in the order of picking, until they are taken off [projected-texts-pick, projector-texts]', async () => {
  const { admin, readProjected } = await newSurvey()
  const [first, second] = [
    await kept(service, admin.id, ['Yes', 'first', 'else']),
    await kept(service, admin.id, ['No', 'second']),
  ]
  assert.deepEqual(await readProjected(), { questions: [projected(1, []), projected(2, [])] })
  for (const [question, { id }] of [
    [1, second],
    [1, first],
    [2, first],
    [1, second],
  ] as const)
    assert.equal((await admin.send('PUT', `/projected-texts/${question}/${id}`)).status, 204)
  assert.deepEqual(await admin.get('/projected-texts'), {
    questions: [
      {
        index: 1,
        picks: [
          { id: second.id, text: 'second' },
          { id: first.id, text: 'first' },
        ],
        words: null,
      },
      { index: 2, picks: [{ id: first.id, text: 'else' }], words: null },
    ],
  })
  assert.deepEqual(await readProjected(), { questions: [projected(1, ['second', 'first']), projected(2, ['else'])] })
  for (let n = 0; n < 2; n++) assert.equal((await admin.send('DELETE', `/projected-texts/1/${second.id}`)).status, 204)
  assert.deepEqual(await readProjected(), { questions: [projected(1, ['first']), projected(2, ['else'])] })
})

test('texts of responses that can be long, of which few are read at a time, keep their order [projected-texts-pick]', async () => {
  const { admin, readProjected } = await newSurvey(
    Array.from({ length: 100 }, (_, index) => freeText(`Why? ${index}`, optional)),
  )
  const texts = ['a', 'b', 'c', 'd', 'e', 'f']
  const rows: Row[] = []
  for (const text of texts) rows.push(await kept(service, admin.id, [text]))
  for (const { id } of rows.toReversed())
    assert.equal((await admin.send('PUT', `/projected-texts/0/${id}`)).status, 204)
  const { questions } = (await readProjected()) as { questions: { picks: unknown }[] }
  assert.deepEqual(questions[0], projected(0, texts.toReversed()))
})

test('a removed response leaves the screen, and its stream says so [projected-texts-removed]', async () => {
  const { admin, token, readProjected } = await newSurvey()
  const { id } = await kept(service, admin.id, ['Yes', 'gone soon'])
  await admin.send('PUT', `/projected-texts/1/${id}`)
  const stream = await listenToText(other, `/p/api/${token}/events`)
  await stream.until(text => text.includes('event: results'))
  assert.equal((await admin.send('DELETE', `/responses/${id}`)).status, 204)
  await stream.until(text => text.includes('event: projected_texts\ndata: {}'))
  assert.deepEqual(await readProjected(), { questions: [projected(1, []), projected(2, [])] })
  await stream.end()
})

test('nothing that was not picked reaches a projector link, by its routes or its stream [projected-texts-only]', async () => {
  const { admin, token } = await newSurvey()
  const stream = await listenToText(other, `/p/api/${token}/events`)
  const picked = await kept(service, admin.id, ['Yes', 'picked by the presenter', 'canary of the same person'])
  await kept(service, admin.id, ['Yes', 'canary of somebody else', 'canary'])
  assert.equal((await admin.send('PUT', `/projected-texts/1/${picked.id}`)).status, 204)
  const last = await kept(service, admin.id, ['Yes', 'a last canary'])
  await stream.until(text => text.includes('event: projected_texts') && text.includes('"response_count":3'))
  await admin.send('DELETE', `/responses/${last.id}`)
  const seen = await stream.until(text => text.lastIndexOf('"response_count":2') > text.indexOf('"response_count":3'))
  const routes = await Promise.all(['', '/projected-texts'].map(path => call(other, 'GET', `/p/api/${token}${path}`)))
  for (const text of [seen, ...routes.map(({ text }) => text)]) {
    assert.ok(!text.includes('canary'), text)
    assert.ok(!text.includes(picked.id), text)
  }
  assert.ok(routes[1]?.text.includes('picked by the presenter'))
  await stream.end()
})

test('words and phrases are projected if that is chosen, as responses come and go [words-shown, words-three, projector-texts]', async () => {
  const { admin, readProjected } = await newSurvey()
  for (let n = 0; n < 3; n++) await kept(service, admin.id, ['Yes', 'Team spirit', 'Parking'])
  const last = await kept(service, admin.id, ['Yes', 'team spirit and parking', 'parking'])
  assert.deepEqual(await wordsOf(readProjected), [null, null])
  assert.equal((await admin.send('PATCH', '/words/1', { shown: true })).status, 204)
  assert.deepEqual(await wordsOf(readProjected), [['Team spirit 4'], null])
  await kept(other, admin.id, ['Yes', 'Parking'])
  assert.deepEqual(await wordsOf(readProjected), [['Team spirit 4'], null])
  await kept(service, admin.id, ['Yes', 'no parking'])
  assert.deepEqual(await wordsOf(readProjected), [['Team spirit 4', 'parking 3'], null])
  assert.equal((await admin.send('DELETE', `/responses/${last.id}`)).status, 204)
  assert.deepEqual(await wordsOf(readProjected), [['Team spirit 3'], null])
  assert.equal((await admin.send('PATCH', '/words/1', { shown: false })).status, 204)
  assert.deepEqual(await wordsOf(readProjected), [null, null])
})

test('words are listed for the dashboard before they are shown, and hidden one by one [words-hidden]', async () => {
  const { admin, readProjected } = await newSurvey()
  for (let n = 0; n < 3; n++) await kept(service, admin.id, ['Yes', 'Parking, and lunch'])
  const listed = (hidden: boolean) => ({
    words: [
      { word: 'lunch', people: 3, hidden: false },
      { word: 'Parking', people: 3, hidden },
    ],
  })
  assert.deepEqual(await admin.get('/words/1'), listed(false))
  assert.equal((await admin.send('PATCH', '/words/1', { word: 'Parking', hidden: true })).status, 204)
  assert.deepEqual(await admin.get('/words/1'), listed(true))
  await admin.send('PATCH', '/words/1', { shown: true })
  assert.deepEqual(await wordsOf(readProjected), [['lunch 3'], null])
  await admin.send('PATCH', '/words/1', { word: 'parking', hidden: false })
  assert.deepEqual(await wordsOf(readProjected), [['lunch 3', 'Parking 3'], null])
})

test('at most thirty words are projected, and sixty listed [words-shown, words-hidden]', async () => {
  const { admin, readProjected } = await newSurvey()
  const words = [...'abcdefg'].flatMap(first => [...'klmnopqrst'].map(last => `${first}o${last}e`))
  for (let n = 0; n < 3; n++) await kept(service, admin.id, ['Yes', words.join(', ')])
  await admin.send('PATCH', '/words/1', { shown: true })
  assert.equal((await wordsOf(readProjected))[0]?.length, 30)
  assert.equal((await admin.get<{ words: unknown[] }>('/words/1')).words.length, 60)
})

test('every projected word can be hidden: those of a hidden phrase are listed too [words-hidden]', async () => {
  const { admin, readProjected } = await newSurvey()
  for (let n = 0; n < 3; n++) await kept(service, admin.id, ['Yes', 'Team spirit'])
  await admin.send('PATCH', '/words/1', { shown: true })
  await admin.send('PATCH', '/words/1', { word: 'Team spirit', hidden: true })
  assert.deepEqual(await wordsOf(readProjected), [['spirit 3', 'Team 3'], null])
  const { words } = await admin.get<{ words: { word: string; hidden: boolean }[] }>('/words/1')
  assert.deepEqual(
    words.map(({ word, hidden }) => [word, hidden]),
    [
      ['spirit', false],
      ['Team', false],
      ['Team spirit', true],
    ],
  )
})

test('any other body is 400, and a question that is not free text 404 [words-refused]', async () => {
  const { admin } = await newSurvey()
  for (const body of [{}, { shown: 'yes' }, { word: 'a' }, { word: '', hidden: true }])
    assertRefused(await admin.send('PATCH', '/words/1', body), 400, 'send either shown, or word and hidden')
  for (const path of ['/words/0', '/words/9', '/words/x']) {
    assertRefused(await admin.send('PATCH', path, { shown: true }), 404, 'not found')
    assertRefused(await admin.send('GET', path), 404, 'not found')
  }
})

test('an edit of a survey without responses resets the choice, and one with responses does not [words-shown]', async () => {
  const { admin, readProjected } = await newSurvey()
  await admin.send('PATCH', '/words/2', { shown: true })
  assert.deepEqual(await wordsOf(readProjected), [null, []])
  await admin.send('PATCH', '', { questions: QUESTIONS })
  assert.deepEqual(await wordsOf(readProjected), [null, null])
  await admin.send('PATCH', '/words/2', { shown: true })
  await kept(service, admin.id, ['Yes'])
  await admin.send('PATCH', '', { questions: [...QUESTIONS, freeText('More?', optional)] })
  assert.deepEqual(await wordsOf(readProjected), [null, [], null])
})

test('a text that is not in the survey is 404 [projected-texts-missing]', async () => {
  const { admin } = await newSurvey()
  const { id } = await kept(service, admin.id, ['Yes', null, 'else'])
  const inCapitals = `2/${id.toUpperCase()}`
  const foreign = await newSurvey()
  const { id: foreignId } = await kept(service, foreign.admin.id, ['Yes', 'why'])
  for (const path of [
    `0/${id}`,
    `1/${id}`,
    `3/${id}`,
    `x/${id}`,
    `1/${foreignId}`,
    `1/${randomUUID()}`,
    '1/no-uuid',
    inCapitals,
  ])
    for (const method of ['PUT', 'DELETE'])
      assertRefused(await admin.send(method, `/projected-texts/${path}`), 404, 'not found')
})

test('one text more than the limit is refused, even when picked at the same time [projected-texts-limit]', async () => {
  const { admin } = await newSurvey()
  const rows: Row[] = []
  for (let n = 0; n <= MAX_PICKS / 2; n++) rows.push(await kept(service, admin.id, ['Yes', `why ${n}`, `else ${n}`]))
  const answers = await Promise.all(
    rows.flatMap(({ id }) => [1, 2].map(question => admin.send('PUT', `/projected-texts/${question}/${id}`))),
  )
  assert.equal(answers.filter(({ status }) => status === 204).length, MAX_PICKS)
  for (const answer of answers.filter(({ status }) => status !== 204))
    assertRefused(
      answer,
      409,
      'at most 100 texts of a survey can be picked; take one off the screen first',
      'too_many_picks',
    )
})

function projected(index: number, texts: readonly string[]) {
  return { index, picks: texts.map(text => ({ text })), words: null }
}

/** Of each free-text question, as words with their numbers. */
async function wordsOf(readProjected: () => Promise<unknown>) {
  const { questions } = (await readProjected()) as { questions: { words: { word: string; people: number }[] | null }[] }
  return questions.map(({ words }) => words?.map(({ word, people }) => `${word} ${people}`) ?? null)
}

/** A survey with a projector link, whose projected texts another process reads. */
async function newSurvey(questions = QUESTIONS) {
  const admin = await newAdminClient(service, questions)
  const token = await project(admin)
  const readProjected = async () => bodyOf(await call(other, 'GET', `/p/api/${token}/projected-texts`))
  return { admin, token, readProjected }
}

async function project(admin: AdminClient): Promise<string> {
  return bodyOf<{ url: string }>(await admin.send('POST', '/projector')).url.slice(-64)
}
