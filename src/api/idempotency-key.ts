import type { FastifyRequest } from 'fastify'
import type { RequestKey } from '../domain/values/idempotency.ts'
import type { JsonObject } from '../domain/values/json.ts'
import { requestKey } from '../service/access/idempotency.ts'

/**
 * A request's idempotency key with a hash of the request; undefined if it has none.
 * @param body as parsed; a missing one equals an empty object
 * @throws Refusal `invalid idempotency key`
 */
export function keyedRequest({ method, url, headers }: FastifyRequest, body: JsonObject): RequestKey | undefined {
  const sent = headers['idempotency-key']
  const [path] = url.split('?', 1)
  return sent === undefined ? undefined : requestKey(String(sent), `${method} ${path}`, body)
}
