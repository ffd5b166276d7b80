import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Engine } from '../src/store/engine.ts'
import { openPostgres, type PostgresOptions } from '../src/store/postgres/postgres.ts'
import { TIME_LIMITS } from '../src/store/postgres/time-limits.ts'
import { DATABASE_FILE } from '../src/store/sqlite/database-file.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { log } from './log.ts'
import { keepPostgres } from './postgres/keeper.ts'
import { query } from './postgres/query.ts'

/** The database of one test. */
export interface TestDatabase {
  /** On SQLite only one server process can open it at a time, on PostgreSQL any number. */
  open(): Promise<Engine>
  /** All of its content, to be searched for what it must not contain. */
  written(): Promise<string>
  drop(): Promise<void>
}

/** A PostgreSQL database. Dropping it ends remaining connections. */
export interface PostgresDatabase extends TestDatabase {
  readonly url: string
  /** Runs a statement as superuser, on a connection that no other statement uses at the time. */
  query(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

/** The engine on which services are tested, from the environment: `sqlite` or `postgres`. */
export const ENGINE = process.env.SOUNDINGS_TEST_ENGINE ?? 'sqlite'

/** Many simultaneous statements wait for few connections, which takes long on a busy machine. */
const PATIENT = { ...TIME_LIMITS, connect: 60_000 }

let server: Promise<string> | undefined
let administration: pg.Pool | undefined
/** The content of a migrated database, which is copied: most of the time of opening a new one is that of its migrations. */
let migratedFile: Promise<Buffer> | undefined
let template: Promise<string> | undefined

export async function newDatabase(): Promise<TestDatabase> {
  return ENGINE === 'postgres' ? newPostgres() : newSqlite()
}

async function newSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  migratedFile ??= readMigrated()
  writeFileSync(join(folder, DATABASE_FILE), await migratedFile, { mode: 0o600 })
  return {
    open: () => openSqlite({ folder, exclusive: true, log }),
    written: async () =>
      readdirSync(folder)
        .map(file => readFileSync(join(folder, file), 'latin1'))
        .join('\n'),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function readMigrated(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  await (await openSqlite({ folder, exclusive: true, log })).close()
  const file = readFileSync(join(folder, DATABASE_FILE))
  rmSync(folder, { recursive: true })
  return file
}

/** Copies a migrated database, which takes about 30 ms. @param empty for a database without tables */
export async function newPostgres({ empty = false } = {}): Promise<PostgresDatabase> {
  template ??= Promise.resolve(process.env.SOUNDINGS_TEST_TEMPLATE ?? makeTemplate())
  return copyOf(empty ? 'template0' : await template)
}

/** @returns the name of a migrated database to copy */
export async function makeTemplate(): Promise<string> {
  const { url } = await copyOf('template0')
  // Without a pooler, which would keep a connection to the database being copied.
  await (await openPostgres({ url, log })).close()
  return nameOf(url)
}

async function copyOf(original: string): Promise<PostgresDatabase> {
  const name = `soundings_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} template ${original} strategy file_copy`)
  const url = new URL(await serverUrl())
  url.pathname = name
  const pool = poolOf(url.href)
  return {
    url: url.href,
    open: () => openPostgres({ ...routeTo(url), log, timeLimits: PATIENT }),
    written: () => everyRow(url.href),
    drop: async () => {
      await pool.end()
      await administer(`drop database ${name} with (force)`)
    },
    query: async (statement, values) => (await pool.query(statement, values)).rows,
  }
}

/** Connections that are kept: each is a process of the server, whose start costs more than most statements. */
function poolOf(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // A test may end them.
  return pool.on('error', () => undefined)
}

/** Through the pooler that the environment names, if any. */
function routeTo(database: URL): Pick<PostgresOptions, 'url' | 'listenUrl'> {
  const pooler = process.env.SOUNDINGS_TEST_POOLER
  if (pooler === undefined) return { url: database.href }
  const url = new URL(pooler)
  url.pathname = database.pathname
  const isSession = process.env.SOUNDINGS_TEST_POOL_MODE === 'session'
  return { url: url.href, listenUrl: isSession ? undefined : database.href }
}

/** Runs a statement on the server's first database, which no test uses. */
export async function administer(statement: string): Promise<Record<string, unknown>[]> {
  administration ??= poolOf(await serverUrl())
  return (await administration.query(statement)).rows
}

export function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

async function everyRow(url: string): Promise<string> {
  const tables = await query(
    url,
    "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const rows = await Promise.all(tables.map(({ name }) => query(url, `select * from ${name}`)))
  return JSON.stringify(rows)
}

/** The server of the whole test run, or of this file if it runs on its own. */
function serverUrl(): Promise<string> {
  const configured = process.env.SOUNDINGS_TEST_POSTGRES
  server ??= configured ? Promise.resolve(configured) : keepPostgres({ durable: false }).then(({ url }) => url)
  return server
}
