import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { SlowReaders } from './slow-readers.ts'

/** More than a connection's buffers hold. */
const STEP = 16_000_000
const ANSWER = Buffer.alloc(8 * STEP, 'x')

test('a connection whose reader has stopped reading is closed at the 15th check, even if more is written [slow-reader-closed]', async t => {
  const { readers, open, accept } = await serve(t, (_, response) => {
    response.write(ANSWER)
    response.on('later', () => response.write('more'))
    setImmediate(() => response.emit('later'))
  })
  open()
  const socket = await accept()
  for (let sweep = 1; sweep < 15; sweep++) readers.sweep()
  assert.equal(socket.destroyed, false)
  readers.sweep()
  assert.equal(socket.destroyed, true)
})

test('a slow reader that keeps reading is served to the end [slow-reader-closed]', async t => {
  const { readers, open } = await serve(t, (_, response) => response.end(ANSWER))
  const client = open()
  let [due, received] = [STEP, 0]
  while (received < ANSWER.length) {
    const chunk: Buffer | null = client.read()
    if (chunk === null) await once(client, 'readable')
    received += chunk?.length ?? 0
    if (received < due) continue
    due += STEP
    for (let sweep = 1; sweep < 15; sweep++) readers.sweep()
  }
  assert.equal(client.destroyed, false)
})

test('a connection waiting for its response is not closed [slow-reader-closed]', async t => {
  const { readers, open, accept } = await serve(t, () => undefined)
  open()
  const socket = await accept()
  for (let sweep = 0; sweep < 20; sweep++) readers.sweep()
  assert.equal(socket.destroyed, false)
})

test('if too many bytes wait in total, readers that have stopped are closed early, the longest-stopped first [slow-reader-closed]', async t => {
  const { readers, open, accept } = await serve(t, (_, response) => response.end(ANSWER), 1.5 * ANSWER.length)
  open()
  const first = await accept()
  for (let sweep = 0; sweep < 3; sweep++) readers.sweep()
  assert.equal(first.destroyed, false)
  open()
  const second = await accept()
  for (let sweep = 0; sweep < 3; sweep++) readers.sweep()
  assert.deepEqual([first.destroyed, second.destroyed], [true, false])
})

async function serve(t: TestContext, listener: RequestListener, waitingBytes = 2 * ANSWER.length) {
  const sockets = new Set<Socket>()
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  server.on('connection', socket => sockets.add(socket))
  /** The next connection, once its request has been handled. */
  const accept = async (): Promise<Socket> => {
    const [{ socket }] = await once(server, 'request')
    await new Promise(resolve => setImmediate(resolve))
    return socket
  }
  const open = () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n')
    t.after(() => client.destroy())
    return client.pause()
  }
  return { readers: new SlowReaders(sockets, waitingBytes), open, accept }
}
