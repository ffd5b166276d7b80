import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { parseIdempotencyKey, type RequestKey } from '../domain/idempotency.ts'

/**
 * A request under the key that it was sent with; undefined where it has none. To be called once the body has been
 * parsed, whose faults come first.
 * @throws Refusal `invalid idempotency key`
 */
export function keyedRequest({ method, url, body, headers }: FastifyRequest): RequestKey | undefined {
  const sent = headers['idempotency-key']
  if (sent === undefined) return undefined
  const [path] = url.split('?', 1)
  return {
    key: parseIdempotencyKey(String(sent)),
    hash: hash('sha256', `${method} ${path}\n${body ?? ''}`, 'base64url'),
  }
}
