import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, mock, test } from 'node:test'
import pg from 'pg'
import { setSettings } from '../../../src/store/postgres/session-settings.ts'
import { TIME_LIMITS } from '../../../src/store/postgres/time-limits.ts'
import type { ResponseBatch } from '../../../src/store/responses/response-batch.ts'
import { board, bodyOf, choice, freeText, kept, newApi, optional } from '../../api/fixtures.ts'
import { newPostgres } from '../../database.ts'
import { call, type Service, startService } from '../../harness.ts'
import { connect } from '../../postgres/query.ts'

// A statement is planned once on each connection, and the plan lasts until the database counts the rows of its tables.
// A plan must therefore be right whatever was counted before.

interface Recorded {
  readonly text: string
  /** How its transaction begins. */
  readonly begin: string
  readonly values: readonly unknown[]
}

interface RecordedCall {
  readonly this: unknown
  readonly arguments: readonly [{ readonly text: string; readonly values?: readonly unknown[] }]
}

/** A node of a plan that has been executed. */
interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Node[]
}

/** More rows than any of the statements needs: a board's list reads a hundred in each state. */
const STORED_ROWS = 500
const MANY_ROWS = 30_000
const FEW_ROWS = 20
const MAX_ROWS = 250
const MAX_REMOVED_ROWS = 2

/** Adds rows like the one that the service has stored, by table. `n` counts them. */
const FILL: Readonly<Record<string, string>> = {
  account: `'id', 'account ' || n, 'email', n || '@example.org'`,
  survey: `'id', 1000 + n, 'slug', 'survey-' || n, 'view_nonce', null`,
  response: `'sequence', 1000 + n, 'id', md5(n::text)::uuid`,
  removed_response: `'id', md5(n::text)::uuid`,
  tally: `'survey_id', 1000 + n`,
  board_item: `'question', 2 + n / 200, 'sequence', 1000 + n, 'id', md5(n::text)::uuid`,
  board_vote: `'voter', md5(n::text)::uuid`,
}

const TABLES = Object.keys(FILL)
const EMPTY = `delete from ${TABLES.join('; delete from ')}`

/** What tables hold, and what the database has counted in them, when the statements are planned. */
const PLANNED_FOR: Readonly<Record<string, (client: pg.Client) => Promise<unknown>>> = {
  'tables that were emptied': client => empty(client),
  // The files of emptied indexes stay as large as they were.
  'a few rows in tables that were full': async client => {
    await empty(client)
    await fill(client, 'response', MANY_ROWS)
    await empty(client)
    for (const table of TABLES) await fill(client, table, FEW_ROWS)
  },
  'one row in each table': async client => {
    await empty(client)
    await storeOne(client)
    await client.query('vacuum analyze')
  },
  'one response in each survey': async client => {
    await empty(client)
    await client.query(copiesIn('response', `'survey_id', 5000 + n, 'id', md5(n::text)::uuid`))
    await client.query('vacuum analyze')
  },
}

const database = await newPostgres()
const statements = await recordStatements()
const client = await connect(database.url)
after(async () => {
  await client.end()
  await database.drop()
})
await client.query(setSettings('session', { timeLimits: TIME_LIMITS }))
await client.query('set session_replication_role = replica; set plan_cache_mode = force_generic_plan')
await client.query('create schema stored')
for (const table of TABLES) {
  await client.query(`alter table ${table} set (autovacuum_enabled = false)`)
  await client.query(`create table stored.${table} as table ${table}`)
}

/** The first column of each index. */
const { rows: firstColumns } = await client.query(
  'select attrelid::regclass::text as index, attname as column from pg_attribute join pg_index on indexrelid = attrelid where attnum = 1',
)
const firstColumnOf = new Map(firstColumns.map(({ index, column }) => [index, column]))

for (const [situation, prepare] of Object.entries(PLANNED_FOR))
  test(`submissions and pages read only the rows that they need, planned for ${situation}`, async () => {
    await client.query('deallocate all')
    await prepare(client)
    for (const [index, { text }] of statements.entries()) await client.query(`prepare s${index} as ${text}`)
    for (const [index, statement] of statements.entries()) await explain(index, statement, 'explain')
    await client.query(EMPTY)
    for (const table of TABLES) await fill(client, table)
    const problems: string[] = []
    for (const [index, statement] of statements.entries()) {
      const [row] = await explain(index, statement, 'explain (analyze, format json)')
      for (const problem of problemsIn(row['QUERY PLAN'][0].Plan)) problems.push(`${problem}\n${statement.text}`)
    }
    assert.deepEqual(problems, [])
  })

async function empty(client: pg.Client): Promise<void> {
  await client.query(EMPTY)
  await client.query('vacuum')
}

async function storeOne(client: pg.Client): Promise<void> {
  for (const table of TABLES) await client.query(storedIn(table, 'limit 1'))
}

async function explain(index: number, { begin, values }: Recorded, command: string) {
  await client.query(begin)
  const parameters = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
  const { rows } = await client.query(`${command} execute s${index}${parameters}`)
  await client.query('rollback')
  return rows
}

function storedIn(table: string, more = ''): string {
  return `insert into ${table} overriding system value select * from stored.${table} ${more}`
}

async function fill(client: pg.Client, table: string, count = STORED_ROWS): Promise<void> {
  await client.query(storedIn(table))
  await client.query(copiesIn(table, FILL[table] ?? '', count))
}

function copiesIn(table: string, different: string, count = STORED_ROWS): string {
  return `insert into ${table} overriding system value select copy.*
    from (select to_jsonb(${table}) as columns from stored.${table} limit 1) as original, generate_series(1, ${count}) as n,
      jsonb_populate_record(null::public.${table}, columns || jsonb_build_object(${different})) as copy`
}

/** The statements that a service sends for submissions, pages and boards, and what they are sent with. */
async function recordStatements(): Promise<Recorded[]> {
  const service = await startService({ database })
  const query = mock.method(pg.Client.prototype, 'query')
  await visit(service, () => query.mock.resetCalls()).finally(() => service.close())
  const begins = new Map<unknown, string>()
  const sent = new Map<string, Recorded>()
  for (const {
    this: client,
    arguments: [{ text, values }],
  } of query.mock.calls as unknown as RecordedCall[]) {
    if (text.startsWith('set local')) begins.set(client, `${begins.get(client)}; ${text}`)
    else if (values !== undefined) sent.set(text, { text, begin: begins.get(client) ?? 'begin', values })
    else if (text.startsWith('begin')) begins.set(client, text)
    else if (text === 'commit') begins.delete(client)
  }
  query.mock.restore()
  return [...sent.values()].filter(({ text }) => !text.startsWith('insert'))
}

async function visit(service: Service, reset: () => void): Promise<void> {
  const api = await newApi(service)
  const questions = [choice(), freeText('Why?', optional), board()]
  const { id } = await api.create(questions, { share_results: 'always' })
  const row = await kept(service, id, ['Yes', 'Because', null])
  const survey = await service.context.store.surveys.findPublic(id)
  assert.ok(survey)
  await service.context.store.responses.remove(api.caller.accountId, id, row.id)
  reset()
  const get = async (path: string) => assert.equal((await call(service, 'GET', path)).status, 200, path)
  const key = randomUUID()
  for (let time = 0; time < 2; time++) await kept(service, id, ['Yes', 'Because', null], { key })
  const batch: ResponseBatch = { survey, responses: [], counts: [], refusedIds: [randomUUID()] }
  await service.context.store.responses.add([batch], 'wait')
  const item = await call(service, 'POST', `/s/${id}/board/2`, { body: { text: 'Why?' } })
  const { id: itemId } = bodyOf<{ id: string }>(item, 201)
  const body = { voter: randomUUID() }
  bodyOf(await call(service, 'PUT', `/s/${id}/board/2/${itemId}/vote`, { body }))
  bodyOf(await call(service, 'DELETE', `/s/${id}/board/2/${itemId}/vote`, { body }))
  bodyOf(await call(service, 'PUT', `/s/${id}/board/2/${itemId}/vote`, { body }))
  for (const path of ['', '/thanks', '/board/2', '/board/2?order=new']) await get(`/s/${id}${path}`)
  await call(service, 'GET', `/s/${id.replaceAll('-', '')}`)
  const { projectedTexts, responses, surveys } = service.context.store
  const { accountId } = api.caller
  const last = await kept(service, id, ['Yes', 'Because', null])
  await projectedTexts.change(accountId, id, last.id, ({ projectedTexts }) => {
    return { ...projectedTexts, picks: [{ question: 1, id: last.id }] }
  })
  const now = await surveys.findPublic(id)
  assert.ok(now)
  assert.equal((await projectedTexts.responses(now, [last.id])).length, 1)
  assert.ok(await responses.remove(accountId, id, last.id))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value))
  return pg.escapeLiteral(`{${value.map(one => JSON.stringify(String(one))).join(',')}}`)
}

function problemsIn({ Plans = [], ...node }: Node): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition = '' } = node
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node
  const rows = node['Actual Rows'] * node['Actual Loops']
  const removed = (filtered + rechecked) * node['Actual Loops']
  // An account has at most 500 surveys.
  const isAmongOwn = index === 'survey_by_account' && condition.includes('account_id')
  const problems = [
    type === 'Seq Scan' && 'reads the whole table',
    index !== undefined && !condition.includes(firstColumnOf.get(index)) && 'reads the whole index',
    table === 'response' &&
      index !== undefined &&
      !/survey_id = .* AND \((id|sequence) /.test(condition) &&
      'has half of the key',
    table !== undefined && rows > MAX_ROWS && `reads ${rows} rows`,
    removed > MAX_REMOVED_ROWS && !isAmongOwn && `removes ${removed} rows`,
  ]
  const own = problems.filter(problem => problem !== false)
  return [
    ...own.map(problem => `${type} on ${table} by ${index} ${condition} ${problem}`),
    ...Plans.flatMap(problemsIn),
  ]
}
