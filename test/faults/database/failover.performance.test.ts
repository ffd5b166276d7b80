import { afterEach, test } from 'node:test'
import { isClusterInstalled } from '../../../tools/failover/cluster.ts'
import { expectFigure } from '../../figure.ts'
import { reportMissing } from '../../missing-program.ts'
import { scaled } from '../../scale.ts'
import { killServers } from '../server.ts'
import { failOverUnderLoad, startReplicated } from './failovers.ts'

const FAILOVERS = scaled({ long: 3, release: 20 })
/** From the end of the silence that the cluster allows a leader until every writer is acknowledged again. */
const ACCEPTING_WITHIN_MS = 10_000

// Writers of a failed test hold nothing.
afterEach(killServers)

if (!isClusterInstalled())
  reportMissing('the outage of a failover', 'Install postgresql, patroni, etcd-server, python3-etcd and haproxy.')
else
  test('submissions are soon accepted again after the leader of a replicated PostgreSQL is lost [storage-unavailable-503]', {
    timeout: FAILOVERS * 120_000 + 300_000,
  }, async t => {
    const replicated = await startReplicated(t)
    const outages = await failOverUnderLoad(replicated, FAILOVERS)
    expectFigure(t, {
      subject: 'time without submissions after the loss of a leader, the longest',
      measured: `${outages.map(Math.round)} ms`,
      value: Math.max(...outages),
      gate: { sign: '≤', limit: replicated.cluster.ttlMs + ACCEPTING_WITHIN_MS, unit: 'ms' },
    })
  })
