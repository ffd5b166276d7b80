import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { BODY_BYTES } from '../domain/limits.ts'
import { RespondentRateLimit } from '../service/respondent-rate-limit.ts'
import { Responses } from '../service/responses.ts'
import { newTestContext } from '../service/test-context.ts'
import { bodyReader } from '../transport/body-reader.ts'
import { fastPath } from './fast-path.ts'
import { PageCache } from './page-cache.ts'

const PASSED_ON = 299
const PATH = '/s/lecture/responses'
const BODY = '{"answers":["Yes"]}'
const LENGTH = ['content-length', String(BODY.length)]

const context = await newTestContext()
/** The statuses of the requests that were logged. */
const logged: number[] = []
/** Resolves when submissions may be stored. */
let permission = Promise.resolve()

class DelayedResponses extends Responses {
  override async submit(...submission: Parameters<Responses['submit']>) {
    await permission
    return super.submit(...submission)
  }
}

const parts = {
  responses: new DelayedResponses(context),
  rateLimit: new RespondentRateLimit({ writes: 0, bytes: 0 }, context.clock),
  pageCache: new PageCache(),
  bodyReader: bodyReader(() => ''),
  addressOf: () => '192.0.2.1',
  uuid: context.random.uuid,
  logRequest: ({ status }: { status: number }) => void logged.push(status),
  headers: {},
  isOwnHost: ({ headers }: IncomingMessage) => headers.host === 'here',
}
/** In place of the framework: answers with the body, which must not have been read before. */
const server = createServer(
  { requireHostHeader: false },
  fastPath(parts, async (request, response) => {
    response.writeHead(PASSED_ON).end(await text(request))
  }),
).listen(0, '127.0.0.1')
await once(server, 'listening')
const agent = new Agent({ keepAlive: true })
after(() => {
  agent.destroy()
  server.close()
})

test('a submission in its usual form is taken', async () => {
  // There is no survey.
  assert.equal((await send('POST', PATH, ['host', 'here', ...LENGTH])).status, 404)
  assert.equal((await send('POST', PATH, ['host', 'here', ...LENGTH, 'accept', '*/*'])).status, 404)
})

const unusual: [what: string, headers: string[], path?: string, method?: string][] = [
  ['in another method', [...LENGTH], PATH, 'PUT'],
  ['with a query', [...LENGTH], `${PATH}?`],
  ['to another path', [...LENGTH], `${PATH}/`],
  ['to an overlapping path', [...LENGTH], '/s/responses'],
  ['to an escaped slug', [...LENGTH], '/s/lectur%65/responses'],
  ['to a slug with capitals', [...LENGTH], '/s/Lecture/responses'],
  ['to a slug that is too short', [...LENGTH], '/s/no/responses'],
  ['to a slug that is too long', [...LENGTH], `/s/${'a'.repeat(65)}/responses`],
  ['to two slugs', [...LENGTH], '/s/lecture/more/responses'],
  ['in chunks', ['transfer-encoding', 'chunked']],
  ['of an encoded body', [...LENGTH, 'content-encoding', 'identity']],
  ['that waits for a 100', [...LENGTH, 'expect', '100-continue']],
  ['of another site', [...LENGTH, 'sec-fetch-site', 'cross-site']],
  ['of a browser that navigates', [...LENGTH, 'accept', 'text/html,*/*']],
  ['with two hosts', [...LENGTH, 'host', 'here']],
]
for (const [what, headers, path = PATH, method = 'POST'] of unusual)
  test(`a submission ${what} is passed on with its body`, async () => {
    assert.deepEqual(await send(method, path, ['host', 'here', ...headers]), { status: PASSED_ON, body: BODY })
  })

test('a submission for another host, or without one, is passed on', async () => {
  for (const host of [['host', 'there'], []])
    assert.equal((await send('POST', PATH, [...host, ...LENGTH])).status, PASSED_ON)
})

test('a submission without a body, or with one that is too large, is passed on', async () => {
  const large = 'a'.repeat(BODY_BYTES + 1)
  assert.equal((await send('POST', PATH, ['host', 'here'], '')).status, PASSED_ON)
  const sent = await send('POST', PATH, ['host', 'here', 'content-length', String(large.length)], large)
  assert.equal(sent.status, PASSED_ON)
})

test('a submission whose sender hangs up before the response is not logged, as by the framework', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  permission = promise
  const before = logged.length
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1', () =>
    client.end(`POST ${PATH} HTTP/1.1\r\nHost: here\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`),
  )
  const [socket] = (await once(server, 'connection')) as [Socket]
  await once(socket, 'end')
  client.destroy()
  socket.destroy()
  await once(socket, 'close')
  resolve()
  assert.equal((await send('POST', PATH, ['host', 'here', ...LENGTH])).status, 404)
  assert.deepEqual(logged.slice(before), [404])
})

async function send(method: string, path: string, headers: string[], body = BODY) {
  const { port } = server.address() as AddressInfo
  const sending = request({ port, host: '127.0.0.1', method, path, headers, agent }).end(body)
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}
