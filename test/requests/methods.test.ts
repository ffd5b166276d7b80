import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Paths } from '../../src/transport/methods.ts'
import { call, type Service, startService } from '../harness.ts'
import { unlessShort } from '../scale.ts'

/** Methods of each path, as the framework knows them. */
const routes = new Map<string, Set<string>>()
/** The framework treats all methods alike that it has no route for. */
const FEW = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const SENT = [...FEW, ...unlessShort(METHODS.filter(method => method !== 'CONNECT' && !FEW.includes(method)))]

let service: Service

before(async () => {
  channel('fastify.initialization').subscribe(noteRoutes)
  service = await startService()
  channel('fastify.initialization').unsubscribe(noteRoutes)
})
after(() => service.close())

function noteRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ url, method }) => {
    const methods = routes.get(url) ?? new Set()
    for (const one of [method].flat())
      for (const answered of one === 'GET' ? ['GET', 'HEAD'] : [one]) methods.add(answered)
    routes.set(url, methods)
  })
}

function urlOf(path: string): string {
  return path.replace(/:\w+/g, 'some').replace('*', 'some')
}

test('every path refuses every method that it has no route for, whatever other paths have [wrong-method]', async () => {
  for (const [path, methods] of routes) {
    // Paths below such a one are unknown in any method.
    if (methods.has('TRACE')) continue
    for (const method of SENT.filter(one => !methods.has(one))) {
      const { status, headers, text } = await call(service, method, urlOf(path))
      // Where pages of other origins may call, OPTIONS is their preflight.
      if (method === 'OPTIONS' && status === 204) continue
      const body = method === 'HEAD' ? '' : '{"error":"method not allowed"}'
      assert.deepEqual([status, text], [405, body], `${method} ${path}`)
      const allowed = (headers.get('allow') ?? '').split(', ').filter(name => name !== 'OPTIONS')
      assert.deepEqual(allowed, [...methods], `${method} ${path}`)
    }
  }
})

test('every path with an empty id is unknown in every method [empty-id-unknown-path]', async () => {
  for (const path of routes.keys())
    for (const { 0: parameter, index } of path.matchAll(/:\w+/g)) {
      const url = urlOf(path.slice(0, index)) + urlOf(path.slice(index + parameter.length))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        // Each entry point reports it in its own way.
        assert.equal((await call(service, method, url)).status, 404, `${method} ${url}`)
      }
    }
})

test('every path that answers GET answers HEAD with the same status and nothing else [head-like-get]', async () => {
  for (const [path, methods] of routes) {
    if (!methods.has('GET') || methods.has('TRACE')) continue
    const [get, head] = [await call(service, 'GET', urlOf(path)), await call(service, 'HEAD', urlOf(path))]
    assert.deepEqual([head.status, head.text], [get.status, ''], path)
    for (const name of ['content-type', 'content-length'])
      assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${path}`)
  }
})

test('HEAD is routed as GET, in whatever order a path was given its methods [head-like-get]', () => {
  const paths = new Paths()
  paths.add('/here', new Set(['POST', 'GET', 'HEAD']))
  const request = { method: 'HEAD', url: '/here' } as IncomingMessage
  const routed: unknown[] = []
  paths.routeAsOtherMethods(({ method }) => routed.push(method))(request, {} as ServerResponse)
  paths.restoreMethod(request)
  assert.deepEqual([routed, request.method, paths.isInOtherMethod(request)], [['GET'], 'HEAD', false])
})
