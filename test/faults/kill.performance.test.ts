import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { expectFigure } from '../figure.ts'
import { scaled } from '../scale.ts'
import { bareStart } from './bare-start.ts'
import { ENGINES, killUnderLoad } from './kills.ts'
import { killServers } from './server.ts'
import { startWithSurvey, Writers } from './writers.ts'

const KILLS = scaled({ long: 20, release: 200 })
/** Times the start of a Node server that does nothing, measured beside each restart: about a second on an idle machine. */
const HEALTHY_WITHIN_STARTS = 20
const STOPPED_WITHIN_MS = 10_000

// Writers of a test that failed wait for the next server then, and hold nothing.
afterEach(killServers)

for (const [engine, settings] of ENGINES) {
  test(`a killed server is soon ready again, on ${engine} [submissions-survive-kill]`, {
    timeout: KILLS * 60_000,
  }, async t => {
    const bareStarts: number[] = []
    const { timesToReady } = await killUnderLoad(await settings(), KILLS, async () => {
      bareStarts.push(await bareStart())
    })
    const [ready, bare] = [p95(timesToReady), p95(bareStarts)]
    expectFigure(t, {
      subject: `start after a kill / start of a bare server, p95 of ${KILLS}, ${engine}`,
      measured: `${ready.toFixed(0)} ms / ${bare.toFixed(0)} ms`,
      value: ready / bare,
      gate: { sign: '≤', limit: HEALTHY_WITHIN_STARTS, unit: '×' },
    })
  })

  test(`a server under load stops soon after SIGTERM, on ${engine} [acknowledged-is-committed]`, {
    timeout: 600_000,
  }, async t => {
    const { server, survey } = await startWithSurvey(await settings())
    const writers = new Writers(() => server.baseUrl, survey.slug)
    await writers.writeFor(300)
    const since = performance.now()
    assert.equal(await server.stop('SIGTERM'), 0)
    const took = performance.now() - since
    expectFigure(t, {
      subject: `stop by SIGTERM under load, ${engine}`,
      measured: `${writers.acknowledged.size} acknowledged before`,
      value: took,
      gate: { sign: '≤', limit: STOPPED_WITHIN_MS, unit: 'ms' },
    })
  })
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY
}
