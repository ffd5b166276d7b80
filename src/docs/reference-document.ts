import { type TObject, type TSchema, Type } from 'typebox'
import { API_VERSION, NAMED } from '../api/contract.ts'
import { OTHER_ERRORS } from '../api/openapi.ts'
import { parametersOf, published, withReferences } from '../api/published.ts'
import { nameOf, oneOf, shape } from '../api/schema.ts'
import { REFUSALS } from '../domain/values/refusals.ts'
import { statusOf } from '../transport/errors.ts'
import type { DescribedError, DescribedEvent, DescribedRoute, Reference } from '../transport/reference.ts'
import { EXAMPLE_SITE } from './guides.ts'

const JSON_TYPE = 'application/json'
const EVENTS_TYPE = 'text/event-stream'

/** A refusal as sent. */
interface SentError {
  readonly status: number
  readonly error: string
  readonly code?: string
}

export function sentError({ refusal, reason }: DescribedError): SentError {
  const entry = REFUSALS[refusal]
  return {
    status: statusOf(entry.kind),
    error: reason ?? entry.error,
    ...('code' in entry && { code: entry.code }),
  }
}

/** The OpenAPI document of an entry point other than the published API, in the form of `/openapi.json`. */
export function referenceDocument(reference: Reference, baseUrl: string): object {
  const { title, lead, introduction, credential, routes } = reference
  const paths: Record<string, Record<string, object>> = {}
  for (const [route, described] of Object.entries(routes)) {
    const [method = '', path = ''] = route.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(path, described, reference) }
  }
  const document = withReferences({
    openapi: '3.1.0',
    info: {
      title: `Soundings: ${title}`,
      version: API_VERSION,
      description: `${lead}\n\n${introduction}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    components: {
      ...(credential !== undefined && {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: credential.description } },
      }),
      schemas: schemasOf(reference, paths),
    },
    paths,
    servers: [{ url: baseUrl }],
  })
  return JSON.parse(JSON.stringify(document).replaceAll(EXAMPLE_SITE, baseUrl))
}

function operationOf(path: string, route: DescribedRoute, reference: Reference): object {
  const { id, summary, description, query, headers, body, isOpen } = route
  const example = reference.examples[id]
  const parameters = [
    ...parametersOf(query, 'query'),
    ...pathParameters(path, reference),
    ...parametersOf(headers, 'header'),
  ]
  const content = { [JSON_TYPE]: { schema: body, ...(example?.body && { example: example.body }) } }
  return {
    operationId: id,
    summary,
    description,
    ...(body && { requestBody: { required: true, content } }),
    parameters,
    security: reference.credential === undefined || isOpen ? [] : [{ bearer: [] }],
    responses: { ...successOf(route, reference), ...errorsOf(route, reference), default: OTHER },
  }
}

function pathParameters(path: string, { parameters }: Reference): readonly object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const described = names.map(name => [name, parameters[name]] as const)
  const properties = described.map(([name, parameter]) => {
    if (parameter === undefined) throw new Error(`nothing describes {${name}}`)
    return [name, { ...parameter.schema, description: parameter.description }]
  })
  const schema = Type.Object(Object.fromEntries(properties)) as TObject
  return parametersOf(schema, 'path')
}

function successOf({ id, answer }: DescribedRoute, { examples }: Reference): object {
  const { status, description, schema, events, files } = answer
  const example = examples[id]?.answer
  const shown = typeof example === 'object' && { examples: { answer: { value: example } } }
  const content = {
    ...(schema && { [JSON_TYPE]: { schema, ...shown } }),
    ...(events && { [EVENTS_TYPE]: { schema: eventSchema(events) } }),
    ...Object.fromEntries((files ?? []).map(type => [type, { schema: { type: 'string' } }])),
  }
  return { [status]: { description, ...(Object.keys(content).length > 0 && { content }) } }
}

/** The schema of an event’s data; OpenAPI cannot describe the stream as a whole. */
function eventSchema(events: Readonly<Record<string, DescribedEvent>>): object {
  const whens = Object.entries(events).map(([name, { when }]) => `\`${name}\`: ${when}`)
  const different = new Map(Object.values(events).map(({ data }) => [JSON.stringify(data), data]))
  return { description: ['The data of an event.', ...whens].join(' '), anyOf: [...different.values()] }
}

/** Keyed by status. */
function errorsOf({ errors = [], isOpen }: DescribedRoute, { credential, errors: ofAll }: Reference): object {
  const ofCredential = isOpen ? [] : (credential?.errors ?? [])
  const sent = [...ofCredential, ...ofAll, ...errors].map(sentError)
  const responses = [...byStatus(sent)].map(([status, ofStatus]) => {
    const examples = ofStatus.map(({ error, code }) => ({ value: { error, ...(code && { code }) } }))
    const content = { [JSON_TYPE]: { schema: Type.Ref('ErrorBody'), examples: { ...examples } } }
    return [status, { description: errorTexts(ofStatus), content }]
  })
  return Object.fromEntries(responses)
}

function byStatus(errors: readonly SentError[]): ReadonlyMap<number, readonly SentError[]> {
  const sorted = errors.toSorted((a, b) => a.status - b.status)
  return Map.groupBy(sorted, ({ status }) => status)
}

function errorTexts(errors: readonly SentError[]): string {
  return errors.map(errorText).join('; ')
}

function errorText({ error, code }: SentError): string {
  return code === undefined ? `\`${error}\`` : `\`${error}\` (\`${code}\`)`
}

const OTHER = {
  description: ['Any other error.', ...Object.entries(OTHER_ERRORS).map(([status, when]) => `${status}: ${when}`)].join(
    ' ',
  ),
  content: { [JSON_TYPE]: { schema: Type.Ref('ErrorBody') } },
}

/** All schemas that the routes and these schemas refer to. */
function schemasOf(reference: Reference, paths: object): Record<string, object> {
  const own = [errorSchema(reference), ...reference.schemas]
  const known = new Map<string, TSchema>([...NAMED, ...own].map(schema => [nameOf(schema), schema]))
  const used = new Set(own.map(nameOf))
  const names = (value: unknown) =>
    [...JSON.stringify(value ?? {}).matchAll(/"\$ref":"(\w+)"/g)].map(([, name = '']) => name)
  for (const name of names(paths)) used.add(name)
  // A set is iterated up to what is added on the way.
  for (const name of used) for (const other of names(known.get(name))) used.add(other)
  return Object.fromEntries(
    [...known].filter(([name]) => used.has(name)).map(([name, schema]) => [name, published(schema)]),
  )
}

/** Everything that a reference describes. */
function allErrors({ credential, routes, errors, pageErrors }: Reference): readonly DescribedError[] {
  const ofRoutes = Object.values(routes).flatMap(({ errors = [] }) => errors)
  return [...(credential?.errors ?? []), ...errors, ...ofRoutes, ...pageErrors]
}

function errorSchema(reference: Reference): TSchema {
  const codes = allErrors(reference).flatMap(error => sentError(error).code ?? [])
  return shape('ErrorBody', 'An error.', {
    error: Type.String({ description: 'A message for humans.' }),
    code: Type.Optional(oneOf([...new Set(codes)], 'Identifies the error in programs. Not every error has a code.')),
    ...reference.errorProperties,
  })
}
