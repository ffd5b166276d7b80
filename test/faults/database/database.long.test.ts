import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { scaled } from '../../scale.ts'
import { until } from '../../until.ts'
import { killServers, startServer, temporaryFolder } from '../server.ts'
import { finish, startWithSurvey, Writers } from '../writers.ts'
import { durablePostgres, freezeUnderLoad, restartUnderLoad } from './database-outages.ts'

const RESTARTS = scaled({ long: 3, release: 20 })

// Writers of a failed test then wait for a server, and hold nothing.
afterEach(killServers)

test('PostgreSQL is stopped and started under 16 writers [storage-unavailable-503, acknowledged-is-committed, aggregate-counts-exact]', {
  timeout: RESTARTS * 120_000,
}, async t => {
  const { acknowledged, interruptions } = await restartUnderLoad(RESTARTS)
  t.diagnostic(`${acknowledged} acknowledged; ${interruptions} sent again`)
})

test('one of two servers on a database is killed [submissions-survive-kill, acknowledged-is-committed, aggregate-counts-exact]', {
  timeout: 120_000,
}, async () => {
  const { postgres, settings } = await durablePostgres()
  const { server: first, survey } = await startWithSurvey(settings)
  const second = await startServer({ dataDir: temporaryFolder(), env: settings })
  let servers = [first, second]
  const writers = new Writers(writer => servers[writer % servers.length]?.baseUrl ?? '', survey.slug)
  await writers.writeFor(500)
  await first.stop('SIGKILL')
  const before = writers.acknowledged.size
  // The other goes on, beyond what was under way.
  await until(() => writers.acknowledged.size > before + 100)
  // Now the other takes over the requests of the killed one.
  servers = [second]
  await finish(second, survey, writers)
  assert.ok(writers.interruptions.length > 0, 'it was killed under load')
  await postgres.remove()
})

test('all connections to PostgreSQL die silently under 16 writers [storage-unavailable-503, submissions-survive-kill, acknowledged-is-committed, aggregate-counts-exact]', {
  timeout: 120_000,
}, async () => {
  await freezeUnderLoad()
})
