import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { newPostgres } from '../database.ts'
import { call } from '../harness.ts'
import { type Run, serve, temporaryFolder } from '../program.ts'
import { unlessShort } from '../scale.ts'
import { type Observations, observe } from './contents.ts'
import { load, type StoredDatabase, storedDatabases, unpack } from './stored.ts'

describe('databases of every release', () => {
  for (const stored of [...ofEngine('sqlite'), ...unlessShort(ofEngine('postgres'))]) {
    const { version, engine, description } = stored
    test(`that of ${version} on ${engine} is upgraded, and its content is unchanged`, async t => {
      const server = await serve(t, [], await restored(t, stored))
      assert.deepEqual(comparable(await observe(server, description)), comparable(description.observed))
    })
  }

  for (const stored of [...ofEngine('sqlite').slice(-1), ...unlessShort(ofEngine('postgres').slice(-1))]) {
    test(`nothing is said of earlier edits of a survey of ${stored.version} on ${stored.engine}, and later ones are counted from then on`, async t => {
      const server = await serve(t, [], await restored(t, stored))
      const { token } = stored.description
      const { body: list } = await call(server, 'GET', '/api/v1/surveys?include_admin=1', { token })
      const { surveys } = list as unknown as { surveys: { id: string; admin_token: string; response_count: number }[] }
      const {
        id,
        admin_token: admin,
        response_count: before,
      } = surveys.find(one => one.response_count > 1) ?? assert.fail()
      const read = async () => (await call(server, 'GET', `/admin/api/${id}`, { token: admin })).body
      const { questions, edited } = (await read()) as unknown as { questions: object[]; edited: unknown }
      assert.deepEqual(edited, [])
      const body = { questions: [...questions, { type: 'rating', text: 'And?' }] }
      assert.equal((await call(server, 'PATCH', `/admin/api/${id}`, { token: admin, body })).status, 200)
      const marks = { asked: 0, added_after: before, reworded_after: 0, options: [] }
      assert.deepEqual((await read()).edited, [{ index: questions.length, ...marks }])
    })
  }
})

function ofEngine(engine: StoredDatabase['engine']): StoredDatabase[] {
  return storedDatabases().filter(stored => stored.engine === engine)
}

/** What 0.1.0 did not have, or had otherwise: cursors, languages in lists, and numbers of board questions in groups. */
const CHANGED_SINCE = ['cursor', 'language', 'sequence']

/** Observations without what has changed, and with board rows in no particular order: 0.1.0 exported them by age. */
function comparable(all: Observations): Observations {
  const withoutChanged = (key: string, value: unknown) => (CHANGED_SINCE.includes(key) ? undefined : value)
  const observed: Observations = JSON.parse(JSON.stringify(all, withoutChanged))
  const entries = Object.entries(observed).map(([path, seen]) => {
    if (!path.endsWith('/export-boards.csv')) return [path, seen]
    const [status, csv] = seen as [number, string]
    return [path, [status, csv.split('\r\n').sort()]]
  })
  return Object.fromEntries(entries)
}

/** A stored database as its operator has it, and functions that run the program on it. */
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
