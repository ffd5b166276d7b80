import { EXAMPLE_IDS, EXAMPLES } from '../api/examples.ts'
import { type Sample, samplesOf } from './samples.ts'

/** The parts of an operation that readers need. */
export interface DescribedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Property[]
  /** Properties of the body; empty without one. */
  readonly body: readonly Property[]
  readonly samples: readonly Sample[]
  readonly answers: readonly { readonly name: string; readonly value: object }[]
  /** Errors. */
  readonly statuses: readonly Status[]
}

interface Status {
  readonly status: string
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
  /** The purpose of the API in a sentence, and the rules for all calls. */
  readonly lead: string
  readonly introduction: string
  readonly operations: readonly DescribedOperation[]
  /** Errors that every operation has; those of single operations leave them out. */
  readonly statuses: readonly Status[]
  readonly schemas: readonly {
    readonly name: string
    readonly description: string
    readonly properties: readonly Property[]
  }[]
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
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

interface Document {
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Reads the published description for people. @param published the OpenAPI document */
export function readDescription(published: object, baseUrl: string): Description {
  const { info, paths, components } = published as Document
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => readOperation(method.toUpperCase(), path, operation, baseUrl)),
  )
  const order = Object.keys(EXAMPLES)
  const schemas = Object.entries(components.schemas).map(([name, schema]) => ({
    name,
    description: schema.description ?? '',
    properties:
      schema.oneOf === undefined ? propertiesOf(schema) : [{ ...asProperty('', schema, true), name: 'one of' }],
  }))
  const [lead = '', ...rest] = info.description.replaceAll('\n', ' ').split(/(?<=\.) /)
  const isOfAll = ({ status, when }: Status) =>
    operations.every(({ statuses }) => statuses.some(one => one.status === status && one.when === when))
  return {
    baseUrl,
    lead,
    introduction: rest.join(' '),
    statuses: operations[0]?.statuses.filter(isOfAll) ?? [],
    operations: operations
      .map(operation => ({ ...operation, statuses: operation.statuses.filter(status => !isOfAll(status)) }))
      .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    schemas,
  }
}

function readOperation(method: string, path: string, operation: Operation, baseUrl: string): DescribedOperation {
  const { operationId: id, summary, description, parameters = [], requestBody, responses } = operation
  const { body, answers = {} } = EXAMPLES[id] ?? {}
  const [, , , kind = ''] = path.split('/')
  const url = baseUrl + path.replace('{id}', EXAMPLE_IDS[kind] ?? '')
  const sent = requestBody?.content['application/json']?.schema
  return {
    id,
    method,
    path,
    summary,
    description,
    parameters: parameters.map(({ name, required, description, schema }) => ({
      ...asProperty(name, schema, required === true),
      ...(description !== undefined && { description }),
    })),
    body: sent === undefined ? [] : propertiesOf(sent),
    samples: samplesOf({ method, url, body }),
    answers: Object.entries(answers).map(([name, value]) => ({ name, value })),
    statuses: Object.entries(responses)
      .map(([status, { description: when }]) => ({ status, when }))
      .filter(({ status }) => Number(status) >= 400),
  }
}

function propertiesOf({ properties = {}, required = [] }: Schema): Property[] {
  return Object.entries(properties).map(([name, schema]) => asProperty(name, schema, required.includes(name)))
}

function asProperty(name: string, schema: Schema, required: boolean): Property {
  return { name, type: typeOf(schema), required, description: schema.description ?? '' }
}

/** Named schemas by their name, other ones in a few words. */
function typeOf({ $ref, type, const: value, enum: values, items, oneOf, anyOf }: Schema): string {
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? ''
  if (value !== undefined) return JSON.stringify(value)
  if (values !== undefined) return values.map(one => JSON.stringify(one)).join(' or ')
  const variants = oneOf ?? anyOf
  if (variants !== undefined) return variants.map(typeOf).join(' or ')
  if (type === 'array') return `list of ${typeOf(items ?? {})}`
  return [type ?? 'any'].flat().join(' or ')
}
