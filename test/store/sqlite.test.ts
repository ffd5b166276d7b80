import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Engine } from '../../src/store/engine.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { type Database, storeContract } from './contract.ts'
import { addAccount, storeOn } from './rows.ts'

const root = mkdtempSync(join(tmpdir(), 'soundings-'))
after(() => rmSync(root, { recursive: true }))

const newFolder = () => mkdtempSync(join(root, 'data-'))

describe('the embedded store', () => {
  storeContract(() => embedded(newFolder()), {
    accounts: 'accounts',
    tokens: '[S8-tokens-10, S5-entitlement-each-request] tokens',
    surveys: '[D1-order-cap-slug-taken, S4.2-newest-first, D9-order-not-clock, S3-archived-never-listed] surveys',
    changes: '[S4.5-all-or-nothing, D6-edit-atomic] changes',
    submissions: '[D8-kept-counts, D11-place, S2.6-response-count] submissions',
    repeats: '[D11-key-once, D16-key-before-status] repeated sends',
    pages: '[D7-read-in-order, D12-newest, D12-arrivals] pages of responses',
    boards:
      '[D11-vote-once, D11-board-columns, D11-board-full, D16-board-ties, D8-board-counts, D16-board-counts-as-answered] boards',
    templates: '[S4.8-order] templates',
    idempotency:
      '[D1-idempotency-parallel, D1-idempotency-crash, D1-idempotency-24h, D1-idempotency-no-secret] idempotency keys',
    holds: '[D13-disabled-closed, D13-disabled-tokens, D13-takedown] what the operator holds back',
    deletion: '[D13-delete-account] deletion of an account',
    links: '[D12-projector] links to a survey',
    purge: '[D16-purge] what has had its time',
    budgets: '[D1-fixed-window, D1-budgets-survive, D3-last-used-hour] budgets',
    writes: '[D1-503-nothing-acknowledged] writes',
    failure: '[D1-503-storage, D1-503-nothing-acknowledged, D1-503-reads-go-on] storage that is full',
    traces: '[D11-row-columns, S1-anonymous-response] what is left of a response',
  })
})

/** A file that may not grow is a full disk. */
function embedded(folder: string): Database {
  const allow = (engine: Engine, pages: number) =>
    engine.write(db => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db))
  return {
    open: () => openSqlite({ folder, exclusive: true }),
    refuseWrites: async engine => {
      await allow(engine, 1)
      return async () => void (await allow(engine, 2 ** 30))
    },
  }
}

describe('on SQLite', () => {
  test('[D1-503-nothing-acknowledged] both connections write ahead, sync in full and hold foreign keys', async t => {
    const { engine, folder } = await open(t)
    const settings = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1 }
    assert.deepEqual(await engine.write(settingsOf), settings)
    assert.deepEqual(await settingsOf(engine.reader), settings)
    const other = new DatabaseSync(join(folder, 'soundings.db'), { readOnly: true })
    assert.deepEqual({ ...other.prepare('pragma journal_mode').get() }, { journal_mode: 'wal' })
    other.close()
    const orphan = { survey_id: 1, place: 1, id: 'a', submitted_at: 'now', answers: '[]' }
    await assert.rejects(
      engine.write(db => db.insertInto('response').values(orphan).execute()),
      /FOREIGN KEY/,
    )
  })

  test('a second server is refused while the first lives; other processes may write beside it', async t => {
    const folder = newFolder()
    const server = await openSqlite({ folder, exclusive: true })
    await assert.rejects(openSqlite({ folder, exclusive: true }), {
      message: `another server is running on the data folder ${folder}`,
    })
    const beside = storeOn(await openSqlite({ folder, exclusive: false }))
    const { email } = await addAccount(beside)
    assert.equal((await storeOn(server).accounts.findByEmail(email))?.email, email)
    await beside.close()
    await assert.rejects(openSqlite({ folder, exclusive: true }), /another server/)
    await server.close()
    const next = await openSqlite({ folder, exclusive: true })
    t.after(() => next.close())
  })

  test('a server that was killed holds its folder no longer', async () => {
    const folder = newFolder()
    const module = pathToFileURL(join(import.meta.dirname, '../../src/store/sqlite/sqlite.ts'))
    const script = `const { openSqlite } = await import(${JSON.stringify(module)})
      await openSqlite({ folder: ${JSON.stringify(folder)}, exclusive: true })
      process.stdin.resume()
      console.log('open')`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await assert.rejects(openSqlite({ folder, exclusive: true }), /another server/)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await (await openSqlite({ folder, exclusive: true })).close()
  })
})

async function open(t: TestContext) {
  const folder = newFolder()
  const engine = await openSqlite({ folder, exclusive: true })
  t.after(() => engine.close())
  return { folder, engine, store: storeOn(engine) }
}

async function settingsOf(db: Engine['reader']): Promise<object> {
  const names = ['journal_mode', 'synchronous', 'foreign_keys']
  const rows = await Promise.all(names.map(name => sql<object>`pragma ${sql.raw(name)}`.execute(db)))
  return Object.assign({}, ...rows.map(result => result.rows[0]))
}
