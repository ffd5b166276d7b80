import type { FastifyInstance } from 'fastify'
import { onFirstUse } from '../domain/first-use.ts'
import { FOOTER_WORDS, footer } from '../html/footer.ts'
import { type FramedPage, frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { answerOtherMethods } from '../transport/methods.ts'
import { pageSecurityHeaders } from '../transport/security-headers.ts'

/** Path of a browser file; undefined if it has not been built. */
type PathOf = (name: string) => string | undefined

/**
 * The pages of the dashboard and the presenter. Each is identical for every path, so it does not reveal whether a survey
 * exists. Its script loads everything else with the browser's credential.
 */
export function dashboardPages(pathOf: PathOf) {
  return async (app: FastifyInstance): Promise<void> => {
    const foot = footer(app.siteLinks, FOOTER_WORDS)
    const dashboard = onFirstUse(() => shell({ name: 'dashboard', title: 'Dashboard', pathOf, foot }))
    const presenter = onFirstUse(() => shell({ name: 'presenter', title: 'Live results', pathOf }))
    await answerOtherMethods(app, async app => {
      pageRoute(app, '/admin/:slug', dashboard)
      pageRoute(app, '/admin/:slug/present', presenter)
      pageRoute(app, '/p/:token', presenter)
    })
  }
}

interface Shell {
  /** Folder in `web`. */
  readonly name: string
  readonly title: string
  readonly pathOf: PathOf
  /** The presenter has none: a room looks at it. */
  readonly foot?: Html | undefined
}

function shell({ name, title, pathOf, foot }: Shell): FramedPage {
  const script = pathOf(`${name}.js`)
  return frame({
    lang: 'en',
    dir: 'ltr',
    theme: 'default',
    title: `${title} · Soundings`,
    stylesheet: pathOf(`${name}.css`),
    head: html`<meta name="robots" content="noindex">
${
  script !== undefined &&
  html`<script type="module" src="${script}"></script>
`
}`,
    footer: foot,
    content:
      script === undefined
        ? notBuilt()
        : html`<noscript><h1>${title}</h1>
<p>This page shows live results and needs JavaScript. Turn it on in your browser’s settings, then reload the page.</p></noscript>`,
  })
}

function notBuilt(): Html {
  return html`<h1>This page hasn’t been built</h1>
<p>The operator of this service can build it with <code>npm run build</code> and a restart.</p>`
}

function pageRoute(app: FastifyInstance, path: string, page: () => FramedPage): void {
  app.get(path, async (_, reply) => {
    const { text, policy } = page()
    return reply
      .headers({ ...pageSecurityHeaders(policy), 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(text)
  })
}
