import { html } from '../html/html.ts'

/**
 * Styles of the documentation, in addition to the stylesheet of all pages. If there is room, the navigation is a
 * column.
 */
export const STYLE = html`
:root { --hair: color-mix(in srgb, var(--line) 45%, transparent); --top: 0px }
html { scroll-padding-block: calc(var(--top) + 16px) 24px }
body { --side: max(16px, (100vw - 90rem) / 2); padding: 0 var(--side) }
code, pre, kbd { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace }
.skip { position: absolute; left: 16px; top: -100px; z-index: 2; padding: 12px 16px; border-radius: 10px;
  background: var(--primary); color: var(--on-primary) }
.skip:focus { top: 8px }
.top { position: relative; z-index: 1; display: flex; flex-wrap: wrap; gap: 0 16px; align-items: center; justify-content: space-between;
  margin: 0 calc(-1 * var(--side)); padding: 8px var(--side); background: var(--background); border-bottom: 1px solid var(--hair) }
.top > p { display: flex; flex: none; gap: 12px; align-items: center; margin: 0 }
.wordmark { display: inline-flex; gap: 8px; align-items: center; min-height: 44px; color: var(--accent); font-size: 1.25rem; font-weight: 600; letter-spacing: -.02em; text-decoration: none }
.home { display: inline-flex; align-items: center; min-height: 44px; padding-inline-start: 12px; color: var(--muted); font-size: 1.25rem; letter-spacing: -.02em; text-decoration: none }
.home:hover { text-decoration: underline }
.menu { flex: none; padding: 8px 12px; font-size: .9rem }
@media (max-width: 26rem) { .home { display: none } }

.search { display: none; position: relative; order: 3; flex: 1 0 100%; margin-top: 4px }
@media (scripting: enabled) { .search { display: block } }
.search label { display: flex; gap: 8px; align-items: center; margin: 0; padding: 0 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--field); color: var(--muted); font-weight: 400; cursor: text }
.search label:focus-within { outline: 3px solid var(--focus); outline-offset: 2px }
.search input { flex: 1; min-width: 0; min-height: 42px; padding: 0; border: 0; outline: 0; background: none; color: var(--text); appearance: none }
kbd { padding: 0 8px; border: 1px solid var(--hair); border-radius: 4px; font-size: .8rem }
.search label:focus-within kbd { visibility: hidden }
@media (hover: none) { kbd { display: none } }
.results, .search p:not(.visually-hidden) { position: absolute; inset: calc(100% + 4px) 0 auto; max-height: min(70vh, 32rem); padding: 8px; overflow-y: auto; overscroll-behavior: contain;
  border: 1px solid var(--line); border-radius: 10px; background: var(--background); box-shadow: 0 4px 24px color-mix(in srgb, var(--text) 20%, transparent) }
.search p:not(.visually-hidden) { margin: 0; padding: 12px 20px }
.results > * { display: block; padding: 8px 12px; border-radius: 6px; color: var(--text); text-decoration: none }
.results span { display: block; overflow: hidden; color: var(--muted); font-size: .8rem; text-overflow: ellipsis; white-space: nowrap }
.results mark { background: none; color: inherit; font-weight: 600; text-decoration: underline; text-decoration-color: var(--accent) }
.results [aria-selected=true] { background: var(--surface); box-shadow: inset 3px 0 var(--accent) }

.contents { position: fixed; inset: 0 0 0 auto; width: min(20rem, 100vw - 48px); height: 100%; max-height: none; margin: 0; padding: 16px; overflow-y: auto; color: inherit;
  border: 0; border-inline-start: 1px solid var(--line); background: var(--background) }
.contents::backdrop { background: color-mix(in srgb, var(--text) 40%, transparent) }
.contents h2, .parts h2 { margin: 24px 0 4px; color: var(--muted); font-size: .8rem; font-weight: 600; letter-spacing: .02em }
.contents h2:first-child, .parts h2 { margin-top: 0 }
.contents ul, .parts ul { margin: 0; padding: 0; list-style: none }
.contents ul ul { margin: 0 0 8px; padding-inline-start: 12px; border-inline-start: 1px solid var(--hair) }
.contents a { display: block; padding: 10px 0; color: var(--text); line-height: 1.25; text-decoration: none }
.contents a:hover, .parts a:hover { color: var(--accent); text-decoration: underline }
.contents [aria-current] { color: var(--accent); font-weight: 600 }

main, body > footer { max-width: none; margin: 0; padding-inline: 0 }
main { padding: 32px 0 64px }
#content { min-width: 0 }
.title { display: flex; flex-wrap: wrap; gap: 0 24px; align-items: baseline; justify-content: space-between }
h1 { margin: 0; font-size: clamp(2.2rem, 1.4rem + 3.2vw, 3.2rem); letter-spacing: -.03em; line-height: 1.1 }
.markdown { display: inline-flex; flex: none; align-items: center; min-height: 44px; font-size: .8rem }
.lead { margin: 12px 0 24px; color: var(--muted); font-size: 1.25rem; text-wrap: pretty }
.prose :is(p, ul, ol) { max-width: 40rem }
.prose li { margin: 4px 0 }
h2 { margin-top: 56px }
h3 { margin-top: 32px; font-size: 1rem }
.anchor { color: inherit; text-decoration: none }
.anchor:hover { text-decoration: underline }
.wide section { margin-top: 56px; padding-top: 32px; border-top: 1px solid var(--hair) }
.wide section h2 { margin-top: 0 }
.endpoint strong { color: var(--accent); letter-spacing: .02em }

.guides { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 24px 0; margin: 24px 0 48px; padding: 0; list-style: none }
.guides li { position: relative; padding: 16px 24px 0 20px; border-top: 3px solid var(--accent) }
.guides li::before { content: ""; position: absolute; inset-block: 0 auto; inset-inline-start: 0; width: 3px; height: var(--depth, 60%); border-radius: 0 0 2px 2px; background: var(--accent) }
.guides :nth-child(5n + 2) { --depth: 90% } .guides :nth-child(5n + 3) { --depth: 45% } .guides :nth-child(5n + 4) { --depth: 75% } .guides :nth-child(5n) { --depth: 35% }
.guides a { display: block; padding: 4px 0; font-size: 1.25rem; font-weight: 600; letter-spacing: -.01em; line-height: 1.25; text-decoration: none }
.guides a:hover { text-decoration: underline }
.guides span { color: var(--muted) }

.code { position: relative; margin: 12px 0 24px; border-radius: 10px; background: var(--surface) }
figcaption { padding: 10px 16px 0; color: var(--muted); font-size: .8rem }
pre { margin: 0; padding: 16px; overflow-x: auto; border-radius: 10px; font-size: .9rem; line-height: 1.5; overflow-wrap: normal; tab-size: 2 }
:not(pre) > code { padding: 1px 4px; border-radius: 4px; background: var(--surface); font-size: .9em }
.code button { position: absolute; inset: 4px 4px auto auto; min-height: 32px; padding: 0 10px; border-color: var(--hair); background: var(--background); font-size: .8rem }
.samples { margin: 12px 0 24px }
.samples .code { margin: 0 }
.samples .code button { top: -44px; right: 0 }
summary { display: flex; gap: 8px; align-items: center; min-height: 44px; padding: 0; font-size: .9rem; font-weight: 600 }
summary::before { content: "+"; width: 1rem; color: var(--muted) }
[open] > summary::before { content: "−" }
@supports selector(::details-content) {
  .samples { display: grid; grid-template-columns: repeat(3, auto) 1fr }
  .samples details { display: contents }
  .samples summary { grid-row: 1; margin-inline-end: 8px; padding: 0 4px; color: var(--muted); border-bottom: 3px solid transparent }
  .samples summary::before { content: none }
  .samples summary:hover { color: var(--text) }
  .samples [open] > summary { color: var(--text); border-color: var(--accent) }
  .samples details::details-content { grid-area: 2 / 1 / 2 / -1; min-width: 0; padding-top: 8px }
  .samples details:not([open])::details-content { pointer-events: none }
}
.prose .picture { max-width: 44rem; margin: 24px 0 32px }
.picture img { display: block; width: 100%; height: auto; border: 1px solid var(--hair); border-radius: 10px }
.scrolls { margin: 16px 0 24px; overflow-x: auto }
.scrolls td:not(:has(code)) { overflow-wrap: break-word }
table { line-height: 1.4 }
caption { padding: 24px 0 4px; font-weight: 600; text-align: start }
thead th { padding-bottom: 4px; font-weight: 400 }
tbody th { color: var(--text); font-size: 1rem; font-weight: 400; white-space: normal }
td { font-size: .9rem }
.type { display: block; color: var(--muted); font-size: .8rem }
small { color: var(--muted) }
:is(.properties, .statuses) tbody th { width: 34% }
.statuses tbody th { width: 4.5rem }
.neighbours { display: flex; flex-wrap: wrap; gap: 16px 48px; justify-content: space-between; margin-top: 64px; padding-top: 16px; border-top: 1px solid var(--hair); color: var(--muted); font-size: .8rem }
.neighbours p { margin: 0 }
.neighbours p:last-child { margin-inline-start: auto; text-align: end }
.neighbours a { display: inline-block; padding: 8px 0; font-size: 1rem; font-weight: 600 }
.parts { display: none }

@media (min-width: 40rem) {
  .title { flex-wrap: nowrap }
  :root { --top: 64px }
  .top { position: sticky; top: 0; flex-wrap: nowrap }
  .search { order: 0; flex: 0 1 26rem; margin: 0 }
}
@media (min-width: 64rem) {
  body { display: grid; grid-template: auto 1fr auto / 15rem minmax(0, 1fr); column-gap: 48px; min-height: 100vh }
  .top { grid-column: 1 / -1 }
  .menu { display: none }
  .guides { grid-template-columns: repeat(3, minmax(0, 1fr)) }
  .contents { display: block; position: sticky; inset: var(--top) auto auto; z-index: 0; width: auto; height: calc(100vh - var(--top)); padding: 32px 4px 32px 0; border: 0; background: none }
  .contents a { padding: 5px 0 }
  main, body > footer { grid-column: 2 }
}
@media (min-width: 80rem) {
  main { display: grid; grid-template-columns: minmax(0, 1fr) 13.5rem; column-gap: 48px }
  main:has(.wide) { display: block }
  .parts { display: block; position: sticky; top: calc(var(--top) + 32px); align-self: start; max-height: calc(100vh - var(--top) - 64px); overflow-y: auto; font-size: .9rem }
  .parts a { display: block; padding: 5px 0; color: var(--muted); line-height: 1.25; text-decoration: none }
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); column-gap: 48px }
  .beside { position: sticky; top: calc(var(--top) + 8px); align-self: start }
  .beside pre { max-height: 26rem }
}
@media (forced-colors: active) {
  .guides li::before { background: CanvasText }
  .results [aria-selected=true] { outline: 2px solid Highlight }
  .code { border: 1px solid }
}
@media print {
  .skip, .top, .contents, .neighbours, .markdown, .parts, .code button { display: none }
  body, .operation, main { display: block }
  body { padding: 0 }
  .beside { position: static }
  pre, .beside pre { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere }
  .code { border: 1px solid #888; break-inside: avoid-page }
}
`
