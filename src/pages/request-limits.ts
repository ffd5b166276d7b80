import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BODY_BYTES } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { RespondentRateLimit } from '../service/respondent-rate-limit.ts'
import type { PageCache } from './page-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on a form that is over the limit of its sender: it is read, so that it can be shown again. */
    overLimit?: Refusal
  }
}

export interface RequestLimitsParts {
  readonly rateLimit: RespondentRateLimit
  readonly addressOf: (request: IncomingMessage) => string
  readonly pageCache: PageCache
}

const READS: readonly string[] = ['GET', 'HEAD']
const FORM = '/s/:slug'
/** The words of a link as the front page sends them. */
const SEARCH = '/s'

/** Limits requests to surveys by address, before anything of a body is read. */
export function limitRequests(app: FastifyInstance, { rateLimit, addressOf, pageCache }: RequestLimitsParts): void {
  const limit = (request: FastifyRequest, slug: string) => {
    const address = addressOf(request.raw)
    rateLimit.checkLookup(address, slug, () => pageCache.has(slug))
    if (READS.includes(request.method)) return
    try {
      rateLimit.consume(address, slug, bytesOf(request))
    } catch (error) {
      const isForm = request.routeOptions.url === FORM && error instanceof Refusal
      if (!isForm || rateLimit.isFlooding(address, slug)) throw error
      request.overLimit = error
    }
  }
  app.addHook('onRequest', (request, _, done) => {
    const slug = slugOf(request)
    if (slug !== undefined) limit(request, slug)
    done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const slug = slugOf(request)
    if (slug !== undefined && statusCode < 400) rateLimit.noteFound(addressOf(request.raw), slug)
    else if (slug !== undefined && statusCode === 404) rateLimit.noteMissing(addressOf(request.raw))
    done()
  })
}

/** The slug of the requested survey; undefined if the request is not for one. */
function slugOf({ params, query, routeOptions }: FastifyRequest): string | undefined {
  if (routeOptions.url === SEARCH) return String((query as { words?: unknown }).words)
  return (params as { slug?: string }).slug
}

/** The length of the body. One that does not say its length counts as the longest. */
function bytesOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return BODY_BYTES
  return Number(headers['content-length'] ?? 0)
}
