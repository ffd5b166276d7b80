import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { PARAMETER_LENGTH } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    paths: Paths
  }
}

interface Sent {
  readonly method: string
  /** Whether its path has no route in this method. */
  readonly isOther: boolean
}

/** A path with a route for this method has one for every method that Node's parser accepts. */
const EVERY_METHOD = 'TRACE'

/**
 * All paths that have routes. Without this table the framework would need a route for every other method of each path, to
 * answer 405, and one for each HEAD: together, two fifths of the time of a start.
 */
export class Paths {
  readonly #methodsByPath = findMyWay({ maxParamLength: PARAMETER_LENGTH })
  /** Requests that are routed with another method than the one they were sent with. */
  readonly #sent = new WeakMap<IncomingMessage, Sent>()

  add(path: string, methods: ReadonlySet<string>): void {
    this.#methodsByPath.on('GET', path, () => undefined, methods)
  }

  /**
   * Routes HEAD as GET, and a request with a method that its path does not have to any route of the path. `restoreMethod`
   * must be called afterwards.
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

  /** Restores the method with which a routed request was sent, for handlers and the log. */
  restoreMethod(request: IncomingMessage): void {
    const sent = this.#sent.get(request)
    if (sent !== undefined) request.method = sent.method
  }

  /** Whether the path of a routed request has no route for its method. */
  isInOtherMethod(request: IncomingMessage): boolean {
    return this.#sent.get(request)?.isOther === true
  }
}

/** What a route for GET answers. */
const READS = ['GET', 'HEAD']

/** Answers OPTIONS requests. @param allow methods of the path, separated by commas */
type Preflight = (reply: FastifyReply, allow: string) => FastifyReply

/**
 * Registers the routes of an entry point, and answers their paths in any other method with 405 and `Allow`, and those with an
 * empty parameter like any unknown path. Hooks that the routes add run for neither, so that neither needs authentication.
 * Their error handlers do not run for a 405.
 * @param preflight for entry points that other origins may call
 */
export async function answerOtherMethods(
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

/** The router takes the path of a collection with a slash at its end for that of a thing without an id. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  return Object.entries(params as Record<string, string>).some(([name, value]) => value === '' && name !== '*')
}

/**
 * Hooks outside may refuse a request before its method is refused. For all others, the routes' own error handlers come next.
 */
function handleErrorOutside(scope: FastifyInstance, error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (!scope.paths.isInOtherMethod(request.raw)) throw error
  return scope.errorHandler(error, request, reply)
}
