import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Answer, call, type Service } from '../harness.ts'
import { bodyOf } from './fixtures.ts'
import type { Schema } from './schema-values.ts'

export interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly securitySchemes: Readonly<Record<string, { readonly type: string; readonly scheme: string }>>
  }
}

export interface Operation {
  readonly description: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, unknown>> }
  readonly security?: readonly object[]
  readonly responses: Readonly<Record<string, Described>>
}

/** The description of one status. */
interface Described {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, unknown>>
}

export interface Description {
  readonly published: Answer
  readonly document: Document
  /** Validates a request against the schema at this place in the document. */
  ofRequests(pointer: string): ValidateFunction
  /** Validates a response, without undescribed properties. */
  ofResponses(pointer: string): ValidateFunction
}

/** A published description of a running service. @param path by default, of that of the API */
export async function readDescription(service: Service, path = '/openapi.json'): Promise<Description> {
  const published = await call(service, 'GET', path)
  const document = bodyOf<Document>(published)
  return { published, document, ofRequests: validatorsOf(document), ofResponses: validatorsOf(closed(document)) }
}

function validatorsOf(document: unknown): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document as object, 'openapi.json')
  return pointer => {
    const validate = ajv.getSchema(`openapi.json${pointer}`)
    assert.ok(validate, pointer)
    return validate
  }
}

/** Schemas of what is returned as it was sent, including unknown properties. */
const RETURNED_AS_SENT = /^\w+(Question|Requirement)$/

/** The same schemas, but without undescribed properties. The published ones let later versions add properties. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, RETURNED_AS_SENT.test(name) ? member : closed(member)]),
  )
  const isOpen = 'type' in schema && schema.type === 'object' && 'properties' in schema
  return isOpen ? { ...members, additionalProperties: false } : members
}

/** A path of `endpoints` in the notation of the description. */
export function endpointPath(path: string): string {
  return `/api/v1${path.replace(/\{.*\}/, '{id}')}`
}

export function operationOf(document: Document, method: string, path: string): Operation {
  const operation = document.paths[endpointPath(path)]?.[method.toLowerCase()]
  assert.ok(operation, `${method} ${path}`)
  return operation
}

/** The key under which an operation describes a status: the status, or `default` if that covers it. */
export function describedName(document: Document, method: string, path: string, status: string): string {
  const { responses } = operationOf(document, method, path)
  const name = status in responses ? status : 'default'
  const isNamed = name === status || responses[name]?.description.includes(`${status}: `)
  assert.ok(isNamed, `${method} ${path} says nothing of ${status}`)
  return name
}

/** Checks one real response against the description of its endpoint and status. */
export function assertDescribed(
  { document, ofResponses }: Description,
  method: string,
  path: string,
  answer: Answer,
): void {
  const status = String(answer.status)
  const name = describedName(document, method, path, status)
  const { description, headers = {}, content } = operationOf(document, method, path).responses[name] ?? assert.fail()
  const named = Object.keys(headers).map(name => name.toLowerCase())
  for (const header of ['www-authenticate', 'retry-after', 'x-request-id', 'allow', 'location', 'etag']) {
    if (answer.headers.has(header))
      assert.ok(named.includes(header), `${method} ${path} ${status} says nothing of ${header}`)
  }
  assert.ok(answer.headers.get('x-request-id'))
  if (content === undefined) {
    assert.equal(answer.text, '', `${method} ${path} ${status}`)
    return
  }
  const { code } = answer.body
  if (code !== undefined)
    assert.ok(description.includes(`\`${code}\``), `${method} ${path} ${status} says nothing of ${code}`)
  assert.deepEqual(Object.keys(content), ['application/json'])
  const validate = ofResponses(pointer(method, path, 'responses', name, 'content', 'application/json', 'schema'))
  assert.ok(validate(answer.body), `${method} ${path} ${answer.text}: ${JSON.stringify(validate.errors)}`)
}

/** Whether a body matches the published schema for requests to this endpoint. */
export function fitsRequest({ ofRequests }: Description, method: string, path: string, body: unknown): boolean {
  return ofRequests(pointer(method, path, 'requestBody', 'content', 'application/json', 'schema'))(body) === true
}

function pointer(method: string, path: string, ...steps: string[]): string {
  const escaped = ['paths', endpointPath(path), method.toLowerCase(), ...steps].map(step => step.replaceAll('/', '~1'))
  return `#/${escaped.join('/')}`
}
