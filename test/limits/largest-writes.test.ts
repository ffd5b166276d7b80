import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Service, startService } from '../harness.ts'
import { until } from '../until.ts'
import { BATCH_WRITE, TOOL_WRITES, writingTools } from './largest-tool-writes.ts'
import { SMALL, sendWrite, settingOf, WRITES } from './largest-writes.ts'

/** Rows that a transaction may change: about 200 ms. Nobody else can write meanwhile. An edit of 20,000 counts rewrites each. */
const ROWS_PER_TRANSACTION = 50_000
/** Bytes of the database that a request may add, in bytes of what it sends; and whatever it sends. */
const BYTES_PER_BYTE = 16
const FREE_BYTES = 262_144

const PAGE_BYTES = 4_096

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
const routes = new Set<string>()
/** The rows that each transaction has changed, since it was last emptied. */
let transactions: number[] = []
/** Transactions that have not waited for the disk. */
let unflushedCommits = 0
let service: Service
const { exec } = DatabaseSync.prototype

before(async () => {
  channel('fastify.initialization').subscribe(noteRoutes)
  watchTransactions()
  service = await startService({ hostname: 'localhost', accountStorage: 1_000_000_000 })
  channel('fastify.initialization').unsubscribe(noteRoutes)
})
after(async () => {
  DatabaseSync.prototype.exec = exec
  await service.close()
})

function noteRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    // Paths that are unknown in any method.
    if (url.endsWith('*')) return
    for (const one of [method].flat()) if (METHODS.includes(one)) routes.add(`${one} ${url}`)
  })
}

/** Counts the changed rows of each transaction of the embedded database. */
function watchTransactions(): void {
  const begun = new WeakMap<DatabaseSync, number>()
  const unflushed = new WeakSet<DatabaseSync>()
  const changes = (database: DatabaseSync) =>
    Number(database.prepare('select total_changes() as changes').get()?.changes)
  DatabaseSync.prototype.exec = function (this: DatabaseSync, text: string) {
    const earlier = begun.get(this)
    if (text === 'commit' && earlier !== undefined) {
      transactions.push(changes(this) - earlier)
      if (unflushed.has(this)) unflushedCommits++
    }
    if (text === 'pragma synchronous = normal') unflushed.add(this)
    if (text === 'pragma synchronous = full') unflushed.delete(this)
    exec.call(this, text)
    if (text === 'begin immediate') begun.set(this, changes(this))
  }
}

/** Bytes of the pages that hold something. */
async function usedBytes({ engine }: Service): Promise<number> {
  const query = sql<{ pages: number }>`
    select page_count - freelist_count as pages from pragma_page_count, pragma_freelist_count`
  const { rows } = await query.execute(engine.reader)
  return Number(rows[0]?.pages) * PAGE_BYTES
}

test('every route that writes is in one of the two tables [largest-writes]', () => {
  assert.deepEqual([...routes].sort(), [...Object.keys(WRITES), ...Object.keys(SMALL)].sort())
})

test('every tool that writes is in the table of tools [largest-writes]', async () => {
  assert.deepEqual((await writingTools(service)).sort(), Object.keys(TOOL_WRITES).sort())
})

const CALLS = { ...WRITES, ...TOOL_WRITES, 'a batch of tool calls': BATCH_WRITE }

describe('the largest request to a route or tool changes few rows at a time, and stores at most a multiple of its size [largest-writes]', () => {
  for (const [name, prepare] of Object.entries(CALLS))
    test(name, async t => {
      const write = await prepare(settingOf(service))
      const stored = await usedBytes(service)
      transactions = []
      await sendWrite(write)
      await until(async () => (await service.jobs()).every(({ attempts }) => attempts === 0))
      const [most, count] = [Math.max(0, ...transactions), transactions.length]
      const added = (await usedBytes(service)) - stored
      t.diagnostic(`${write.bytes} bytes; ${count} transactions of at most ${most} rows; ${added} bytes stored`)
      assert.ok(most <= ROWS_PER_TRANSACTION, `${most} rows`)
      assert.ok(added <= BYTES_PER_BYTE * write.bytes + FREE_BYTES, `${added} bytes for ${write.bytes}`)
    })
})

test('only the last of the transactions that store a part of a board waits for the disk [largest-writes]', async () => {
  const write = await WRITES['POST /app/api/restorations/:id/surveys/:slug/boards']?.(settingOf(service))
  assert.ok(write)
  unflushedCommits = 0
  await sendWrite(write)
  assert.equal(unflushedCommits, 1_000 / 200 - 1)
})

test('an edit reads the list of questions that it finds, and the one that it stores, once each [largest-writes]', async t => {
  const write = await WRITES['PATCH /admin/api/:slug']?.(settingOf(service))
  assert.ok(write)
  const { mock } = t.mock.method(JSON, 'parse')
  await sendWrite(write)
  assert.equal(mock.calls.filter(({ arguments: [text] }) => isListOfQuestions(text)).length, 2)
})

test('a stored draft is not read again to be returned [largest-writes]', async t => {
  const write = await WRITES['POST /app/api/drafts']?.(settingOf(service))
  assert.ok(write)
  const { mock } = t.mock.method(JSON, 'parse')
  await sendWrite(write)
  const [body, reply] = mock.calls.filter(({ arguments: [text] }) => text.length > 900_000)
  assert.ok(body?.arguments[0].startsWith('{"title"'))
  assert.ok(reply?.arguments[0].startsWith('{"id"'), 'the next one is the reply, which the client reads')
})

/** Of the largest survey, as stored. */
function isListOfQuestions(text: string): boolean {
  return text.length > 300_000 && text.startsWith('[{"type"')
}
