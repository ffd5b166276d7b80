import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, HTTPMethods } from 'fastify'

/** The methods that the router knows. It keeps each path once for each of them, which takes time at every start. */
const ROUTED = new Set<string | undefined>(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** How all others are routed: no route has this one. */
const UNROUTED = 'TRACE'
const sentMethods = new WeakMap<IncomingMessage, string | undefined>()

/** Routes a request in any other method that Node's parser accepts under one name, so that its path is found. */
export function routeOtherMethodsAsOne(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (!ROUTED.has(request.method)) {
      sentMethods.set(request, request.method)
      request.method = UNROUTED
    }
    listener(request, response)
  }
}

/** Gives a routed request the method back that it was sent in, for handlers and the log. */
export function restoreMethod(request: IncomingMessage): void {
  if (request.method === UNROUTED) request.method = sentMethods.get(request)
}

/** Answers OPTIONS requests. @param allow methods of the path, separated by commas */
type Preflight = (reply: FastifyReply, allow: string) => FastifyReply

/**
 * Registers the routes of an entry point, and answers their paths in any other method with 405 and `Allow`. Hooks that
 * the routes add do not run for those, so that a wrong method needs no authentication.
 * @param preflight for entry points that other origins may call
 */
export async function answerOtherMethods(
  app: FastifyInstance,
  routes: FastifyPluginAsync,
  preflight?: Preflight,
): Promise<void> {
  await app.register(async scope => {
    const methodsByPath = new Map<string, Set<string>>()
    scope.addHook('onRoute', ({ url, method }) => {
      const path = url.slice(scope.prefix.length)
      const methods = methodsByPath.get(path) ?? new Set()
      for (const one of [method].flat()) methods.add(one)
      methodsByPath.set(path, methods)
    })
    await scope.register(routes)
    for (const [path, methods] of [...methodsByPath]) refuseOtherMethods(scope, path, methods, preflight)
  })
}

function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: ReadonlySet<string>,
  preflight: Preflight | undefined,
): void {
  const allow = [...methods, ...(preflight === undefined ? [] : ['OPTIONS'])].join(', ')
  const others = app.supportedMethods.filter(method => !methods.has(method)) as HTTPMethods[]
  const answer = async ({ method }: { method: string }, reply: FastifyReply) =>
    method === 'OPTIONS' && preflight !== undefined
      ? preflight(reply, allow)
      : reply.code(405).header('allow', allow).send({ error: 'method not allowed' })
  // Answered before a body is read.
  app.route({ url, method: others, onRequest: answer, handler: answer })
}
