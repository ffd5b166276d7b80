import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { newPostgres } from '../database.ts'
import { type Run, serve, temporaryFolder } from '../program.ts'
import { observe } from './contents.ts'
import { load, type StoredDatabase, storedDatabases, unpack } from './stored.ts'

describe('databases of every release', () => {
  for (const stored of storedDatabases()) {
    const { version, engine, description } = stored
    test(`that of ${version} on ${engine} is upgraded, and reads as before`, async t => {
      const server = await serve(t, [], await restored(t, stored))
      assert.deepEqual(await observe(server, description), description.observed)
    })
  }
})

/** A stored database as its operator has it, with what runs a program on it. */
async function restored(t: TestContext, stored: StoredDatabase): Promise<Run> {
  const dataDir = join(temporaryFolder(t), 'data')
  if (stored.engine === 'sqlite') {
    unpack(stored, dataDir)
    return { dataDir }
  }
  const database = await newPostgres({ empty: true })
  t.after(() => database.drop())
  await load(stored, database.url)
  return { dataDir, env: { DATABASE_URL: database.url, SECRET: stored.description.secret } }
}
