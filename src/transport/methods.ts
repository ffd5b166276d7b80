import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { Refusal } from '../domain/values/refusal.ts'
import { PARAMETER_LENGTH } from './limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    paths: Paths
  }
}

interface Sent {
  readonly method: string
  /** Whether the path has no route for this method. */
  readonly isOther: boolean
}

/** A path with a route for this method has one for every method accepted by Node's parser. */
const EVERY_METHOD = 'TRACE'

/**
 * All paths that have routes. Without this table, the framework would need a route for every other method of each path,
 * to answer 405, and one for each HEAD. Together they would take two fifths of the start-up time.
 */
export class Paths {
  readonly #methodsByPath = findMyWay({ maxParamLength: PARAMETER_LENGTH })
  /** Requests routed with a method other than the one they were sent with. */
  readonly #sent = new WeakMap<IncomingMessage, Sent>()

  add(path: string, methods: ReadonlySet<string>): void {
    this.#methodsByPath.on('GET', path, () => undefined, methods)
  }

  /**
   * Routes HEAD as GET, and a request with a method that its path does not support to any of the path's routes.
   * `restoreMethod` must be called afterwards.
   */
  routeAsOtherMethods(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { method = '', url = '' } = request
      const methods: ReadonlySet<string> | undefined = this.#methodsByPath.find('GET', url)?.store
      if (methods !== undefined && (method === 'HEAD' || !methods.has(method))) {
        this.#sent.set(request, { method, isOther: !methods.has(method) && !methods.has(EVERY_METHOD) })
        request.method = methods.has('GET') ? 'GET' : methods.values().next().value
      }
      listener(request, response)
    }
  }

  /** Restores a routed request's original method, for handlers and the log. */
  restoreMethod(request: IncomingMessage): void {
    const sent = this.#sent.get(request)
    if (sent !== undefined) request.method = sent.method
  }

  /** Whether the path of a routed request has no route for its method. */
  isInOtherMethod(request: IncomingMessage): boolean {
    return this.#sent.get(request)?.isOther === true
  }
}

/** Methods that a GET route serves. */
const READS = ['GET', 'HEAD']

/** Answers OPTIONS requests. @param allow the path's methods, separated by commas */
type Preflight = (reply: FastifyReply, allow: string) => FastifyReply

/**
 * Registers the routes of an entry point. Their paths answer any other method with 405 and `Allow`, and an empty
 * parameter like any unknown path. Hooks that the routes add run in neither case, so neither needs authentication, and
 * their error handlers do not run for a 405.
 * @param preflight for entry points that other origins may call
 */
export async function handleOtherMethods(
  app: FastifyInstance,
  routes: FastifyPluginAsync,
  preflight?: Preflight,
): Promise<void> {
  await app.register(async scope => {
    const { paths } = scope
    const methodsByPath = new Map<string, Set<string>>()
    const answer = ({ method, routeOptions: { url = '' } }: FastifyRequest, reply: FastifyReply) => {
      const allow = [...(methodsByPath.get(url) ?? []), ...(preflight === undefined ? [] : ['OPTIONS'])].join(', ')
      if (method === 'OPTIONS' && preflight !== undefined) return preflight(reply, allow)
      return reply.code(405).header('allow', allow).send({ error: 'method not allowed' })
    }
    scope.addHook('onRequest', (request, reply, done) => {
      if (hasEmptyParameter(request)) done(new Refusal('not_found'))
      else if (paths.isInOtherMethod(request.raw)) answer(request, reply)
      else done()
    })
    scope.addHook('onRoute', route => {
      const methods = methodsByPath.get(route.url) ?? new Set()
      for (const method of [route.method].flat())
        for (const one of method === 'GET' ? READS : [method]) methods.add(one)
      methodsByPath.set(route.url, methods)
      route.errorHandler = (error, request, reply) => handleErrorOutside(scope, error, request, reply)
    })
    await scope.register(routes)
    for (const [path, methods] of methodsByPath) paths.add(path, methods)
  })
}

/** The router takes a collection's path with a trailing slash for that of an item without an id. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  return Object.entries(params as Record<string, string>).some(([name, value]) => value === '' && name !== '*')
}

/**
 * Outer hooks may refuse a request before its method is refused. For all others, the routes' own error handlers come
 * next.
 */
function handleErrorOutside(scope: FastifyInstance, error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (!scope.paths.isInOtherMethod(request.raw)) throw error
  return scope.errorHandler(error, request, reply)
}
