import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { board, choice, freeText, kept, newApi, optional, rating } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { newAdminClient } from './admin-client.ts'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('[export-json] is the same as the API returns', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice(), freeText('Why?', optional)])
  for (let n = 0; n < 250; n++) await kept(service, id, ['Yes'])
  const { body } = await call(service, 'GET', `/admin/api/${id}/export.json`, { token })
  assert.deepEqual(body, await api.read(id))
})

test('[export-csv] one row per response, quoted where needed, without boards', async () => {
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

test('[export-csv] answers from before a question was added are empty in its column', async () => {
  const admin = await newAdminClient(service, [choice()])
  const { id, submitted_at } = await kept(service, admin.id, ['Yes'])
  await admin.send('PATCH', '', { questions: [choice(), freeText()] })
  const { text } = await admin.send('GET', '/export.csv')
  assert.equal(text, `id,submitted_at,Coming?,Why?\r\n${id},${submitted_at},Yes,\r\n`)
})

for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
  test(`[export-no-formula] a cell that begins with ${JSON.stringify(start)} is no formula, in answers, options and questions`, async () => {
    const formula = `${start}HYPERLINK("https://elsewhere.example","x")`
    const admin = await newAdminClient(service, [choice(`${start}1+1`, [`${start}2`]), freeText('Why?')])
    await kept(service, admin.id, [`${start}2`, formula])
    const { text } = await admin.send('GET', '/export.csv')
    const quoted = /[\r\n]/.test(start) ? '"' : ''
    assert.ok(text.includes(`,${quoted}'${start}1+1${quoted},`), text)
    assert.ok(text.includes(`,${quoted}'${start}2${quoted},"'${start}HYPERLINK(""`), text)
  })
}

for (const [path, type] of [
  ['/export.csv', 'text/csv; charset=utf-8; header=present'],
  ['/export.json', 'application/json; charset=utf-8'],
  ['/export.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const) {
  test(`[export-file] ${path} by GET and HEAD`, async () => {
    const admin = await newAdminClient(service, [choice()])
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await admin.send(method, path)
      assert.deepEqual([status, headers.get('content-type')], [200, type])
      assert.equal(headers.get('content-disposition'), `attachment; filename="${admin.id}${path.slice(7)}"`)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(text === '', method === 'HEAD')
    }
  })
}
