import type { FastifyInstance } from 'fastify'
import { onFirstUse } from '../domain/first-use.ts'
import { FOOTER_WORDS, footer } from '../html/footer.ts'
import { type FramedPage, frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { pageSecurityHeaders } from '../transport/security-headers.ts'
import { type HolderParts, holderOf, redirectToSignIn } from './authenticate.ts'

interface ShellParts extends HolderParts {
  readonly pathOf: (name: string) => string | undefined
}

/** The script of each page. The application imports it; named in the page, it is loaded at the same time. */
const PAGES = {
  '/app': ['app-surveys-page.js'],
  '/app/templates': ['app-templates-page.js'],
  '/app/templates/:id': ['app-content-page.js'],
  '/app/drafts/:id': ['app-content-page.js'],
  '/app/published/:slug': ['app-published-page.js'],
  '/app/settings': ['app-settings-page.js'],
  '/app/*': [],
}

/** The pages of the application, the same for every account. Their scripts load everything else. */
export function appShell(app: FastifyInstance, parts: ShellParts): void {
  const foot = footer(app.siteLinks, FOOTER_WORDS)
  for (const [path, scripts] of Object.entries(PAGES)) {
    const imported = ['app-shared.js', ...scripts].flatMap(name => parts.pathOf(name) ?? [])
    pageRoute(
      app,
      parts,
      path,
      onFirstUse(() => shell(parts, imported, foot)),
    )
  }
}

function pageRoute(app: FastifyInstance, parts: ShellParts, path: string, page: () => FramedPage): void {
  app.get(path, async (request, reply) => {
    reply.header('vary', 'Cookie')
    if ((await holderOf(request, parts)) === undefined) return redirectToSignIn(request, reply)
    const { text, policy } = page()
    return reply
      .headers({ ...pageSecurityHeaders(policy), 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(text)
  })
}

/** @param imported the paths of what the script imports */
function shell({ pathOf }: ShellParts, imported: readonly string[], foot: Html | undefined): FramedPage {
  const script = pathOf('app.js')
  return frame({
    lang: 'en',
    dir: 'ltr',
    theme: 'default',
    title: 'Soundings',
    stylesheet: pathOf('app.css'),
    footer: foot,
    // The builder's preview.
    framesOwnPages: true,
    head: html`<meta name="robots" content="noindex">
${
  script !== undefined &&
  html`<script type="module" src="${script}"></script>
${imported.map(path => html`<link rel="modulepreload" href="${path}">\n`)}`
}`,
    content:
      script === undefined
        ? html`<h1>This page hasn’t been built</h1>
<p>The operator of this service can build it with <code>npm run build</code> and a restart.</p>`
        : html`<noscript><h1>Your surveys</h1>
<p>This page needs JavaScript. Turn it on in your browser’s settings, then reload the page.</p></noscript>`,
  })
}
