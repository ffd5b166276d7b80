import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { VoteRewriter } from '../../src/service/boards/vote-rewriter.ts'
import type { ParsedSubmission } from '../../src/service/responses/submission-batch.ts'
import type { Engine } from '../../src/store/engine.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import type { Tables } from '../../src/store/tables.ts'
import { log } from '../log.ts'
import { storeContract } from './contract.ts'
import { addAccount, addSurvey, inPortions, parsed, storeOn, submissionsOn, TIME, times } from './rows.ts'
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

describe('the order of votes in the embedded store [vote-order]', () => voteOrder(openStore, physicalOrderOnSqlite))

test('after a rewrite the log is empty, so that it cannot be replayed [vote-order]', async t => {
  const { store, engine } = await openStore(t)
  await votedBoard(store)
  const logFile = `${await databaseFileOf(engine)}-wal`
  assert.ok(statSync(logFile).size > 0)
  const rewriter = new VoteRewriter({ store, log })
  for (let check = 0; check < 2; check++) await rewriter.check()
  while (statSync(logFile).size > 0) await delay(20)
  await rewriter.close()
})

test('in a long transaction others read between two statements, and see nothing of it until it is committed', async t => {
  const { engine, store } = await openStore(t)
  const survey = await addSurvey(store)
  const seen: string[] = []
  await engine.write(async db => {
    await db.updateTable('survey').where('slug', '=', survey.slug).set({ title: 'Changed' }).execute()
    setImmediate(async () => seen.push(await titleOf(engine.reader, survey.slug)))
    useTurn()
    await titleOf(db, survey.slug)
    seen.push('next statement')
  })
  seen.push(await titleOf(engine.reader, survey.slug))
  assert.deepEqual(seen, [survey.title, 'next statement', 'Changed'])
})

test('between reads of one snapshot nobody else reads, who would share it', async t => {
  const { engine, store } = await openStore(t)
  const { slug, title } = await addSurvey(store)
  const seen: string[] = []
  await engine.read(async db => {
    seen.push(await titleOf(db, slug))
    setImmediate(() => seen.push('another turn'))
    useTurn()
    seen.push(await titleOf(db, slug))
  })
  assert.deepEqual(seen, [title, title])
})

async function titleOf(db: Kysely<Tables>, slug: string): Promise<string> {
  const { title } = await db.selectFrom('survey').where('slug', '=', slug).select('title').executeTakeFirstOrThrow()
  return title
}

/** Takes up a turn of the event loop, after which the next statement waits for another one. */
function useTurn(): void {
  const end = performance.now() + 20
  while (performance.now() < end);
}

async function scansOnSqlite({ reader }: Engine, query: CompiledQuery): Promise<string[]> {
  const explained = { ...query, sql: `explain query plan ${query.sql}` }
  const { rows } = await reader.executeQuery(explained as CompiledQuery<{ detail: string }>)
  return rows.map(({ detail }) => detail).filter(detail => detail.startsWith('SCAN'))
}

/** A database that may not grow, to simulate a full disk. */
function embedded(folder: string): Database {
  const allow = (engine: Engine, pages: number) =>
    engine.write(db => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db))
  return {
    open: () => openSqlite({ folder, exclusive: true, log }),
    numbersChanges: false,
    derivedTables: ['response_id_index', 'response_id_progress'],
    scans: scansOnSqlite,
    refuseWrites: async engine => {
      await allow(engine, 1)
      return async () => void (await allow(engine, 2 ** 30))
    },
  }
}

describe('on SQLite', () => {
  test('both connections use WAL, full sync and foreign keys [acknowledged-is-committed]', async t => {
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

  test('writes that are not flushed leave the next one to be, whether they succeed or fail [acknowledged-is-committed]', async t => {
    const { engine } = await open(t)
    const synchronous = async (db: Engine['reader']) => (await sql`pragma synchronous`.execute(db)).rows
    const failing = engine.writeUnflushed(() => Promise.reject(new Error('unforeseen')))
    const writes = [engine.writeUnflushed(synchronous), engine.write(synchronous), engine.writeUnflushed(synchronous)]
    await assert.rejects(failing, /unforeseen/)
    const [normal, full] = [[{ synchronous: 1 }], [{ synchronous: 2 }]]
    assert.deepEqual(await Promise.all([...writes, engine.write(synchronous)]), [normal, full, normal, full])
  })

  test('ids are found before, while and after they are indexed [submission-key-once, removed-response-stays-removed]', async t => {
    const folder = newFolder()
    const engine = await openSqlite({ folder, exclusive: true, log })
    const store = storeOn(engine)
    const survey = await addSurvey(store)
    const send = (memory: Store, id: string, more?: Partial<ParsedSubmission>) =>
      submissionsOn(memory)
        .add({ slug: survey.slug, submittedAt: TIME, parse: found => ({ ...parsed(found, ['Yes']), ...more, id }) })
        .then(
          response => response.id,
          (error: { refusal?: string }) => error.refusal,
        )
    const sent: (string | undefined)[] = []
    /** Repeats of some responses are recognised, whether they were stored or removed. */
    const checkSome = async (memory: Store) => {
      const places = times(200, at => Math.floor((at / 200) * sent.length))
      const ids = places.map(place => all[place] ?? '')
      assert.deepEqual(
        await inPortions(ids, id => send(memory, id)),
        places.map(place => sent[place]),
      )
    }
    const all = times(10_000, () => randomUUID())
    const sendNext = async (memory: Store, count: number) =>
      sent.push(...(await inPortions(all.slice(sent.length, sent.length + count), id => send(memory, id))))
    const remove = async (memory: Store, place: number) => {
      assert.equal(await memory.responses.remove(survey.accountId, survey.slug, all[place] ?? ''), true)
      sent[place] = 'response_removed'
    }
    await sendNext(store, 4_000)
    assert.deepEqual(await indexed(engine), [])
    await checkSome(store)
    await sendNext(store, 1_000)
    const places = (await indexed(engine)).map(([sequence]) => sequence - 1).sort((a, b) => a - b)
    assert.ok(places.length > 500 && places.length < 4_000, `${places.length} are indexed`)
    await checkSome(store)
    // The commit fails after it has moved ids to the index.
    assert.equal(await send(store, randomUUID(), { marks: [{ question: Number.NaN, slot: 0 }] }), undefined)
    await checkSome(store)
    const stillPending = times(4_000, place => place).find(place => !places.includes(place)) ?? 0
    for (const place of [places[0] ?? 0, stillPending, 4_900]) await remove(store, place)
    await checkSome(store)
    await store.close()

    const reopened = await openSqlite({ folder, exclusive: true, log })
    const memory = storeOn(reopened)
    t.after(() => memory.close())
    await checkSome(memory)
    await sendNext(memory, 5_000)
    await checkSome(memory)
    await assertIndexIsTrue(reopened)
    assert.deepEqual((await memory.countVerification.run(all.length)).mismatched, [])
    const { id = 0 } = (await memory.surveys.findAny(survey.slug)) ?? {}
    while (!(await memory.deletion.step(id, 2_000)).isLast);
    await memory.deletion.survey({ surveyId: id, accountId: survey.accountId, slug: survey.slug })
    assert.deepEqual(await indexed(reopened), [])
    assert.deepEqual(await progressOf(reopened), [])
  })

  test('a second server is refused while the first runs; other processes may write at the same time', async t => {
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

/** The entries of the index of ids. */
async function indexed({ reader }: Engine): Promise<[sequence: number, prefix: string][]> {
  const query = sql<{ sequence: number; id_prefix: string }>`select sequence, id_prefix from response_id_index`
  return (await query.execute(reader)).rows.map(({ sequence, id_prefix }) => [sequence, id_prefix])
}

async function progressOf({ reader }: Engine): Promise<readonly { indexed: number }[]> {
  return (await sql<{ indexed: number }>`select indexed from response_id_progress`.execute(reader)).rows
}

/** Each entry belongs to a response, and every response that should have one does. */
async function assertIndexIsTrue(engine: Engine): Promise<void> {
  const entries = new Map(await indexed(engine))
  const responses = await engine.reader.selectFrom('response').select(['sequence', 'id']).execute()
  const prefixes = new Map(responses.map(({ sequence, id }) => [sequence, id.slice(0, 8)]))
  for (const [sequence, prefix] of entries) assert.equal(prefixes.get(sequence), prefix)
  const [progress] = await progressOf(engine)
  assert.ok(progress !== undefined && progress.indexed > 4_000)
  for (const sequence of prefixes.keys()) if (sequence <= progress.indexed) assert.ok(entries.has(sequence))
}

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
