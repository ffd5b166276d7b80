import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/values/refusal.ts'

const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes from pages of other sites, which browsers mark as such. Other programs need not send the header. */
export function refuseCrossSiteWrites(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, headers }, _, done) => {
    const isRefused = !READS.has(method) && headers['sec-fetch-site'] === 'cross-site'
    done(isRefused ? new Refusal('foreign_origin') : undefined)
  })
}

/**
 * Refuses requests from pages of any other origin, including other hosts of the same domain. Needed wherever a cookie
 * authenticates, because browsers attach cookies to any request. Requests from a typed address or a bookmark have no
 * origin, and only read.
 * @param baseUrl the service's public address
 * @throws Refusal `a page of another origin may not do this`
 */
export function requireOwnOrigin({ method, headers }: FastifyRequest, baseUrl: string): void {
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined || site === 'same-origin'
  if (READS.has(method) ? isOwn || site === 'none' : isOwn && headers.origin === baseUrl) return
  throw new Refusal('foreign_origin')
}
