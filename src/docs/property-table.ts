import { content, type Html, html } from '../html/html.ts'
import type { Property } from './description.ts'
import { inline } from './markup.ts'

export const SCHEMAS_PATH = '/docs/schemas'

/** The address of a schema’s description. @param name the name of the schema */
export type SchemaLink = (name: string) => string

const toSchemas: SchemaLink = name => `${SCHEMAS_PATH}#${name}`

/** Fields of a body, parameters of a call, or properties of a schema. */
export function propertyTable(
  caption: string,
  properties: readonly Property[],
  linkTo: SchemaLink = toSchemas,
): Html | false {
  if (properties.length === 0) return false
  return html`<table class="properties">${caption !== '' && html`<caption>${caption}</caption>`}
<thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody>
${properties.map(
  ({
    name,
    type,
    required,
    description,
  }) => html`<tr><th scope="row"><code>${name}</code>${required && html` <small>required</small>`}</th><td><span class="type">${typeLinks(type, linkTo)}</span> ${inline(description)}</td></tr>
`,
)}</tbody></table>
`
}

/** A type as code, with links to the schemas it names. Quoted values are not schema names. */
export function typeLinks(type: string, linkTo: SchemaLink = toSchemas): Html {
  const parts = type.split(/("[^"]*"|\b[A-Z]\w+\b)/)
  return html`${parts.map(part => (/^[A-Z]/.test(part) ? html`<a href="${linkTo(part)}">${part}</a>` : content(part)))}`
}
