import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FOOTER_WORDS, footer } from '../html/footer.ts'
import { type FramedPage, frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { pageSecurityHeaders } from '../transport/security-headers.ts'
import { type AdmissionParts, holderOf } from './admission.ts'

interface ShellParts extends Omit<AdmissionParts, 'baseUrl'> {
  readonly pathOf: (name: string) => string | undefined
}

/** The page of the application, the same for every path and account. Its script loads everything else. */
export function appShell(app: FastifyInstance, parts: ShellParts): void {
  const { text, policy } = shell(parts.pathOf('app.js'), parts.pathOf('app.css'), footer(app.siteLinks, FOOTER_WORDS))
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'Cookie')
    if ((await holderOf(request, parts)) === undefined)
      return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303)
    return reply
      .headers({ ...pageSecurityHeaders(policy), 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(text)
  }
  app.get('/app', send)
  app.get('/app/*', send)
}

function shell(script: string | undefined, stylesheet: string | undefined, foot: Html | undefined): FramedPage {
  return frame({
    lang: 'en',
    dir: 'ltr',
    theme: 'default',
    title: 'Soundings',
    stylesheet,
    footer: foot,
    // The builder's preview.
    framesOwnPages: true,
    head: html`<meta name="robots" content="noindex">
${
  script !== undefined &&
  html`<script type="module" src="${script}"></script>
`
}`,
    content:
      script === undefined
        ? html`<h1>This page hasn’t been built</h1>
<p>The operator of this service can build it with <code>npm run build</code> and a restart.</p>`
        : html`<noscript><h1>Your surveys</h1>
<p>This page needs JavaScript. Turn it on in your browser’s settings, then reload the page.</p></noscript>`,
  })
}
