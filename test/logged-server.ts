import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { call } from './harness.ts'
import { run, type Scope, serve, temporaryFolder } from './program.ts'
import { until } from './until.ts'

/** A server with a survey, and its log lines about a request. */
export async function startLogged(t: Scope | TestContext, env: Readonly<Record<string, string>>) {
  const dataDir = join(temporaryFolder(t), 'data')
  const words = ['account', 'create', 'ada@example.org', '--subscribed', '--token', '--json']
  const { token } = JSON.parse((await run(words, { dataDir })).stdout)
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE: 'price_1' }
  const server = await serve(t, [], { dataDir, env: { BILLING: 'stripe', LOG_LEVEL: 'info', ...stripe, ...env } })
  const questions = [
    { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No'] },
    { type: 'upvoted_question', text: 'What do you want to know?' },
  ]
  const body = { title: 'Lunch', slug: 'lunch', questions }
  assert.equal((await call(server, 'POST', '/api/v1/surveys', { token, body })).status, 201)
  const lines = async (id: string): Promise<Record<string, unknown>[]> => {
    // The log is written once a second.
    const found = () =>
      server
        .stdout()
        .split('\n')
        .filter(line => line.includes(`"id":"${id}"`))
    await until(() => found().length > 0)
    return found().map(line => JSON.parse(line))
  }
  return { baseUrl: server.baseUrl, lines, talk: server.stdout }
}
