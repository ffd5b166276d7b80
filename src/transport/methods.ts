import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'

/** What browsers of any origin are told about the API; it reads no cookie, so there is nothing to protect by origin. */
export const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'X-Request-Id, Retry-After' }
const PREFLIGHT = {
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '86400',
}
export const API = '/api/v1/'

/**
 * Answers a known path in a wrong method with 405 and `Allow`. To be called before there are routes.
 * @returns to be called when all routes are there
 */
export function answerOtherMethods(app: FastifyInstance): () => void {
  const everyMethod = METHODS.filter(method => method !== 'CONNECT')
  for (const method of everyMethod) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: false })
  }
  const allowed = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = allowed.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    allowed.set(url, methods)
  })
  return () => {
    for (const [url, methods] of [...allowed]) {
      const allow = [...methods, ...(url.startsWith(API) ? ['OPTIONS'] : [])].join(', ')
      const method = everyMethod.filter(one => !methods.has(one)) as HTTPMethods[]
      // Answered before a body is read.
      const answer = url.startsWith(API) ? preflightOr405(allow) : methodNotAllowed(allow)
      app.route({ url, method, schema: { hide: true }, onRequest: answer, handler: answer })
    }
  }
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function methodNotAllowed(allow: string): Answer {
  return async (_, reply) => reply.code(405).header('allow', allow).send({ error: 'method not allowed' })
}

function preflightOr405(allow: string): Answer {
  const refuse = methodNotAllowed(allow)
  return async (request, reply) => {
    if (request.method !== 'OPTIONS') return refuse(request, reply)
    const headers = { ...PREFLIGHT, 'access-control-allow-methods': allow, allow }
    return reply.code(204).headers(headers).send()
  }
}
