import { type Figure, milliseconds as inMilliseconds } from '../figure.ts'
import { paced, percentile99, quantile } from '../paced.ts'
import { startWatched, type Watched, watch } from '../watch.ts'
import { createPaced } from '../watched-surveys.ts'

const PHONES = 1_000
const STEPS_PER_SECOND = 2
const MILLISECONDS = 20_000
/** Pages that phones load in a second, before they follow. */
const LOADS_PER_SECOND = 250
const KILOBYTE = 1_000

/** S15: phones that follow a presenter, on one server with its embedded database, and on four with one PostgreSQL. */
export async function measureSteps(): Promise<Figure[]> {
  return [...(await measureOn(1, 0.5)), ...(await measureOn(4, 1))]
}

/** @param limit in seconds */
async function measureOn(servers: number, limit: number): Promise<Figure[]> {
  const watched = await startWatched(servers, async (baseUrl, token) => [await createPaced(baseUrl, token)])
  const plan = { streams: PHONES, changesPerSecond: STEPS_PER_SECOND, milliseconds: MILLISECONDS, isConducted: true }
  // What a process needs for its first few steps, and for any thousand requests, is not a phone's share.
  await watch(watched, { ...plan, streams: servers })
  await loadPages(watched)
  const { waits, changes, growth } = await watch(watched, plan)
  await watched.stop()
  const times = Array.from(waits)
  const [half, all] = [quantile(times, 0.5), quantile(times, 1)].map(inMilliseconds)
  const subject = `${PHONES.toLocaleString('en')} phones at the presenter's pace, ${servers === 1 ? 'one server' : `${servers} servers on one PostgreSQL`}`
  return [
    {
      id: 'S15',
      subject: `${subject}: p99 of a step at each phone`,
      measured: `${changes} steps, median ${half}, last ${all}`,
      value: percentile99(times) / 1_000,
      gate: { sign: '≤', limit, unit: 's' },
    },
    {
      id: 'S15',
      subject: `${subject}: growth of memory for each`,
      measured: `${Math.round(growth / KILOBYTE / KILOBYTE)} MB for all`,
      value: growth / PHONES / KILOBYTE,
      // Each process grows by what its first phones need.
      ...(servers === 1 && { gate: { sign: '≤', limit: 30, unit: 'kB' } }),
    },
  ]
}

/** As phones do before they follow. Each server has as many loads as there are phones. */
async function loadPages({ servers, surveys }: Watched): Promise<void> {
  const page = surveys[0]?.streams.phone.path.replace(/\/events$/, '')
  const request = Buffer.from(`GET ${page} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n\r\n`)
  const milliseconds = (PHONES / LOADS_PER_SECOND) * 1_000
  const loads = { perSecond: LOADS_PER_SECOND, milliseconds, requests: () => () => request }
  await Promise.all(servers.map(({ port }) => paced({ port, ...loads })))
}
