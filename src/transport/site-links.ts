import type { FastifyInstance } from 'fastify'
import type { SiteLinks } from '../domain/site-links.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** For the foot of every page, those of errors included. */
    siteLinks: SiteLinks
  }
}

export function provideSiteLinks(app: FastifyInstance, links: SiteLinks): void {
  app.decorate('siteLinks', links)
}
