import { html } from './html.ts'

/**
 * Stylesheet of every page: background, text, one colour. All colours are properties of `themeStyle`; sizes are on one
 * scale (0.8, 1, 1.25, 1.6, 2.2 rem), spaces are multiples of 4 px. Print uses white paper, so its rules come after the
 * theme. What people have written has `dir=auto` and keeps its line breaks. All texts of a survey that runs from right
 * to left are aligned on the right, including our own, which have their own `lang`.
 */
export const STYLESHEET = html`
*, ::before, ::after { box-sizing: border-box }
[hidden] { display: none !important }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-block: 24px }
body { margin: 0; background: var(--background); color: var(--text); overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
main { max-width: 40rem; margin: 0 auto; padding: 32px 16px 64px }
h1, h2, h3 { margin: 48px 0 8px; line-height: 1.2; text-wrap: balance }
h1 { margin-top: 0; font-size: 2.2rem; letter-spacing: -.02em }
main:has(form) > h1 { margin-bottom: 0; font-size: 1.25rem; letter-spacing: 0; color: var(--accent) }
h2, legend, .question > label { font-size: 1.6rem; font-weight: 600; line-height: 1.25; letter-spacing: -.01em }
h3 { font-size: 1.25rem }
p, ul, ol, dl { margin: 8px 0 }
[dir=auto]:not(textarea, input), .choices bdi { white-space: pre-line }
[dir=rtl], [dir=rtl] th { text-align: right }
[dir=rtl] [lang], [dir=rtl] [lang] * { unicode-bidi: plaintext }
[dir=rtl] :is([lang] summary, summary[lang]) { direction: ltr }
ul, ol { padding-inline-start: 20px }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .2em }
a:hover { text-decoration-thickness: 2px }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace }
:not(pre) > code { font-size: .9em }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
[tabindex="-1"]:focus { outline: 0 }
.muted, .help, .ends, .count, dt, th { color: var(--muted) }
.help, .ends, .count, th { font-size: .8rem }

label:not(.choice, .choices *) { display: block; margin: 0 0 4px; font-weight: 600 }
fieldset, .question { min-width: 0; margin: 48px 0 0; padding: 0; border: 0; container-type: inline-size }
legend, .question > label, .question > h2 { display: block; width: 100%; margin: 0; padding: 0 0 4px; text-wrap: pretty }
:is(legend, label)[data-long] { font-size: 1.25rem; line-height: 1.4 }
legend { float: left }
legend + * { clear: both }
.about { margin: 0 0 8px; text-wrap: pretty; overflow-wrap: anywhere }
.help { margin: 0 0 12px }
form > noscript > .help { margin-top: 8px }
:is(.choice, :where(.choices label)) { display: flex; gap: 12px; align-items: center; min-height: 48px; margin: 0 0 8px; padding: 8px 16px; cursor: pointer;
  border: 1px solid var(--line); border-radius: 10px; background: var(--field) }
:is(.choice, :where(.choices label)):hover { border-color: currentColor }
:is(.choice, :where(.choices label)) input { appearance: none; flex: none; width: 20px; height: 20px; margin: 0; padding: 4px; cursor: inherit;
  color: inherit; border: 2px solid var(--line); border-radius: 50%; background-clip: content-box }
:is(.choice, :where(.choices label)) :checked { border-color: currentColor; background-color: currentColor }
:is(.choice, :where(.choices label)):has(:checked) { border-color: var(--primary); background: var(--primary); color: var(--on-primary); font-weight: 600 }
:is(.choice, :where(.choices label)):has([value=""]) { min-height: 44px; border-color: transparent; background: none; color: var(--muted) }
:is(.choice, :where(.choices label)):has([value=""]:checked) { font-weight: 400 }
.now > .help { color: var(--accent); font-weight: 600 }
fieldset:not(:has(:checked)) > .help span { opacity: 0 }
[dir=rtl] fieldset:not(:has(:checked)) > .help span { position: absolute }
:is(.choice, :where(.choices label)):has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; z-index: 1 }
:is(.choice, :where(.choices label)) :focus-visible { outline: 0 }
.scale { display: grid; grid-template-columns: repeat(10, 1fr); margin: 0 0 4px; font-variant-numeric: tabular-nums }
.scale label { position: relative; justify-content: center; margin: 0; margin-inline-start: -1px; padding: 0; border-radius: 0 }
.scale label:first-child { margin: 0; border-start-start-radius: 10px; border-end-start-radius: 10px }
.scale label:last-child { border-start-end-radius: 10px; border-end-end-radius: 10px }
.scale input { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; opacity: 0 }
.ends { display: flex; justify-content: space-between; gap: 16px; margin: 0 0 12px }
.ends span { flex: 1; text-align: center; overflow-wrap: anywhere }
.ends span:first-child { text-align: start }
.ends span:last-child { text-align: end }
[dir=rtl] .ends span:first-child { text-align: right }
[dir=rtl] .ends span:last-child { text-align: left }
@container (max-width: 17.49rem) {
  .scale { grid-template-columns: repeat(5, 1fr); gap: 4px }
  .scale label, .scale label:first-child, .scale label:last-child { margin: 0; border-radius: 10px }
}
textarea, select, input:not([type=radio], [type=checkbox], [type=hidden]) { display: block; width: 100%; min-height: 44px;
  padding: 8px 12px; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line); border-radius: 10px }
textarea { min-height: 96px; resize: vertical; field-sizing: content; max-height: 80vh }
.count { margin: 4px 0 0; text-align: end; font-variant-numeric: tabular-nums }
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 44px; padding: 8px 24px;
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; border: 1px solid var(--primary); border-radius: 10px;
  background: var(--primary); color: var(--on-primary) }
form > p:has(button) { margin: 48px 0 0 }
@media (max-width: 29.99rem) { #send { width: 100%; min-height: 52px } }
.button:not(.quiet):hover, button:not([class], [aria-disabled=true], :disabled):hover { box-shadow: 0 0 0 2px color-mix(in srgb, var(--primary) 35%, transparent) }
.quiet { border-color: var(--line); background: none; color: var(--text) }
.quiet:hover { border-color: currentColor }
button:active { translate: 0 1px }
:disabled, [aria-disabled=true] { opacity: .6; cursor: default }

.error { margin: 0 0 12px; color: var(--danger); font-weight: 600 }
.question:has(> .error), fieldset:has(> .error) { margin-inline-start: -16px; padding-inline-start: 12px;
  border-inline-start: 4px solid var(--danger) }
[aria-invalid=true]:is(textarea, select, input:not([type=radio])) { border: 2px solid var(--danger) }
.summary { margin: 24px 0 0; padding: 12px 16px; border: 2px solid var(--danger); border-radius: 10px }
.summary :is(h2, p) { margin: 0; font-size: 1rem; font-weight: 600; letter-spacing: 0 }
.summary ul { margin-bottom: 0 }
.summary a { color: var(--danger) }
.success { color: var(--success); font-weight: 600 }
.notice { margin: 24px 0; padding: 16px; border-radius: 10px; background: var(--surface) }
label.notice { display: block; margin-top: 48px }
h2 + label.notice { margin-top: 16px }
label.notice textarea:last-child { margin-top: 8px; font-weight: 400 }
html:has(#status.notice, .floating) { scroll-padding-bottom: 10rem }
#status.notice, .floating { position: sticky; bottom: 8px; z-index: 1; border: 1px solid var(--line); box-shadow: 0 4px 24px color-mix(in srgb, var(--text) 20%, transparent) }
#status.notice { z-index: 2 }
.restored { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; justify-content: space-between }
.notice > :first-child, .receipt > :first-child { margin-top: 0 }
.restored p, .notice > :last-child { margin-bottom: 0 }
.receipt { margin: 24px 0 }
.leads { display: block; width: 140px; margin: 16px 0; fill: none; stroke: var(--line); stroke-width: 2 }
.leads :last-child { stroke: var(--accent); stroke-width: 4 }
summary { padding: 10px 0; cursor: pointer }
.receipt p:has(button) { margin-top: 16px }
.receipt > p:has(a.button) { margin: 16px 0 24px }
.receipt dt { margin: 16px 0 0 }
.receipt dd { margin: 0; padding: 0 0 12px; border-bottom: 1px solid; font-size: 1.25rem }
table { width: 100%; margin: 16px 0; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { white-space: nowrap }
th, td { padding: 8px 0; padding-inline-end: 16px; text-align: start; vertical-align: top; border-bottom: 1px solid }
.receipt dd, th, td { border-color: color-mix(in srgb, var(--line) 45%, transparent) }
body > footer { display: flex; flex-wrap: wrap; gap: 0 24px; max-width: 40rem; margin: 0 auto; padding: 0 16px 24px; font-size: .8rem }
body > footer a { display: inline-flex; align-items: center; min-height: 44px; color: var(--muted) }
body > footer .made-with { gap: 6px; margin-inline-start: auto; text-decoration: none }
body > footer .made-with:hover { text-decoration: underline }
.visually-hidden:not(:focus, :active) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }

@media (min-width: 48rem) { main { padding-top: 64px } }
@media screen and (prefers-reduced-motion: no-preference) {
  :is(.choice, :where(.choices label)), button, .button { transition: background-color .12s, border-color .12s, color .12s, box-shadow .12s }
}
@media (forced-colors: active) {
  :is(.choice, :where(.choices label)) input { appearance: auto; padding: 0 }
  :is(.choice, :where(.choices label)):has(:checked), :is(.choice, :where(.choices label)):has([value=""]:checked) { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight }
}
@media print {
  :root { color-scheme: light; --background: #fff; --surface: #fff; --field: #fff; --text: #000; --muted: #444; --accent: #000;
    --on-primary: #000; --primary: #000 }
  main { max-width: none; padding: 0 }
  form > p:has(button), noscript, body > footer { display: none }
  fieldset, .question, tr { break-inside: avoid }
  :is(.choice, :where(.choices label)):has(:checked) { background: none; border-width: 3px }
}
`

/** Added for pages with buttons that can be pressed. */
export const PRESSED_STYLE = html`
[aria-pressed=true] { border-color: var(--primary); background: var(--primary); color: var(--on-primary) }
@media (forced-colors: active) { [aria-pressed=true] { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight } }
`
