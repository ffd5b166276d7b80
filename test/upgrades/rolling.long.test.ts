import assert from 'node:assert/strict'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts'
import { PASSWORD } from '../account/browser.ts'
import { newPostgres } from '../database.ts'
import { killServers, type Server, startServer } from '../faults/server.ts'
import { checkKept, SECRET, startWithSurvey, Writers } from '../faults/writers.ts'
import { run, runApart, temporaryFolder } from '../program.ts'
import { scaled } from '../scale.ts'
import { fill } from './contents.ts'

const NEXT_VERSION = [
  '--import',
  join(import.meta.dirname, 'next-migration.ts'),
  join(import.meta.dirname, '../../bin/dev.js'),
]
const UNDISTURBED_MS = scaled({ long: 1_000, release: 10_000 })

afterEach(killServers)

test('processes of the previous version keep serving while and after a process of the next one migrates the database [upgrade-beside-old]', async t => {
  const database = await newPostgres()
  t.after(() => database.drop())
  const env = { DATABASE_URL: database.url, SECRET }
  const place = { dataDir: temporaryFolder(t), env }
  const { server: old, survey } = await startWithSurvey(env)
  const email = 'ada@example.org'
  const words = ['account', 'create', email, '--name', 'Ada', '--password-stdin', '--subscribed', '--token', '--json']
  const access = { email, token: JSON.parse((await run(words, { ...place, input: `${PASSWORD}\n` })).stdout).token }
  // Statements remain prepared on connections that are open during the migration.
  await fill(atItsAddress(old), access)
  const processes: Server[] = [old]
  const writers = new Writers(writer => (processes[writer % processes.length] ?? old).baseUrl, survey.slug, {
    retryMs: 200,
  })
  await writers.writeFor(UNDISTURBED_MS)
  const before = writers.acknowledged.size
  const next = await startServer({ ...place, program: NEXT_VERSION })
  t.diagnostic(`${writers.acknowledged.size - before} submissions while the next version started`)
  await writers.accepted()
  assert.deepEqual(await migrations(), [...MIGRATIONS.map(({ name }) => name), '9999-next'])
  processes.push(next)
  await writers.accepted()
  for (const server of processes) await fill(atItsAddress(server), access, `by-${server.port}`)
  const { status, stderr } = await runApart(['serve'], place)
  assert.equal(status, 78)
  assert.match(stderr, /^soundings: the database was upgraded by a newer version of Soundings, to 9999-next; /)
  await writers.finish()
  assert.deepEqual(writers.interruptions, [])
  for (const server of processes) assert.equal(await checkKept(server, survey, writers), 0)
  for (const server of processes) assert.equal(await server.stop('SIGTERM'), 0)

  async function migrations() {
    return (await database.query('select name from migration order by number')).map(({ name }) => name)
  }
})

/** Sign-in takes forms from the address of the service only. */
function atItsAddress({ port }: Server) {
  return { baseUrl: `http://localhost:${port}` }
}
