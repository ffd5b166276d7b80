import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { TIME_LIMITS } from '../../../src/store/postgres/time-limits.ts'
import { type Cluster, isClusterInstalled } from '../../../tools/failover/cluster.ts'
import { reportMissing } from '../../missing-program.ts'
import { scaled } from '../../scale.ts'
import { killServers } from '../server.ts'
import { checkKept, type Writers } from '../writers.ts'
import { failOver, failOverUnderLoad, startReplicated, UNDISTURBED_MS } from './failovers.ts'

const FAILOVERS = scaled({ long: 3, release: 20 })
/** Longer than a statement may stay without a reply. */
const ALONE_MS = TIME_LIMITS.reply + 2_000

// Writers of a failed test hold nothing.
afterEach(killServers)

if (!isClusterInstalled())
  reportMissing('the failover of PostgreSQL', 'Install postgresql, patroni, etcd-server, python3-etcd and haproxy.')
else
  test('the leader of a replicated PostgreSQL is lost under 16 writers [storage-unavailable-503, acknowledged-is-committed, submission-key-once, aggregate-counts-exact]', {
    timeout: FAILOVERS * 120_000 + 300_000,
  }, async t => {
    const replicated = await startReplicated(t)
    const { cluster, servers, survey, writers, assertKept } = replicated
    await failOverUnderLoad(replicated, FAILOVERS)
    t.diagnostic(`${writers.acknowledged.size} acknowledged; ${writers.interruptions.length} sent again`)

    await writers.writeFor(UNDISTURBED_MS)
    await leaveAlone(cluster, writers)
    await assertKept()

    // The control: without synchronous commits, the same loss must be detected; otherwise the test proves nothing.
    await cluster.replicateAsynchronously()
    await writers.writeFor(UNDISTURBED_MS)
    await failOver(cluster, writers, 'crash')
    const [first] = servers
    assert.ok(first !== undefined)
    await assert.rejects(checkKept(first, survey, writers), /an acknowledged response is missing/)
    for (const server of servers) assert.equal(await server.stop('SIGTERM'), 0)
  })

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
