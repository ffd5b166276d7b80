import { formatTable } from '../src/cli/command.ts'
import { percentile99, quantile } from './paced.ts'
import { startWatched, watch } from './watch.ts'
import { createWatchedSurveys } from './watched-surveys.ts'

/** One process has room for 9,000 phones of one survey. */
const SERVERS = 2
const CHANGES_PER_SECOND = 10
const MILLISECONDS = 10_000
/** All of them share one address. */
const LIMITS = { STREAMS_PER_ADDRESS: '0' }

const sizes = process.argv.slice(2).map(Number)
if (sizes.length === 0 || !sizes.every(size => Number.isSafeInteger(size) && size > 0)) {
  console.error('usage: npm run bench:viewers -- VIEWERS …')
  process.exit(2)
}

/** The cost of a board’s viewers while it gets 10 votes a second: a line for each number of them. */
const header = ['viewers', 'CPU per change', 'events', 'CPU per event', 'median', 'p99', 'last']
const watched = await startWatched(SERVERS, (baseUrl, token) => createWatchedSurveys(baseUrl, token, 1), LIMITS)
// A fresh process is slower.
await measure(Math.max(...sizes))
const rows: string[][] = []
for (const size of sizes) {
  console.error(`measuring ${size.toLocaleString('en')} viewers …`)
  rows.push(await measure(size))
}
await watched.stop()
console.log(formatTable(header, rows))
process.exit(0)

async function measure(streams: number): Promise<string[]> {
  const plan = { streams, changesPerSecond: CHANGES_PER_SECOND, milliseconds: MILLISECONDS }
  const { waits, changes, events, processorSeconds } = await watch(watched, plan)
  const times = Array.from(waits)
  return [
    streams.toLocaleString('en'),
    `${((processorSeconds * 1_000) / changes).toFixed(2)} ms`,
    events.toLocaleString('en'),
    `${((processorSeconds * 1_000_000) / events).toFixed(0)} µs`,
    ...[quantile(times, 0.5), percentile99(times), quantile(times, 1)].map(time => `${time.toFixed(0)} ms`),
  ]
}
