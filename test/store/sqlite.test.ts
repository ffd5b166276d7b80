import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type CompiledQuery, sql } from 'kysely'
import { VoteRewriter } from '../../src/service/vote-rewriter.ts'
import type { Engine } from '../../src/store/engine.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { log } from '../log.ts'
import { storeContract } from './contract.ts'
import { addAccount, storeOn } from './rows.ts'
import { databaseFileOf, physicalOrderOnSqlite } from './sqlite-pages.ts'
import type { Database, Open } from './subject.ts'
import { votedBoard, voteOrder } from './vote-order.ts'

const root = mkdtempSync(join(tmpdir(), 'soundings-'))
after(() => rmSync(root, { recursive: true }))

const newFolder = () => mkdtempSync(join(root, 'data-'))

describe('the embedded store', () => {
  storeContract(() => embedded(newFolder()))
})

const openStore: Open = async t => {
  const database = embedded(newFolder())
  const engine = await database.open()
  const store = storeOn(engine)
  t.after(() => store.close())
  return { database, engine, store }
}

describe('[vote-order] the order of votes in the embedded store', () => voteOrder(openStore, physicalOrderOnSqlite))

test('[vote-order] after a rewrite the log is empty, so that it cannot be replayed', async t => {
  const { store, engine } = await openStore(t)
  await votedBoard(store)
  const logFile = `${await databaseFileOf(engine)}-wal`
  assert.ok(statSync(logFile).size > 0)
  const rewriter = new VoteRewriter({ store, log })
  for (let check = 0; check < 2; check++) await rewriter.check()
  while (statSync(logFile).size > 0) await delay(20)
  await rewriter.close()
})

async function scansOnSqlite({ reader }: Engine, query: CompiledQuery): Promise<string[]> {
  const explained = { ...query, sql: `explain query plan ${query.sql}` }
  const { rows } = await reader.executeQuery(explained as CompiledQuery<{ detail: string }>)
  return rows.map(({ detail }) => detail).filter(detail => detail.startsWith('SCAN'))
}

/** A database that may not grow behaves as on a full disk. */
function embedded(folder: string): Database {
  const allow = (engine: Engine, pages: number) =>
    engine.write(db => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db))
  return {
    open: () => openSqlite({ folder, exclusive: true, log }),
    numbersChanges: false,
    scans: scansOnSqlite,
    refuseWrites: async engine => {
      await allow(engine, 1)
      return async () => void (await allow(engine, 2 ** 30))
    },
  }
}

describe('on SQLite', () => {
  test('[acknowledged-is-committed] both connections use WAL, full sync and foreign keys', async t => {
    const { engine, folder } = await open(t)
    const settings = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1 }
    assert.deepEqual(await engine.write(settingsOf), settings)
    assert.deepEqual(await settingsOf(engine.reader), settings)
    const other = new DatabaseSync(join(folder, 'soundings.db'), { readOnly: true })
    assert.deepEqual({ ...other.prepare('pragma journal_mode').get() }, { journal_mode: 'wal' })
    other.close()
    const orphan = { survey_id: 1, sequence: 1, id: 'a', submitted_at: 'now', answers: '[]' }
    await assert.rejects(
      engine.write(db => db.insertInto('response').values(orphan).execute()),
      /FOREIGN KEY/,
    )
  })

  test('a second server is refused while the first lives; other processes may write beside it', async t => {
    const folder = newFolder()
    const server = await openSqlite({ folder, exclusive: true, log })
    await assert.rejects(openSqlite({ folder, exclusive: true, log }), {
      message: `another server is running on the data directory ${folder}`,
    })
    const beside = storeOn(await openSqlite({ folder, exclusive: false, log }))
    const { email } = await addAccount(beside)
    assert.equal((await storeOn(server).accounts.findByEmail(email))?.email, email)
    await beside.close()
    await assert.rejects(openSqlite({ folder, exclusive: true, log }), /another server/)
    await server.close()
    const next = await openSqlite({ folder, exclusive: true, log })
    t.after(() => next.close())
  })

  test('a killed server no longer locks its folder', async () => {
    const folder = newFolder()
    const module = pathToFileURL(join(import.meta.dirname, '../../src/store/sqlite/sqlite.ts'))
    const script = `const { openSqlite } = await import(${JSON.stringify(module)})
      await openSqlite({ folder: ${JSON.stringify(folder)}, exclusive: true, log: console })
      process.stdin.resume()
      console.log('open')`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await assert.rejects(openSqlite({ folder, exclusive: true, log }), /another server/)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await (await openSqlite({ folder, exclusive: true, log })).close()
  })
})

async function open(t: TestContext) {
  const folder = newFolder()
  const engine = await openSqlite({ folder, exclusive: true, log })
  t.after(() => engine.close())
  return { folder, engine, store: storeOn(engine) }
}

async function settingsOf(db: Engine['reader']): Promise<object> {
  const names = ['journal_mode', 'synchronous', 'foreign_keys']
  const rows = await Promise.all(names.map(name => sql<object>`pragma ${sql.raw(name)}`.execute(db)))
  return Object.assign({}, ...rows.map(result => result.rows[0]))
}
