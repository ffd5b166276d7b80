import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { scaled } from '../scale.ts'
import { ENGINES, killUnderLoad } from './kills.ts'
import { killServers, startServer } from './server.ts'
import { checkKept, commandJson, finish, get, startWithSurvey, Writers } from './writers.ts'

const KILLS = scaled({ long: 20, release: 200 })

// Writers of a test that failed wait for the next server then, and hold nothing.
afterEach(killServers)

for (const [engine, settings] of ENGINES) {
  test(`killed at random moments under 16 writers, on ${engine} [submissions-survive-kill, acknowledged-is-committed, aggregate-counts-exact]`, {
    timeout: KILLS * 60_000,
  }, async t => {
    const { acknowledged, unanswered } = await killUnderLoad(await settings(), KILLS)
    t.diagnostic(`${acknowledged} acknowledged; ${unanswered} kept without a reply and sent again`)
  })

  test(`stopped by SIGTERM under load, on ${engine} [acknowledged-is-committed, submission-key-once]`, {
    timeout: 600_000,
  }, async () => {
    const { server, survey } = await startWithSurvey(await settings())
    const writers = new Writers(() => server.baseUrl, survey.slug)
    await writers.writeFor(300)
    assert.equal(await server.stop('SIGTERM'), 0)
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
