import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { choice, freeText, kept } from '../api/fixtures.ts'
import { type Service, startService } from '../harness.ts'
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
