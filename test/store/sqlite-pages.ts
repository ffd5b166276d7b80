import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Engine } from '../../src/store/engine.ts'
import type { PhysicalRow } from './vote-order.ts'

/** The type of a page that contains all rows of a WITHOUT ROWID table. */
const LEAF = 10

export async function databaseFileOf({ reader }: Engine): Promise<string> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(reader)
  return rows[0]?.file ?? ''
}

/**
 * The rows of a small table in the physical order of its database page. Whatever the order of their keys, SQLite puts
 * each new row before the existing ones.
 */
export async function physicalOrderOnSqlite(engine: Engine, table: string): Promise<readonly PhysicalRow[]> {
  const file = await databaseFileOf(engine)
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(full)')
  const { rootpage } = database.prepare('select rootpage from sqlite_schema where name = ?').get(table) as {
    rootpage: number
  }
  const voter = table === 'board_vote' ? 'voter' : "''"
  const query = `select question, sequence, ${voter} as voter from ${table} order by question, sequence, voter`
  const rows = database.prepare(query).all() as unknown as PhysicalRow[]
  database.close()
  const bytes = readFileSync(file)
  const pageSize = bytes.readUInt16BE(16)
  const page = bytes.subarray((rootpage - 1) * pageSize, rootpage * pageSize)
  assert.deepEqual([page[0], page.readUInt16BE(3)], [LEAF, rows.length])
  const byOffset = rows.map((row, at) => ({ row: { ...row }, offset: page.readUInt16BE(8 + 2 * at) }))
  return byOffset.toSorted((a, b) => b.offset - a.offset).map(({ row }) => row)
}
