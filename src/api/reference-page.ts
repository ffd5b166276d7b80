import { type FramedPage, frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { WORDMARK } from '../html/mark.ts'
import type { DescribedOperation, Description, Property } from './description.ts'
import { pretty } from './samples.ts'

/** The reference as a page that needs no script. */
export function referencePage({ baseUrl, introduction, operations, schemas }: Description): FramedPage {
  const [lead = '', ...rest] = introduction.split(/(?<=\.) /)
  return frame({
    lang: 'en',
    dir: 'ltr',
    theme: 'default',
    title: 'API · Soundings',
    style: STYLE,
    header: html`<header class="top"><a class="wordmark" href="/">${WORDMARK}</a> <a href="/openapi.json">openapi.json</a> <a href="/docs.md">Markdown</a></header>
`,
    content: html`<div class="reference">
<nav aria-label="Contents"><ul>
${operations.map(
  ({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>
`,
)}<li><a href="#schemas">Schemas</a></li>
</ul></nav>
<div>
<h1>API</h1>
<p class="lead">${inline(lead)}</p>
<p>${inline(rest.join(' '))}</p>
<p>Base address <code>${baseUrl}</code>. The samples read your token from the environment variable <code>TOKEN</code>. AI clients find the same as tools at <code>${baseUrl}/mcp</code>.</p>
${operations.map(section)}
<h2 id="schemas">Schemas</h2>
${schemas.map(
  ({ name, description, properties }) => html`<h3 id="schema-${name}">${name}</h3>
<p>${description}</p>
${propertyTable(`Properties of ${name}`, properties)}`,
)}</div>
</div>`,
  })
}

function section({ id, method, path, summary, description, ...rest }: DescribedOperation): Html {
  const { parameters, body, samples, answers, statuses } = rest
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${summary}</h2>
<p class="endpoint"><strong>${method}</strong> <code>${path}</code></p>
<p>${description}</p>
${propertyTable('Parameters', parameters)}${propertyTable('Body', body)}${samples.map(
  ({ language, code }, at) => html`<details${at === 0 && html` open`}><summary>${language}</summary>
${block(`${summary}, in ${language}`, code)}</details>
`,
)}${answers.map(
  ({ name, value }) => html`<h3>Answer${name !== 'answer' && `, ${name}`}</h3>
${block(`Answer to ${summary}`, pretty(value))}`,
)}
<details><summary>Statuses</summary>
<table><thead><tr><th scope="col">Status</th><th scope="col">When</th></tr></thead><tbody>
${statuses.map(
  ({ status, when }) => html`<tr><th scope="row">${status}</th><td>${inline(when)}</td></tr>
`,
)}</tbody></table></details>
</section>
`
}

/** Long lines are scrolled within the block, so it can be reached by keyboard. */
function block(label: string, code: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>
`
}

function propertyTable(caption: string, properties: readonly Property[]): Html | false {
  if (properties.length === 0) return false
  return html`<table class="properties"><caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${properties.map(
  ({
    name,
    type,
    required,
    description,
  }) => html`<tr><th scope="row"><code>${name}</code>${required && html` <small>required</small>`}</th><td>${typeLinks(type)}</td><td>${inline(description)}</td></tr>
`,
)}</tbody></table>
`
}

/** A type in code, with a link to each schema that it names. */
function typeLinks(type: string): Html {
  const parts = type.split(/\b([A-Z]\w+)\b/)
  return html`<code>${parts.map((part, at) => (at % 2 === 0 ? part : html`<a href="#schema-${part}">${part}</a>`))}</code>`
}

/** Text with its words between backticks set as code. */
function inline(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`
}

const STYLE = html`
.top { display: flex; gap: 24px; align-items: center; max-width: 72rem; margin: 0 auto; padding: 16px }
.top a { padding: 10px 0 }
.wordmark { display: inline-flex; gap: 8px; align-items: center; margin-inline-end: auto; color: var(--accent); font-size: 1.25rem; font-weight: 600; letter-spacing: -.02em; text-decoration: none }
main { max-width: 72rem; padding-top: 16px }
.reference { display: grid; gap: 32px }
.reference > div { min-width: 0 }
nav ul { margin: 0; padding: 0; list-style: none }
nav a { display: block; padding: 10px 0; text-decoration: none }
nav a:hover { text-decoration: underline }
.lead { max-width: 40rem; font-size: 1.25rem; color: var(--muted) }
section { padding-top: 32px }
section p, .reference > div > p { max-width: 40rem }
.endpoint { font-size: 1.25rem }
.endpoint strong { color: var(--accent) }
h3 { margin-top: 24px; font-size: 1rem }
pre { margin: 8px 0 16px; padding: 16px; overflow-x: auto; border-radius: 10px; background: var(--surface); font-size: .9rem; line-height: 1.5 }
code { overflow-wrap: anywhere }
pre code { overflow-wrap: normal }
summary { display: flex; align-items: center; min-height: 44px; cursor: pointer; font-weight: 600 }
summary::before { content: "+"; width: 1.25rem; color: var(--muted) }
[open] > summary::before { content: "−" }
table { width: 100%; border-collapse: collapse; text-align: start }
caption { padding: 16px 0 4px; font-weight: 600; text-align: start }
th, td { padding: 8px 12px 8px 0; vertical-align: top; text-align: start; border-top: 1px solid var(--line) }
thead th { border-top: 0 }
.properties td:nth-child(2) { min-width: 9rem }
tbody th { color: var(--text); font-size: 1rem; font-weight: 400 }
td { font-size: .9rem }
small { color: var(--muted) }
@media (max-width: 40rem) {
  .properties :is(tbody, tr, th, td) { display: block; padding: 0; border: 0 }
  .properties thead { position: absolute; clip-path: inset(50%) }
  .properties tr { padding: 8px 0; border-top: 1px solid var(--line) }
}
@media (min-width: 64rem) {
  .reference { grid-template-columns: 14rem minmax(0, 1fr) }
  nav { position: sticky; top: 16px; align-self: start; max-height: calc(100vh - 32px); overflow-y: auto }
  nav a { padding: 4px 0 }
}
`
