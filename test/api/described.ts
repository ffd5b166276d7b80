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
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, Described>>
}

/** What is said of one status. */
export interface Described {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, unknown>>
}

export interface Description {
  readonly published: Answer
  readonly document: Document
  /** What judges a request by the schema at this place of the document. */
  ofRequests(pointer: string): ValidateFunction
  /** What judges a response, in which nothing undescribed may be. */
  ofResponses(pointer: string): ValidateFunction
}

/** The published description of a running service. */
export async function readDescription(service: Service): Promise<Description> {
  const published = await call(service, 'GET', '/openapi.json')
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

/** Schemas of what is returned as it was sent, including properties that nobody knows. */
const RETURNED_AS_SENT = /^\w+(Question|Requirement)$/

/** The same schemas, but nothing that they do not describe fits. The published ones let later versions add properties. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, RETURNED_AS_SENT.test(name) ? member : closed(member)]),
  )
  const isOpen = 'type' in schema && schema.type === 'object' && 'properties' in schema
  return isOpen ? { ...members, additionalProperties: false } : members
}

/** A path of `endpoints` as the description writes it. */
export function endpointPath(path: string): string {
  return `/api/v1${path.replace(/\{.*\}/, '{id}')}`
}

export function operationOf(document: Document, method: string, path: string): Operation {
  const operation = document.paths[endpointPath(path)]?.[method.toLowerCase()]
  assert.ok(operation, `${method} ${path}`)
  return operation
}

export function described(document: Document, method: string, path: string, status: string): Described {
  const response = operationOf(document, method, path).responses[status]
  assert.ok(response, `${method} ${path} says nothing of ${status}`)
  return response
}

/** Holds one real answer against what is published for its endpoint and status. */
export function assertDescribed(
  { document, ofResponses }: Description,
  method: string,
  path: string,
  answer: Answer,
): void {
  const status = String(answer.status)
  const { description, headers = {}, content = {} } = described(document, method, path, status)
  const named = Object.keys(headers).map(name => name.toLowerCase())
  for (const name of ['www-authenticate', 'retry-after', 'x-request-id', 'allow', 'location']) {
    if (answer.headers.has(name)) assert.ok(named.includes(name), `${method} ${path} ${status} says nothing of ${name}`)
  }
  assert.ok(answer.headers.get('x-request-id'))
  const { code } = answer.body
  if (code !== undefined)
    assert.ok(description.includes(`\`${code}\``), `${method} ${path} ${status} says nothing of ${code}`)
  assert.deepEqual(Object.keys(content), ['application/json'])
  const validate = ofResponses(pointer(method, path, 'responses', status, 'content', 'application/json', 'schema'))
  assert.ok(validate(answer.body), `${method} ${path} ${answer.text}: ${JSON.stringify(validate.errors)}`)
}

/** Whether a body fits what is published for requests to this endpoint. */
export function fitsRequest({ ofRequests }: Description, method: string, path: string, body: unknown): boolean {
  return ofRequests(pointer(method, path, 'requestBody', 'content', 'application/json', 'schema'))(body) === true
}

function pointer(method: string, path: string, ...steps: string[]): string {
  const escaped = ['paths', endpointPath(path), method.toLowerCase(), ...steps].map(step => step.replaceAll('/', '~1'))
  return `#/${escaped.join('/')}`
}
