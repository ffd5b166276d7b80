import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Engine } from '../src/store/engine.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { log } from './log.ts'
import { keepPostgres } from './postgres/keeper.ts'

/** A database of one test's. */
export interface TestDatabase {
  /** SQLite lets one server process open it at a time, PostgreSQL any number. */
  open(): Promise<Engine>
  /** All that is written in it, to be searched for what must not be. */
  written(): Promise<string>
  drop(): Promise<void>
}

/** A database of PostgreSQL's, whose engines are all closed before it is dropped, or cut off. */
export interface PostgresDatabase extends TestDatabase {
  readonly url: string
  /** Runs a statement beside whoever uses the database, as its superuser. */
  query(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

/** The engine that services are tested on: `sqlite` or `postgres`, by the environment. */
export const ENGINE = process.env.SOUNDINGS_TEST_ENGINE ?? 'sqlite'

let server: Promise<string> | undefined
let template: Promise<string> | undefined

export async function newDatabase(): Promise<TestDatabase> {
  return ENGINE === 'postgres' ? newPostgres() : newSqlite()
}

function newSqlite(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  return {
    open: () => openSqlite({ folder, exclusive: true, log }),
    written: async () =>
      readdirSync(folder)
        .map(file => readFileSync(join(folder, file), 'latin1'))
        .join('\n'),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A copy of a migrated database, some 30 ms. @param empty for one that nothing has been done to */
export async function newPostgres({ empty = false } = {}): Promise<PostgresDatabase> {
  template ??= Promise.resolve(process.env.SOUNDINGS_TEST_TEMPLATE ?? makeTemplate())
  return copyOf(empty ? 'template0' : await template)
}

/** @returns the name of a migrated database, to be copied */
export async function makeTemplate(): Promise<string> {
  const { url, open } = await copyOf('template0')
  await (await open()).close()
  return nameOf(url)
}

async function copyOf(original: string): Promise<PostgresDatabase> {
  const name = `soundings_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} template ${original} strategy file_copy`)
  const url = new URL(await serverUrl())
  url.pathname = name
  return {
    url: url.href,
    open: () => openPostgres({ url: url.href, log }),
    written: () => everyRow(url.href),
    drop: async () => void (await administer(`drop database ${name} with (force)`)),
    query: (statement, values) => runOn(url.href, statement, values),
  }
}

/** A statement on the server's first database, which no test uses. */
export async function administer(statement: string): Promise<Record<string, unknown>[]> {
  return runOn(await serverUrl(), statement)
}

export function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

async function runOn(url: string, statement: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

async function everyRow(url: string): Promise<string> {
  const tables = await runOn(
    url,
    "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const rows = await Promise.all(tables.map(({ name }) => runOn(url, `select * from ${name}`)))
  return JSON.stringify(rows)
}

/** The server of the whole run; of this test file where it runs by itself. */
function serverUrl(): Promise<string> {
  const given = process.env.SOUNDINGS_TEST_POSTGRES
  server ??= given ? Promise.resolve(given) : keepPostgres({ durable: false }).then(({ url }) => url)
  return server
}
