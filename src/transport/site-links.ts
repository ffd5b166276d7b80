import type { FastifyInstance } from 'fastify'
import type { SiteLinks } from '../domain/values/site-links.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** For the footer of every page, including error pages. */
    siteLinks: SiteLinks
  }
}

export function provideSiteLinks(app: FastifyInstance, links: SiteLinks): void {
  app.decorate('siteLinks', links)
}
