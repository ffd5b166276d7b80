import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { percentile99, quantile } from '../../bench/paced.ts'
import { startWatched, watch } from '../../bench/watch.ts'
import { createPaced } from '../../bench/watched-surveys.ts'
import { expectFigure } from '../figure.ts'
import { killServers } from './server.ts'

const PHONES = 10_000
/** One process has room for 9,000 phones of one survey. */
const PROCESSES = 2
/** All phones share one address. */
const SETTINGS = { STREAMS_PER_ADDRESS: '0' }
const KILOBYTE = 1_000

after(killServers)

test('10,000 phones on one survey, in two processes, all get each step of its presenter', async t => {
  const watched = await startWatched(PROCESSES, async (url, token) => [await createPaced(url, token)], SETTINGS)
  const plan = { changesPerSecond: 1, milliseconds: 10_000, isConducted: true }
  // What a process needs for its first steps is not a phone's share.
  await watch(watched, { ...plan, streams: PROCESSES })
  const { waits, changes, growth } = await watch(watched, { ...plan, streams: PHONES })
  await watched.stop()
  assert.equal(waits.length, changes * PHONES, 'a step that a phone misses makes the measurement fail')
  const times = Array.from(waits)
  expectFigure(t, {
    subject: '10,000 phones on one survey, two processes: p99 of a step at each',
    measured: `${changes} steps, median ${Math.round(quantile(times, 0.5))} ms, last ${Math.round(quantile(times, 1))} ms`,
    value: percentile99(times) / 1_000,
    gate: { sign: '≤', limit: 2, unit: 's' },
  })
  expectFigure(t, {
    subject: '10,000 phones on one survey, two processes: growth of memory for each',
    measured: `${Math.round(growth / KILOBYTE / KILOBYTE)} MB for all`,
    value: growth / PHONES / KILOBYTE,
    // As for any event stream. A lecture hall's phones have a bound of their own (S15).
    gate: { sign: '≤', limit: 40, unit: 'kB' },
  })
})
