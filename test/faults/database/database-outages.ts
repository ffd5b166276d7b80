import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { type KeptPostgres, keepPostgres } from '../../postgres/keeper.ts'
import { proxyTo } from '../../postgres/proxy.ts'
import type { Stop } from '../../postgres/server.ts'
import { until } from '../../until.ts'
import type { Server } from '../server.ts'
import { checkKept, finish, SECRET, startWithSurvey, Writers } from '../writers.ts'

const STOPS: readonly Stop[] = ['immediate', 'fast', 'kill']
/** How long the result of a readiness check is reused. */
const SHARED_CHECK_MS = 1_000

export async function durablePostgres(): Promise<{ postgres: KeptPostgres; settings: Record<string, string> }> {
  const postgres = await keepPostgres({ durable: true })
  return { postgres, settings: { DATABASE_URL: postgres.url, SECRET } }
}

/** Stops PostgreSQL under 16 writers and starts it again, many times, and checks what is stored after each start. */
export async function restartUnderLoad(restarts: number) {
  const { postgres, settings } = await durablePostgres()
  const { server, survey } = await startWithSurvey(settings)
  const writers = new Writers(() => server.baseUrl, survey.slug)
  const timesToReady: number[] = []
  for (let restart = 0; restart < restarts; restart++) {
    await writers.writeFor(300)
    await postgres.stop(STOPS[restart % STOPS.length] ?? 'fast')
    await writers.interrupted()
    await assertNotReady(server)
    await postgres.start()
    const since = performance.now()
    await untilReady(server)
    timesToReady.push(performance.now() - since)
    await checkKept(server, survey, writers)
  }
  await finish(server, survey, writers)
  await postgres.remove()
  return { acknowledged: writers.acknowledged.size, interruptions: writers.interruptions.length, timesToReady }
}

/**
 * Lets all connections to PostgreSQL die silently under 16 writers.
 * @returns milliseconds until a submission was acknowledged again
 */
export async function freezeUnderLoad(): Promise<number> {
  const { postgres, settings } = await durablePostgres()
  const proxy = await proxyTo(postgres.url)
  try {
    const { server, survey } = await startWithSurvey({ ...settings, DATABASE_URL: proxy.url })
    const writers = new Writers(() => server.baseUrl, survey.slug)
    await writers.writeFor(500)
    const since = performance.now()
    proxy.freeze()
    await assertNotReady(server)
    await untilReady(server)
    await writers.writeFor(0)
    const outage = performance.now() - since
    await finish(server, survey, writers)
    return outage
  } finally {
    await proxy.close()
    await postgres.remove()
  }
}

async function assertNotReady(server: Server): Promise<void> {
  await delay(SHARED_CHECK_MS)
  assert.deepEqual(await statusesOf(server), { health: 200, readiness: 503 })
}

function untilReady(server: Server): Promise<void> {
  return until(async () => (await statusesOf(server)).readiness === 200)
}

async function statusesOf({ baseUrl }: Server) {
  const [health, readiness] = await Promise.all(['/healthz', '/readyz'].map(path => fetch(baseUrl + path)))
  return { health: health?.status, readiness: readiness?.status }
}
