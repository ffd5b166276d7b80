import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, choice, freeText, newApi, optional, rating } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { startTwoProcesses } from './two-processes.ts'

const { service, other, close } = await startTwoProcesses()
after(close)

const MINUTE = 60_000
const ASK = { type: 'upvoted_question', text: 'Ask us' }
const QUESTIONS = [choice('Coming?', ['Yes', 'No']), rating('How was it?'), freeText('Why?', optional), ASK]

interface Record {
  readonly title: string
  readonly session: { readonly began_at: string; readonly minutes: number; readonly is_over: boolean } | null
  readonly responses: number
  readonly questions: readonly { readonly [name: string]: unknown }[]
}

const step = (admin: AdminClient, body: unknown) => admin.send('PATCH', '/presentation', body)
const read = (admin: AdminClient) => admin.get<Record>('/record')
const respond = ({ id }: AdminClient, answers: readonly unknown[]) =>
  call(service, 'POST', `/s/${id}/responses`, { body: { answers } })

async function timesOf(admin: AdminClient, index: number): Promise<unknown[]> {
  const question = (await read(admin)).questions[index]
  return [question?.shown_after, question?.revealed_after]
}

test('a record has the result of each question, and lists what respondents see of boards [record-read, record-results]', async () => {
  const admin = await newAdminClient(service, QUESTIONS, { title: 'Party' })
  for (const [coming, mark] of [
    ['Yes', 7],
    ['Yes', 9],
    ['No', 8],
  ])
    await respond(admin, [coming, mark, 'Good music'])
  const [first] = (await admin.get<{ responses: { id: string }[] }>('/responses')).responses
  assert.equal((await admin.send('PUT', `/projected-texts/2/${first?.id}`)).status, 204)
  const ids: string[] = []
  for (const text of ['When?', 'Where?', 'Who?'])
    ids.push(String((await call(service, 'POST', `/s/${admin.id}/board/3`, { body: { text } })).body.id))
  await admin.send('PATCH', `/board/3/${ids[1]}`, { state: 'answered' })
  await admin.send('PATCH', `/board/3/${ids[2]}`, { state: 'hidden' })
  const record = await read(admin)
  const times = { shown_after: null, revealed_after: null }
  assert.deepEqual([record.title, record.session, record.responses], ['Party', null, 3])
  const [coming, mark, why, ask] = record.questions
  const tally = [
    { option: 'Yes', count: 2 },
    { option: 'No', count: 1 },
  ]
  const common = { ...times, answered: 3 }
  assert.deepEqual(coming, { ...common, index: 0, type: 'multiple_choice', text: 'Coming?', tally })
  assert.deepEqual([mark?.mean, mark?.middle], [8, { from: 7, to: 9 }])
  assert.deepEqual(why?.texts, ['Good music'])
  assert.deepEqual(why?.words, [{ word: 'Good music', people: 3 }])
  const board = { asked: 2, answered: [{ text: 'Where?', votes: 0 }], open: [{ text: 'When?', votes: 0 }], left_out: 0 }
  assert.deepEqual(ask?.board, board)
})

test('a record says when each question was shown and revealed, whichever process it is read from [record-session]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await step(admin, { screen: '' })
  service.clock.advance(3 * MINUTE)
  await step(admin, { screen: '2' })
  service.clock.advance(2 * MINUTE)
  await step(admin, { screen: '2', revealed: true })
  const path = `/admin/api/${admin.id}/record`
  const { session, questions } = bodyOf<Record>(await call(other, 'GET', path, { token: admin.adminToken }))
  assert.match(String(session?.began_at), /:00\.000Z$/)
  assert.deepEqual([session?.minutes, session?.is_over], [5, false])
  assert.deepEqual([questions[1]?.shown_after, questions[1]?.revealed_after], [3, 5])
  assert.deepEqual([questions[0]?.shown_after, questions[0]?.revealed_after], [null, null])
})

test('a second round stands behind the first, and both say how many were right [record-rounds]', async () => {
  const questions = [choice('Which?', ['A', 'B']), freeText('Why?', optional), choice('Which?', ['A', 'B'], optional)]
  const admin = await newAdminClient(service, questions)
  const right = { options: [1] }
  const settings = [{ right }, null, { right, round_of: 0 }]
  assert.equal((await admin.send('PATCH', '', { question_settings: settings })).status, 200)
  for (const answers of [
    ['A', null, 'B'],
    ['B', null, 'B'],
  ])
    await respond(admin, answers)
  const listed = (await read(admin)).questions.map(one => [one.index, one.round_of, one.right, one.right_count])
  assert.deepEqual(listed, [
    [0, undefined, right, 1],
    [2, 0, right, 2],
    [1, undefined, undefined, undefined],
  ])
})

test('its times stay after the end and twelve hours, and begin anew with the next session [record-kept]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await step(admin, { screen: '1' })
  service.clock.advance(4 * MINUTE)
  await admin.send('DELETE', '/presentation')
  service.clock.advance(13 * 60 * MINUTE)
  const { session } = await read(admin)
  assert.deepEqual([session?.minutes, session?.is_over], [4, true])
  assert.deepEqual(await timesOf(admin, 0), [0, null])
  await step(admin, { screen: '3' })
  assert.deepEqual(await timesOf(admin, 0), [null, null])
  assert.deepEqual(await timesOf(admin, 2), [0, null])
})

test('a question that was reworded was not shown, and a clone has no session [record-kept]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await step(admin, { screen: '1', revealed: true })
  assert.deepEqual(await timesOf(admin, 0), [0, 0])
  await admin.send('PATCH', '', { questions: [choice('Really coming?', ['Yes', 'No']), ...QUESTIONS.slice(1)] })
  assert.deepEqual(await timesOf(admin, 0), [null, null])
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create(QUESTIONS)
  await call(service, 'PATCH', `/admin/api/${id}/presentation`, { token, body: { screen: '1' } })
  const clone = await api.post(`/surveys/${id}/clone`, { title: 'Again' })
  const path = `/admin/api/${clone.body.id}/record`
  const copied = bodyOf<Record>(await call(service, 'GET', path, { token: String(clone.body.admin_token) }))
  assert.equal(copied.session, null)
})

test('with Accept, a record is Markdown without markup of its respondents [record-markdown]', async () => {
  const admin = await newAdminClient(service, QUESTIONS, { title: 'Party *now*' })
  await call(service, 'POST', `/s/${admin.id}/board/3`, { body: { text: '# When?' } })
  const { text, headers } = await admin.bare('GET', '/record', {
    token: admin.adminToken,
    headers: { accept: 'text/markdown' },
  })
  assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8')
  assert.match(headers.get('vary') ?? '', /Accept/)
  assert.ok(
    text.startsWith('# Party \\*now\\*\n\n0 responses · 4 questions\n\n## 1. Coming?\n\nNobody answered.\n'),
    text,
  )
  assert.ok(text.includes('- \\# When? (0 votes)\n'), text)
})
