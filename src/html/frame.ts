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

/** A whole page around its content, in the colours of a theme. */
export function frame({ theme, title, content }: { theme: Theme; title: string; content: Html }): FramedPage {
  const colours = themeStyle(theme)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${colours}</style>
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

/** Nothing is loaded from anywhere, nothing runs, and forms go to the service alone. */
function policyOf(colours: Html): string {
  return `default-src 'none'; style-src '${hashOf(colours)}' '${STYLESHEET_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

function hashOf(style: Html): string {
  return `sha256-${createHash('sha256').update(style.toString()).digest('base64')}`
}
