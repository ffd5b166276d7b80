import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { board, bodyOf, choice, freeText, kept, newApi, optional, rating } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { readCsv, sheetsOf } from './exports/tables.ts'
import { listenTo } from './stream.ts'

const service = await startService()
after(() => service.close())

const BEFORE = [choice('Coming?', ['Yes', 'No'], optional), rating('How good?', optional), board()]
const AFTER = [
  choice('Coming?', ['Perhaps', 'Yes', 'No'], optional),
  rating('How bad?', optional),
  board('Ask', optional),
  freeText('Why?', optional),
]

/** Six responses, then an option, a question and other words, then four responses, two of which answer the new ones. */
async function edited(): Promise<AdminClient & { readonly ids: readonly string[] }> {
  const admin = await newAdminClient(service, BEFORE)
  const ids: string[] = []
  const respond = async (answers: unknown[]) => ids.push((await kept(service, admin.id, answers)).id)
  for (let n = 0; n < 6; n++) await respond(['Yes', 9])
  bodyOf(await admin.send('PATCH', '', { questions: AFTER }))
  for (const answers of [['Perhaps', 1, null, 'Rain'], ['Yes', 2, null, 'Sun'], ['Yes'], ['Yes']])
    await respond(answers)
  return { ...admin, ids }
}

const ASKED = [
  {
    index: 0,
    asked: 10,
    added_after: 0,
    reworded_after: 0,
    options: [{ position: 0, asked: 4, added_after: 6 }],
  },
  { index: 1, asked: 10, added_after: 0, reworded_after: 6, options: [] },
  { index: 3, asked: 4, added_after: 6, reworded_after: 0, options: [] },
]

interface Edited {
  readonly edited: unknown
}

test('the dashboard, its stream and a projector link say of how many responses what was added later was asked [results-asked]', async () => {
  const admin = await edited()
  const { url } = bodyOf<{ url: string }>(await admin.send('POST', '/projector'))
  assert.deepEqual((await admin.get<Edited>()).edited, ASKED)
  const headers = { authorization: `Bearer ${admin.adminToken}` }
  const stream = await listenTo(service, `/admin/api/${admin.id}/events`, headers)
  assert.deepEqual((await stream.next()).edited, ASKED)
  await stream.end()
  const projected = await call(service, 'GET', `/p/api/${url.split('/').at(-1)}`)
  assert.deepEqual(projected.body.edited, ASKED)
})

test('a removed response counts neither before an edit nor after it, and a survey without responses was never edited [results-asked]', async () => {
  const admin = await edited()
  const remove = async (at: number) =>
    assert.equal((await admin.send('DELETE', `/responses/${admin.ids[at]}`)).status, 204)
  await remove(0)
  await remove(9)
  const [option, reworded, question] = (await admin.get<{ edited: typeof ASKED }>()).edited
  assert.deepEqual([option?.asked, option?.options], [8, [{ position: 0, asked: 3, added_after: 5 }]])
  assert.deepEqual([reworded?.asked, reworded?.reworded_after], [8, 5])
  assert.deepEqual([question?.asked, question?.added_after], [3, 5])
  for (let at = 1; at < 6; at++) await remove(at)
  assert.deepEqual((await admin.get<Edited>()).edited, [])
})

test('an edit before the first response, and one of a board, leave no mark [results-asked]', async () => {
  const admin = await newAdminClient(service, BEFORE)
  bodyOf(await admin.send('PATCH', '', { questions: AFTER }))
  await kept(service, admin.id, ['Yes'])
  const questions = [...AFTER.slice(0, 2), board('Others', optional), ...AFTER.slice(3), board('More')]
  bodyOf(await admin.send('PATCH', '', { questions }))
  assert.deepEqual((await admin.get<Edited>()).edited, [])
})

test('of a group, later questions and options were asked of those who came later [compare-asked]', async () => {
  const admin = await edited()
  for (let n = 0; n < 4; n++) await kept(service, admin.id, ['Perhaps'])
  const { edited: ofGroup } = await admin.get<{ edited: typeof ASKED }>('/compare?question=0&answer=Yes')
  assert.deepEqual(
    ofGroup.map(({ index, asked, added_after, options }) => [index, asked, added_after, options[0]?.asked]),
    [
      [0, 9, 0, 3],
      [1, 9, 0, undefined],
      [3, 3, 6, undefined],
    ],
  )
})

test('exports tell a question that was not asked from one that was left empty [export-asked]', async () => {
  const admin = await edited()
  const rows = (text: string) => readCsv(text).map(row => row.slice(2))
  const expected = [
    ['Coming?', 'How bad?', 'Why?', 'questions_asked'],
    ...Array.from({ length: 6 }, () => ['Yes', '9', '', '2']),
    ['Perhaps', '1', 'Rain', '3'],
    ['Yes', '2', 'Sun', '3'],
    ['Yes', '', '', '3'],
    ['Yes', '', '', '3'],
  ]
  assert.deepEqual(rows((await admin.send('GET', '/export.csv')).text), expected)
  const headers = { authorization: `Bearer ${admin.adminToken}` }
  const file = await fetch(`${service.baseUrl}/admin/api/${admin.id}/export.csv?for=spreadsheet`, { headers })
  const lines = Buffer.from(await file.arrayBuffer())
    .toString('utf16le')
    .trimEnd()
    .split('\r\n')
  assert.deepEqual(
    lines.map(line => line.split('\t').at(-1)),
    expected.map(row => row.at(-1)),
  )
  const [responses, , summary] = await sheetsOf(service, admin)
  assert.deepEqual(
    responses?.rows.map(row => String(row.at(-1)?.value)),
    expected.map(row => row.at(-1)),
  )
  const asked = summary?.rows.map(row => [row[0]?.value, row[1]?.value, row[4]?.value])
  assert.deepEqual(asked?.slice(0, 5), [
    ['question', 'answer', 'asked'],
    ['Coming?', 'Perhaps', 4],
    ['Coming?', 'Yes', 10],
    ['Coming?', 'No', 10],
    ['How bad?', 1, 10],
  ])
  assert.deepEqual(asked?.at(-1), ['Why?', undefined, 4])
  const { settings } = (await admin.send('GET', '/export.json')).body as unknown as { settings: { edits: unknown } }
  const edit = {
    after: 6,
    added_questions: [3],
    added_options: [{ question: 0, position: 0 }],
    reworded_questions: [1],
  }
  assert.deepEqual(settings.edits, [edit])
})

test('a page of responses names the questions that a response was not asked, in both orders [response-not-asked]', async () => {
  const admin = await edited()
  interface Page {
    readonly responses: readonly { readonly answers: unknown[]; readonly not_asked?: unknown }[]
  }
  const listed = async (query: string) => {
    const { responses } = await admin.get<Page>(`/responses${query}`)
    return responses.map(({ answers, not_asked }) => [answers.length, not_asked])
  }
  const expected = [...Array.from({ length: 6 }, () => [4, [3]]), ...Array.from({ length: 4 }, () => [4, undefined])]
  assert.deepEqual(await listed(''), expected)
  assert.deepEqual(await listed('?order=newest'), expected.toReversed())
  bodyOf(await admin.send('PATCH', '', { questions: [...AFTER, board('Then', optional), rating('Again?', optional)] }))
  await kept(service, admin.id, ['Yes'])
  assert.deepEqual((await listed('')).slice(5, 8), [
    [6, [3, 5]],
    [6, [5]],
    [6, [5]],
  ])
  assert.deepEqual((await listed('?order=newest')).slice(0, 2), [
    [6, undefined],
    [6, [5]],
  ])
})

test('a file has no column for what was asked while all were asked everything [export-asked]', async () => {
  const admin = await newAdminClient(service, BEFORE)
  await kept(service, admin.id, ['Yes'])
  bodyOf(
    await admin.send('PATCH', '', {
      questions: [choice('Coming?', ['Yes', 'No', 'Perhaps'], optional), ...BEFORE.slice(1)],
    }),
  )
  assert.match((await admin.send('GET', '/export.csv')).text, /^id,submitted_at,Coming\?,How good\?\r\n/)
})

test('the API, copies and templates know nothing of edits [results-asked]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create(BEFORE)
  await kept(service, id, ['Yes', 9])
  const keys = Object.keys(await api.aggregate(id))
  bodyOf(await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { questions: AFTER } }))
  assert.deepEqual(Object.keys(await api.aggregate(id)), keys)
  const clone = bodyOf<{ id: string; admin_token: string }>(await api.post(`/surveys/${id}/clone`, {}), 201)
  const copy = await call(service, 'GET', `/admin/api/${clone.id}`, { token: clone.admin_token })
  assert.deepEqual(copy.body.edited, [])
})
