import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QUICK } from '../../bench/scale.ts'
import { type SeededSurvey, seedLarge } from '../../bench/seed.ts'
import { measureExports } from '../../bench/subjects/exports.ts'
import { expectFigure } from '../figure.ts'
import { startServer } from './server.ts'

const GIVEN_UP = 5

const data = await seedLarge(20_000)

test('exports of 20,000 responses add little to the memory of a server [export-streams, export-xlsx-one-at-a-time]', async t => {
  const figures = await measureExports({ ...QUICK, rounds: 1 }, data)
  assert.equal(figures.length, 3)
  for (const figure of figures) expectFigure(t, figure)
})

test('abandoned spreadsheets do not delay others [export-xlsx-one-at-a-time]', async t => {
  const { baseUrl, stop } = await startServer({ dataDir: data.dataDir })
  t.after(() => stop('SIGTERM'))
  const spreadsheet = async ({ slug, adminToken }: SeededSurvey, signal: AbortSignal | null = null) => {
    const headers = { authorization: `Bearer ${adminToken}` }
    const startedAt = performance.now()
    await (await fetch(`${baseUrl}/admin/api/${slug}/export.xlsx`, { headers, signal })).arrayBuffer()
    return performance.now() - startedAt
  }
  const long = await spreadsheet(data.sheet)
  const gone = new AbortController()
  const given = Array.from({ length: GIVEN_UP }, () => spreadsheet(data.sheet, gone.signal))
  const outcomes = Promise.allSettled(given)
  // Answered only after those have arrived.
  await fetch(`${baseUrl}/healthz`)
  gone.abort()
  assert.ok((await outcomes).every(({ status }) => status === 'rejected'))
  const short = await spreadsheet(data.few)
  expectFigure(t, {
    subject: `a small spreadsheet after ${GIVEN_UP} abandoned large ones / a large one`,
    measured: `${Math.round(short)} ms / ${Math.round(long)} ms`,
    value: short / long,
    gate: { sign: '<', limit: 2, unit: '×' },
  })
})
