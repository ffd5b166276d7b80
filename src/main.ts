import { flushCompileCache } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { destination, type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { HOUR_MS } from './domain/values/time.ts'
import { openContext } from './installation.ts'
import type { Metrics } from './metrics/metrics.ts'
import { Documents } from './outbound/documents.ts'
import { smtp } from './outbound/smtp.ts'
import { StripeBilling } from './outbound/stripe.ts'
import { programVersion } from './program/program-files.ts'
import { VoteRewriter } from './service/boards/vote-rewriter.ts'
import type { Context } from './service/context.ts'
import { storageStatus } from './storage-status.ts'
import { LISTEN_BACKLOG } from './transport/limits.ts'

/** How long one of several processes keeps idle connections open during a shutdown: a second, in milliseconds. */
const DRAIN_MS = 1_000

/**
 * Log lines are buffered until they reach this many characters, or for this many milliseconds. A log collector may
 * record when each line arrives, which must not reveal more than the line itself.
 */
const LOG_LENGTH = 8_192
const LOG_MS = 1_000
/** Bytes of log kept while it cannot be written. */
const LOG_WAITING = 1_048_576
/** Purging takes about twenty transactions. */
const PURGE_AFTER_MS = 1_000

/**
 * Serves until SIGTERM or SIGINT, and finishes the requests accepted by then.
 * @param greet runs once the server listens, and returns the startup message
 * @returns resolves when the server has stopped
 */
export async function serve(config: Config, greet: (context: Context) => Promise<string>): Promise<void> {
  const sink = new LogSink()
  const log = pino({ level: config.logLevel, base: null, timestamp: logTime }, sink)
  const metrics = await openMetrics(config, log)
  const context = await openContext(config, true, log, metrics)
  const voteRewriter = new VoteRewriter(context)
  let app: FastifyInstance | undefined
  try {
    const sendMail = config.smtp && smtp(config.smtp)
    const payment = config.stripe && { provider: new StripeBilling(config.stripe), trialDays: config.stripe.trialDays }
    const documents = new Documents({ log, observe: outcome => metrics?.fetched(outcome) })
    app = await buildApp({
      context,
      ...config,
      sendMail,
      payment,
      fetchDocument: address => documents.fetch(address),
      requestObserver: metrics?.requests,
      providerObserver: metrics,
      loadObserver: metrics,
      // A single server would only be unavailable for longer.
      drainMs: config.databaseUrl === undefined ? 0 : DRAIN_MS,
    })
    const stopped = stopSignal(log)
    await metrics?.serve({
      load: () => ({ waiting: context.submissions.waiting, connections: context.store.connections }),
      countJobs: () => countJobs(context),
      storageStatus: storageStatus(context, config),
      countBilling: config.stripe && (() => context.store.billing.count()),
    })
    voteRewriter.start()
    await app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG })
    log.info({ url: config.baseUrl }, 'listening')
    sink.flush()
    process.stderr.write(await greet(context))
    // Node does this when a process exits, but not when it is killed.
    flushCompileCache()
    const stopPurging = purgeHourly(context)
    await stopped
    stopPurging()
  } finally {
    await app?.close()
    metrics?.close()
    await voteRewriter.close()
    await context.store.close()
    log.info('stopped')
    sink.close()
  }
}

/** Milliseconds since the epoch, rounded to the second: a finer time would tell when somebody answered. */
function logTime(): string {
  return `,"time":${Math.floor(Date.now() / 1_000)}000`
}

/** Without METRICS_PORT, nothing is loaded or observed. */
async function openMetrics({ metricsPort, host }: Config, log: Logger): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  const { Metrics } = await import('./metrics/metrics.ts')
  return new Metrics({ port: metricsPort, host, log, version: programVersion() })
}

async function countJobs({ store, clock }: Context) {
  const { waitingSince, ...counts } = await store.jobs.count()
  return { ...counts, longestWait: waitingSince === null ? 0 : Math.max(0, clock() - waitingSince) }
}

/**
 * Deletes expired rows soon after the start, once the first requests have been answered, and then every hour. After a
 * failure, it is retried an hour later.
 * @returns a function that stops it
 */
function purgeHourly({ store, clock, log }: Context): () => void {
  const purge = () =>
    store.purge(clock()).catch(err => log.warn({ err }, 'could not delete expired rows; retrying in an hour'))
  const first = setTimeout(purge, PURGE_AFTER_MS).unref()
  const others = setInterval(purge, HOUR_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(others)
  }
}

/**
 * npm forwards a signal that the terminal has sent to both processes, so a second signal this soon is the same Ctrl+C.
 */
const SAME_SIGNAL_MS = 1_000

/** Resolves at the first signal. A later one ends the process immediately. */
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
    // Without a listener, Node would open its inspector.
    process.on('SIGUSR1', () => log.info({ signal: 'SIGUSR1' }, 'ignored'))
  })
}

/** Buffers log lines, because writing each line separately costs several microseconds. */
class LogSink {
  readonly #stdout = destination({ sync: true, maxLength: LOG_WAITING })
  readonly #timer = setInterval(() => this.flush(), LOG_MS).unref()
  readonly #flushAtExit = () => this.flush()
  #lines = ''

  constructor() {
    // If the log cannot be written, for example because the disk is full, lines are dropped and requests are still
    // answered.
    this.#stdout.on('error', () => undefined)
    // A failing process writes the reason to stderr; the lines before it are still buffered here.
    process.once('exit', this.#flushAtExit)
  }

  write(line: string): void {
    this.#lines += line
    if (this.#lines.length > LOG_LENGTH) this.flush()
  }

  close(): void {
    clearInterval(this.#timer)
    process.off('exit', this.#flushAtExit)
    this.flush()
  }

  flush(): void {
    if (this.#lines !== '') this.#stdout.write(this.#lines)
    this.#lines = ''
  }
}
