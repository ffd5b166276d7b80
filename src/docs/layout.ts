import { type FramedPage, frame, NOT_FOR_SEARCH } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { WORDMARK } from '../html/logo.ts'
import type { Contents } from './contents.ts'
import { plainText } from './markdown.ts'
import { inline } from './markup.ts'
import type { DocsPage } from './page.ts'
import { INDEX_PATH } from './page-paths.ts'
import { STYLE } from './style.ts'

export interface Around {
  readonly contents: Contents
  /** Path of the script that adds search and copying; undefined if it has not been built. */
  readonly script: string | undefined
  /** The operator's links. */
  readonly foot: Html | undefined
  readonly baseUrl: string
}

/** A page of the documentation with its frame. It is complete without its script. */
export function pageFrame(page: DocsPage, around: Around): FramedPage {
  const { contents, baseUrl } = around
  const { path, title, summary, content, isWide = false } = page
  return framed(around, {
    path,
    title,
    head: html`<meta name="description" content="${plainText(summary)}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${path}.md">
`,
    content: html`<div id="content"${isWide && html` class="wide"`}>
<div class="title"><h1>${title}</h1> <a class="markdown" href="${path}.md">Markdown</a></div>
<p class="lead">${inline(summary)}</p>
${path === '/docs' && guideList(contents)}${isWide ? content : html`<div class="prose">${content}${neighbours(contents, path)}</div>`}</div>${!isWide && onThisPage(page)}`,
  })
}

/** Shown at a documentation path that has no page. */
export function missingPageFrame(around: Around): FramedPage {
  const title = 'This page doesn’t exist'
  return framed(around, {
    path: '',
    title,
    head: NOT_FOR_SEARCH,
    content: html`<div id="content">
<div class="title"><h1>${title}</h1></div>
<p class="lead">Search the documentation, or choose a page.</p>
${guideList(around.contents)}</div>`,
  })
}

interface Framed {
  /** Of the page; empty if it has none. */
  readonly path: string
  readonly title: string
  readonly head: Html
  readonly content: Html
}

function framed({ contents, script, foot }: Around, { path, title, head, content }: Framed): FramedPage {
  return frame({
    lang: 'en',
    dir: 'ltr',
    theme: 'default',
    title: `${title} · Soundings`,
    head: html`${head}${script !== undefined && html`<script type="module" src="${script}"></script>\n`}`,
    style: STYLE,
    header: html`<a class="skip" href="#content">Skip to content</a>
<header class="top"><p><a class="wordmark" href="/">${WORDMARK}</a> <a class="home" href="/docs">Docs</a></p>
${script !== undefined && SEARCH}<button class="quiet menu" type="button" popovertarget="contents">Contents</button></header>
${navigation(contents, path)}`,
    content,
    footer: foot,
  })
}

/** Shown only if scripts run. The script moves the selection among the results, which follow. */
const SEARCH = html`<div class="search" role="search"><label for="search"><span>Search</span><input id="search" type="search" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="results" data-index="${INDEX_PATH}" autocomplete="off" spellcheck="false"><kbd>/</kbd></label>
<div id="results" class="results" role="listbox" aria-label="Results" hidden></div><p class="visually-hidden" role="status"></p></div>
`

/** A column if there is room, otherwise behind a button. */
function navigation(contents: Contents, current: string): Html {
  return html`<nav id="contents" class="contents" popover aria-label="Documentation">
${contents.map(
  ({ name, pages }) => html`<h2>${name}</h2>
<ul>
${pages.map(
  page => html`<li><a href="${page.path}"${page.path === current && html` aria-current="page"`}>${page.title}</a>${page.path === current && partLinks(page)}</li>
`,
)}</ul>
`,
)}</nav>
`
}

function partLinks({ parts }: DocsPage): Html | false {
  if (parts === undefined) return false
  return html`
<ul>${parts.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`
}

/** The list of guides on the first page, below a line like the strokes of the mark. */
function guideList(contents: Contents): Html {
  const pages = contents.slice(0, -1).flatMap(({ pages }) => pages)
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
function neighbours(contents: Contents, current: string): Html {
  const pages = contents.flatMap(({ pages }) => pages)
  const at = pages.findIndex(({ path }) => path === current)
  const link = (page: DocsPage | undefined, name: string) =>
    page !== undefined && html`<p>${name}<br><a href="${page.path}">${page.title}</a></p>`
  return html`<nav class="neighbours" aria-label="Previous and next page">${link(pages[at - 1], 'Previous')}${link(pages[at + 1], 'Next')}</nav>
`
}
