import { createHash } from 'node:crypto'
import type { Theme } from '../domain/theme.ts'
import { themeStyle } from '../theme/theme-style.ts'
import { type Html, html } from './html.ts'
import { STYLESHEET } from './stylesheet.ts'

/** A complete page and its Content-Security-Policy, which allows the page's inline style by hash. */
export interface FramedPage {
  readonly text: string
  readonly policy: string
}

const STYLESHEET_HASH = hashOf(STYLESHEET)

export interface Frame {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly theme: Theme
  readonly title: string
  /** Further elements for the head. */
  readonly head?: Html
  /** Path of an additional stylesheet. */
  readonly stylesheet?: string | undefined
  readonly content: Html
}

/** A speech bubble with three bars. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%231f5f8b' d='M4 1h8a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H8l-4 3v-3a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z'/%3E%3Cpath stroke='%23fff' stroke-width='1.6' d='M4.8 10V7.4M8 10V4M11.2 10V6'/%3E%3C/svg%3E"

/** Wraps content in a complete page with the colours of a theme. */
export function frame({ lang, dir, theme, title, head, stylesheet, content }: Frame): FramedPage {
  const colours = themeStyle(theme)
  const page = html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${ICON}">
${head}<style>${colours}</style>
<style>${STYLESHEET}</style>
${
  stylesheet !== undefined &&
  html`<link rel="stylesheet" href="${stylesheet}">
`
}</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
  return { text: page.toString(), policy: policyOf(colours, stylesheet) }
}

/** Scripts, requests and forms only of this service; images also inline; nothing else. */
function policyOf(colours: Html, stylesheet: string | undefined): string {
  const own = stylesheet === undefined ? '' : " 'self'"
  return `default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src '${hashOf(colours)}' '${STYLESHEET_HASH}'${own}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

function hashOf(style: Html): string {
  return `sha256-${createHash('sha256').update(style.toString()).digest('base64')}`
}
