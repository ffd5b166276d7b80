import { test } from 'node:test'
import { expectFigure } from '../figure.ts'
import { scaled } from '../scale.ts'
import { changeDespiteLosses } from './lossy-notifications.ts'

const ROUNDS = scaled({ long: 4, release: 40 })
/** By then everything must have been delivered, whatever was lost. */
const DELIVERED_WITHIN_MS = 5_000

test('phones and dashboards soon show what is stored after notifications were lost [respondent-events-change, dashboard-events]', {
  timeout: 600_000,
}, async t => {
  const times = await changeDespiteLosses(t, ROUNDS)
  expectFigure(t, {
    subject: 'time until everybody shows what is stored after lost notifications, the longest',
    measured: `${times.map(Math.round)} ms`,
    value: Math.max(...times),
    gate: { sign: '≤', limit: DELIVERED_WITHIN_MS, unit: 'ms' },
  })
})
