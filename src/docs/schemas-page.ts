import { type Html, html } from '../html/html.ts'
import type { Description } from './description.ts'
import { plainText } from './markdown.ts'
import { inline } from './markup.ts'
import type { DocsPage, Section } from './page.ts'
import { propertyTable, SCHEMAS_PATH, type SchemaLink } from './property-table.ts'
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
      schema => html`<h2 id="${schema.name}">${anchor(schema)}</h2>
${schemaMarkup(schema)}`,
    )}`,
    markdown: `${['# Schemas', LEAD, ...schemas.map(schema => `## ${schemaText(schema)}`)].join('\n\n')}\n`,
    sections: [{ id: '', title: 'Schemas', text: plainText(LEAD) }, ...schemas.map(searchableSchema)],
  }
}

/** Schemas as part of another page. */
export function schemaSections(schemas: readonly Schema[], linkTo: SchemaLink): readonly Html[] {
  return schemas.map(
    schema => html`<h3 id="${schema.name}">${anchor(schema)}</h3>
${schemaMarkup(schema, linkTo)}`,
  )
}

function anchor({ name }: Schema): Html {
  return html`<a class="anchor" href="#${name}">${name}</a>`
}

function schemaMarkup({ description, properties }: Schema, linkTo?: SchemaLink): Html {
  return html`<p>${inline(description)}</p>
${propertyTable('', properties, linkTo)}`
}

/** Without heading markup. */
export function schemaText({ name, description, properties }: Schema): string {
  return `${name}\n\n${description}${properties.length > 0 ? `\n\n${propertyList(properties)}` : ''}`
}

export function searchableSchema({ name, description, properties }: Schema): Section {
  const texts = [description, ...properties.map(({ name, description }) => `${name} ${description}`)]
  return { id: name, title: name, text: plainText(texts.join(' ')) }
}
