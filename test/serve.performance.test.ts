import { test } from 'node:test'
import { expectFigure } from './figure.ts'
import { startWithWaiting } from './waiting-connections.ts'

test('a server stops without waiting for a thousand connections that send nothing [connections-wait]', async t => {
  const { server, closed } = await startWithWaiting(t)
  const since = performance.now()
  await server.stop()
  await closed
  expectFigure(t, {
    subject: 'stop with a thousand open connections',
    measured: 'until the last is closed',
    value: performance.now() - since,
    gate: { sign: '<', limit: 5_000, unit: 'ms' },
  })
})
