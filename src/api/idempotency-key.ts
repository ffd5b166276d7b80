import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { canonicalJson } from '../domain/canonical-json.ts'
import { parseIdempotencyKey, type RequestKey } from '../domain/idempotency.ts'
import type { JsonObject } from '../domain/json.ts'

/**
 * The idempotency key of a request, with a hash of the request; undefined if it has none.
 * @param body as it was parsed: how it was spelled does not matter, and an absent one equals an empty object
 * @throws Refusal `invalid idempotency key`
 */
export function keyedRequest({ method, url, headers }: FastifyRequest, body: JsonObject): RequestKey | undefined {
  const sent = headers['idempotency-key']
  if (sent === undefined) return undefined
  const [path] = url.split('?', 1)
  return {
    key: parseIdempotencyKey(String(sent)),
    hash: hash('sha256', `${method} ${path}\n${canonicalJson(body)}`, 'base64url'),
  }
}
