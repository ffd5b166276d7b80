import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { createPostgres, type PostgresOptions, type Stop } from './server.ts'

/** A PostgreSQL server that ends with the process that asked for it, however that one ends. */
export interface KeptPostgres {
  /** Of its first database, as its superuser. */
  readonly url: string
  start(): Promise<void>
  stop(how: Stop): Promise<void>
  /** Ends it, and leaves nothing of it. */
  remove(): Promise<void>
}

type Order = 'start' | Stop
type Report = { readonly url: string } | { readonly done: Order } | { readonly failed: string }

/** Set for the keeper, so that none ever starts another. */
const GUARD = 'SOUNDINGS_KEEPER'

/** Starts a server under a process of its own, which neither a signal to this one nor its end can take by surprise. */
export async function keepPostgres(options: PostgresOptions): Promise<KeptPostgres> {
  if (process.env[GUARD]) throw new Error('the keeper of PostgreSQL asks for another')
  // Without the flags and settings of this process: under those of the test runner it would be a test runner itself.
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, [GUARD]: '1' }
  const alone: ForkOptions = { detached: true, stdio: 'ignore', execArgv: [], env }
  const keeper = fork(import.meta.filename, [JSON.stringify(options)], alone)
  const received = async (): Promise<Report> => {
    keeper.ref()
    keeper.channel?.ref()
    const over = new AbortController()
    const [report] = await Promise.race(['message', 'exit'].map(event => once(keeper, event, { signal: over.signal })))
    over.abort()
    // What waits for nothing of the keeper's may end.
    keeper.unref()
    keeper.channel?.unref()
    if (typeof report !== 'object') throw new Error(`the keeper of PostgreSQL ended with ${report}`)
    if ('failed' in report) throw new Error(report.failed)
    return report
  }
  const order = async (word: Order) => {
    keeper.send(word)
    await received()
  }
  const report = await received()
  return {
    url: 'url' in report ? report.url : '',
    start: () => order('start'),
    stop: order,
    remove: async () => {
      keeper.ref()
      keeper.disconnect()
      await once(keeper, 'exit')
    },
  }
}

if (import.meta.main) await keep(JSON.parse(process.argv[2] ?? ''))

async function keep(options: PostgresOptions): Promise<void> {
  const left = once(process, 'disconnect')
  const report = (news: Report) => process.connected && process.send?.(news)
  try {
    const server = await createPostgres(options)
    process.on('message', async (order: Order) => {
      await (order === 'start' ? server.start() : server.stop(order)).then(
        () => report({ done: order }),
        error => report({ failed: String(error) }),
      )
    })
    report({ url: server.url })
    await left
    await server.remove()
  } catch (error) {
    report({ failed: String(error) })
  }
  // Nothing that still waits, such as a start, holds it up.
  process.exit()
}
