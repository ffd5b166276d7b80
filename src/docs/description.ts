import { EXAMPLE_IDS, EXAMPLES } from '../api/examples.ts'
import { OTHER_ERRORS } from '../api/openapi.ts'
import { type Language, type Sample, samplesOf } from './samples.ts'

/** The parts of an operation that readers need. */
export interface DescribedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Property[]
  /** Properties of the body; empty if there is none. */
  readonly body: readonly Property[]
  readonly returns: { readonly status: string; readonly type: string; readonly when: string }
  readonly samples: readonly Sample[]
  readonly answers: readonly { readonly name: string; readonly value: unknown }[]
  /** What a stream sends; empty for everything else. */
  readonly events: readonly StreamEvent[]
  /** Errors. */
  readonly statuses: readonly Status[]
  /** The same one by one, as Markdown; empty where there is nothing to add. */
  readonly errors: string
}

interface Status {
  readonly status: string
  readonly when: string
}

export interface StreamEvent {
  readonly name: string
  /** The schema of its data. */
  readonly type: string
  readonly when: string
}

export interface Property {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly description: string
}

export interface Description {
  readonly baseUrl: string
  /** The purpose of the API in one sentence, and the rules for all calls. */
  readonly lead: string
  readonly introduction: string
  readonly operations: readonly DescribedOperation[]
  /** Errors common to all operations, which are left out of the single operations. */
  readonly statuses: readonly Status[]
  readonly schemas: readonly {
    readonly name: string
    readonly description: string
    readonly properties: readonly Property[]
  }[]
}

/** The errors that the description groups under `default`, one by one. */
const OTHER: readonly Status[] = Object.entries(OTHER_ERRORS).map(([status, when]) => ({ status, when }))

/** What an OpenAPI description cannot contain. */
export interface Scenario {
  readonly examples: Readonly<Record<string, Example>>
  /** The address of a sample, from its path. @param id of the operation */
  addressOf(path: string, id: string): string
  /** The environment variable that samples read their token from. */
  readonly token: string
  readonly languages: readonly Language[]
  /** Whether what stands in paths is described with each operation. */
  readonly describesPaths: boolean
}

interface Example {
  readonly body?: object
  /** Texts stand for what is not JSON. */
  readonly answers: Readonly<Record<string, object | string>>
  readonly events?: readonly StreamEvent[]
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the answer is a file. */
  readonly isFile?: boolean
  /** What errors there are, as Markdown, in place of the statuses of the description. */
  readonly errors?: string
}

/** For the published API. */
const API: Scenario = {
  examples: EXAMPLES,
  addressOf: path => path.replace('{id}', EXAMPLE_IDS[path.split('/')[3] ?? ''] ?? ''),
  token: 'TOKEN',
  languages: ['curl', 'JavaScript', 'Python'],
  describesPaths: true,
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: string
  readonly enum?: readonly string[]
  readonly description?: string
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly {
    name: string
    in: string
    required?: boolean
    description?: string
    schema: Schema
  }[]
  readonly security: readonly object[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, Response>>
}

interface Response {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Document {
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Reads the published description for display. @param published the OpenAPI document */
export function readDescription(published: object, baseUrl: string, scenario = API): Description {
  const { info, paths, components } = published as Document
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      readOperation(method.toUpperCase(), path, operation, { baseUrl, schemas: components.schemas, scenario }),
    ),
  )
  const order = Object.keys(scenario.examples)
  const schemas = Object.entries(components.schemas).map(([name, schema]) => ({
    name,
    description: schema.description ?? '',
    properties:
      schema.oneOf === undefined && schema.enum === undefined
        ? propertiesOf(schema)
        : [{ ...asProperty('', schema, true), name: 'one of' }],
  }))
  const [lead = '', ...rest] = info.description.replaceAll('\n', ' ').split(/(?<=\.) /)
  const isOfAll = ({ status, when }: Status) =>
    operations.every(({ statuses }) => statuses.some(one => one.status === status && one.when === when))
  return {
    baseUrl,
    lead,
    introduction: rest.join(' '),
    statuses: [...(operations[0]?.statuses.filter(isOfAll) ?? []), ...OTHER].sort((a, b) =>
      a.status.localeCompare(b.status),
    ),
    operations: operations
      .map(operation => ({ ...operation, statuses: operation.statuses.filter(status => !isOfAll(status)) }))
      .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    schemas,
  }
}

interface Surroundings {
  readonly baseUrl: string
  readonly schemas: Document['components']['schemas']
  readonly scenario: Scenario
}

function readOperation(
  method: string,
  path: string,
  operation: Operation,
  { baseUrl, schemas, scenario }: Surroundings,
): DescribedOperation {
  const { operationId: id, summary, description, parameters = [], requestBody, responses, security } = operation
  const { body, headers: more, answers = {}, events = [], isFile = false, errors } = scenario.examples[id] ?? {}
  const shown = parameters.filter(parameter => scenario.describesPaths || parameter.in !== 'path')
  const url = baseUrl + scenario.addressOf(path, id)
  const headers = { ...(security.length > 0 && { Authorization: `Bearer $${scenario.token}` }), ...more }
  const request = { method, url, body, headers, isStream: events.length > 0, isFile }
  const sent = schemas[nameOf(requestBody?.content['application/json']?.schema)]
  return {
    id,
    method,
    path,
    summary,
    description,
    parameters: shown.map(({ name, required, description, schema }) => ({
      ...asProperty(name, schema, required === true),
      ...(description !== undefined && { description }),
    })),
    body: sent === undefined ? [] : propertiesOf(sent),
    returns: returnsOf(responses),
    samples: samplesOf(request, scenario.languages),
    answers: Object.entries(answers).map(([name, value]) => ({ name, value })),
    events,
    statuses: errors === undefined ? statusesOf(responses) : [],
    errors: errors ?? '',
  }
}

function statusesOf(responses: Operation['responses']): readonly Status[] {
  const all = Object.entries(responses).map(([status, { description: when }]) => ({ status, when }))
  return all.filter(({ status }) => Number(status) >= 400)
}

function returnsOf(responses: Operation['responses']): DescribedOperation['returns'] {
  const [status = '', { description: when, content = {} } = { description: '' }] = Object.entries(responses)[0] ?? []
  const schema = content['application/json']?.schema
  return { status, type: schema === undefined ? '' : typeOf(schema), when }
}

/** The name of the schema that a reference points to. */
function nameOf(schema: Schema | undefined): string {
  return schema?.$ref?.split('/').at(-1) ?? ''
}

function propertiesOf({ properties = {}, required = [], allOf = [] }: Schema): Property[] {
  if (allOf.length > 0) return allOf.flatMap(propertiesOf)
  return Object.entries(properties).map(([name, schema]) => asProperty(name, schema, required.includes(name)))
}

function asProperty(name: string, schema: Schema, required: boolean): Property {
  return { name, type: typeOf(schema), required, description: schema.description ?? '' }
}

/** Named schemas by name, others in a few words. */
function typeOf({ $ref, type, const: value, enum: values, items, oneOf, anyOf }: Schema): string {
  if ($ref !== undefined) return nameOf({ $ref })
  if (value !== undefined) return JSON.stringify(value)
  if (values !== undefined) return values.map(one => JSON.stringify(one)).join(' or ')
  const variants = oneOf ?? anyOf
  if (variants !== undefined) return variants.map(typeOf).join(' or ')
  if (type === 'array') return `list of ${typeOf(items ?? {})}`
  return [type ?? 'any'].flat().join(' or ')
}
