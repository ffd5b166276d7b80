import assert from 'node:assert/strict'
import { after, beforeEach, describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { AbortedTransactionError, type CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { slotsOf } from '../../../src/domain/results/tally.ts'
import { readQuestions } from '../../../src/domain/surveys/question.ts'
import type { Engine } from '../../../src/store/engine.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Survey } from '../../../src/store/surveys/surveys.ts'
import { administer, nameOf, newPostgres, type PostgresDatabase } from '../../database.ts'
import { connect } from '../../postgres/query.ts'
import { until } from '../../until.ts'
import { storeContract } from '../contract.ts'
import {
  addAccount,
  addSurvey,
  allOf,
  NOW,
  newSurvey,
  newTemplate,
  newToken,
  parsed,
  plain,
  QUESTIONS,
  storeOn,
  submissionsOn,
  submit,
  TIME,
  times,
} from '../rows.ts'
import type { Database, Open } from '../subject.ts'
import { type PhysicalRow, votedBoard, voteOrder } from '../vote-order.ts'

const databases: PostgresDatabase[] = []
/** Run after their stores are closed, so that only few use memory at a time. */
const dropEarlier = () => Promise.all(databases.splice(0).map(database => database.drop()))
beforeEach(dropEarlier)
after(dropEarlier)

/**
 * A database that is emptied after a test of the contract, by a connection that is kept. So are the connections of the
 * process under test, unless it has done what lasts: making others takes longer than most tests.
 */
interface Reused {
  readonly database: PostgresDatabase
  readonly cleaner: pg.Client
  idle: Engine | undefined
}

const used: Reused[] = []
const spare: Reused[] = []
beforeEach(async () => {
  const emptied = used.splice(0)
  await Promise.all(emptied.map(({ cleaner }) => cleaner.query(EMPTY)))
  spare.push(...emptied)
})
after(async () => {
  for (const { database, idle } of [...used, ...spare]) {
    await idle?.close()
    await database.drop()
  }
})

/** Deletes what tests have stored, without checking references. */
const EMPTY = `do $$ declare stored regclass; begin
  for stored in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname not in ('migration', 'installation')
  loop execute format('delete from %s', stored); end loop;
end $$`

describe('the store on PostgreSQL', () => {
  storeContract(shared)
})

const openStore: Open = async t => {
  const database = shared()
  const engine = await database.open()
  const store = storeOn(engine)
  t.after(() => store.close())
  return { database, engine, store }
}

/** By transaction, and within each by position in the file. */
async function physicalOrder({ reader }: Engine, table: string): Promise<readonly PhysicalRow[]> {
  const voter = table === 'board_vote' ? sql.ref('voter') : sql.lit('')
  const query = sql<PhysicalRow>`select question, sequence, ${voter} as voter from ${sql.table(table)}
    order by xmin::text::bigint, ctid`
  return plain((await query.execute(reader)).rows) as readonly PhysicalRow[]
}

test('times do not depend on the database’s time zone and format [times-rfc3339]', async t => {
  const database = await fresh()
  for (const setting of ["timezone = 'Asia/Kolkata'", "datestyle = 'SQL, DMY'"])
    await administer(`alter database ${nameOf(database.url)} set ${setting}`)
  const store = storeOn(await database.open())
  t.after(() => store.close())
  const { slug } = await addSurvey(store)
  const moments = ['2026-03-02T23:30:00.007Z', '2026-03-03T00:00:00.000Z']
  const add = (submittedAt: string) =>
    submissionsOn(store).add({ slug, submittedAt, parse: survey => parsed(survey, ['Yes']) })
  for (const moment of moments) await add(moment)
  const rows = await allOf(store, await store.surveys.findPublic(slug))
  assert.deepEqual(
    rows.map(({ submittedAt }) => submittedAt),
    moments,
  )
})

test('writes that are not flushed are committed without waiting for the disk, and no others [acknowledged-is-committed]', async t => {
  const { engine } = await openStore(t)
  const isSet = async (db: Engine['reader']) => {
    const setting = sql<{ source: string }>`select source from pg_settings where name = 'synchronous_commit'`
    return (await setting.execute(db)).rows[0]?.source === 'session'
  }
  const set = [await engine.writeUnflushed(isSet), await engine.write(isSet), await engine.writeUnflushed(isSet)]
  assert.deepEqual(set, [true, false, true])
})

describe('the order of votes on PostgreSQL [vote-order]', () => voteOrder(openStore, physicalOrder))

function shared(): Database {
  let made: Promise<Reused> | undefined
  const reused = () => {
    made ??= takeEmpty()
    return made
  }
  let isOpened = false
  let isAltered = false
  const open = async () => {
    const taken = await reused()
    const { database, idle } = taken
    taken.idle = undefined
    // A test that opens its database again means to lose what the process has in memory.
    if (isOpened) await idle?.close()
    const engine = (isOpened ? undefined : idle) ?? (await database.open())
    isOpened = true
    return whenClosed(engine, async () => {
      if (isAltered || taken.idle !== undefined) await engine.close()
      else taken.idle = engine
    })
  }
  const whenClosed = (engine: Engine, close: () => Promise<void>): Engine => ({
    ...engine,
    listen: (...listener) => {
      isAltered = true
      engine.listen(...listener)
    },
    recordTokenUse: (...use) => {
      isAltered = true
      engine.recordTokenUse(...use)
    },
    close,
  })
  return {
    open,
    numbersChanges: true,
    derivedTables: [],
    scans: scansOnPostgres,
    refuseWrites: async () => {
      isAltered = true
      const { database } = await reused()
      await setReadOnly(database, true)
      return () => setReadOnly(database, false)
    },
  }
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

async function scansOnPostgres({ reader }: Engine, query: CompiledQuery): Promise<string[]> {
  const explained = { ...query, sql: `explain (format json) ${query.sql}` }
  const { rows } = await reader.executeQuery(explained as CompiledQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>)
  return rows.flatMap(row => scansIn(row['QUERY PLAN'][0].Plan))
}

/** Finds full scans of an index without a condition. */
function scansIn({ Plans = [], ...node }: Plan): string[] {
  const isScan = node['Node Type'] === 'Seq Scan' || (node['Index Name'] !== undefined && !node['Index Cond'])
  const own = isScan ? [`${node['Node Type']} on ${node['Relation Name'] ?? node['Index Name']}`] : []
  return [...own, ...Plans.flatMap(scansIn)]
}

/** Makes new connections read-only, as on a standby server or one whose disk is full, and ends the present ones. */
async function setReadOnly(database: PostgresDatabase, readOnly: boolean): Promise<void> {
  await administer(`alter database ${nameOf(database.url)} set default_transaction_read_only = ${readOnly}`)
  await cut(database, 'soundings%')
}

/** Ends the connections whose application name matches a `like` pattern. @returns how many */
async function cut({ query }: PostgresDatabase, name: string): Promise<number> {
  const others = 'datname = current_database() and pid <> pg_backend_pid() and application_name like $1'
  const ended = await query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${others}`, [name])
  // The clients see the end of their sockets in later turns of the event loop.
  await delay(20)
  return ended.length
}

describe('on PostgreSQL', () => {
  test('the database itself refuses a second response with the same id in one survey', async t => {
    const { store, engine } = await openStore(t)
    const ids = [await addSurvey(store), await addSurvey(store)].map(
      async ({ slug }) => (await store.surveys.findPublic(slug))?.id,
    )
    const [first = 0, second = 0] = await Promise.all(ids)
    const insert = (surveyId: number, sequence: number) =>
      engine.write(db =>
        db
          .insertInto('response')
          .values({
            survey_id: surveyId,
            sequence,
            id: 'a0000000-0000-4000-8000-000000000000',
            submitted_at: TIME,
            answers: '["Yes"]',
          })
          .execute(),
      )
    await insert(first, 1)
    await insert(second, 1)
    await assert.rejects(insert(first, 2), /unique/i)
  })

  test('200 parallel submissions and 200 parallel creates share a few connections and all complete [response-sequence, aggregate-counts-exact]', async t => {
    const { stores } = await openTwice(t)
    const [store] = stores
    const warnings: Error[] = []
    const onWarning = (warning: Error) => void warnings.push(warning)
    process.on('warning', onWarning)
    t.after(() => process.off('warning', onWarning))
    const surveys = await Promise.all(times(5, () => addSurvey(store)))
    const { id: accountId } = await addAccount(store)
    const sends = times(200, at => submit(store, surveys[at % 5]?.slug ?? '', ['Yes', 1 + (at % 10)]))
    const creates = times(200, () => store.surveys.add(newSurvey(accountId), 100))
    const outcomes = await Promise.all(creates)
    await Promise.all(sends)
    assert.deepEqual(outcomes.toSorted(), [...times(100, () => 'added'), ...times(100, () => 'limit_reached')])
    for (const { slug } of surveys) await assertWhole(store, slug, 40)
    assert.deepEqual(warnings, [], 'no connection has too many listeners')
  })

  test('two processes accept submissions to the same surveys while both edit them [response-sequence, aggregate-counts-exact, edit-atomic]', async t => {
    const { stores } = await openTwice(t)
    const surveys = await Promise.all(times(3, () => addSurvey(stores[0])))
    const sends = times(300, at => {
      const { slug = '', accountId = '' } = surveys[at % 3] ?? {}
      const store = stores[at % 2 === 0 ? 0 : 1]
      const edit = () => store.surveys.change(accountId, slug, async ({ archived }) => ({ archived: !archived }))
      return at % 10 === 0 ? edit() : submit(store, slug, [at % 4 === 0 ? 'No' : 'Yes', 1 + (at % 10), `${at}`])
    })
    await Promise.all(sends)
    for (const { slug } of surveys) await assertWhole(stores[1], slug, 90)
  })

  test('one response sent to two processes in parallel is one row [submission-key-once, submission-key-before-status]', async t => {
    const { stores } = await openTwice(t)
    const { slug } = await addSurvey(stores[0])
    const row = (id: string) => ({ id, answers: '["Yes"]', marks: [{ question: 0, slot: 0 }], refusal: undefined })
    const ids = times(40, at => `0000000${at % 4}-0000-4000-8000-000000000000`)
    const kept = await Promise.all(
      ids.map((id, at) =>
        submissionsOn(stores[at % 8 < 4 ? 0 : 1]).add({
          slug,
          submittedAt: new Date(NOW + at).toISOString(),
          parse: () => row(id),
        }),
      ),
    )
    const rows = await allOf(stores[0], await stores[0].surveys.findPublic(slug))
    assert.deepEqual(new Set(kept.map(one => JSON.stringify(one))), new Set(rows.map(one => JSON.stringify(one))))
    assert.equal(rows.length, 4)
  })

  test('limits and unique slugs hold across two processes [limit-surveys-500, limit-templates-200, limit-tokens-10, error-slug-taken]', async t => {
    const { stores } = await openTwice(t)
    const { id } = await addAccount(stores[0])
    const each = async (add: (store: Store, at: number) => Promise<unknown>) => {
      const outcomes = await Promise.all(times(30, at => add(stores[at % 2 === 0 ? 0 : 1], at)))
      return outcomes.filter(outcome => outcome !== 'limit_reached').toSorted()
    }
    const added = times(5, () => 'added')
    assert.deepEqual(await each(store => store.surveys.add(newSurvey(id), 5)), added)
    assert.deepEqual(await each(store => store.templates.add(newTemplate(id), 5)), added)
    assert.deepEqual(await each(store => store.tokens.add(newToken(id), 5, NOW)), added)
    const others = await Promise.all(times(30, () => addAccount(stores[0])))
    const taken = await each((store, at) => store.surveys.add(newSurvey(others[at]?.id ?? '', { slug: 'one' }), 5))
    assert.deepEqual(taken, ['added', ...times(29, () => 'slug_taken')])
  })

  test('of 650 parallel calls counted by two processes, 600 are allowed [limit-fixed-window]', async t => {
    const { stores } = await openTwice(t)
    const spent = await Promise.all(times(650, at => stores[at % 2 === 0 ? 0 : 1].consumeRateLimit('bucket', 600, NOW)))
    assert.equal(spent.filter(({ allowed }) => allowed).length, 600)
  })

  test('a change notification of one process reaches the other, even after its connection broke', async t => {
    const { engines, database } = await openTwice(t)
    const [one, other] = engines
    const received: (string | undefined)[] = []
    other.listen(change => received.push(change?.slug))
    await until(() => received.includes(undefined))
    await notifyOf(one, 'first')
    await until(() => received.includes('first'))
    received.length = 0
    assert.equal(one.connectionStatus?.().isListening, true, 'for whom nothing listens')
    const isListening = () => other.connectionStatus?.().isListening
    assert.equal(isListening(), true)
    const ended = until(() => isListening() === false)
    assert.equal(await cut(database, 'soundings listening'), 1)
    await ended
    await notifyOf(one, 'missed')
    await until(() => received.includes(undefined))
    assert.equal(isListening(), true)
    await notifyOf(one, 'second')
    await until(() => received.includes('second'))
    const ending = await database.open()
    for (const slug of ['third', 'fourth']) await notifyOf(ending, slug)
    await ending.close()
    await until(() => received.includes('fourth'))
  })

  test('a rolled-back change is not notified', async t => {
    const { engines } = await openTwice(t)
    const [one, other] = engines
    const received: (string | undefined)[] = []
    other.listen(change => received.push(change?.slug))
    await until(() => received.includes(undefined))
    const failed = one.write(async db => {
      await one.notify(db, { slug: 'undone', part: 'survey' })
      throw new Error('after all')
    })
    await assert.rejects(failed, /after all/)
    await notifyOf(one, 'done')
    await until(() => received.includes('done'))
    assert.equal(received.includes('undone'), false)
  })

  test('a transaction that continues after a failed statement is not acknowledged, and its connection is reused [acknowledged-is-committed]', async t => {
    const { engines } = await openTwice(t)
    const [{ write }] = engines
    const backend = () => write(async db => (await sql`select pg_backend_pid()`.execute(db)).rows[0])
    const before = await backend()
    let attempts = 0
    const passedOver = write(async db => {
      attempts++
      await sql`select 1 / 0`.execute(db).catch(() => undefined)
    })
    await assert.rejects(passedOver, AbortedTransactionError)
    assert.equal(attempts, 1)
    assert.deepEqual(await backend(), before)
  })

  test('lists of different lengths share one statement', async t => {
    const { engines } = await openTwice(t)
    const found = engines[0].reader.selectFrom('installation').select('id')
    const sqlOf = (ids: 1[]) => found.where('id', 'in', ids).compile().sql
    assert.equal(sqlOf([1, 1, 1]), sqlOf([1]))
    assert.deepEqual(plain(await found.where('id', 'in', [1, 1]).execute()), [{ id: 1 }])
  })

  test('a process keeps working while a later version adds columns to its tables', async t => {
    const { stores, database } = await openTwice(t)
    const [store] = stores
    const { accountId, slug } = await addSurvey(store)
    const rewriteVotes = async () => {
      const { surveyId } = await votedBoard(store)
      let position: string | null | undefined = null
      while (position !== undefined) position = await store.voteRewrite.step({ surveyId, position })
    }
    const uses = [
      () => store.jobs.add({ kind: 'mail', email: '', payload: '{}', createdAt: NOW }),
      () => store.jobs.begin(NOW, NOW + 1),
      () => store.billing.grant(accountId, NOW + 1, NOW),
      () => store.surveys.change(accountId, slug, async () => ({ archived: true })),
      () => submit(store, slug, ['Yes']),
      // On every connection for writes, since each prepares its own statements.
      () => Promise.all(times(3, rewriteVotes)),
    ]
    const useAll = async () => {
      for (const use of uses) await use()
    }
    await useAll()
    const tables = await database.query("select tablename as name from pg_tables where schemaname = 'public'")
    for (const { name } of tables) await database.query(`alter table ${name} add column added text`)
    await useAll()
  })

  test('two processes that open an empty database in parallel both find it migrated', async t => {
    const database = await fresh({ empty: true })
    const engines = await Promise.all([database.open(), database.open()])
    t.after(() => Promise.all(engines.map(engine => engine.close())))
    for (const { reader } of engines)
      assert.deepEqual(plain(await reader.selectFrom('installation').select('id').execute()), [{ id: 1 }])
  })
})

async function takeEmpty(): Promise<Reused> {
  const taken = spare.pop() ?? (await newReused())
  used.push(taken)
  return taken
}

async function newReused(): Promise<Reused> {
  const database = await newPostgres()
  const cleaner = await connect(database.url)
  await cleaner.query('set session_replication_role = replica')
  return { database, cleaner, idle: undefined }
}

async function fresh(options?: { empty: boolean }): Promise<PostgresDatabase> {
  const database = await newPostgres(options)
  databases.push(database)
  return database
}

/** One database, opened twice, as two processes do. */
async function openTwice(t: TestContext) {
  const database = await fresh()
  const engines: [Engine, Engine] = [await database.open(), await database.open()]
  t.after(() => Promise.all(engines.map(engine => engine.close())))
  const stores: [Store, Store] = [storeOn(engines[0]), storeOn(engines[1])]
  return { database, engines, stores }
}

function notifyOf(engine: Engine, slug: string): Promise<void> {
  return engine.write(db => engine.notify(db, { slug, part: 'survey' }))
}

/** Asserts that a survey has this many responses, without gaps in their sequence, and counts that match them. */
async function assertWhole(store: Store, slug: string, count: number): Promise<void> {
  const survey = (await store.surveys.findPublic(slug)) as Survey
  const rows = (await Array.fromAsync(store.responses.pages(survey, 50))).flat()
  assert.deepEqual([rows.length, survey.responseCount, survey.lastSequence], [count, count, count])
  const questions = readQuestions(QUESTIONS)
  const marks = rows.flatMap(({ answers }) => slotsOf({ questions, paced: false }, JSON.parse(answers)))
  const counted = await store.surveyCounts.find(survey.accountId, slug)
  const folded = Map.groupBy(marks, ({ question, slot }) => `${question} ${slot}`)
  const kept = plain(counted?.counts ?? []).map(one => [`${one.question} ${one.slot}`, one.count] as const)
  assert.deepEqual(new Map(kept), new Map([...folded].map(([at, same]) => [at, same.length])))
}
