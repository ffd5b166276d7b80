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

/** Log lines are buffered until they reach this many characters, or for this many milliseconds. */
const LOG_LENGTH = 8_192
const LOG_MS = 200

/**
 * Opens the installation for services.
 * @param exclusive for a server process: an embedded database has one at a time
 */
export async function openContext(
  config: Config,
  exclusive: boolean,
  log: Logger,
  metrics?: Metrics,
): Promise<Context> {
  // Only the owner may read the installation's files, whatever the directory allows.
  process.umask(0o077)
  const keys = new Keys(loadOrCreateSecret(config))
  const store = new Store(await openEngine(config, exclusive, log), { ...config, commitObserver: metrics })
  if (!(await store.verifySecret(keys.check))) {
    await store.close()
    throw new ConfigError(
      'SECRET does not belong to this database. Use the secret that the database was created with: admin links depend on it.',
    )
  }
  return {
    store,
    keys,
    clock: Date.now,
    random: { uuid: randomUUID, integer: randomInt },
    log,
  }
}

function openEngine({ databaseUrl, dataDir }: Config, exclusive: boolean, log: Logger): Promise<Engine> {
  return databaseUrl === undefined
    ? openSqlite({ folder: dataDir, exclusive, log })
    : openPostgres({ url: databaseUrl, log })
}

/**
 * Serves until SIGTERM or SIGINT, and finishes the requests accepted by then.
 * @param greet runs once the server listens, and returns the startup message
 * @returns resolves when the server has stopped
 */
export async function serve(config: Config, greet: (context: Context) => Promise<string>): Promise<void> {
  const sink = new LogSink()
  const log = pino({ level: config.logLevel, base: null }, sink)
  const metrics = await openMetrics(config)
  const context = await openContext(config, true, log, metrics)
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

/** Without METRICS_PORT, nothing is loaded or observed. */
async function openMetrics({ metricsPort, host }: Config): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  const { Metrics } = await import('./metrics/metrics.ts')
  return new Metrics(metricsPort, host)
}

const HOUR_MS = 3_600_000

/** Deletes expired rows at the start and then every hour. After a failure, the next hour tries again. */
function purgeHourly({ store, clock, log }: Context): NodeJS.Timeout {
  const purge = () =>
    store.purge(clock()).catch(err => log.warn({ err }, 'could not delete expired rows; trying again in an hour'))
  purge()
  return setInterval(purge, HOUR_MS).unref()
}

/** npm forwards a signal that the terminal has sent to both processes, so a second one this soon is the same Ctrl+C. */
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

/** Buffers log lines, because writing each by itself costs several microseconds. */
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
