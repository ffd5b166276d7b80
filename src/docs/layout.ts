import { type FramedPage, frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { WORDMARK } from '../html/mark.ts'
import type { Library } from './library.ts'
import { plainText } from './markdown.ts'
import { inline } from './markup.ts'
import type { DocsPage } from './page.ts'
import { STYLE } from './style.ts'

/** Path of the search index. */
export const INDEX_PATH = '/docs/search.json'

interface Around {
  readonly library: Library
  /** Path of the script that adds search and copying; undefined if it has not been built. */
  readonly script: string | undefined
  /** The operator's links. */
  readonly foot: Html | undefined
  readonly baseUrl: string
}

/** A page of the documentation with everything around it. It is complete without its script. */
export function pageFrame(page: DocsPage, { library, script, foot, baseUrl }: Around): FramedPage {
  const { path, title, summary, content, isWide = false } = page
  return frame({
    lang: 'en',
    dir: 'ltr',
    theme: 'default',
    title: `${title} · Soundings`,
    head: html`<meta name="description" content="${plainText(summary)}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${path}.md">
${script !== undefined && html`<script type="module" src="${script}"></script>\n`}`,
    style: STYLE,
    header: html`<a class="skip" href="#content">Skip to content</a>
<header class="top"><p><a class="wordmark" href="/">${WORDMARK}</a> <a class="home" href="/docs">Docs</a></p>
${script !== undefined && SEARCH}<button class="quiet menu" type="button" popovertarget="contents">Contents</button></header>
${navigation(library, path)}`,
    content: html`<div id="content"${isWide && html` class="wide"`}>
<div class="title"><h1>${title}</h1> <a class="markdown" href="${path}.md">Markdown</a></div>
<p class="lead">${inline(summary)}</p>
${path === '/docs' && guideList(library)}${isWide ? content : html`<div class="prose">${content}${neighbours(library, path)}</div>`}</div>${!isWide && onThisPage(page)}`,
    footer: foot,
  })
}

/** Shown only where scripts run. The script moves the choice among the results, which follow. */
const SEARCH = html`<div class="search" role="search"><label for="search"><span>Search</span><input id="search" type="search" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="results" data-index="${INDEX_PATH}" autocomplete="off" spellcheck="false"><kbd>/</kbd></label>
<div id="results" class="results" role="listbox" aria-label="Results" hidden></div><p class="visually-hidden" role="status"></p></div>
`

/** A column where there is room, else behind a button. */
function navigation(library: Library, current: string): Html {
  return html`<nav id="contents" class="contents" popover aria-label="Documentation">
${library.map(
  ({ name, pages }) => html`<h2>${name}</h2>
<ul>
${pages.map(
  page => html`<li><a href="${page.path}"${page.path === current && html` aria-current="page"`}>${page.title}</a>${page.isWide && operationLinks(page)}</li>
`,
)}</ul>
`,
)}</nav>
`
}

/** Links to the operations of the reference, which is too long to find them by scrolling. */
function operationLinks({ path, sections }: DocsPage): Html {
  const operations = sections.filter(({ id }) => id !== '')
  return html`
<ul>${operations.map(({ id, title }) => html`<li><a href="${path}#${id}">${title}</a></li>`)}</ul>`
}

/** The guides on the first page, hanging from a line like the strokes of the mark. */
function guideList(library: Library): Html {
  const pages = library.slice(0, -1).flatMap(({ pages }) => pages)
  return html`<ul class="guides">
${pages.map(
  ({ path, title, summary }) => html`<li><a href="${path}">${title}</a> <span>${inline(summary)}</span></li>
`,
)}</ul>
`
}

function onThisPage({ sections }: DocsPage): Html | false {
  const parts = sections.filter(({ id }) => id !== '')
  if (parts.length < 3) return false
  return html`
<nav class="parts" aria-label="On this page"><h2>On this page</h2>
<ul>${parts.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`
}

/** Guides can be read one after the other. */
function neighbours(library: Library, current: string): Html {
  const pages = library.flatMap(({ pages }) => pages)
  const at = pages.findIndex(({ path }) => path === current)
  const link = (page: DocsPage | undefined, name: string) =>
    page !== undefined && html`<p>${name}<br><a href="${page.path}">${page.title}</a></p>`
  return html`<nav class="neighbours" aria-label="Previous and next page">${link(pages[at - 1], 'Previous')}${link(pages[at + 1], 'Next')}</nav>
`
}
