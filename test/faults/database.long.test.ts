import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type KeptPostgres, keepPostgres } from '../postgres/keeper.ts'
import { proxyTo } from '../postgres/proxy.ts'
import type { Stop } from '../postgres/server.ts'
import { scaled } from '../scale.ts'
import { killServers, type Server, startServer, temporaryFolder } from './server.ts'
import { checkKept, finish, SECRET, startWithSurvey, Writers } from './writers.ts'

const RESTARTS = scaled({ long: 3, release: 20 })
const STOPS: readonly Stop[] = ['immediate', 'fast', 'kill']
const HEALTHY_WITHIN_MS = 5_000
/** Time allowed for a failover that no connection notices. */
const SERVING_WITHIN_MS = 15_000
/** How long the result of a readiness check is reused. */
const SHARED_CHECK_MS = 1_000

// Writers of a failed test then wait for a server, and hold nothing.
afterEach(killServers)

test('PostgreSQL is stopped and started under 16 writers [storage-unavailable-503, acknowledged-is-committed, aggregate-counts-exact]', {
  timeout: RESTARTS * 60_000,
}, async t => {
  const { postgres, settings } = await durablePostgres()
  const { server, survey } = await startWithSurvey(settings)
  const writers = new Writers(() => server.baseUrl, survey.slug)
  for (let restart = 0; restart < RESTARTS; restart++) {
    await writers.writeFor(300)
    await postgres.stop(STOPS[restart % STOPS.length] ?? 'fast')
    await writers.interrupted()
    await delay(SHARED_CHECK_MS)
    assert.deepEqual(await statusesOf(server), { health: 200, readiness: 503 })
    await postgres.start()
    const healthy = await untilReady(server)
    t.diagnostic(`healthy ${healthy.toFixed(0)} ms after the database`)
    await checkKept(server, survey, writers)
  }
  await finish(server, survey, writers)
  t.diagnostic(`${writers.acknowledged.size} acknowledged; ${writers.interruptions.length} sent again`)
  await postgres.remove()
})

test('one of two servers on a database is killed [submissions-survive-kill, acknowledged-is-committed, aggregate-counts-exact]', {
  timeout: 60_000,
}, async () => {
  const { postgres, settings } = await durablePostgres()
  const { server: first, survey } = await startWithSurvey(settings)
  const second = await startServer({ dataDir: temporaryFolder(), env: settings })
  let servers = [first, second]
  const writers = new Writers(writer => servers[writer % servers.length]?.baseUrl ?? '', survey.slug)
  await writers.writeFor(500)
  await first.stop('SIGKILL')
  const before = writers.acknowledged.size
  await delay(500)
  assert.ok(writers.acknowledged.size > before, 'the other goes on')
  // Now the other takes over the requests of the killed one.
  servers = [second]
  await finish(second, survey, writers)
  assert.ok(writers.interruptions.length > 0, 'it was killed under load')
  await postgres.remove()
})

test('all connections to PostgreSQL die silently under 16 writers [storage-unavailable-503, submissions-survive-kill, acknowledged-is-committed, aggregate-counts-exact]', {
  timeout: 60_000,
}, async t => {
  const { postgres, settings } = await durablePostgres()
  const proxy = await proxyTo(postgres.url)
  t.after(() => proxy.close())
  const { server, survey } = await startWithSurvey({ ...settings, DATABASE_URL: proxy.url })
  const writers = new Writers(() => server.baseUrl, survey.slug)
  await writers.writeFor(500)
  const since = performance.now()
  proxy.freeze()
  await delay(SHARED_CHECK_MS)
  assert.deepEqual(await statusesOf(server), { health: 200, readiness: 503 })
  await untilReady(server, SERVING_WITHIN_MS)
  await writers.writeFor(0)
  const outage = performance.now() - since
  t.diagnostic(`submissions again after ${outage.toFixed(0)} ms`)
  assert.ok(outage < SERVING_WITHIN_MS)
  await finish(server, survey, writers)
  await postgres.remove()
})

async function durablePostgres(): Promise<{ postgres: KeptPostgres; settings: Record<string, string> }> {
  const postgres = await keepPostgres({ durable: true })
  return { postgres, settings: { DATABASE_URL: postgres.url, SECRET } }
}

async function statusesOf({ baseUrl }: Server) {
  const [health, readiness] = await Promise.all(['/healthz', '/readyz'].map(path => fetch(baseUrl + path)))
  return { health: health?.status, readiness: readiness?.status }
}

/** @returns milliseconds until it was ready */
async function untilReady(server: Server, within = HEALTHY_WITHIN_MS): Promise<number> {
  const since = performance.now()
  while ((await statusesOf(server)).readiness !== 200) {
    assert.ok(performance.now() - since < within, 'not healthy again')
    await delay(20)
  }
  return performance.now() - since
}
