import { createHash } from 'node:crypto'
import type { TextLanguage } from '../domain/surveys/languages/text-language.ts'
import type { Preset, Theme } from '../domain/surveys/survey-settings/theme.ts'
import { themeStyle } from '../theme/theme-style.ts'
import { type Html, html } from './html.ts'
import { ICON } from './logo.ts'
import { STYLESHEET } from './stylesheet.ts'

/** A complete page and its Content-Security-Policy, which allows the page's inline style and script by hash. */
export interface FramedPage {
  readonly text: string
  readonly policy: string
}

const STYLESHEET_HASH = hashOf(STYLESHEET)

/** The colours of a page as a style of their own, and its hash. */
interface ColourStyle {
  readonly text: Html
  readonly hash: string
}

/** Computed once, because all of our own pages, also those for errors, are shown in one of the presets. */
const presetStyles = new Map<Preset, ColourStyle>()

export interface Frame {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly theme: Theme
  readonly title: string
  /** Additional elements for the head. */
  readonly head?: Html
  /** Path of an additional stylesheet. */
  readonly stylesheet?: string | undefined
  /** An additional stylesheet that is short enough to be part of the page. */
  readonly style?: Html | undefined
  /** A module that is short enough to be part of the page. */
  readonly script?: Html | undefined
  /** A script that changes the page before it is shown. */
  readonly lastScript?: Html | undefined
  /** What comes before the main content. */
  readonly header?: Html | undefined
  readonly content: Html
  /** Language of the content, if it differs from that of the page. */
  readonly contentLanguage?: TextLanguage | undefined
  /** What comes after the main content. */
  readonly footer?: Html | undefined
  /** A preview is shown only in frames of our own pages, runs no script and sends nothing. */
  readonly isPreview?: boolean | undefined
  /** Whether its form leads to another site. Browsers apply `form-action` to redirects too, so such a page omits it. */
  readonly leadsAway?: boolean | undefined
  /** Whether it shows other pages of this service in frames. */
  readonly framesOwnPages?: boolean
  /** Name of the Trusted Types policy with which its script makes the address of a worker. */
  readonly workerPolicy?: string | undefined
}

/** For pages that search engines should not list. */
export const NOT_FOR_SEARCH = html`<meta name="robots" content="noindex">
`

/** Wraps content in a complete page with the colours of a theme. */
export function frame(parts: Frame): FramedPage {
  const { lang, dir, theme, title, head, stylesheet, style, script, lastScript, header, content } = parts
  const { contentLanguage, footer } = parts
  const attributes = contentLanguage && html` lang="${contentLanguage.lang}" dir="${contentLanguage.dir}"`
  const colours = colourStyle(theme)
  const page = html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${ICON}">
${head}<style>${colours.text}</style>
<style>${STYLESHEET}</style>
${
  style !== undefined &&
  html`<style>${style}</style>
`
}${
  stylesheet !== undefined &&
  html`<link rel="stylesheet" href="${stylesheet}">
`
}${
  script !== undefined &&
  html`<script type="module">${script}</script>
`
}</head>
<body>
${header}<main${attributes}>
${content}
</main>
${
  lastScript !== undefined &&
  html`<script>${lastScript}</script>
`
}${footer}</body>
</html>
`
  return {
    text: page.toString(),
    policy: policyOf(
      [colours.hash, STYLESHEET_HASH, ...(style === undefined ? [] : [hashOf(style)])],
      stylesheet,
      embeddingOf(parts),
      parts,
    ),
  }
}

function colourStyle(theme: Theme): ColourStyle {
  const known = typeof theme === 'string' ? presetStyles.get(theme) : undefined
  if (known !== undefined) return known
  const text = themeStyle(theme)
  const style = { text, hash: hashOf(text) }
  if (typeof theme === 'string') presetStyles.set(theme, style)
  return style
}

/** Where a page may send forms, and where it may be shown. */
interface Embedding {
  readonly forms: "'self'" | "'none'" | undefined
  /** What the page may frame, where it may be framed, and further rules. */
  readonly frames: string
}

const WHOLE_PAGE: Embedding = { forms: "'self'", frames: "frame-ancestors 'none'" }
const WITH_FRAMES: Embedding = { ...WHOLE_PAGE, frames: `frame-src 'self'; ${WHOLE_PAGE.frames}` }
/** Same origin, so that the page around it can read its scroll position. */
const PREVIEW: Embedding = { forms: "'none'", frames: "frame-ancestors 'self'; sandbox allow-same-origin" }

const LEADING_AWAY: Embedding = { ...WHOLE_PAGE, forms: undefined }

function embeddingOf({ isPreview = false, framesOwnPages = false, leadsAway = false }: Frame): Embedding {
  if (isPreview) return PREVIEW
  if (leadsAway) return LEADING_AWAY
  return framesOwnPages ? WITH_FRAMES : WHOLE_PAGE
}

/**
 * Allows scripts, requests and forms only from and to this service, and scripts in the page by their hashes; images also inline; nothing else. With Trusted
 * Types and no policy that creates them, the browser itself refuses to treat text as markup or a script. A page with a
 * worker has one policy, which its script creates for the address of the worker; browsers refuse a second of its name.
 */
function policyOf(
  styleHashes: readonly string[],
  stylesheet: string | undefined,
  { forms, frames }: Embedding,
  { workerPolicy, script, lastScript }: Pick<Frame, 'workerPolicy' | 'script' | 'lastScript'>,
): string {
  const styles = [...styleHashes.map(hash => `'${hash}'`), ...(stylesheet === undefined ? [] : ["'self'"])].join(' ')
  const formAction = forms === undefined ? '' : ` form-action ${forms};`
  const inline = [script, lastScript].map(own => (own === undefined ? '' : ` '${hashOf(own)}'`)).join('')
  const [workers, policies] = workerPolicy === undefined ? ['', "'none'"] : [" worker-src 'self';", workerPolicy]
  return `default-src 'none'; script-src 'self'${inline};${workers} connect-src 'self'; img-src 'self' data:; style-src ${styles};${formAction} base-uri 'none'; ${frames}; require-trusted-types-for 'script'; trusted-types ${policies}`
}

function hashOf(style: Html): string {
  return `sha256-${createHash('sha256').update(style.toString()).digest('base64')}`
}
