import { nameOf } from '../api/schema.ts'
import { lazy } from '../domain/values/lazy.ts'
import { html } from '../html/html.ts'
import type { DescribedError, DescribedEvent, Reference } from '../transport/reference.ts'
import { type Description, readDescription, type Scenario, type StreamEvent } from './description.ts'
import { EXAMPLE_SITE, pathOf } from './guides.ts'
import { parseMarkdown, plainText } from './markdown.ts'
import { markupOf } from './markup.ts'
import type { DocsPage } from './page.ts'
import { SCHEMAS_PATH } from './property-table.ts'
import { referenceDocument, sentError } from './reference-document.ts'
import { operationMarkup, searchable } from './reference-page.ts'
import { operationText } from './reference-text.ts'
import { schemaSections, schemaText, searchableSchema } from './schemas-page.ts'

/** The reference of an entry point other than the published API, and its OpenAPI document. */
export interface BesideReference {
  readonly page: DocsPage
  readonly document: () => object
}

type MadePage = Required<Pick<DocsPage, 'parts' | 'content' | 'markdown' | 'sections'>>

/** @param path the path of the page */
export function besideReference(path: string, reference: Reference, baseUrl: string): BesideReference {
  const document = lazy(() => referenceDocument(reference, baseUrl))
  const made = lazy(() => pageOf(path, reference, readDescription(document(), baseUrl, scenarioOf(reference))))
  const { title, lead: summary } = reference
  // Other pages need no more of it than its title: what takes long is made when it is read.
  const page: DocsPage = {
    ...{ path, title, summary, isWide: true },
    get parts() {
      return made().parts
    },
    get content() {
      return made().content
    },
    get markdown() {
      return made().markdown
    },
    get sections() {
      return made().sections
    },
  }
  return { page, document }
}

/** What the OpenAPI document cannot contain: addresses for samples, and the names of events. */
function scenarioOf({ routes, examples, parameters, credential }: Reference): Scenario {
  const described = Object.values(routes).map(({ id, answer, errors = [] }) => {
    const { answer: example, ...sent } = examples[id] ?? {}
    const events = Object.entries(answer.events ?? {}).map(streamEvent)
    const isFile = answer.files !== undefined || answer.isFile === true
    const answers: Record<string, object | string> = example === undefined ? {} : { answer: example }
    return [id, { ...sent, answers, events, isFile, errors: errorTable(errors) }] as const
  })
  const addressOf = (path: string, id: string) => {
    const { path: own = {}, query } = examples[id] ?? {}
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => own[name] ?? parameters[name]?.example ?? '')
    return query === undefined ? filled : `${filled}?${query}`
  }
  return {
    examples: Object.fromEntries(described),
    addressOf,
    token: credential?.variable ?? '',
    languages: ['curl'],
    describesPaths: false,
  }
}

function streamEvent([name, { data, when }]: [string, DescribedEvent]): StreamEvent {
  return { name, type: (data as { $ref?: string }).$ref ?? '', when }
}

function pageOf(path: string, reference: Reference, description: Description): MadePage {
  const { title, lead } = reference
  const { baseUrl, operations } = description
  const bodies = Object.values(reference.routes).map(({ body }) => (body as { $ref?: string } | undefined)?.$ref)
  // Bodies stand with their operations.
  const names = new Set(['ErrorBody', ...reference.schemas.map(nameOf)].filter(name => !bodies.includes(name)))
  const schemas = description.schemas.filter(({ name }) => names.has(name))
  const linkTo = (name: string) => (names.has(name) ? `#${name}` : `${SCHEMAS_PATH}#${name}`)
  const markup = (markdown: string) => markupOf(parseMarkdown(markdown), target => pathOf(target, baseUrl))
  const inService = (text: string) => text.replaceAll(EXAMPLE_SITE, baseUrl)
  const introduction = inService(introductionText(path, reference))
  const errors = inService(errorText(reference))
  const own = [
    { id: 'errors-of-every-route', title: 'Errors of every route', text: plainText(errors) },
    { id: 'schemas', title: 'Schemas', text: '' },
  ]
  return {
    parts: [...operations.map(searchable), ...own],
    content: html`<div class="prose">${markup(introduction)}</div>
${operations.map(operation => operationMarkup(operation, linkTo))}
<section class="prose">${markup(errors)}</section>
<section class="prose">${markup('## Schemas')}${schemaSections(schemas, linkTo)}</section>
`,
    markdown: `${[
      `# ${title}`,
      lead,
      introduction,
      ...operations.map(operationText),
      errors,
      '## Schemas',
      ...schemas.map(schema => `### ${schemaText(schema)}`),
    ].join('\n\n')}\n`,
    sections: [
      { id: '', title, text: plainText(`${lead} ${introduction}`) },
      ...operations.map(searchable),
      ...own,
      ...schemas.map(searchableSchema),
    ],
  }
}

/** The introduction, on the page and in the text version. */
function introductionText(path: string, { introduction, pages, parameters }: Reference): string {
  const names = Object.entries(parameters).map(([name, { description }]) => `| \`${name}\` | ${description} |`)
  const rows = Object.entries(pages).map(([route, what]) => `| \`${route}\` | ${what} |`)
  return [
    introduction,
    ['| In a path | What it is |', '| --- | --- |', ...names].join('\n'),
    `Programs find all of this in [${path}.json](${EXAMPLE_SITE}${path}.json), a description of OpenAPI.`,
    ...(rows.length > 0
      ? ['The rest is for browsers:', ['| Path | What it is |', '| --- | --- |', ...rows].join('\n')]
      : []),
  ].join('\n\n')
}

function errorText({ credential, errors, pageErrors, moreErrors }: Reference): string {
  const others = `All other errors of the service are those of the [API](${EXAMPLE_SITE}/docs/errors#the-service).`
  return [
    '## Errors of every route',
    errorTable([...(credential?.errors ?? []), ...errors]),
    ...(pageErrors.length > 0 ? ['Only pages have these:', errorTable(pageErrors)] : []),
    [moreErrors, others].join(' ').trim(),
  ].join('\n\n')
}

/** Empty if there are no errors. */
function errorTable(errors: readonly DescribedError[]): string {
  if (errors.length === 0) return ''
  const rows = errors.map(described => {
    const { status, error, code } = sentError(described)
    return `| ${status} | \`${error}\` |${code === undefined ? '' : ` \`${code}\``} | ${described.advice} |`
  })
  return ['| Status | `error` | `code` | What to do |', '| --- | --- | --- | --- |', ...rows.sort()].join('\n')
}
