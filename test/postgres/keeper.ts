import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { createPostgres, type PostgresOptions, type Stop } from './server.ts'

/** A PostgreSQL server that ends with the process that requested it, however that process ends. */
export interface KeptPostgres {
  /** The URL of its first database, for its superuser. */
  readonly url: string
  start(): Promise<void>
  stop(how: Stop): Promise<void>
  /** Stops it, and removes all its files. */
  remove(): Promise<void>
}

type Order = 'start' | Stop
type Report = { readonly url: string } | { readonly done: Order } | { readonly failed: string }

/** Set in the keeper, so that it never starts another. */
const GUARD = 'SOUNDINGS_KEEPER'

/** Starts PostgreSQL under a supervisor, so that it shuts down cleanly even if this process is killed. */
export async function keepPostgres(options: PostgresOptions): Promise<KeptPostgres> {
  if (process.env[GUARD]) throw new Error('the keeper of PostgreSQL asks for another')
  // Without this process’s flags and settings: with those of the test runner, it would be a test runner itself.
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, [GUARD]: '1' }
  const alone: ForkOptions = { detached: true, stdio: 'ignore', execArgv: [], env }
  const keeper = fork(import.meta.filename, [JSON.stringify(options)], alone)
  const received = async (): Promise<Report> => {
    keeper.ref()
    keeper.channel?.ref()
    const over = new AbortController()
    const [report] = await Promise.race(['message', 'exit'].map(event => once(keeper, event, { signal: over.signal })))
    over.abort()
    // A process that does not wait for the keeper may end.
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
  // Pending work, such as a startup, does not delay it.
  process.exit()
}
