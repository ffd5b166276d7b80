import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import { call } from './harness.ts'
import { serve, temporaryFolder } from './program.ts'

/** A connection that the system has dropped is not retried while the server is blocked. */
const WAITING_MS = 15_000

/** A server that a thousand connections have waited for while it was blocked. @returns also when they are closed */
export async function startWithWaiting(t: TestContext) {
  const server = await serve(t, [], { dataDir: temporaryFolder(t) })
  const { port } = new URL(server.baseUrl)
  server.signal('SIGSTOP')
  const clients = Array.from({ length: 1_000 }, () => {
    const client = connect(Number(port), '127.0.0.1')
    t.after(() => client.destroy())
    return {
      closed: once(client, 'close'),
      connected: once(client, 'connect', { signal: AbortSignal.timeout(WAITING_MS) }),
    }
  })
  await Promise.all(clients.map(({ connected }) => connected))
  server.signal('SIGCONT')
  assert.equal((await call(server, 'GET', '/readyz')).status, 200)
  return { server, closed: Promise.all(clients.map(({ closed }) => closed)) }
}
