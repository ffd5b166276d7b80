import { parseArgs } from 'node:util'
import { formatTable } from '../src/cli/command.ts'
import { type Server, startServer } from '../test/faults/server.ts'
import { runApart } from '../test/program.ts'
import { embeddedDatabase, type GrowthDatabase, postgresDatabase } from './growth-database.ts'
import { load } from './load.ts'
import { receive } from './receive.ts'
import { median } from './rounds.ts'
import { type Answered, seedAnswered } from './seed.ts'
import { reads, submissions } from './survey.ts'

/** Number of measurements of each; the median counts. */
const TRIES = 5
const CALLS = 200

const { values, positionals } = parseArgs({ options: { postgres: { type: 'boolean' } }, allowPositionals: true })
const sizes = positionals.map(Number)
if (sizes.length === 0 || !sizes.every(size => Number.isSafeInteger(size) && size > 0)) {
  console.error('usage: npm run bench:growth -- [--postgres] RESPONSES …')
  process.exit(2)
}

/**
 * The cost of one survey as its responses grow: a line for each size. Times depend on the machine as much as on the
 * server.
 */
const header = [
  'responses',
  'bytes each',
  'stored/s',
  'start',
  'counts',
  'submission',
  'search',
  'full read',
  'read/s',
  'CSV',
  'backup',
  'deletion',
]
const rows: string[][] = []
for (const size of sizes) {
  console.error(`measuring ${whole(size)} responses …`)
  const database = await (values.postgres ? postgresDatabase() : embeddedDatabase())
  rows.push(await measure(size, database))
  await database.remove()
}
console.log(formatTable(header, rows))
process.exit(0)

async function measure(responses: number, database: GrowthDatabase): Promise<string[]> {
  const { dataDir, env } = database
  const seededAt = performance.now()
  const survey = await seedAnswered(dataDir, responses, env)
  const stored = (responses * 1_000) / (performance.now() - seededAt)
  const bytes = (await database.bytes()) / responses
  const starts: number[] = []
  for (let start = 0; start < TRIES; start++) {
    const server = await startServer({ dataDir, env })
    starts.push(server.readyAfter)
    await server.stop('SIGTERM')
  }
  const server = await startServer({ dataDir, env })
  const counts = await timeOfCall(server, reads(`/api/v1/surveys/${survey.slug}?view=aggregate`, survey.tokens))
  const submission = await timeOfCall(server, submissions(survey.slug, 1))
  const search = await medianOf(() => timeOfSearch(server, survey))
  const read = await medianOf(() => timeOfRead(server, survey))
  const exported = await medianOf(() => timeOfExport(server, survey))
  const backup = await timeOf(() => database.backUp())
  // In a process beside the server, as an operator would run it.
  const deletion = await timeOf(() => deleteAccount(database))
  await server.stop('SIGTERM')
  const times = [median(starts), counts, submission, search, read].map(inMilliseconds)
  const longer = [exported, backup, deletion].map(inMilliseconds)
  const [storedRate = '', readRate = ''] = [stored, (responses * 1_000) / read].map(whole)
  return [whole(responses), whole(bytes), storedRate, ...times, readRate, ...longer]
}

/** Milliseconds of each call, one after the other. */
async function timeOfCall({ port }: Server, next: ReturnType<typeof reads>): Promise<number> {
  return 1_000 / (await load({ port, senders: 1, requests: () => next, until: { replies: CALLS } }))
}

/** A text that nobody wrote, so that every response is searched until the time limit of one search. */
async function timeOfSearch({ port }: Server, { slug, adminToken }: Answered): Promise<number> {
  return timeOf(async () => {
    const headers = { authorization: `Bearer ${adminToken}` }
    const { status } = await fetch(`http://127.0.0.1:${port}/admin/api/${slug}/responses?text=unwritten`, { headers })
    if (status !== 200) throw new Error(`the search was answered with ${status}`)
  })
}

async function timeOfRead({ port }: Server, { slug, tokens }: Answered): Promise<number> {
  return timeOf(() => receive(port, `/api/v1/surveys/${slug}`, tokens[0]))
}

async function timeOfExport({ port }: Server, { slug, adminToken }: Answered): Promise<number> {
  return timeOf(() => receive(port, `/admin/api/${slug}/export.csv`, adminToken))
}

/** The only account. Half of the time is idle, so that the server can write meanwhile. */
async function deleteAccount({ dataDir, env }: GrowthDatabase): Promise<void> {
  const listed = await runApart(['account', 'list', '--json'], { dataDir, env })
  const [{ email }] = JSON.parse(listed.stdout)
  const { status, stderr } = await runApart(['account', 'delete', email, '--yes'], { dataDir, env })
  if (status !== 0) throw new Error(stderr)
}

function inMilliseconds(time: number): string {
  return `${time.toFixed(time < 100 ? 2 : 0)} ms`
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

async function medianOf(measureOnce: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) times.push(await measureOnce())
  return median(times)
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
