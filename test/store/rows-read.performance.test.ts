import assert from 'node:assert/strict'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { getHeapSpaceStatistics } from 'node:v8'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { Connection, kyselyOn } from '../../src/store/sqlite/connection.ts'
import { expectFigure } from '../figure.ts'

const ROWS = 100_000
const PAGE = 64
/** Node's own objects would leave behind a hundred bytes per row. */
const MAX_BYTES_PER_ROW = 40

// The test runner records each promise of its thread, which would be measured too.
if (isMainThread)
  test('rows that were read are garbage in the young generation, which is collected quickly', async t => {
    const [bytesPerRow] = await once(new Worker(import.meta.filename), 'message')
    expectFigure(t, {
      subject: 'memory that a row which was read leaves behind',
      measured: `${ROWS} rows`,
      value: bytesPerRow,
      gate: { sign: '<', limit: MAX_BYTES_PER_ROW, unit: 'bytes' },
    })
  })
else parentPort?.postMessage(await bytesLeftPerRow())

async function bytesLeftPerRow(): Promise<number> {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table item (id integer primary key, text text);
    with recursive numbers (id) as (select 1 union all select id + 1 from numbers where id < ${ROWS})
      insert into item select id, hex(randomblob(18)) from numbers`)
  const db = kyselyOn(new Connection(database, 'read'))
  const readPage = async (after: number) => {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, text from item where id > ${after} order by id limit ${PAGE}`.execute(db)
    return rows
  }
  assert.deepEqual((await readPage(0))[0]?.id, 1)
  const before = oldBytes()
  for (let after = 0; after < ROWS; after += PAGE) await readPage(after)
  const left = (oldBytes() - before) / ROWS
  await db.destroy()
  return left
}

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
}
