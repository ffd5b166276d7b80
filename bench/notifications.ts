import pg from 'pg'
import { formatTable } from '../src/cli/command.ts'
import { CHANNEL } from '../src/store/postgres/change-publisher.ts'
import { durablePostgres } from './database.ts'
import { perSecond } from './figure.ts'
import { processorSeconds } from './processor.ts'
import { inTurn, median } from './rounds.ts'

/** The most that a process sends together. */
const TOGETHER = 1_000
const STATEMENTS = 50
const ROUNDS = 5
const SESSIONS = 16
const MILLISECONDS = 1_000
const PAYLOAD = `${'s'.repeat(12)} 1234567 responses`

const sizes = process.argv.slice(2).map(Number)
if (sizes.length === 0 || !sizes.every(size => Number.isSafeInteger(size) && size > 0)) {
  console.error('usage: npm run bench:notifications -- LISTENERS …')
  process.exit(2)
}

interface Listener {
  readonly client: pg.Client
  /** The database process that serves this session. */
  readonly pid: number
}

/** The cost of change notifications by the number of server processes that listen: a line for each. */
const { DATABASE_URL } = await durablePostgres()
const publisher = await connect()
const rows: string[][] = []
for (const size of sizes) {
  console.error(`measuring ${size} listeners …`)
  rows.push(await measure(size))
}
console.log(formatTable(['listeners', 'notifications/s', 'database: to send', 'to deliver, each', 'listener'], rows))
console.log(`\n${await compareTransactions()}`)
process.exit(0)

/**
 * Short transactions in several sessions that store, notify, or do both; transactions that do both wait for each other.
 */
async function compareTransactions(): Promise<string> {
  const { client: listener } = await listen()
  const sessions: pg.Client[] = []
  while (sessions.length < SESSIONS) sessions.push((await connect()).client)
  await publisher.client.query('create table counter as select n, 0 as value from generate_series(0, 15) as n')
  const notify = `select pg_notify('${CHANNEL}', '${PAYLOAD}')`
  const storing = (session: number) => `update counter set value = value + 1 where n = ${session}`
  const rates = await inTurn(ROUNDS, {
    store: () => rateOf(sessions, storing),
    notify: () => rateOf(sessions, () => notify),
    both: () => rateOf(sessions, session => `with stored as (${storing(session)} returning 1) ${notify} from stored`),
  })
  await listener.end()
  const header = ['transactions of 16 sessions that', 'a second']
  return formatTable(header, [
    ['store', perSecond(median(rates.store))],
    ['notify', perSecond(median(rates.notify))],
    ['store and notify', perSecond(median(rates.both))],
  ])
}

async function rateOf(sessions: readonly pg.Client[], sqlOf: (session: number) => string): Promise<number> {
  const until = performance.now() + MILLISECONDS
  let count = 0
  const repeat = async (client: pg.Client, session: number) => {
    for (; performance.now() < until; count++) await client.query(sqlOf(session))
  }
  await Promise.all(sessions.map(repeat))
  return (count * 1_000) / MILLISECONDS
}

async function measure(size: number): Promise<string[]> {
  const listeners: Listener[] = []
  while (listeners.length < size) listeners.push(await listen())
  const rounds: number[][] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await send(listeners))
  await Promise.all(listeners.map(({ client }) => client.end()))
  const [rate = 0, ...costs] = [0, 1, 2, 3].map(column => median(rounds.map(round => round[column] ?? Number.NaN)))
  return [String(size), Math.round(rate).toLocaleString('en'), ...costs.map(cost => `${cost.toFixed(2)} µs`)]
}

/**
 * @returns notifications a second, and the CPU time per notification in microseconds: for sender, delivery, and
 *   listener
 */
async function send(listeners: readonly Listener[]): Promise<number[]> {
  const total = STATEMENTS * TOGETHER
  const received = Promise.all(listeners.map(({ client }) => arrivals(client, total)))
  const used = () => [
    processorSeconds(publisher.pid),
    listeners.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
    processorSeconds(process.pid),
  ]
  const before = used()
  const startedAt = performance.now()
  const payloads = Array.from({ length: TOGETHER }, (_, index) => `${index} ${PAYLOAD}`)
  const sql = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
  for (let sent = 0; sent < STATEMENTS; sent++) await publisher.client.query(sql, [CHANNEL, payloads])
  await received
  const seconds = (performance.now() - startedAt) / 1_000
  const [sending = 0, delivering = 0, own = 0] = used().map((now, at) => (now - (before[at] ?? 0)) * 1_000_000)
  const deliveries = total * listeners.length
  return [total / seconds, sending / total, delivering / deliveries, own / deliveries]
}

function arrivals(client: pg.Client, count: number): Promise<void> {
  return new Promise(resolve => {
    let arrived = 0
    client.on('notification', () => {
      if (++arrived < count) return
      client.removeAllListeners('notification')
      resolve()
    })
  })
}

async function listen(): Promise<Listener> {
  const listener = await connect()
  await listener.client.query(`listen ${CHANNEL}`)
  return listener
}

async function connect(): Promise<Listener> {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const { rows: pids } = await client.query('select pg_backend_pid() as pid')
  return { client, pid: Number(pids[0].pid) }
}
