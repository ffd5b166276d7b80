import type { FastifyInstance } from 'fastify'
import type { SiteLinks } from '../domain/site-links.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** For the footer of every page, error pages included. */
    siteLinks: SiteLinks
  }
}

export function provideSiteLinks(app: FastifyInstance, links: SiteLinks): void {
  app.decorate('siteLinks', links)
}
