import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Requests } from './requests.ts'

/** Values read at each scrape. */
export interface Load {
  /** Submissions waiting for a commit. */
  readonly waiting: number
  /** Connections to a database server; undefined for the embedded database. */
  readonly connections: ConnectionStatus | undefined
}

interface ConnectionStatus {
  readonly total: number
  readonly idle: number
  readonly waiting: number
  /** Whether changes made by other processes are received. */
  readonly isListening: boolean
  readonly replica: ReplicaStatus | undefined
}

interface ReplicaStatus {
  readonly isRead: boolean
  /** In milliseconds. */
  readonly lag: number
  readonly reads: Readonly<Record<string, number>>
}

/** Jobs, which are shared by all processes. */
interface JobCounts {
  readonly waiting: number
  readonly failed: number
  readonly refused: number
  /**
   * The longest time that a job has been waiting, in milliseconds; 0 if no job is waiting or all waiting jobs are
   * running.
   */
  readonly longestWait: number
}

/** Accounts that are customers at the payment provider. */
interface BillingCounts {
  readonly customers: number
  readonly failing: number
}

/** The database, and the disk of an embedded one. */
interface StorageStatus {
  readonly databaseBytes: number
  readonly freeBytes: number | undefined
  /** In milliseconds since the epoch. */
  readonly lastBackupAt: number | null
}

interface CountGauge<Counts> {
  readonly name: string
  readonly help: string
  /** Undefined for no sample. */
  value(counts: Counts): number | undefined
}

const STORAGE_GAUGES: readonly CountGauge<StorageStatus>[] = [
  {
    name: 'soundings_database_size_bytes',
    help: 'Size of the database on disk, at most a minute ago.',
    value: ({ databaseBytes }) => databaseBytes,
  },
  {
    name: 'soundings_disk_free_bytes',
    help: 'Free space on the disk of an embedded database, at most a minute ago.',
    value: ({ freeBytes }) => freeBytes,
  },
  {
    name: 'soundings_last_backup_timestamp_seconds',
    help: 'Time of the last recorded backup, in seconds since the epoch; no sample if none was recorded.',
    value: ({ lastBackupAt }) => (lastBackupAt === null ? undefined : lastBackupAt / 1_000),
  },
]

const JOB_GAUGES: readonly CountGauge<JobCounts>[] = [
  { name: 'soundings_jobs_waiting', help: 'Mails and other jobs waiting to be done.', value: ({ waiting }) => waiting },
  { name: 'soundings_jobs_failed', help: 'Jobs given up after repeated failures.', value: ({ failed }) => failed },
  {
    name: 'soundings_mails_refused',
    help: 'Mails given up because a mail server refuses their recipient. Anybody can cause them.',
    value: ({ refused }) => refused,
  },
  {
    name: 'soundings_jobs_oldest_waiting_seconds',
    help: 'The longest time that a job has been waiting: since it was due or, if it has failed before, since it was added. A running deletion does not count.',
    value: ({ longestWait }) => longestWait / 1_000,
  },
]

const BILLING_GAUGES: readonly CountGauge<BillingCounts>[] = [
  {
    name: 'soundings_billing_customers',
    help: 'Accounts that have a customer at the payment provider.',
    value: ({ customers }) => customers,
  },
  {
    name: 'soundings_billing_customers_failing',
    help: 'Customers whose subscriptions could not be read at the last attempt.',
    value: ({ failing }) => failing,
  },
]

interface MetricsOptions {
  readonly port: number
  readonly host: string
  /** Prometheus sees only that a scrape failed; the reason is logged. */
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** This program's version. */
  readonly version: string
}

/** The sources read at each scrape. */
interface MeasuredParts {
  load(): Load
  countJobs(): Promise<JobCounts>
  storageStatus(): Promise<StorageStatus>
  /** Left out if nothing is sold. */
  readonly countBilling?: (() => Promise<BillingCounts>) | undefined
}

const STREAM_KINDS = ['page', 'dashboard'] as const
type StreamKind = (typeof STREAM_KINDS)[number]

/** In seconds. A fast disk syncs in under a millisecond, a busy one in hundreds of milliseconds. */
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const COMMIT_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** Prometheus metrics of this process. They contain nothing about respondents. */
export class Metrics {
  readonly #registry = new Registry()
  readonly requests = new Requests(this.#registry)
  readonly #sizes = new Histogram({
    name: 'soundings_commit_submissions',
    help: 'Submissions per commit.',
    buckets: COMMIT_SIZES,
    registers: [this.#registry],
  })
  readonly #seconds = new Histogram({
    name: 'soundings_commit_duration_seconds',
    help: 'Time from the start of a commit of submissions until it is on disk.',
    buckets: COMMIT_SECONDS,
    registers: [this.#registry],
  })
  readonly #refused = new Counter({
    name: 'soundings_submissions_refused_total',
    help: 'Submissions refused because too many were waiting.',
    registers: [this.#registry],
  })
  readonly #failed = new Counter({
    name: 'soundings_commits_failed_total',
    help: 'Commits of submissions that failed, because the database was unavailable or because of a bug.',
    registers: [this.#registry],
  })
  readonly #streams = new Gauge({
    name: 'soundings_event_streams',
    help: 'Open event streams: of survey pages, and of dashboards and projectors.',
    labelNames: ['kind'],
    registers: [this.#registry],
  })
  readonly #runningJobs = new Gauge({
    name: 'soundings_jobs_running',
    help: 'Jobs that this process is doing.',
    registers: [this.#registry],
  })
  readonly #fetched = new Counter({
    name: 'soundings_client_documents_total',
    help: 'Fetches of client metadata documents, by outcome.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  })
  readonly #providerAnswers = new Counter({
    name: 'soundings_sign_in_provider_answers_total',
    help: 'Sign-ins with the OpenID Connect provider, by outcome: confirmed, refused or unavailable.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  })
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(err => {
      this.#options.log.error({ err }, 'could not collect metrics')
      response.writeHead(500).end()
    })
  })
  readonly #options: MetricsOptions

  constructor(options: MetricsOptions) {
    this.#options = options
    collectDefaultMetrics({ register: this.#registry })
    const registers = [this.#registry]
    const labelNames = ['version']
    const build = new Gauge({ name: 'soundings_build_info', help: 'The version of Soundings.', labelNames, registers })
    build.set({ version: options.version }, 1)
    for (const kind of STREAM_KINDS) this.#streams.set({ kind }, 0)
  }

  committed(submissions: number, milliseconds: number): void {
    this.#sizes.observe(submissions)
    this.#seconds.observe(milliseconds / 1000)
  }

  refused(): void {
    this.#refused.inc()
  }

  commitFailed(): void {
    this.#failed.inc()
  }

  /** @param change 1 when a stream is opened, -1 when it has ended */
  countStream(kind: StreamKind, change: 1 | -1): void {
    this.#streams.inc({ kind }, change)
  }

  /** @param change 1 when a job begins, -1 when it ends */
  countJob(change: 1 | -1): void {
    this.#runningJobs.inc(change)
  }

  /** @param outcome one of a few fixed words */
  fetched(outcome: string): void {
    this.#fetched.inc({ outcome })
  }

  providerAnswered(outcome: 'confirmed' | 'refused' | 'unavailable'): void {
    this.#providerAnswers.inc({ outcome })
  }

  /** @throws Error if the port is in use */
  async serve({ load, countJobs, countBilling, storageStatus }: MeasuredParts): Promise<void> {
    this.#gauge('soundings_submissions_waiting', 'Submissions waiting for a commit.', () => load().waiting)
    // Registered before the counts, whose queries would otherwise count as waiting.
    if (load().connections !== undefined) this.#watchConnections(load)
    this.#watchCounts('jobs', countJobs, JOB_GAUGES)
    this.#watchCounts('bytes of the database', storageStatus, STORAGE_GAUGES)
    if (countBilling !== undefined) this.#watchCounts('billing customers', countBilling, BILLING_GAUGES)
    const { port, host } = this.#options
    await once(this.#server.listen({ port, host }), 'listening')
  }

  /** May be called even if the port was never opened. */
  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #watchConnections(load: () => Load): void {
    const gauge = (name: string, help: string, value: (status: ConnectionStatus) => number) =>
      this.#gauge(`soundings_database_${name}`, help, () => {
        const { connections } = load()
        return connections === undefined ? 0 : value(connections)
      })
    gauge('connections', 'Open connections to the database.', ({ total }) => total)
    gauge('connections_idle', 'Idle connections to the database.', ({ idle }) => idle)
    gauge('waiting', 'Transactions waiting for a connection.', ({ waiting }) => waiting)
    gauge('listening', '1 if changes by other processes are received, 0 if not.', ({ isListening }) => +isListening)
    if (load().connections?.replica !== undefined) this.#watchReplica(() => load().connections?.replica)
  }

  #watchReplica(status: () => ReplicaStatus | undefined): void {
    const registers = [this.#registry]
    this.#gauge('soundings_replica_in_use', '1 if responses are read from the replica, 0 if not.', () => {
      return +(status()?.isRead ?? false)
    })
    this.#gauge('soundings_replica_lag_seconds', 'How far the replica lags behind the primary, at most.', () => {
      return (status()?.lag ?? 0) / 1_000
    })
    new Counter({
      name: 'soundings_replica_reads_total',
      help: 'Reads of many responses, by the server that answered them: the replica or the primary.',
      labelNames: ['answered_by'],
      registers,
      collect() {
        this.reset()
        for (const [answered_by, count] of Object.entries(status()?.reads ?? {})) this.inc({ answered_by }, count)
      },
    })
  }

  /**
   * Gauges of values that are read together, once per scrape. While the database does not answer, they keep their last
   * values.
   */
  #watchCounts<Counts>(what: string, count: () => Promise<Counts>, gauges: readonly CountGauge<Counts>[]): void {
    const { log } = this.#options
    const registers = [this.#registry]
    let counting: Promise<Counts | undefined> | undefined
    const counted = () => {
      counting ??= count()
        .catch(err => void log.warn({ err }, `could not count ${what}; keeping the last numbers`))
        .finally(() => (counting = undefined))
      return counting
    }
    for (const { name, help, value } of gauges) {
      const gauge = new Gauge({
        name,
        help,
        registers,
        async collect() {
          const counts = await counted()
          if (counts === undefined) return
          const current = value(counts)
          if (current === undefined) this.remove()
          else this.set(current)
        },
      })
      // It would start at 0, which nobody has counted.
      gauge.remove()
    }
  }

  #gauge(name: string, help: string, value: () => number): void {
    const registers = [this.#registry]
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  }

  async #answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isMetrics = url?.split('?')[0] === '/metrics'
    if (!isMetrics) return void response.writeHead(404).end()
    if (method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    const text = await this.#registry.metrics()
    response.writeHead(200, { 'content-type': this.#registry.contentType }).end(text)
  }
}
