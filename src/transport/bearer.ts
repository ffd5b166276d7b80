import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../domain/values/refusal.ts'

const BEARER = /^Bearer +([^ ]+) *$/i

/** The token of the `Authorization` header. Query strings are never searched for one, because URLs are logged. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1]
}

/** Tells a client to send a token, or which scope its token lacks (RFC 6750). */
export function bearerChallenge({ refusal, details: { scope } }: Refusal): Readonly<Record<string, string>> {
  if (refusal === 'authentication_required') return { 'www-authenticate': 'Bearer' }
  if (scope !== undefined) return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
  return {}
}
