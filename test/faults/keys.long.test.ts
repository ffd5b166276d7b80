import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { run } from '../program.ts'
import { killServers, type Server, startServer, temporaryFolder } from './server.ts'

const ROUNDS = 4
/** Creates that are under way at a kill; all rounds, each sent twice, stay below the calls of an hour. */
const CREATES = 60

afterEach(killServers)

test('creates repeated with their keys after a kill create nothing twice [idempotency-crash]', {
  timeout: ROUNDS * 60_000,
}, async t => {
  const dataDir = temporaryFolder()
  const words = ['account', 'create', 'owner@example.org', '--subscribed', '--token', '--json']
  const { token } = JSON.parse((await run(words, { dataDir })).stdout)
  let server = await startServer({ dataDir })
  let unanswered = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const keys = Array.from({ length: CREATES }, (_, at) => `round ${round}, create ${at}`)
    const answered = await createUntilKilled(server, token, keys, round * 10)
    server = await startServer({ dataDir, port: server.port })
    unanswered += (await list(server, token)).length - (round - 1) * CREATES - answered.size
    const repeats = await Promise.all(keys.map(key => create(server, token, key)))
    for (const [at, key] of keys.entries()) assert.equal(answered.get(key) ?? repeats[at], repeats[at])
    assert.equal(new Set(repeats).size, CREATES)
    assert.equal((await list(server, token)).length, round * CREATES)
  }
  t.diagnostic(`${unanswered} made without a reply`)
})

/** @returns the responses by key; the server is killed as soon as it has sent some */
async function createUntilKilled(server: Server, token: string, keys: readonly string[], some: number) {
  const answered = new Map<string, string>()
  const sends = keys.map(async key => {
    answered.set(key, await create(server, token, key))
    if (answered.size === some) await server.stop('SIGKILL')
  })
  const outcomes = await Promise.allSettled(sends)
  assert.ok(outcomes.some(({ status }) => status === 'rejected'))
  return answered
}

async function create({ baseUrl }: Server, token: string, key: string): Promise<string> {
  const reply = await fetch(`${baseUrl}/api/v1/surveys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify({ title: key, questions: [{ type: 'rating', text: 'How good?' }] }),
  })
  const text = await reply.text()
  assert.equal(reply.status, 201, text)
  return text
}

async function list({ baseUrl }: Server, token: string): Promise<unknown[]> {
  const reply = await fetch(`${baseUrl}/api/v1/surveys`, { headers: { authorization: `Bearer ${token}` } })
  const { surveys } = (await reply.json()) as { surveys: unknown[] }
  return surveys
}
