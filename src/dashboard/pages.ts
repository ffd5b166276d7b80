import type { FastifyInstance } from 'fastify'
import { lazy } from '../domain/values/lazy.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { FOOTER_WORDS, footer } from '../html/footer.ts'
import type { FramedPage } from '../html/frame.ts'
import { type PathOf, scriptPage } from '../html/script-page.ts'
import type { Authentication } from '../service/access/authentication.ts'
import { handleOtherMethods } from '../transport/methods.ts'
import { unlistedPageHeaders } from '../transport/security-headers.ts'

interface DashboardPagesParts {
  readonly authentication: Authentication
  readonly pathOf: PathOf
}

/**
 * The pages of the dashboard, the presenter and the remote. Each is the same for every path, so it does not reveal whether a survey
 * exists.
 */
export function dashboardPages({ authentication, pathOf }: DashboardPagesParts) {
  return async (app: FastifyInstance): Promise<void> => {
    const dashboard = lazy(() =>
      scriptPage({
        name: 'dashboard',
        title: 'Dashboard · Soundings',
        heading: 'Dashboard',
        pathOf,
        footer: footer(app.siteLinks, FOOTER_WORDS),
      }),
    )
    // Without a footer, because an audience looks at it.
    const presenter = lazy(() =>
      scriptPage({ name: 'presenter', title: 'Live results · Soundings', heading: 'Live results', pathOf }),
    )
    const remote = lazy(() => scriptPage({ name: 'remote', title: 'Remote · Soundings', heading: 'Remote', pathOf }))
    await handleOtherMethods(app, async app => {
      pageRoute(app, '/admin/:slug', dashboard)
      pageRoute(app, '/admin/:slug/present', presenter)
      pageRoute(app, '/p/:token', presenter, token => statusOf(authentication.viewer(token)))
      pageRoute(app, '/remote/:token', remote, token => statusOf(authentication.conductor(token)))
    })
  }
}

/** @param statusOf looks up the path's token; if left out, the page exists at every path */
function pageRoute(
  app: FastifyInstance,
  path: string,
  page: () => FramedPage,
  statusOf?: (token: string) => Promise<number>,
): void {
  app.get<{ Params: { token: string } }>(path, async ({ params }, reply) => {
    const { text, policy } = page()
    const status = (await statusOf?.(params.token)) ?? 200
    return reply.code(status).headers(unlistedPageHeaders(policy)).type('text/html; charset=utf-8').send(text)
  })
}

/** The page itself reports any other problem, such as an unavailable database, and retries. */
async function statusOf(found: Promise<unknown>): Promise<number> {
  try {
    await found
    return 200
  } catch (error) {
    return error instanceof Refusal && error.kind === 'missing' ? 404 : 200
  }
}
