import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { board, choice, freeText, kept } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { readCsv, sheetsOf } from './tables.ts'

/** What a spreadsheet takes for the beginning of a formula, or leaves out before one. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

let service: Service
let admin: AdminClient

before(async () => {
  service = await startService()
  // Each stands in the title of a question and among the options too.
  const questions = [freeText(), choice('Which?', HOSTILE_TEXTS), ...HOSTILE_TEXTS.map(text => choice(text, ['-']))]
  admin = await newAdminClient(service, questions)
  const others = Array(HOSTILE_TEXTS.length).fill('-')
  for (const text of HOSTILE_TEXTS) await kept(service, admin.id, [text, text, ...others])
})
after(() => service.close())

test('[export-csv, export-no-formula] 200 hostile texts are in CSV, each whole in its cell, and none is a formula', async () => {
  assert.ok(HOSTILE_TEXTS.length >= 200)
  const [header = [], ...rows] = readCsv((await admin.send('GET', '/export.csv')).text)
  const safe = HOSTILE_TEXTS.map(text => (FORMULA.test(text) ? `'${text}` : text))
  assert.deepEqual(header, ['id', 'submitted_at', 'Why?', 'Which?', ...safe])
  assert.deepEqual(
    rows.map(row => [row[2], row[3], row.length]),
    safe.map(text => [text, text, header.length]),
  )
  assert.deepEqual(
    [header, ...rows].flat().filter(cell => FORMULA.test(cell)),
    [],
  )
})

test('[export-boards, export-no-formula] hostile texts on a board, and as its question, are in CSV and XLSX, and none is a formula', async () => {
  // As long as a board takes them.
  const texts = HOSTILE_TEXTS.filter(text => text.trim() !== '' && [...text].length <= 500)
  const questions = [board('=1+1'), ...texts.slice(0, 20).map(text => board(text))]
  const { id, ...own } = await newAdminClient(service, questions)
  for (const text of texts)
    assert.equal((await call(service, 'POST', `/s/${id}/board/0`, { body: { text } })).status, 201, text)
  const [, ...rows] = readCsv((await own.send('GET', '/export-boards.csv')).text)
  assert.deepEqual(
    rows.map(row => [row[1], row[3]]),
    texts.map(text => ["'=1+1", FORMULA.test(text) ? `'${text}` : text]),
  )
  const sheet = (await sheetsOf(service, { id, ...own }))[1]
  assert.deepEqual(
    sheet?.rows.slice(1).map(row => row[3]?.value),
    texts.map(text => text.replaceAll(/\r\n?/g, '\n')),
  )
  assert.doesNotMatch(sheet?.xml ?? '', /<f[ >/]| t="(?!s")/)
})

test('[export-xlsx, export-xlsx-text] 200 hostile texts are in XLSX, each whole in its cell, and all are texts', async () => {
  const sheets = await sheetsOf(service, admin)
  const [responses, summary] = sheets.map(({ rows }) => rows.map(row => row.map(cell => cell?.value)))
  const [header = [], ...rows] = responses ?? []
  const texts = HOSTILE_TEXTS.map(text => text.replaceAll(/\r\n?/g, '\n'))
  assert.deepEqual(header, ['id', 'submitted_at', 'Why?', 'Which?', ...texts])
  assert.deepEqual(
    rows.map(row => [row[2], row[3], row.length]),
    texts.map(text => [text, text, header.length]),
  )
  assert.deepEqual(
    summary?.slice(2).map(([question, answer]) => (question === 'Which?' ? answer : question)),
    [...texts, ...texts],
  )
  for (const { xml } of sheets) assert.doesNotMatch(xml, /<f[ >/]| t="(?!s")/)
})
