import { afterEach, test } from 'node:test'
import { expectFigure } from '../../figure.ts'
import { scaled } from '../../scale.ts'
import { killServers } from '../server.ts'
import { freezeUnderLoad, restartUnderLoad } from './database-outages.ts'

const RESTARTS = scaled({ long: 3, release: 20 })
const READY_WITHIN_MS = 5_000
/** Time allowed for a failover that no connection notices. */
const SERVING_WITHIN_MS = 15_000

// Writers of a failed test then wait for a server, and hold nothing.
afterEach(killServers)

test('a server is soon ready again after PostgreSQL has been stopped and started [storage-unavailable-503]', {
  timeout: RESTARTS * 120_000,
}, async t => {
  const { timesToReady } = await restartUnderLoad(RESTARTS)
  expectFigure(t, {
    subject: 'time until ready after the start of PostgreSQL, the longest',
    measured: `${timesToReady.map(Math.round)} ms`,
    value: Math.max(...timesToReady),
    gate: { sign: '<', limit: READY_WITHIN_MS, unit: 'ms' },
  })
})

test('submissions are soon accepted again after all connections to PostgreSQL have died silently [storage-unavailable-503, submissions-survive-kill]', {
  timeout: 120_000,
}, async t => {
  const outage = await freezeUnderLoad()
  expectFigure(t, {
    subject: 'time without submissions after silent connections to PostgreSQL',
    measured: 'from the last byte to the next acknowledgement',
    value: outage,
    gate: { sign: '<', limit: SERVING_WITHIN_MS, unit: 'ms' },
  })
})
