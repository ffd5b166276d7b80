import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { TIME_LIMITS } from '../../src/store/postgres/time-limits.ts'
import { type Cluster, isClusterInstalled, type Loss, startCluster } from '../../tools/failover/cluster.ts'
import { reportMissing } from '../missing-program.ts'
import { scaled } from '../scale.ts'
import { killServers, startServer, temporaryFolder } from './server.ts'
import { checkKept, SECRET, startWithSurvey, Writers } from './writers.ts'

const FAILOVERS = scaled({ long: 3, release: 20 })
const LOSSES: readonly Loss[] = ['crash', 'freeze', 'postgres']
/** From the end of the silence that the cluster allows a leader until every writer is acknowledged again. */
const ACCEPTING_WITHIN_MS = 10_000
const UNDISTURBED_MS = 1_000
/** How long the leader writes data that reaches no standby. */
const BEHIND_MS = 500
/** Longer than a statement may stay without a reply. */
const ALONE_MS = TIME_LIMITS.reply + 2_000
const RETRY_MS = 100

// Writers of a failed test hold nothing.
afterEach(killServers)

if (!isClusterInstalled())
  reportMissing('the failover of PostgreSQL', 'Install postgresql, patroni, etcd-server, python3-etcd and haproxy.')
else
  test('the leader of a replicated PostgreSQL is lost under 16 writers [storage-unavailable-503, acknowledged-is-committed, submission-key-once, aggregate-counts-exact]', {
    timeout: FAILOVERS * 120_000 + 300_000,
  }, async t => {
    const cluster = await startCluster()
    t.after(() => cluster.stop())
    const env = { DATABASE_URL: cluster.url, SECRET }
    const { server: first, survey } = await startWithSurvey(env)
    const servers = [first, await startServer({ dataDir: temporaryFolder(), env })]
    const writers = new Writers(writer => servers[writer % 2]?.baseUrl ?? '', survey.slug, { retryMs: RETRY_MS })
    const assertKept = async () => {
      for (const server of servers) assert.equal(await checkKept(server, survey, writers), 0)
    }
    const outages: number[] = []
    for (let failover = 0; failover < FAILOVERS; failover++) {
      await writers.writeFor(UNDISTURBED_MS)
      outages.push(await failOver(cluster, writers, LOSSES[failover % LOSSES.length] ?? 'crash'))
      await assertKept()
    }
    t.diagnostic(`accepting again after ${outages.map(Math.round).join(', ')} ms`)
    t.diagnostic(`${writers.acknowledged.size} acknowledged; ${writers.interruptions.length} sent again`)
    assert.ok(Math.max(...outages) <= cluster.ttlMs + ACCEPTING_WITHIN_MS, `${outages.map(Math.round)} ms`)

    await writers.writeFor(UNDISTURBED_MS)
    await leaveAlone(cluster, writers)
    await assertKept()

    // The control: without synchronous commits, the same loss must be detected; otherwise the test proves nothing.
    await cluster.replicateAsynchronously()
    await writers.writeFor(UNDISTURBED_MS)
    await failOver(cluster, writers, 'crash')
    await assert.rejects(checkKept(first, survey, writers), /an acknowledged response is missing/)
    for (const server of servers) assert.equal(await server.stop('SIGTERM'), 0)
  })

/**
 * Stops the leader while it has data that no standby has, and waits until the cluster is whole again and nobody writes.
 * @returns milliseconds until every writer was acknowledged again
 */
async function failOver(cluster: Cluster, writers: Writers, loss: Loss): Promise<number> {
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

/** The leader has no standby for a while. Nothing is acknowledged meanwhile; afterwards everything is as before. */
async function leaveAlone(cluster: Cluster, writers: Writers): Promise<void> {
  const bringBack = await cluster.loseStandbys()
  await delay(UNDISTURBED_MS)
  const acknowledged = writers.acknowledged.size
  await delay(ALONE_MS)
  assert.equal(writers.acknowledged.size, acknowledged, 'acknowledged although no standby has it')
  bringBack()
  await writers.accepted()
  await cluster.settled()
  await writers.pause()
}
