import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startProxy } from '../client/failing-proxy.ts'
import { randomNumbers } from '../random.ts'
import { scaled } from '../scale.ts'
import { ENGINES } from './kills.ts'
import { killServers } from './server.ts'
import { finish, startWithSurvey, Writers } from './writers.ts'

const SUBMISSIONS = scaled({ long: 500, release: 10_000 })
const LOST_SHARE = 0.3
const POLL_MS = 20
const SEED = 20_240_607

afterEach(killServers)

for (const [engine, settings] of ENGINES)
  test(`repeated until a reply arrives, each submission is one row on ${engine} [submission-key-once, acknowledged-is-committed, aggregate-counts-exact]`, {
    timeout: 60_000 + SUBMISSIONS * 100,
  }, async t => {
    const { server, survey } = await startWithSurvey(await settings())
    const proxy = await startProxy(t, server.baseUrl)
    const random = randomNumbers(SEED)
    const failures = Array.from({ length: 3 * SUBMISSIONS }, () => (random() < LOST_SHARE ? 'lost answer' : 'pass'))
    proxy.fail(...failures)
    const writers = new Writers(() => proxy.server, survey.slug, { retryMs: 1 })
    await writers.writeFor(0)
    while (writers.acknowledged.size < SUBMISSIONS) await delay(POLL_MS)
    await finish(server, survey, writers)
    const sends = proxy.seen.length
    const lost = failures.slice(0, sends).filter(failure => failure === 'lost answer').length
    t.diagnostic(`${writers.acknowledged.size} submissions in ${sends} sends, of which ${lost} had no reply`)
    assert.equal(writers.acknowledged.size + lost, sends)
    assert.equal(writers.interruptions.length, lost)
  })
