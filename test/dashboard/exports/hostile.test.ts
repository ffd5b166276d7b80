import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lookOf } from '../../../src/domain/values/fold-case.ts'
import { board, choice, freeText, kept } from '../../api/fixtures.ts'
import { call, type Service, startService } from '../../harness.ts'
import { type AdminClient, newAdminClient } from '../admin-client.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { readCsv, sheetsOf } from './tables.ts'

let service: Service
/** Headings are one line, and look different: the others are answers and options. */
const ONE_LINE_TEXTS = HOSTILE_TEXTS.filter(text => !/[\n\v\f\r\u0085\u2028\u2029]/.test(text)).filter(
  (text, at, all) => all.findIndex(other => lookOf(other) === lookOf(text)) === at,
)
let admin: AdminClient

before(async () => {
  service = await startService()
  // Each is also in the title of a question and among the options.
  const questions = [freeText(), choice('Which?', HOSTILE_TEXTS), ...ONE_LINE_TEXTS.map(text => choice(text, ['-']))]
  admin = await newAdminClient(service, questions)
  const others = Array(ONE_LINE_TEXTS.length).fill('-')
  for (const text of HOSTILE_TEXTS) await kept(service, admin.id, [text, text, ...others])
})
after(() => service.close())

test('200 hostile texts are unchanged in CSV, each completely in its cell [export-csv, export-csv-faithful]', async () => {
  assert.ok(HOSTILE_TEXTS.length >= 200)
  const [header = [], ...rows] = readCsv((await admin.send('GET', '/export.csv')).text)
  assert.deepEqual(header, ['id', 'submitted_at', 'Why?', 'Which?', ...ONE_LINE_TEXTS])
  assert.deepEqual(
    rows.map(row => [row[2], row[3], row.length]),
    HOSTILE_TEXTS.map(text => [text, text, header.length]),
  )
})

test('hostile texts on a board, and as its question, are unchanged in CSV and XLSX [export-boards, export-csv-faithful, export-xlsx-text]', async () => {
  // As long as a board allows.
  const texts = HOSTILE_TEXTS.filter(text => text.trim() !== '' && [...text].length <= 500)
  const questions = [board('=1+1'), ...texts.slice(0, 20).map(text => board(text))]
  const { id, ...own } = await newAdminClient(service, questions)
  const asked: [id: string, text: string][] = []
  for (const text of texts) {
    const { status, body } = await call(service, 'POST', `/s/${id}/board/0`, { body: { text } })
    assert.equal(status, 201, text)
    asked.push([String(body.id), text])
  }
  const listed = asked.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)
  const [, ...rows] = readCsv((await own.send('GET', '/export-boards.csv')).text)
  assert.deepEqual(
    rows.map(row => [row[1], row[3]]),
    listed.map(text => ['=1+1', text]),
  )
  const sheet = (await sheetsOf(service, { id, ...own }))[1]
  assert.deepEqual(
    sheet?.rows.slice(1).map(row => row[3]?.value),
    listed.map(text => text.replaceAll(/\r\n?/g, '\n')),
  )
  assert.doesNotMatch(sheet?.xml ?? '', /<f[ >/]| t="(?!s")/)
})

test('200 hostile texts are in XLSX, each completely in its cell, and all as text [export-xlsx, export-xlsx-text]', async () => {
  const sheets = await sheetsOf(service, admin)
  const [responses, summary] = sheets.map(({ rows }) => rows.map(row => row.map(cell => cell?.value)))
  const [header = [], ...rows] = responses ?? []
  const texts = HOSTILE_TEXTS.map(text => text.replaceAll(/\r\n?/g, '\n'))
  assert.deepEqual(header, ['id', 'submitted_at', 'Why?', 'Which?', ...ONE_LINE_TEXTS])
  assert.deepEqual(
    rows.map(row => [row[2], row[3], row.length]),
    texts.map(text => [text, text, header.length]),
  )
  assert.deepEqual(
    summary?.slice(2).map(([question, answer]) => (question === 'Which?' ? answer : question)),
    [...texts, ...ONE_LINE_TEXTS],
  )
  for (const { xml } of sheets) assert.doesNotMatch(xml, /<f[ >/]| t="(?!s")/)
})
