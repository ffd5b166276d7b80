import { html } from '../html/html.ts'
import type { Description } from './description.ts'
import { plainText } from './markdown.ts'
import { inline } from './markup.ts'
import type { DocsPage, Section } from './page.ts'
import { propertyTable, SCHEMAS_PATH } from './property-table.ts'
import { propertyList } from './reference-text.ts'

type Schema = Description['schemas'][number]

const LEAD = 'Request and response types of the API, by name. Programs find the same in `/openapi.json`.'

/** The named schemas of the description. */
export function schemasPage({ schemas }: Description): DocsPage {
  return {
    path: SCHEMAS_PATH,
    title: 'Schemas',
    summary: LEAD,
    content: html`${schemas.map(
      ({ name, description, properties }) => html`<h2 id="${name}"><a class="anchor" href="#${name}">${name}</a></h2>
<p>${inline(description)}</p>
${propertyTable('', properties)}`,
    )}`,
    markdown: `${['# Schemas', LEAD, ...schemas.map(schemaText)].join('\n\n')}\n`,
    sections: [{ id: '', title: 'Schemas', text: plainText(LEAD) }, ...schemas.map(searchable)],
  }
}

function schemaText({ name, description, properties }: Schema): string {
  return `## ${name}\n\n${description}\n\n${propertyList(properties)}`
}

function searchable({ name, description, properties }: Schema): Section {
  const texts = [description, ...properties.map(({ name, description }) => `${name} ${description}`)]
  return { id: name, title: name, text: plainText(texts.join(' ')) }
}
