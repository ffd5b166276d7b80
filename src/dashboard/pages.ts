import type { FastifyInstance } from 'fastify'
import { onFirstUse } from '../domain/first-use.ts'
import { FOOTER_WORDS, footer } from '../html/footer.ts'
import type { FramedPage } from '../html/frame.ts'
import { type PathOf, scriptPage } from '../html/script-page.ts'
import { answerOtherMethods } from '../transport/methods.ts'
import { unlistedPageHeaders } from '../transport/security-headers.ts'

/** The pages of the dashboard and the presenter. Each is identical for every path, so it does not reveal whether a survey exists. */
export function dashboardPages(pathOf: PathOf) {
  return async (app: FastifyInstance): Promise<void> => {
    const dashboard = onFirstUse(() =>
      scriptPage({
        name: 'dashboard',
        title: 'Dashboard · Soundings',
        heading: 'Dashboard',
        pathOf,
        footer: footer(app.siteLinks, FOOTER_WORDS),
      }),
    )
    // Without a footer, because an audience looks at it.
    const presenter = onFirstUse(() =>
      scriptPage({ name: 'presenter', title: 'Live results · Soundings', heading: 'Live results', pathOf }),
    )
    await answerOtherMethods(app, async app => {
      pageRoute(app, '/admin/:slug', dashboard)
      pageRoute(app, '/admin/:slug/present', presenter)
      pageRoute(app, '/p/:token', presenter)
    })
  }
}

function pageRoute(app: FastifyInstance, path: string, page: () => FramedPage): void {
  app.get(path, async (_, reply) => {
    const { text, policy } = page()
    return reply.headers(unlistedPageHeaders(policy)).type('text/html; charset=utf-8').send(text)
  })
}
