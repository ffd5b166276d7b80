import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'

const STYLE = html`
:root { color-scheme: light dark; --ink: #1c2430; --muted: #525c6b; --paper: #fbfaf7; --field: #fff; --line: #8a93a0;
  --primary: #1f5f8b; --on-primary: #fff; --danger: #a3222a }
@media (prefers-color-scheme: dark) { :root { --ink: #eceff3; --muted: #aab3c0; --paper: #14181e; --field: #1c222b;
  --line: #77818f; --primary: #7db8e0; --on-primary: #0d1620; --danger: #ff9a94 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 40rem; margin: 0 auto; padding: 32px 20px 64px }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere }
p { margin: 8px 0 }
a { color: var(--primary) }
.muted, .help { color: var(--muted) }
.help { font-size: .9rem; margin: 0 0 8px }
fieldset, .question { border: 0; margin: 32px 0 0; padding: 0; min-width: 0 }
legend, .question > label, .question > h2 { display: block; padding: 0; margin: 0 0 4px; font-size: 1.25rem; font-weight: 600;
  line-height: 1.3; overflow-wrap: anywhere }
.choice { display: flex; gap: 12px; align-items: center; min-height: 44px; padding: 8px 12px; margin: 0 0 8px;
  border: 1px solid var(--line); border-radius: 10px; background: var(--field); overflow-wrap: anywhere }
.choice:has(:checked) { border-color: var(--primary); box-shadow: inset 0 0 0 1px var(--primary) }
.choice input { accent-color: var(--primary); width: 20px; height: 20px; margin: 0; flex: none }
.scale { display: grid; grid-template-columns: repeat(10, 1fr); gap: 4px }
.scale .choice { flex-direction: column; gap: 4px; padding: 8px 0; margin: 0; justify-content: center; font-variant-numeric: tabular-nums }
.scale + .ends { display: flex; justify-content: space-between; color: var(--muted); font-size: .9rem; margin: 4px 0 8px }
@media (max-width: 30rem) { .scale { grid-template-columns: repeat(5, 1fr) } }
textarea { width: 100%; min-height: 96px; padding: 12px; font: inherit; color: inherit; background: var(--field);
  border: 1px solid var(--line); border-radius: 10px; resize: vertical; field-sizing: content }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px }
.error { color: var(--danger); font-weight: 600; margin: 4px 0 8px }
.summary { border: 2px solid var(--danger); border-radius: 10px; padding: 12px 16px; margin: 24px 0 0 }
.summary h2 { font-size: 1rem; margin: 0 }
.summary ul { margin: 8px 0 0; padding-left: 20px }
.summary a { color: inherit }
button { min-height: 48px; margin: 32px 0 0; padding: 12px 28px; font: inherit; font-weight: 600; border: 0; border-radius: 10px;
  background: var(--primary); color: var(--on-primary); cursor: pointer }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media print { button { display: none } }
`

const STYLE_HASH = createHash('sha256').update(STYLE.toString()).digest('base64')

/** Scripts, requests and forms go to the service alone, images may also stand in the page itself, and nothing else is loaded. */
export const CONTENT_POLICY = `default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export interface Frame {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly title: string
  /** Further elements for the head. */
  readonly head?: Html
  readonly content: Html
}

/** A whole page around its content. */
export function frame({ lang, dir, title, head, content }: Frame): string {
  return html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.toString()
}
