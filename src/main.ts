import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { destination, type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { type Config, ConfigError, loadOrCreateSecret } from './config.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Context } from './service/context.ts'
import { Keys } from './service/keys.ts'
import type { Engine } from './store/engine.ts'
import { openPostgres } from './store/postgres/postgres.ts'
import { openSqlite } from './store/sqlite/sqlite.ts'
import { Store } from './store/store.ts'

/** Log lines are written in batches: after this many characters, or milliseconds. */
const LOG_LENGTH = 8_192
const LOG_MS = 200

interface ContextParts {
  /** Default: to stderr, since the output of a command goes to stdout. */
  readonly log?: Logger
  readonly metrics?: Metrics | undefined
}

/**
 * Opens the installation that `config` describes.
 * @param exclusive whether this is a server process; an embedded database has one at most
 * @throws ConfigError if the database was made with another secret
 */
export async function openContext(config: Config, exclusive: boolean, parts: ContextParts = {}): Promise<Context> {
  // Only the user who runs the service may read its files, whatever the folder allows.
  process.umask(0o077)
  const keys = new Keys(loadOrCreateSecret(config))
  const store = new Store(await openEngine(config, exclusive), { ...config, commitObserver: parts.metrics })
  if (!(await store.verifySecret(keys.check))) {
    await store.close()
    throw new ConfigError('SECRET is not the one that this database was made with; admin links depend on it')
  }
  return {
    store,
    keys,
    clock: Date.now,
    random: { uuid: randomUUID, integer: randomInt },
    log: parts.log ?? pino({ level: config.logLevel, base: null }, destination({ dest: 2, sync: true })),
  }
}

function openEngine({ databaseUrl, dataDir }: Config, exclusive: boolean): Promise<Engine> {
  return databaseUrl === undefined ? openSqlite({ folder: dataDir, exclusive }) : openPostgres({ url: databaseUrl })
}

/**
 * Serves until SIGTERM or SIGINT. Requests that were accepted by then are finished first.
 * @param greet runs once the service listens, and returns the text of its startup message
 * @returns resolves when the service has stopped
 */
export async function serve(config: Config, greet: (context: Context) => Promise<string>): Promise<void> {
  const sink = new LogSink()
  const log = pino({ level: config.logLevel, base: null }, sink)
  const metrics = await openMetrics(config)
  const context = await openContext(config, true, { log, metrics })
  let app: FastifyInstance | undefined
  try {
    app = await buildApp({ context, ...config, requestObserver: metrics?.requests })
    const stopped = stopSignal(log)
    await metrics?.serve(() => context.store.load())
    const timer = purgeHourly(context)
    await app.listen({ port: config.port, host: config.host })
    log.info({ url: config.baseUrl }, 'listening')
    process.stderr.write(await greet(context))
    await stopped
    clearInterval(timer)
  } finally {
    await app?.close()
    metrics?.close()
    await context.store.close()
    log.info('stopped')
    sink.close()
  }
}

/** Without a metrics port nothing of it is loaded or observed. */
async function openMetrics({ metricsPort, host }: Config): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  const { Metrics } = await import('./metrics/metrics.ts')
  return new Metrics(metricsPort, host)
}

const HOUR_MS = 3_600_000

/** Deletes expired rows at the start and then every hour. A failed run is made up for by the next one. */
function purgeHourly({ store, clock, log }: Context): NodeJS.Timeout {
  const purge = () => store.purge(clock()).catch(err => log.warn({ err }, 'expired rows could not be deleted'))
  purge()
  return setInterval(purge, HOUR_MS).unref()
}

/** npm passes on a signal that the terminal has sent to both, so the second of a pair is not an impatient user. */
const SAME_SIGNAL_MS = 1_000

/** Resolves at the first signal. A later one ends the process at once. */
function stopSignal(log: Logger): Promise<void> {
  return new Promise(resolve => {
    let since: number | undefined
    const stop = (signal: string) => {
      since ??= performance.now()
      if (performance.now() - since > SAME_SIGNAL_MS) process.exit(1)
      log.info({ signal }, 'stopping')
      resolve()
    }
    process.on('SIGTERM', stop).on('SIGINT', stop)
  })
}

/** Writes log lines in batches, since every single write is measured and copied on its own. */
class LogSink {
  readonly #stdout = destination({ sync: true })
  readonly #timer = setInterval(() => this.#flush(), LOG_MS).unref()
  #lines = ''

  write(line: string): void {
    this.#lines += line
    if (this.#lines.length > LOG_LENGTH) this.#flush()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#flush()
  }

  #flush(): void {
    if (this.#lines !== '') this.#stdout.write(this.#lines)
    this.#lines = ''
  }
}
