import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTurn } from './pipelining.ts'

test('pipelined requests are handled in order, each after the previous response [requests-in-turn]', async t => {
  let atOnce = 0
  const client = await open(t, async ({ url }, response) => {
    atOnce++
    await nextTurn()
    assert.equal(atOnce, 1)
    atOnce--
    response.end(url)
  })
  client.write(requests(3))
  let received = ''
  for await (const chunk of client) {
    received += chunk
    if (received.endsWith('/2')) break
  }
  assert.deepEqual(received.match(/(?<=\r\n\r\n)\/\d/g), ['/0', '/1', '/2'])
})

test('a connection with more than 100 requests waiting is closed [requests-in-turn]', { timeout: 60_000 }, async t => {
  const handled: (string | undefined)[] = []
  const client = await open(t, ({ url }) => handled.push(url))
  client.write(requests(101))
  await nextTurn()
  assert.equal(client.destroyed, false)
  client.write(requests(1))
  await once(client.resume(), 'close')
  assert.deepEqual(handled, ['/0'])
})

async function open(t: TestContext, listener: RequestListener): Promise<Socket> {
  const server = createServer(inTurn(listener)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => {
    client.destroy()
    server.close()
  })
  return client
}

function requests(count: number): string {
  return Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: test\r\n\r\n`).join('')
}
