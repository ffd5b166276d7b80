import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { freeText, newApi, optional } from '../api/fixtures.ts'
import { type Service, startService } from '../harness.ts'
import { closed } from './unread-socket.ts'

const service = await startService({ slowReaderMs: 750 })
after(() => service.close())

test('clients that stop reading a page, JSON or a list are disconnected; others are served [slow-reader-closed]', async t => {
  const api = await newApi(service)
  const questions = Array.from({ length: 900 }, (_, index) => freeText(`${index} ${'長'.repeat(300)}`, optional))
  const { id } = await api.create(questions)
  for (let saved = 0; saved < 5; saved++) await api.saveTemplate(questions)
  const paths = [`/s/${id}`, '/api/v1/templates', `/api/v1/surveys/${id}`]
  const readers = paths.map(path => request(service, path, api.caller.token))
  t.after(() => {
    for (const reader of readers) reader.destroy()
  })
  await Promise.all(readers.map(reader => closed(reader, '\r\n', 50)))
  assert.equal((await api.read(id)).questions.length, 900)
})

/** Requests more than a connection’s buffers hold, and reads none of it. */
function request({ baseUrl }: Service, path: string, token: string): Socket {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname).pause()
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(40))
  return socket
}
