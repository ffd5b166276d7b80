import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { TIME_LIMITS } from '../../../src/store/postgres/time-limits.ts'
import { expectFigure } from '../../figure.ts'
import { addSurvey, times } from '../rows.ts'
import { assertUnavailable, eventually, LIMITS, openThroughProxy, Senders, send } from './dying-connections.ts'

/** Time a process needs beyond its time limit to serve again. With the limit in use that makes 15 s. */
const MARGIN_MS = 15_000 - TIME_LIMITS.reply

test('connections that die silently block a process no longer than its time limit', async t => {
  const { store, proxy } = await openThroughProxy(t)
  const { slug } = await addSurvey(store)
  const senders = new Senders(store, slug)
  const outages: number[] = []
  for (let round = 0; round < 3; round++) {
    await senders.acknowledgedAfter(performance.now())
    const frozenAt = performance.now()
    proxy.freeze()
    await senders.acknowledgedAfter(frozenAt + LIMITS.reply / 2)
    await eventually(() => store.checkReadiness())
    outages.push(performance.now() - frozenAt)
  }
  await senders.finish()
  expectFigure(t, {
    subject: 'ready again after all connections died',
    measured: outages.map(outage => `${outage.toFixed(0)} ms`).join(', '),
    value: Math.max(...outages),
    gate: { sign: '<', limit: LIMITS.reply + MARGIN_MS, unit: 'ms' },
  })
})

test('if all connections have died, only the first one used waits for its time limit', async t => {
  const { store, proxy } = await openThroughProxy(t)
  const { slug } = await addSurvey(store)
  const read = () => store.surveys.findPublic(slug)
  await Promise.all([...times(5, read), ...times(5, () => store.checkReadiness())])
  proxy.freeze()
  await assertUnavailable(read())
  const since = performance.now()
  for (let reads = 0; reads < 4; reads++) await read()
  for (let writes = 0; writes < 5; writes++) await send(store, slug, randomUUID())
  const value = performance.now() - since
  expectFigure(t, {
    subject: 'four reads and five submissions after the first refusal',
    measured: `${value.toFixed(0)} ms`,
    value,
    gate: { sign: '<', limit: LIMITS.reply, unit: 'ms' },
  })
})
