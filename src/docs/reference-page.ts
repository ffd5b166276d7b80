import { type Html, html } from '../html/html.ts'
import type { DescribedOperation, Description } from './description.ts'
import { pathOf } from './guides.ts'
import { parseMarkdown, plainText } from './markdown.ts'
import { codeMarkup, inline, markupOf, samplesMarkup } from './markup.ts'
import type { DocsPage, Section } from './page.ts'
import { propertyTable } from './property-table.ts'
import { introductionText, referenceText } from './reference-text.ts'
import { pretty } from './samples.ts'

/** The reference of the API, at `/docs`. */
export function referencePage(description: Description): DocsPage {
  const { lead, introduction, operations } = description
  return {
    path: '/docs',
    title: 'API reference',
    summary: lead,
    isWide: true,
    content: html`<div class="prose">${introductionMarkup(description)}</div>
${operations.map(section)}
`,
    markdown: referenceText(description),
    sections: [
      { id: '', title: 'API reference', text: plainText(`${lead} ${introduction}`) },
      ...operations.map(searchable),
    ],
  }
}

function introductionMarkup(description: Description): Html {
  const blocks = parseMarkdown(introductionText(description))
  return html`${markupOf(blocks, target => pathOf(target, description.baseUrl))}${statusTable(description.statuses)}`
}

function section({ id, method, path, summary, description, ...rest }: DescribedOperation): Html {
  const { parameters, body, samples, answers, statuses } = rest
  return html`<section aria-labelledby="${id}" class="operation">
<div class="prose"><h2 id="${id}"><a class="anchor" href="#${id}">${summary}</a></h2>
<p class="endpoint"><strong>${method}</strong> <code>${path}</code></p>
<p>${inline(description)}</p>
${propertyTable('Parameters', parameters)}${propertyTable('Body', body)}${
  statuses.length > 0 &&
  html`<h3>Errors</h3>
${statusTable(statuses)}`
}</div>
<div class="beside">${samplesMarkup(id, samples)}${answers.map(({ name, value }) =>
    codeMarkup(
      `Response body of ${summary}`,
      pretty(value),
      name === 'answer' ? 'Response body' : `Response body, ${name}`,
    ),
  )}</div>
</section>
`
}

function statusTable(statuses: Description['statuses']): Html {
  return html`<table class="statuses"><thead><tr><th scope="col">Status</th><th scope="col">When</th></tr></thead><tbody>
${statuses.map(
  ({ status, when }) => html`<tr><th scope="row">${status}</th><td>${inline(when)}</td></tr>
`,
)}</tbody></table>
`
}

function searchable({
  id,
  method,
  path,
  summary,
  description,
  parameters,
  body,
  statuses,
}: DescribedOperation): Section {
  const names = [...parameters, ...body].map(({ name }) => name)
  const texts = [`${method} ${path}.`, description, id, ...names, ...statuses.map(({ when }) => when)]
  return { id, title: summary, text: plainText(texts.join(' ')) }
}
