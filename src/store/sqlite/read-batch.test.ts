import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { type Connection, openConnection } from './connection.ts'
import { ReadBatch } from './read-batch.ts'

const COUNT = CompiledQuery.raw('select count(*) from note')
const INSERT = 'insert into note values (1)'

interface Subject {
  readonly reader: Connection
  readonly batch: ReadBatch
  /** A second connection, which commits each statement. */
  readonly writer: DatabaseSync
}

function open(t: TestContext): Subject {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  const file = join(folder, 'database')
  const writer = new DatabaseSync(file)
  const reader = openConnection(file, 'read')
  writer.exec('create table note (number integer)')
  t.after(async () => {
    writer.close()
    await reader.destroy().catch(() => undefined)
    rmSync(folder, { recursive: true })
  })
  return { reader, batch: new ReadBatch(reader), writer }
}

test('a read sees commits made after its request in the same turn, and the next read sees later commits', async t => {
  const { batch, writer } = open(t)
  const read = batch.select(COUNT)
  writer.exec(INSERT)
  assert.deepEqual(await read, [[1]])
  writer.exec(INSERT)
  assert.deepEqual(await batch.select(COUNT), [[2]])
})

test('the reads of one turn share a snapshot, which ends with them', async t => {
  const { batch, writer } = open(t)
  const afterACommit = {
    ...COUNT,
    get parameters() {
      writer.exec(INSERT)
      return []
    },
  }
  const [before, after] = await Promise.all([batch.select(COUNT), batch.select(afterACommit)])
  assert.deepEqual([before, after], [[[0]], [[0]]])
  assert.deepEqual(await batch.select(COUNT), [[1]])
})

test('a failing read does not affect others', async t => {
  const { batch } = open(t)
  const reads = [CompiledQuery.raw('select missing'), COUNT].map(query => batch.select(query))
  const [failed, counted] = await Promise.allSettled(reads)
  assert.equal(failed?.status, 'rejected')
  assert.deepEqual(counted, { status: 'fulfilled', value: [[0]] })
})

test('reads during the connection’s transaction do not affect it', async t => {
  const { reader, batch } = open(t)
  await reader.beginTransaction()
  assert.deepEqual(await batch.select(COUNT), [[0]])
  await reader.commitTransaction()
})

test('if no snapshot can be opened, every read is refused', async t => {
  const { reader, batch } = open(t)
  const reads = [batch.select(COUNT), batch.select(COUNT)]
  await reader.destroy()
  const outcomes = await Promise.allSettled(reads)
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
})
