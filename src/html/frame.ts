import { createHash } from 'node:crypto'
import type { Theme } from '../domain/theme.ts'
import { type Html, html } from './html.ts'
import { STYLESHEET } from './stylesheet.ts'
import { themeStyle } from './theme.ts'

/** A whole page, and the Content-Security-Policy under which its own style applies. */
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
  readonly content: Html
}

/** A whole page around its content, in the colours of a theme. */
export function frame({ lang, dir, theme, title, head, content }: Frame): FramedPage {
  const colours = themeStyle(theme)
  const page = html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}<style>${colours}</style>
<style>${STYLESHEET}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
  return { text: page.toString(), policy: policyOf(colours) }
}

/** Scripts, requests and forms go to the service alone, images may also stand in the page itself, and nothing else is loaded. */
function policyOf(colours: Html): string {
  return `default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src '${hashOf(colours)}' '${STYLESHEET_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

function hashOf(style: Html): string {
  return `sha256-${createHash('sha256').update(style.toString()).digest('base64')}`
}
