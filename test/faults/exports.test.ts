import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureExports } from '../../bench/exports.ts'
import { passes } from '../../bench/figure.ts'
import { QUICK } from '../../bench/scale.ts'
import { seedLarge } from '../../bench/seed.ts'

test('[D12-export-streams, D12-export-turns] exports of 20,000 add little to the memory of a server', async t => {
  const figures = await measureExports({ ...QUICK, rounds: 1 }, await seedLarge(20_000))
  for (const { subject, measured, value } of figures) t.diagnostic(`${subject}: ${Math.round(value)} MB; ${measured}`)
  assert.deepEqual(
    figures.map(figure => passes(figure)),
    [true, true, true],
  )
})
