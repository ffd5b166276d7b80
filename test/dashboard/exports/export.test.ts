import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { board, choice, freeText, kept, newApi, optional, type Row, rating } from '../../api/fixtures.ts'
import { call, type Service, startService } from '../../harness.ts'
import { newAdminClient } from '../admin-client.ts'
import { readCsv, sheetsOf } from './tables.ts'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('is the same as the API returns, except for the times [export-json]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice(), freeText('Why?', optional)])
  for (let n = 0; n < 250; n++) await kept(service, id, ['Yes'])
  const { body } = await call(service, 'GET', `/admin/api/${id}/export.json`, { token })
  const { responses, ...rest } = await api.read(id)
  const projected_texts = { picks: [], words: [], hidden: [] }
  const sharing = {
    share_results: 'never',
    results_revealed: false,
    shared_device: false,
    share_record: false,
    paced: false,
    language: null,
    expiry_automatic: false,
  }
  const settings = { version: 1, archived: false, ...sharing, projected_texts }
  const toMinute = ({ submitted_at, ...row }: Row) => ({ ...row, submitted_at: `${submitted_at.slice(0, 16)}:00.000Z` })
  assert.deepEqual(body, { ...rest, responses: responses.map(toMinute), boards: [], settings })
})

test('every item of every board is in CSV, XLSX and JSON, including held and hidden ones, in the order of their ids [export-boards]', async () => {
  const questions = [board('Ask, please'), choice(), board('Moderated', { moderated: true }), board('Empty')]
  const admin = await newAdminClient(service, questions)
  const ask = async (index: number, text: string) => {
    const { status, body } = await call(service, 'POST', `/s/${admin.id}/board/${index}`, { body: { text } })
    assert.equal(status, 201)
    return { id: String(body.id), text, votes: 0, state: String(body.state) }
  }
  const asked = []
  // More than one page of an export.
  for (let n = 0; n < 205; n++) asked.push(await ask(0, `Why ${n}?`))
  const [first, second] = asked
  if (first === undefined || second === undefined) throw new Error('nothing was asked')
  const voter = { voter: crypto.randomUUID() }
  await call(service, 'PUT', `/s/${admin.id}/board/0/${second.id}/vote`, { body: voter })
  await admin.send('PATCH', `/board/0/${first.id}`, { state: 'hidden' })
  const items = [{ ...first, state: 'hidden' }, { ...second, votes: 1 }, ...asked.slice(2)]
  items.sort((one, other) => (one.id < other.id ? -1 : 1))
  const held = await ask(2, '"Held", =1+1')
  const boards = [
    { index: 0, text: 'Ask, please', items },
    { index: 2, text: 'Moderated', items: [held] },
    { index: 3, text: 'Empty', items: [] },
  ]
  assert.deepEqual((await admin.send('GET', '/export.json')).body.boards, boards)
  const rows = boards.flatMap(({ index, text, items }) =>
    items.map(item => [index, text, item.id, item.text, item.votes, item.state]),
  )
  const header = ['index', 'board', 'id', 'text', 'votes', 'state']
  const csv = await admin.send('GET', '/export-boards.csv')
  assert.deepEqual(readCsv(csv.text), [header, ...rows.map(row => row.map(String))])
  const sheets = await sheetsOf(service, admin)
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Responses', 'Boards', 'Summary'],
  )
  assert.deepEqual(
    sheets[1]?.rows.map(row => row.map(cell => cell?.value)),
    [header, ...rows],
  )
})

test('one row per response, quoted where needed, without boards [export-csv]', async () => {
  const questions = [choice('Coming, "really"?'), board(), rating('How?', optional), freeText('Why?', optional)]
  const admin = await newAdminClient(service, questions)
  const first = await kept(service, admin.id, ['Yes', null, 10, 'a "b", c\r\nd'])
  const second = await kept(service, admin.id, ['No', null, null, ' grüße; x'])
  const expected = [
    'id,submitted_at,"Coming, ""really""?",How?,Why?\r\n',
    `${first.id},${first.submitted_at},Yes,10,"a ""b"", c\r\nd"\r\n`,
    `${second.id},${second.submitted_at},No,, grüße; x\r\n`,
  ].join('')
  assert.equal((await admin.send('GET', '/export.csv')).text, expected)
  const marked = await fetch(`${service.baseUrl}/admin/api/${admin.id}/export.csv?bom=1`, {
    headers: { authorization: `Bearer ${admin.adminToken}` },
  })
  assert.equal(Buffer.from(await marked.arrayBuffer()).toString('utf8'), `\uFEFF${expected}`)
})

test('answers from before a question was added are empty in its column [export-csv]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const { id, submitted_at } = await kept(service, admin.id, ['Yes'])
  await admin.send('PATCH', '', { questions: [choice(), freeText()] })
  const { text } = await admin.send('GET', '/export.csv')
  assert.equal(text, `id,submitted_at,Coming?,Why?,questions_asked\r\n${id},${submitted_at},Yes,,1\r\n`)
})

test('programs get every text as it was written, whatever it starts with [export-csv-faithful]', async () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '-5,3', '+49']) {
    const formula = `${start}HYPERLINK("https://elsewhere.example","x")`
    const admin = await newAdminClient(service, [choice(`${start}1+1`, [`${start}2`]), freeText('Why?')])
    await kept(service, admin.id, [`${start}2`, formula])
    const [header, row] = readCsv((await admin.send('GET', '/export.csv')).text)
    // A heading must be one line.
    const heading = `${/[\r\n]/.test(start) ? '' : start}1+1`
    assert.deepEqual([header?.[2], row?.[2], row?.[3]], [heading, `${start}2`, formula])
  }
})

test('a file for spreadsheets is UTF-16 with tabs, and no text of it becomes a formula, a number or a date [export-csv-spreadsheet]', async () => {
  const values = ['=1+1', ' @SUM(1)', '-5,3', '-', '+49 151 123', '0049151', '1e3', '1/2', '12:30', '٣', 'true', 'WAHR']
  const texts = ['Yes; no, "maybe"', 'a\r\nb', 'grüße 🎈', 'a\tb']
  const options = [...values, ...texts]
  const admin = await newAdminClient(service, [choice('Which?', options), rating('2 or 3?')])
  for (const option of options) await kept(service, admin.id, [option, 7])
  const reply = await fetch(`${service.baseUrl}/admin/api/${admin.id}/export.csv?for=spreadsheet`, {
    headers: { authorization: `Bearer ${admin.adminToken}` },
  })
  assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-16le; header=present')
  const text = Buffer.from(await reply.arrayBuffer()).toString('utf16le')
  assert.ok(text.startsWith('\ufeffid\tsubmitted_at\tWhich?\t"\t2 or 3?"\r\n'), text)
  const rows = text.split(/\r\n(?=[0-9a-f]{8}-|$)/).slice(1, -1)
  const cells = rows.map(row => /^[^\t]+\t"\t\d{4}-[^\t]+Z"\t(.*)\t7$/s.exec(row)?.[1])
  const quoted = ['"Yes; no, ""maybe"""', '"a\r\nb"', 'grüße 🎈', '"a\tb"']
  assert.deepEqual(cells, [...values.map(value => `"\t${value}"`), ...quoted])
})

test('repeated questions are numbered, none has the name of the id or the time, and each is one line [export-headings]', async () => {
  const questions = [
    'Comments?',
    'id',
    'Comments?',
    'submitted_at',
    'Comments? (2)',
    'Comments?',
    'id (2)',
    ' Comments?\r\n ',
    'Any\n\n  others?',
    'ID',
    'COMMENTS?\u200b ',
    'Ｓubmitted_At',
  ]
  const admin = await newAdminClient(
    service,
    questions.map(text => freeText(text, optional)),
  )
  await kept(service, admin.id, ['a', ...questions.slice(1).map(() => null)])
  const headings = [
    'Comments?',
    'id (2)',
    'Comments? (2)',
    'submitted_at (2)',
    'Comments? (2) (2)',
    'Comments? (3)',
    'id (2) (2)',
    'Comments? (4)',
    'Any others?',
    'ID (3)',
    'COMMENTS?\u200b (5)',
    'Ｓubmitted_At (3)',
  ]
  const [header] = readCsv((await admin.send('GET', '/export.csv')).text)
  assert.deepEqual(header, ['id', 'submitted_at', ...headings])
  const [responses, summary] = await sheetsOf(service, admin)
  assert.deepEqual(
    responses?.rows[0]?.map(cell => cell?.value),
    header,
  )
  assert.deepEqual(
    summary?.rows.slice(1).map(row => row[0]?.value),
    headings,
  )
})

for (const [path, type] of [
  ['/export.csv', 'text/csv; charset=utf-8; header=present'],
  ['/export-boards.csv', 'text/csv; charset=utf-8; header=present'],
  ['/export.json', 'application/json; charset=utf-8'],
  ['/export.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const) {
  test(`${path} by GET and HEAD [export-file]`, async () => {
    const admin = await newAdminClient(service, [choice()])
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await admin.send(method, path)
      assert.deepEqual([status, headers.get('content-type')], [200, type])
      assert.equal(
        headers.get('content-disposition'),
        `attachment; filename="${admin.id}${path.slice('/export'.length)}"`,
      )
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(text === '', method === 'HEAD')
    }
  })
}
