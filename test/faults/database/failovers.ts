import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, type Loss, startCluster } from '../../../tools/failover/cluster.ts'
import { type Server, startServer, temporaryFolder } from '../server.ts'
import { checkKept, SECRET, type Survey, startWithSurvey, Writers } from '../writers.ts'

const LOSSES: readonly Loss[] = ['crash', 'freeze', 'postgres']
export const UNDISTURBED_MS = 1_000
/** How long the leader writes data that reaches no standby. */
const BEHIND_MS = 500
const RETRY_MS = 100

/** Two servers on a replicated PostgreSQL, with 16 writers. */
export interface Replicated {
  readonly cluster: Cluster
  readonly servers: readonly Server[]
  readonly survey: Survey
  readonly writers: Writers
  /** Everything acknowledged is stored, whichever server is asked. */
  assertKept(): Promise<void>
}

export async function startReplicated(t: TestContext): Promise<Replicated> {
  const cluster = await startCluster()
  t.after(() => cluster.stop())
  const env = { DATABASE_URL: cluster.url, SECRET }
  const { server: first, survey } = await startWithSurvey(env)
  const servers = [first, await startServer({ dataDir: temporaryFolder(), env })]
  const writers = new Writers(writer => servers[writer % 2]?.baseUrl ?? '', survey.slug, { retryMs: RETRY_MS })
  const assertKept = async () => {
    for (const server of servers) assert.equal(await checkKept(server, survey, writers), 0)
  }
  return { cluster, servers, survey, writers, assertKept }
}

/** Loses leaders in each way in turn. @returns of each, the milliseconds until every writer was acknowledged again */
export async function failOverUnderLoad(
  { cluster, writers, assertKept }: Replicated,
  failovers: number,
): Promise<number[]> {
  const outages: number[] = []
  for (let failover = 0; failover < failovers; failover++) {
    await writers.writeFor(UNDISTURBED_MS)
    outages.push(await failOver(cluster, writers, LOSSES[failover % LOSSES.length] ?? 'crash'))
    await assertKept()
  }
  return outages
}

/**
 * Stops the leader while it has data that no standby has, and waits until the cluster is whole again and nobody writes.
 * @returns milliseconds until every writer was acknowledged again
 */
export async function failOver(cluster: Cluster, writers: Writers, loss: Loss): Promise<number> {
  await cluster.stopReplication()
  await delay(BEHIND_MS)
  const since = performance.now()
  const bringBack = await cluster.loseLeader(loss)
  await writers.accepted()
  const outage = performance.now() - since
  bringBack()
  await cluster.settled()
  await writers.pause()
  return outage
}
