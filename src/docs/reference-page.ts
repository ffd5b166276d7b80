import { type Html, html } from '../html/html.ts'
import type { DescribedOperation, Description } from './description.ts'
import { pathOf } from './guides.ts'
import { parseMarkdown, plainText } from './markdown.ts'
import { codeMarkup, inline, markupOf, samplesMarkup } from './markup.ts'
import type { DocsPage, Section } from './page.ts'
import { propertyTable, type SchemaLink, typeLinks } from './property-table.ts'
import { introductionText, referenceText, shown } from './reference-text.ts'

/** The reference of the API, at `/docs`. */
export function referencePage(description: Description): DocsPage {
  const { lead, introduction, operations } = description
  return {
    path: '/docs',
    title: 'API reference',
    summary: lead,
    isWide: true,
    parts: operations.map(searchable),
    content: html`<div class="prose">${introductionMarkup(description)}</div>
${operations.map(operation => operationMarkup(operation))}
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

export function operationMarkup(
  { id, method, path, summary, description, ...rest }: DescribedOperation,
  linkTo?: SchemaLink,
): Html {
  const { parameters, body, events, returns, samples, answers, statuses, errors } = rest
  return html`<section aria-labelledby="${id}" class="operation">
<div class="prose"><h2 id="${id}"><a class="anchor" href="#${id}">${summary}</a></h2>
<p class="endpoint"><strong>${method}</strong> <code>${path}</code></p>
<p>${inline(description)}</p>
${propertyTable('Parameters', parameters, linkTo)}${propertyTable('Body', body, linkTo)}${eventTable(events, linkTo)}<p>Returns ${returns.status}${returns.type !== '' && html` ${typeLinks(returns.type, linkTo)}`}. ${inline(returns.when)}</p>
${
  (statuses.length > 0 || errors !== '') &&
  html`<h3>Errors</h3>
${errors === '' ? statusTable(statuses) : markupOf(parseMarkdown(errors), target => target)}`
}</div>
<div class="beside">${samplesMarkup(id, samples)}${answers.map(({ name, value }) =>
    codeMarkup(
      `Response body of ${summary}`,
      shown(value),
      name === 'answer' ? 'Response body' : `Response body, ${name}`,
    ),
  )}</div>
</section>
`
}

function eventTable(events: DescribedOperation['events'], linkTo?: SchemaLink): Html | false {
  const properties = events.map(({ name, type, when }) => ({ name, type, required: false, description: when }))
  return propertyTable('Events', properties, linkTo)
}

function statusTable(statuses: Description['statuses']): Html {
  return html`<table class="statuses"><thead><tr><th scope="col">Status</th><th scope="col">When</th></tr></thead><tbody>
${statuses.map(
  ({ status, when }) => html`<tr><th scope="row">${status}</th><td>${inline(when)}</td></tr>
`,
)}</tbody></table>
`
}

export function searchable({
  id,
  method,
  path,
  summary,
  description,
  parameters,
  body,
  statuses,
  errors,
}: DescribedOperation): Section {
  const names = [...parameters, ...body].map(({ name }) => name)
  const texts = [`${method} ${path}.`, description, id, ...names, ...statuses.map(({ when }) => when), errors]
  return { id, title: summary, text: plainText(texts.join(' ')) }
}
