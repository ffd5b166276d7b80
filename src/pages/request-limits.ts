import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BODY_BYTES } from '../domain/values/body-limits.ts'
import { Refusal } from '../domain/values/refusal.ts'
import type { RespondentRateLimit, Sender } from '../service/access/respondent-rate-limit.ts'
import type { PageCache } from './page-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on a form that exceeds its sender's limit: it is still read, so that it can be shown again. */
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
/** Path to which the front page sends the words of a link. */
const SEARCH = '/s'

/** Limits requests to surveys by address, before any of the body is read. */
export function limitRequests(app: FastifyInstance, parts: RequestLimitsParts): void {
  const { rateLimit, pageCache, addressOf } = parts
  const senderOf = (request: FastifyRequest, slug: string) => rateLimit.senderOf(addressOf(request.raw), slug)
  const limit = (request: FastifyRequest, slug: string) => {
    const sender = senderOf(request, slug)
    rateLimit.checkLookup(sender, () => pageCache.has(slug))
    if (READS.includes(request.method)) return
    try {
      rateLimit.consume(sender, bytesOf(request))
    } catch (error) {
      const isForm = request.routeOptions.url === FORM && error instanceof Refusal
      if (!isForm || rateLimit.isFlooding(sender)) throw error
      request.overLimit = error
    }
  }
  /** Records whether the survey exists, once the response has been sent. */
  const noteStatus = (sender: Sender, status: number) => {
    if (status < 400) rateLimit.noteFound(sender)
    else if (status === 404) rateLimit.noteMissing(sender)
  }
  app.addHook('onRequest', (request, _, done) => {
    const slug = slugOf(request)
    if (slug !== undefined) limit(request, slug)
    done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const slug = slugOf(request)
    // The sender is not kept in between: an event stream can last hours, longer than the key of the sender's hash.
    if (slug !== undefined) noteStatus(senderOf(request, slug), statusCode)
    done()
  })
}

/** The slug of the requested survey; undefined if the request is not for one. */
function slugOf({ params, query, routeOptions }: FastifyRequest): string | undefined {
  if (routeOptions.url === SEARCH) return String((query as { words?: unknown }).words)
  return (params as { slug?: string }).slug
}

/** The length of the body. A body of unknown length counts as the longest. */
function bytesOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return BODY_BYTES
  return Number(headers['content-length'] ?? 0)
}
