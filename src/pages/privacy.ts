import { type FramedPage, NOT_FOR_SEARCH } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import type { StoredTable } from '../service/responses/responses.ts'
import { JOIN_STYLE, WORDMARK_LINK } from './join-form.ts'
import { page, type Reader } from './page.ts'

/**
 * The page that explains what is stored, column by column.
 * @param tables columns of the tables, read from the database
 */
export function privacyPage(tables: readonly StoredTable[], reader: Reader): FramedPage {
  const words = reader.words.privacy
  const [responses, ...others] = tables.map(table => columns(table, reader))
  return page({
    reader,
    title: words.title,
    head: NOT_FOR_SEARCH,
    style: STYLE,
    header: html`<header class="top">${WORDMARK_LINK}</header>
`,
    content: html`<h1>${words.title}</h1>
<p>${words.intro}</p>
${responses}
<p>${words.nothingElse}</p>
${(['not', 'derived', 'seen', 'browser'] as const).map(
  part => html`<h2>${words.headings[part]}</h2>
<p>${words[part]}</p>
`,
)}${others}`,
  })
}

function columns({ name, columns }: StoredTable, { words: { privacy } }: Reader): Html {
  const { title, columns: meanings }: { title: string; columns: Readonly<Record<string, string>> } =
    privacy.tables[name]
  const rows = columns.map(
    column => html`<tr><th scope="row"><code>${column}</code></th><td>${meanings[column]}</td></tr>
`,
  )
  return html`${name !== 'response' && html`<h2>${title}</h2>`}
<table>
<thead><tr><th scope="col">${privacy.column}</th><th scope="col">${privacy.meaning}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`
}

const STYLE = html`${JOIN_STYLE}
tbody th { width: 30%; color: var(--text); font-size: 1rem; font-weight: 400 }
`
