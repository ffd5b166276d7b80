import { type FramedPage, frame, NOT_FOR_SEARCH } from './frame.ts'
import { type Html, html } from './html.ts'

/** Path of a browser file; undefined if it has not been built. */
export type PathOf = (name: string) => string | undefined

export interface ScriptPage {
  /** Name of the script and the stylesheet. */
  readonly name: string
  /** Title of the window. */
  readonly title: string
  /** Shown if scripts do not run. */
  readonly heading: string
  readonly pathOf: PathOf
  /** Paths of scripts that the script imports, to be loaded at the same time. */
  readonly imported?: readonly string[]
  readonly footer?: Html | undefined
  /** Whether it shows other pages of this service in frames. */
  readonly framesOwnPages?: boolean
  /** Name of the Trusted Types policy for a worker, if its script has one. */
  readonly workerPolicy?: string
}

/** A page that is the same for everybody: its script loads everything else with the browser's credential. */
export function scriptPage(page: ScriptPage): FramedPage {
  const { name, title, heading, pathOf, imported = [], footer, framesOwnPages = false, workerPolicy } = page
  const script = pathOf(`${name}.js`)
  return frame({
    lang: 'en',
    dir: 'ltr',
    theme: 'default',
    title,
    stylesheet: pathOf(`${name}.css`),
    style: LATE_STYLE,
    head: html`${NOT_FOR_SEARCH}${
      script !== undefined &&
      html`<script type="module" src="${script}"></script>
${imported.map(path => html`<link rel="modulepreload" href="${path}">\n`)}`
    }`,
    footer,
    framesOwnPages,
    workerPolicy,
    content:
      script === undefined
        ? NOT_BUILT
        : html`<p class="late">This page hasn’t loaded yet. If it stays like this, check your connection and reload it.</p>
<noscript><h1>${heading}</h1>
<p>This page needs JavaScript. Turn it on in your browser’s settings, then reload the page.</p></noscript>`,
  })
}

/**
 * Disappears once the script has rendered anything, and is in a place where nothing moves then. It is inline, because
 * loading it could fail on a bad network or while a release replaces it.
 */
const LATE_STYLE = html`
.late { position: absolute; padding: 16px; animation: late 0s 6s backwards }
main:has(> :not(.late, noscript)) > .late { display: none }
@keyframes late { from { visibility: hidden } }
@media (scripting: none) { .late { display: none } }
`

const NOT_BUILT = html`<h1>This page hasn’t been built</h1>
<p>The operator of this service can build it with <code>npm run build</code> and a restart.</p>`
