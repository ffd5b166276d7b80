import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Conditions,
  type EntityTags,
  holdsUntagged,
  matchesStrongly,
  matchesWeakly,
  parseEntityTags,
} from '../domain/values/entity-tag.ts'
import { Refusal } from '../domain/values/refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route checks the conditions of its requests. */
    isConditional?: boolean
  }
}

/** The configuration of a route that checks the conditions of its requests. */
export const CONDITIONAL = { isConditional: true } as const

/** The conditions of a change. @throws Refusal `invalid_entity_tag` */
export function conditionsOf({ headers }: FastifyRequest): Conditions {
  return { ifMatch: tagsIn(headers['if-match']), ifNoneMatch: tagsIn(headers['if-none-match']) }
}

/**
 * Sends the entity tag of what is read.
 * @param tag without its quotes
 * @returns whether the client has that state already: the answer is 304 then
 * @throws Refusal `condition_failed`
 */
export function isKnown({ headers }: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  const isCurrent = (opaque: string) => opaque === tag
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch = '' } = headers
  if (ifMatch !== undefined && !matchesStrongly(parseEntityTags(ifMatch) ?? [], isCurrent))
    throw new Refusal('condition_failed')
  reply.header('etag', quoted(tag))
  return matchesWeakly(parseEntityTags(ifNoneMatch) ?? [], isCurrent)
}

/** As in a header. */
export function quoted(tag: string): string {
  return `"${tag}"`
}

/**
 * Refuses `If-Match` where nothing has an entity tag: a request that seems to have checked something, and has not, would undo what
 * its sender wanted to protect.
 */
export function refuseUncheckedConditions(app: FastifyInstance): void {
  app.addHook('preHandler', ({ headers, routeOptions }, _, done) => {
    const { 'if-match': ifMatch } = headers
    const isUnchecked = ifMatch !== undefined && routeOptions.config.isConditional !== true
    if (isUnchecked && !holdsUntagged({ ifMatch: parseEntityTags(ifMatch) ?? [] }))
      throw new Refusal('condition_failed')
    done()
  })
}

function tagsIn(header: string | undefined): EntityTags | undefined {
  if (header === undefined) return undefined
  const tags = parseEntityTags(header)
  if (tags === undefined) throw new Refusal('invalid_entity_tag')
  return tags
}
