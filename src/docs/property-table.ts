import { type Html, html } from '../html/html.ts'
import type { Property } from './description.ts'
import { inline } from './markup.ts'

export const SCHEMAS_PATH = '/docs/schemas'

/** Fields of a body, parameters of a call, or properties of a schema. */
export function propertyTable(caption: string, properties: readonly Property[]): Html | false {
  if (properties.length === 0) return false
  return html`<table class="properties">${caption !== '' && html`<caption>${caption}</caption>`}
<thead><tr><th scope="col">Name</th><th scope="col">Meaning</th></tr></thead><tbody>
${properties.map(
  ({
    name,
    type,
    required,
    description,
  }) => html`<tr><th scope="row"><code>${name}</code>${required && html` <small>required</small>`}</th><td><span class="type">${typeLinks(type)}</span> ${inline(description)}</td></tr>
`,
)}</tbody></table>
`
}

/** A type in code, with a link to each schema that it names. */
function typeLinks(type: string): Html {
  const parts = type.split(/\b([A-Z]\w+)\b/)
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<a href="${SCHEMAS_PATH}#${part}">${part}</a>`))}`
}
