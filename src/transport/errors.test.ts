import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import { readTextBodies } from './bodies/body.ts'
import { bodyReader } from './bodies/body-reader.ts'
import { renderErrors, sendJsonError } from './errors.ts'

test('nothing is rendered for a connection that was closed before the body had arrived [bodies-bounded]', async t => {
  const app = fastify()
  t.after(() => app.close())
  app.decorate(
    'bodyReader',
    bodyReader(() => ''),
  )
  let rendered = 0
  readTextBodies(app)
  renderErrors(app, (...error) => {
    rendered++
    return sendJsonError(...error)
  })
  const ended = Promise.withResolvers<number>()
  app.addHook('onSend', async (_, reply) => ended.resolve(reply.statusCode))
  app.post('/', async () => ({}))
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const client = connect(Number(port), '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\n[')
  await once(app.server, 'request')
  client.destroy()
  assert.deepEqual([await ended.promise, rendered], [400, 0])
})
