import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { choice } from '../api/fixtures.ts'
import { newAdminClient } from '../dashboard/admin-client.ts'
import { type Service, startService } from '../harness.ts'
import { WAIT_MS } from '../until.ts'

interface EntryPoint {
  readonly prefix: string
  readonly credential: (token: string) => string
  readonly status: number
}

const bearer = (token: string) => `Authorization: Bearer ${token}`
const session = (token: string) => `Cookie: soundings_session=${token}\r\nOrigin: ${service.baseUrl}`
/** Where the token is in the path. */
const none = () => 'Accept: */*'
const ENTRY_POINTS: readonly EntryPoint[] = [
  { prefix: '/mcp', credential: bearer, status: 401 },
  { prefix: '/api/v1/', credential: bearer, status: 401 },
  { prefix: '/app/api/', credential: session, status: 401 },
  { prefix: '/admin/api/:slug', credential: bearer, status: 404 },
  { prefix: '/remote/api/:token', credential: none, status: 404 },
  { prefix: '/p/api/:token', credential: none, status: 404 },
]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Each as its method and path. */
const routes = new Set<string>()
/** Whether anything of its body had been read when a request was answered, by its path. */
const wasRead = new Map<string, boolean>()
let service: Service
let slug: string

before(async () => {
  channel('fastify.initialization').subscribe(watch)
  service = await startService()
  channel('fastify.initialization').unsubscribe(watch)
  slug = (await newAdminClient(service, [choice()])).id
})
after(() => service.close())

function watch(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (METHODS.includes(one) && !url.endsWith('*')) routes.add(`${one} ${url}`)
  })
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    wasRead.set(request.url, request.raw.readableDidRead)
    done()
  })
}

/** Sends the first byte of a large body, and waits for the answer. @returns its status */
async function begin(method: string, path: string, header: string): Promise<number> {
  const { hostname, port, host } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  try {
    socket.write(
      [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Content-Length: 1000000', header, '', '{'].join('\r\n'),
    )
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(WAIT_MS) })
    return Number(String(answer).slice(9, 12))
  } finally {
    socket.destroy()
  }
}

for (const { prefix, credential, status } of ENTRY_POINTS)
  test(`every route of ${prefix} refuses a wrong token before any of the body is read [credentials-before-body]`, async () => {
    const own = [...routes].filter(route => route.slice(route.indexOf(' ') + 1).startsWith(prefix))
    assert.ok(own.length > 0)
    for (const route of own) {
      const token = randomUUID()
      const [method = '', path = ''] = route
        .replace(':slug', slug)
        .replace(':token', token)
        .replace(/:\w+/g, () => randomUUID())
        .split(' ')
      assert.equal(await begin(method, path, credential(token)), status, route)
      assert.equal(wasRead.get(path), false, route)
    }
  })
