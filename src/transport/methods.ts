import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, HTTPMethods } from 'fastify'

/** Allows routes for every method that Node's parser accepts. CONNECT never reaches a route. */
export function supportEveryMethod(app: FastifyInstance): void {
  const missing = METHODS.filter(method => method !== 'CONNECT' && !app.supportedMethods.includes(method))
  for (const method of missing) app.addHttpMethod(method, { hasBody: false })
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
  app.route({ url, method: others, schema: { hide: true }, onRequest: answer, handler: answer })
}
