import type { FastifyInstance } from 'fastify'
import { lazy } from '../domain/values/lazy.ts'
import { FOOTER_WORDS, footer } from '../html/footer.ts'
import type { FramedPage } from '../html/frame.ts'
import { type PathOf, scriptPage } from '../html/script-page.ts'
import { formPageHeaders } from '../transport/security-headers.ts'
import { type HolderParts, holderOf, redirectToSignIn } from './authenticate.ts'

interface ShellParts extends HolderParts {
  readonly pathOf: PathOf
}

/** The script of each page. The application imports it; naming it in the page makes both load at the same time. */
const PAGES = {
  '/app': ['app-surveys-page.js'],
  '/app/templates': ['app-templates-page.js'],
  '/app/templates/:id': ['app-content-page.js'],
  '/app/drafts/:id': ['app-content-page.js'],
  '/app/published/:slug': ['app-published-page.js'],
  '/app/settings': ['app-settings-page.js'],
  '/app/*': [],
}

/** The pages of the application, the same for every account. */
export function appShell(app: FastifyInstance, parts: ShellParts): void {
  const { pathOf } = parts
  const shell = {
    name: 'app',
    title: 'Soundings',
    heading: 'Your surveys',
    pathOf,
    footer: footer(app.siteLinks, FOOTER_WORDS),
    // For the builder's preview.
    framesOwnPages: true,
    // For what reads pasted surveys. The application moves to the builder without loading another page.
    workerPolicy: 'survey-reader',
  }
  for (const [path, scripts] of Object.entries(PAGES)) {
    const imported = ['app-shared.js', ...scripts].flatMap(name => pathOf(name) ?? [])
    pageRoute(
      app,
      parts,
      path,
      lazy(() => scriptPage({ ...shell, imported })),
    )
  }
}

function pageRoute(app: FastifyInstance, parts: ShellParts, path: string, page: () => FramedPage): void {
  app.get(path, async (request, reply) => {
    reply.header('vary', 'Cookie')
    if ((await holderOf(request, parts)) === undefined) return redirectToSignIn(request, reply)
    const { text, policy } = page()
    return reply.headers(formPageHeaders(policy)).type('text/html; charset=utf-8').send(text)
  })
}
