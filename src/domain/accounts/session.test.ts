import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../values/time.ts'
import { hourOf, isLive } from './session.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')

test('a session ends after its lifetime, or after being idle for too long [dashboard-session-expiry]', () => {
  const used = (createdAt: number, idleHours: number) => ({ createdAt, lastUsedHour: hourOf(NOW) - idleHours })
  const cases: [session: ReturnType<typeof used>, live: boolean][] = [
    [used(NOW, 0), true],
    [used(NOW - 14 * DAY_MS + 1, 0), true],
    [used(NOW - 14 * DAY_MS, 0), false],
    [used(NOW - 48 * HOUR_MS, 24), true],
    [used(NOW - 48 * HOUR_MS, 25), false],
    [used(NOW + HOUR_MS, -1), true],
  ]
  for (const [session, live] of cases) assert.equal(isLive(session, NOW), live, JSON.stringify(session))
})
