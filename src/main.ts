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

/** Log lines are written together: after this many characters, or milliseconds. */
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
  // The installation's files are for its user alone, whatever the folder allows.
  process.umask(0o077)
  const keys = new Keys(loadOrCreateSecret(config))
  const store = new Store(await openEngine(config, exclusive, log), { ...config, commitObserver: metrics })
  if (!(await store.verifySecret(keys.check))) {
    await store.close()
    throw new ConfigError('SECRET is not the one that this database was made with; admin links depend on it')
  }
  return {
    store,
    keys,
    clock: Date.now,
    random: { uuid: randomUUID, integer: randomInt },
  }
}

function openEngine({ databaseUrl, dataDir }: Config, exclusive: boolean, log: Logger): Promise<Engine> {
  return databaseUrl === undefined
    ? openSqlite({ folder: dataDir, exclusive, log })
    : openPostgres({ url: databaseUrl, log })
}

/**
 * Serves until SIGTERM or SIGINT: what was accepted then is finished first.
 * @param greet runs once the service listens, and gives what to say
 * @returns resolves when the service has stopped
 */
export async function serve(config: Config, greet: (context: Context) => Promise<string>): Promise<void> {
  const sink = new LogSink()
  const log = pino({ level: config.logLevel, base: null }, sink)
  const metrics = await openMetrics(config)
  const context = await openContext(config, true, log, metrics)
  let app: FastifyInstance | undefined
  try {
    app = await buildApp({ context, ...config, log, requestObserver: metrics?.requests })
    const stopped = stopSignal(log)
    await metrics?.serve(() => context.store.load())
    const timer = purgeHourly(context, log)
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

/** Where no port is set for it, nothing of it is loaded or observed. */
async function openMetrics({ metricsPort, host }: Config): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  const { Metrics } = await import('./metrics/metrics.ts')
  return new Metrics(metricsPort, host)
}

const HOUR_MS = 3_600_000

/** What has had its time is deleted at the start and then each hour; a failure is for the next hour to mend. */
function purgeHourly({ store, clock }: Context, log: Logger): NodeJS.Timeout {
  const purge = () => store.purge(clock()).catch(err => log.warn({ err }, 'not purged'))
  purge()
  return setInterval(purge, HOUR_MS).unref()
}

/** npm hands on what the terminal has sent to both, so the second of a pair is not somebody who will not wait. */
const SAME_SIGNAL_MS = 1_000

/** Resolves at the first signal; one that comes later ends the process at once. */
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

/** Gathers lines before they are handed on: handed on one by one, each is measured and copied by itself. */
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
