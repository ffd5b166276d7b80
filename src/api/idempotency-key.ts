import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { parseIdempotencyKey, type RequestKey } from '../domain/idempotency.ts'

/**
 * The idempotency key of a request, with a hash of the request; undefined if it has none. Called after the body has been
 * parsed, since errors of the body take precedence.
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
