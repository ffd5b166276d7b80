import type { FastifyInstance, FastifyReply } from 'fastify'

/** CORS headers for every origin. The API reads no cookies, so there is nothing to protect by origin. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'X-Request-Id, Retry-After, ETag' }
const PREFLIGHT = {
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match',
  'access-control-max-age': '86400',
}

/** Lets pages of any origin read every response, including errors. */
export function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(CORS)
    done()
  })
}

/** @param allow the path's methods, separated by commas */
export function handlePreflight(reply: FastifyReply, allow: string): FastifyReply {
  return reply
    .code(204)
    .headers({ ...PREFLIGHT, 'access-control-allow-methods': allow, allow })
    .send()
}
