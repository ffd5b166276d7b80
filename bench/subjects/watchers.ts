import { type Figure, milliseconds as inMilliseconds } from '../figure.ts'
import { percentile99, quantile } from '../paced.ts'
import type { Scale } from '../scale.ts'
import { startWatched, watch } from '../watch.ts'
import { createWatchedSurveys } from '../watched-surveys.ts'

const SERVERS = 4
const SURVEYS = 100
const CHANGES_PER_SECOND = 50
const KILOBYTE = 1_000

/**
 * S11: many watchers of 100 surveys on four server processes and one PostgreSQL database, while those surveys change.
 */
export async function measureWatchers({ rounds, milliseconds, streams }: Scale): Promise<Figure[]> {
  const watched = await startWatched(SERVERS, (baseUrl, token) => createWatchedSurveys(baseUrl, token, SURVEYS))
  const plan = { streams, changesPerSecond: CHANGES_PER_SECOND, milliseconds: rounds * milliseconds }
  // The memory for the first few changes is needed without watchers too.
  await watch(watched, { ...plan, streams: SURVEYS })
  const { waits, changes, growth } = await watch(watched, plan)
  await watched.stop()
  const times = Array.from(waits)
  const most = percentile99(times)
  const subject = `${streams.toLocaleString('en')} event streams of ${SURVEYS} surveys, ${SERVERS} servers on one PostgreSQL`
  const [half, all] = [quantile(times, 0.5), quantile(times, 1)].map(inMilliseconds)
  return [
    {
      id: 'S11',
      subject: `${subject}: p99 of ${CHANGES_PER_SECOND} changes/s at each watcher`,
      measured: `${changes} changes, median ${half}, last ${all}`,
      value: most / 1_000,
      gate: { sign: '≤', limit: 1, unit: 's' },
    },
    {
      id: 'S11',
      subject: 'growth of memory for each of these streams',
      measured: `${Math.round(growth / KILOBYTE / KILOBYTE)} MB for all`,
      value: growth / streams / KILOBYTE,
      gate: { sign: '<', limit: 30, unit: 'kB' },
    },
  ]
}
