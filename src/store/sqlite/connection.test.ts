import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { getHeapSpaceStatistics } from 'node:v8'
import { sql } from 'kysely'
import { Connection, kyselyOn } from './connection.ts'

const ROWS = 100_000
const PAGE = 64
/** Node's own objects leave a hundred bytes of each row. */
const MAX_BYTES_PER_ROW = 40

test('rows that were read are garbage of the young generation, which is collected at once', async () => {
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
  const bytesPerRow = (oldBytes() - before) / ROWS
  await db.destroy()
  assert.ok(bytesPerRow < MAX_BYTES_PER_ROW, `${bytesPerRow} bytes of each row`)
})

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
}
