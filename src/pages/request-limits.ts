import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BODY_BYTES } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { RespondentRateLimit, Sender } from '../service/respondent-rate-limit.ts'
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
export function limitRequests(app: FastifyInstance, parts: RequestLimitsParts): void {
  const { rateLimit } = parts
  const limit = (request: FastifyRequest, slug: string) => {
    const sender = senderOf(request.raw, slug, parts)
    checkLookup(sender, parts)
    if (READS.includes(request.method)) return
    try {
      rateLimit.consume(sender, bytesOf(request))
    } catch (error) {
      const isForm = request.routeOptions.url === FORM && error instanceof Refusal
      if (!isForm || rateLimit.isFlooding(sender)) throw error
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
    // A sender is not kept in between, which can be hours for an event stream: longer than the key of its hash.
    if (slug !== undefined) noteStatus(senderOf(request.raw, slug, parts), statusCode, parts)
    done()
  })
}

export function senderOf(request: IncomingMessage, slug: string, { rateLimit, addressOf }: RequestLimitsParts): Sender {
  return rateLimit.senderOf(addressOf(request), slug)
}

/** @throws Refusal `rate limit exceeded` if the sender has asked for too many surveys that do not exist */
export function checkLookup(sender: Sender, { rateLimit, pageCache }: RequestLimitsParts): void {
  rateLimit.checkLookup(sender, () => pageCache.has(sender.slug))
}

/** Records whether the survey exists, once the response has been sent. */
export function noteStatus(sender: Sender, status: number, { rateLimit }: RequestLimitsParts): void {
  if (status < 400) rateLimit.noteFound(sender)
  else if (status === 404) rateLimit.noteMissing(sender)
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
