import assert from 'node:assert/strict'
import { afterEach, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { keepPostgres } from '../postgres/keeper.ts'
import { randomNumbers } from '../random.ts'
import { scaled } from '../scale.ts'
import { bareStart } from './bare-start.ts'
import { killServers, startServer } from './server.ts'
import { checkKept, commandJson, finish, get, SECRET, startWithSurvey, Writers } from './writers.ts'

const KILLS = scaled({ long: 20, release: 200 })
/** Times the start of a Node server that does nothing, measured beside each restart: about a second on an idle machine. */
const HEALTHY_WITHIN_STARTS = 20
const STOPPED_WITHIN_MS = 10_000

/** Each with the settings of an empty database, whose commits wait for the disk. */
const ENGINES: [engine: string, settings: () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: (await keepPostgres({ durable: true })).url, SECRET })],
]

// Writers of a test that failed wait for the next server then, and hold nothing.
afterEach(killServers)

for (const [engine, settings] of ENGINES) {
  test(`killed at random moments under 16 writers, on ${engine} [submissions-survive-kill, acknowledged-is-committed, aggregate-counts-exact]`, {
    timeout: KILLS * 60_000,
  }, async t => {
    const { server: first, survey } = await startWithSurvey(await settings())
    const writers = new Writers(() => first.baseUrl, survey.slug)
    const timesToReady: number[] = []
    const bareStarts: number[] = []
    const random = randomNumbers(20_240_607)
    let server = first
    let unanswered = 0
    for (let kill = 0; kill < KILLS; kill++) {
      await writers.writeFor(50 + 350 * random())
      await server.stop('SIGKILL')
      await writers.interrupted()
      bareStarts.push(await bareStart())
      server = await startServer({ ...survey, port: server.port })
      timesToReady.push(server.readyAfter)
      unanswered += await checkKept(server, survey, writers)
    }
    await finish(server, survey, writers)
    t.diagnostic(`${writers.acknowledged.size} acknowledged; ${unanswered} kept without a reply and sent again`)
    assertHealthySoon(t, timesToReady, bareStarts)
  })

  test(`stopped by SIGTERM under load, on ${engine} [acknowledged-is-committed, submission-key-once]`, {
    timeout: 600_000,
  }, async () => {
    const { server, survey } = await startWithSurvey(await settings())
    const writers = new Writers(() => server.baseUrl, survey.slug)
    await writers.writeFor(300)
    assert.equal(await Promise.race([server.stop('SIGTERM'), delay(STOPPED_WITHIN_MS, 'late', { ref: false })]), 0)
    await writers.interrupted()
    const next = await startServer({ ...survey, port: server.port })
    await checkKept(next, survey, writers)
    await finish(next, survey, writers)
  })

  test(`the command line beside the loaded server, on ${engine} [cli-token-list-json]`, {
    timeout: 600_000,
  }, async () => {
    const { server, survey } = await startWithSurvey(await settings())
    await commandJson(survey, 'account', 'create', 'beside@example.org', '--subscribed')
    const writers = new Writers(() => server.baseUrl, survey.slug)
    await writers.writeFor(0)
    for (let round = 1; round <= 10; round++) {
      const { token } = await commandJson(survey, 'token', 'create', 'beside@example.org')
      const tokens = await commandJson(survey, 'token', 'list', 'beside@example.org')
      const accounts = await commandJson(survey, 'account', 'list')
      const subscription = await commandJson(survey, 'subscription', 'set', 'beside@example.org', 'active')
      assert.equal(tokens.length, round)
      assert.ok(!JSON.stringify(tokens).includes(token), 'a token is shown once')
      assert.equal(accounts.length, 2)
      assert.equal(subscription.email, 'beside@example.org')
      assert.equal((await get(server, '/api/v1/me', token)).status, 200, 'the server knows the new token')
    }
    assert.deepEqual(writers.interruptions, [], 'no submission failed')
    await finish(server, survey, writers)
  })
}

function assertHealthySoon(t: TestContext, times: readonly number[], bareStarts: readonly number[]): void {
  const [healthy, bare] = [p95(times), p95(bareStarts)]
  const found = `healthy again after ${healthy.toFixed(0)} ms, a bare server after ${bare.toFixed(0)} ms (p95 of ${times.length})`
  t.diagnostic(found)
  assert.ok(healthy <= HEALTHY_WITHIN_STARTS * bare, found)
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY
}
