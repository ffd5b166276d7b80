import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { IDEMPOTENCY_KEY_LENGTH } from '../domain/limits.ts'
import { answerOtherMethods } from '../transport/methods.ts'
import { API_VERSION, NAMED } from './contract.ts'
import { allowAnyOrigin } from './cors.ts'
import { EXAMPLES } from './examples.ts'

const DESCRIPTION = `Create live surveys and read their results. Every request needs the header \`Authorization: Bearer <token>\` and
an account with an active subscription. Each token can make 600 requests per hour; refused requests count too. Surveys and templates of
other accounts are reported as not found. Request bodies are limited to 1 MiB and 200 levels of nesting. Respondents answer at
the public link, and nothing that identifies them is stored.`

/** Publishes the description at \`/openapi.json\`. It is generated from the schemas of the routes. */
export async function publishDescription(app: FastifyInstance, baseUrl: string): Promise<void> {
  for (const schema of NAMED) app.addSchema(schema)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Soundings',
        version: API_VERSION,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      tags: [
        { name: 'account', description: 'The account of a token.' },
        { name: 'surveys', description: 'Surveys and their results.' },
        { name: 'templates', description: 'Saved questions, from which you can create surveys.' },
      ],
      security: [{ bearer: [] }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'A personal API token, or an access token of an authorized application.',
          },
        },
      },
    },
    transformObject: document =>
      'openapiObject' in document ? completed(document.openapiObject) : document.swaggerObject,
    refResolver: { buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? `def-${index}`) },
  })
  await answerOtherMethods(app, async routes => {
    allowAnyOrigin(routes)
    routes.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  })
}

/** Adds what the generator leaves out: the examples, and that a POST body without required fields is optional. */
function completed<Document extends { paths?: unknown }>(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap(item => Object.entries(item as object))
  for (const [method, operation] of operations as [string, Described][]) {
    const { operationId, requestBody, responses } = operation
    const { body, answers = {} } = EXAMPLES[operationId ?? ''] ?? {}
    const sent = requestBody?.content['application/json']
    if (method === 'post' && requestBody !== undefined && sent?.schema?.required === undefined)
      requestBody.required = false
    if (sent !== undefined && body !== undefined) sent.example = body
    const answered = (responses[200] ?? responses[201])?.content['application/json']
    if (answered !== undefined)
      answered.examples = Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, { value }]))
  }
  return document
}

interface Described {
  operationId?: string
  requestBody?: { required?: boolean; content: Record<string, { schema?: { required?: string[] }; example?: object }> }
  responses: Record<number, { content: Record<string, { examples?: object }> }>
}

interface Operation {
  readonly id: string
  readonly tag: 'account' | 'surveys' | 'templates'
  readonly summary: string
  readonly description: string
  readonly body?: TSchema
  readonly query?: TSchema
  readonly params?: TSchema
  /** Whether the operation accepts an `Idempotency-Key`. */
  readonly keyed?: true
  readonly answer: { readonly status: 200 | 201; readonly schema: TSchema; readonly description: string }
  /** Errors beyond those of every call: description by status. */
  readonly refusals?: Readonly<Record<number, string>>
}

/** The schema of a route, from which the description is generated. */
export function operation(operation: Operation): FastifySchema {
  const { id, tag, summary, description, body, query, params, keyed, answer } = operation
  const refusals = { ...(body && BODY_REFUSALS), ...(keyed && KEY_REFUSALS), ...operation.refusals, ...COMMON_REFUSALS }
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(body && { body }),
    ...(query && { querystring: query }),
    ...(params && { params }),
    ...(keyed && { headers: KEY_HEADER }),
    response: {
      [answer.status]: response(answer.description, answer.schema),
      ...Object.fromEntries(Object.entries(refusals).map(([status, when]) => [status, refusal(Number(status), when)])),
    },
  } as FastifySchema
}

const COMMON_REFUSALS: Readonly<Record<number, string>> = {
  401: 'The token is missing, malformed, revoked or expired.',
  403: 'The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`).',
  417: 'The request has an `Expect` header other than `100-continue`.',
  429: 'The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour (without).',
  431: 'The request headers are too large.',
  500: 'An internal error. The log of the service has the details under the same `X-Request-Id`.',
  503: 'The database is unavailable. Nothing was changed.',
}

const BODY_REFUSALS: Readonly<Record<number, string>> = {
  400: 'The body is invalid. `error` says why. Nothing was changed.',
  408: 'The request took too long to arrive.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body has a `Content-Encoding`, such as gzip, which is not supported.',
}

const KEY_REFUSALS: Readonly<Record<number, string>> = {
  400: 'The body or the Idempotency-Key is invalid. `error` says why. Nothing was changed.',
  404: 'What was created with this Idempotency-Key has been deleted.',
}

const KEY_HEADER = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_LENGTH,
      description:
        'Makes it safe to retry the request. For 24 hours after a request has succeeded, a request with the same key, path and body creates nothing: it returns what the first one created, in its current state, and does not count towards the limit of custom slugs. After an error, you can send the request again with the same key.',
    }),
  ),
})

const REFUSAL_HEADERS: Readonly<Record<number, TSchema & { name: string }>> = {
  401: { name: 'WWW-Authenticate', ...Type.String({ description: '`Bearer`' }) },
  403: { name: 'WWW-Authenticate', ...Type.String({ description: 'With `insufficient_scope`, the required scope.' }) },
  429: {
    name: 'Retry-After',
    ...Type.Integer({ minimum: 1, description: 'Seconds to wait. Only present if the limit of requests was reached.' }),
  },
  503: { name: 'Retry-After', ...Type.Integer({ minimum: 1, description: 'Seconds to wait.' }) },
}

function refusal(status: number, when: string) {
  const { name, ...header } = REFUSAL_HEADERS[status] ?? { name: undefined }
  return response(when, Type.Ref('Error'), name === undefined ? {} : { [name]: header })
}

function response(description: string, schema: TSchema, headers: Record<string, object> = {}) {
  const requestId = Type.String({
    description: 'The unique id of this request, which is also in the log of the service.',
  })
  return {
    description,
    headers: { 'X-Request-Id': requestId, ...headers },
    content: { 'application/json': { schema } },
  }
}
