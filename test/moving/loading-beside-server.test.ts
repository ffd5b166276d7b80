import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import type { Refusal } from '../../src/domain/values/refusal.ts'
import { readDump, verifyDump } from '../../src/service/moving/dump-file.ts'
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts'
import { loadPostgres } from '../../src/store/postgres/load.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { newPostgres, type PostgresDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { log } from '../log.ts'
import { connect } from '../postgres/query.ts'
import { run, serve, start, temporaryFolder } from '../program.ts'
import { waitingForLock } from '../store/postgres/locks.ts'
import { until } from '../until.ts'
import { withResponses } from './dumps.ts'

const SECRET = 'the secret of this test, of no other use'

const source = { dataDir: temporaryFolder({ after }), env: { SECRET } }
const file = join(source.dataDir, 'one.dump')
let slug: string
before(async () => {
  slug = (await withResponses({ after }, source)).slug
  assert.equal((await run(['dump', file], source)).status, 0)
})

test('a load into a PostgreSQL database on which a server runs is refused, until the server is gone [load-beside-server]', async t => {
  const { place } = await target(t)
  const servers = [await serve(t, [], place), await serve(t, [], place)]
  for (const server of servers) {
    // A server that is not ready yet has not shown that it runs.
    await until(async () => (await fetch(`${server.baseUrl}/readyz`)).status === 200)
  }
  for (const server of servers) {
    const { status, stderr } = await run(['load', file], place)
    assert.equal(status, 1)
    assert.match(stderr, /^soundings: a server is running on this database; stop it, and load again$/m)
    assert.equal((await fetch(`${server.baseUrl}/readyz`)).status, 200)
    server.signal('SIGKILL')
  }
  await until(async () => (await run(['load', file], place)).status === 0)
  const exported = JSON.parse((await run(['export', slug], place)).stdout)
  assert.equal(exported.responses.length, 1)
})

test('a server that starts during a load waits for its end, and serves what was loaded [load-beside-server]', async t => {
  const { place, database } = await target(t)
  const load = await pausedLoad(t, database)
  const child = start(['serve'], { ...place, env: { ...place.env, PORT: String(await freePort()) } })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    said += text
  })
  child.stderr.resume()
  await until(async () => (await waitingForLock(database)) === 1)
  assert.doesNotMatch(said, /listening/)
  await load.finish()
  await until(() => said.includes('"msg":"listening"'))
  assert.equal((await run(['export', slug], place)).status, 0)
})

test('a server that has started just before a load is not ready until its end [load-beside-server]', async t => {
  const { database } = await target(t)
  const engine = await openPostgres({ url: database.url, log })
  t.after(() => engine.close())
  const load = await pausedLoad(t, database)
  engine.listen(() => undefined)
  await assert.rejects(Promise.resolve(engine.listening?.()), ({ cause }: Refusal) =>
    /a dump is being loaded into the database; wait/.test(String(cause)),
  )
  await load.finish()
  await until(() =>
    Promise.resolve(engine.listening?.()).then(
      () => true,
      () => false,
    ),
  )
})

test('an account that is created just before a load is not lost [load-beside-server]', async t => {
  const { database } = await target(t)
  await (await openPostgres({ url: database.url, log })).close()
  const client = await connect(database.url)
  t.after(() => client.end())
  await client.query('begin')
  await client.query("insert into account (id, email, created_at) values ($1, 'eve@example.org', '')", [randomUUID()])
  const loading = loadPostgres({ url: database.url, log }, await sourceOf())
  const refused = assert.rejects(loading, /there are accounts in this installation/)
  await until(async () => (await waitingForLock(database)) === 1)
  await client.query('commit')
  await refused
})

async function target(t: TestContext) {
  const database = await newPostgres({ empty: true })
  t.after(() => database.drop())
  return { database, place: { dataDir: join(temporaryFolder(t), 'data'), env: { SECRET, DATABASE_URL: database.url } } }
}

/** A load that has begun, and waits before the first row. */
async function pausedLoad(t: TestContext, { url }: PostgresDatabase) {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  t.after(() => go.resolve())
  const dump = await sourceOf()
  const read = async function* () {
    begun.resolve()
    await go.promise
    yield* dump.read()
  }
  const loading = loadPostgres({ url, log }, { ...dump, read })
  await Promise.race([begun.promise, loading])
  return {
    finish: () => {
      go.resolve()
      return loading
    },
  }
}

async function sourceOf() {
  const summary = await verifyDump(file)
  const { secretCheck } = summary.header
  return { schema: MIGRATIONS.length, secretCheck, read: () => readDump(file, summary) }
}
