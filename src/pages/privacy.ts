import { html } from '../html/html.ts'
import { page, type Reader } from './page.ts'

/**
 * What is stored about a response, column by column.
 * @param columns of the table of responses, as the database has them
 */
export function privacyPage(columns: readonly string[], reader: Reader): string {
  const words = reader.words.privacy
  const meanings: Readonly<Record<string, string>> = words.columns
  return page({
    reader,
    title: words.title,
    content: html`<h1>${words.title}</h1>
<p>${words.intro}</p>
<table>
<thead><tr><th scope="col">${words.column}</th><th scope="col">${words.meaning}</th></tr></thead>
<tbody>
${columns.map(
  column => html`<tr><th scope="row"><code>${column}</code></th><td>${meanings[column]}</td></tr>
`,
)}</tbody>
</table>
<p>${words.nothingElse}</p>
${(['not', 'derived', 'boards', 'browser'] as const).map(
  part => html`<h2>${words.headings[part]}</h2>
<p>${words[part]}</p>
`,
)}`,
  })
}
