import type { FastifyInstance, FastifySchema } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { answerOtherMethods } from '../transport/methods.ts'
import { API_VERSION, NAMED } from './contract.ts'
import { allowAnyOrigin } from './cors.ts'
import { EXAMPLES } from './examples.ts'
import type { OperationSchema } from './openapi.ts'

const DESCRIPTION = `Create live surveys and read their results. Every request needs the header \`Authorization: Bearer <token>\` and
an account with an active subscription. Each token can make 600 requests per hour; refused requests count too. Surveys and templates of
other accounts are reported as not found. Request bodies are limited to 1 MiB and 200 levels of nesting. Respondents answer at
the public link, and nothing that identifies them is stored.`

const TAGS = [
  { name: 'account', description: 'The account of a token.' },
  { name: 'surveys', description: 'Surveys and their results.' },
  { name: 'templates', description: 'Saved questions, from which you can create surveys.' },
]

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'A personal API token, or an access token of an authorized application.',
}

interface Route {
  readonly method: string
  readonly path: string
  readonly schema: OperationSchema
}

/**
 * Publishes the description at `/openapi.json`. It is made on first use, from the schemas of the routes registered after this
 * call.
 * @returns a function that makes it
 */
export async function publishDescription(app: FastifyInstance, baseUrl: string): Promise<() => object> {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD' && isOperation(schema))
      routes.push({ method: String(method).toLowerCase(), path: url.replace(/:(\w+)/g, '{$1}'), schema })
  })
  let description: object | undefined
  const describe = () => {
    description ??= withReferences(documentOf(routes, baseUrl))
    return description
  }
  await answerOtherMethods(app, async scope => {
    allowAnyOrigin(scope)
    scope.get('/openapi.json', describe)
  })
  return describe
}

function isOperation(schema: FastifySchema | undefined): schema is FastifySchema & OperationSchema {
  return schema !== undefined && 'operationId' in schema
}

function documentOf(routes: readonly Route[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: described(route) }
  const license = { name: 'MIT', identifier: 'MIT' }
  return {
    openapi: '3.1.0',
    info: { title: 'Soundings', version: API_VERSION, description: DESCRIPTION, license },
    components: {
      securitySchemes: { bearer: BEARER },
      schemas: Object.fromEntries(NAMED.map(schema => [(schema as { $id?: string }).$id, schema])),
    },
    paths,
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: TAGS,
  }
}

function described({ method, schema }: Route): object {
  const { operationId, summary, tags, description, body, querystring, params, headers } = schema
  const parameters = [
    ...parametersOf(querystring, 'query'),
    ...parametersOf(params, 'path'),
    ...parametersOf(headers, 'header'),
  ]
  return {
    operationId,
    summary,
    tags,
    description,
    ...(body && { requestBody: requestBody(body, method, EXAMPLES[operationId]?.body) }),
    ...(parameters.length > 0 && { parameters }),
    responses: responsesOf(schema),
  }
}

/** A POST whose body has no required fields needs none. */
function requestBody(schema: TSchema, method: string, example: object | undefined): object {
  const { required, description } = schema as { required?: string[]; description?: string }
  return {
    required: method !== 'post' || required !== undefined,
    content: { 'application/json': { schema, ...(example && { example }) } },
    ...(description !== undefined && { description }),
  }
}

function parametersOf(schema: TObject | undefined, place: 'query' | 'path' | 'header'): readonly object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property as TSchema & { description?: string }
    const required = schema?.required?.includes(name) ?? false
    return { schema: rest, in: place, name, required, ...(description !== undefined && { description }) }
  })
}

/** Only the successful response has examples. */
function responsesOf({ operationId, response }: OperationSchema): object {
  const answers = Object.entries(EXAMPLES[operationId]?.answers ?? {}).map(([name, value]) => [name, { value }])
  return Object.fromEntries(
    Object.entries(response).map(([status, { content, ...rest }]) => {
      const { schema } = content['application/json']
      const examples = Number(status) < 300 && { examples: Object.fromEntries(answers) }
      return [status, { ...rest, content: { 'application/json': { schema, ...examples } } }]
    }),
  )
}

/**
 * Schemas refer to one another by `$id`; the document needs the path of the schema. A constant becomes an enumeration with
 * one value, because many client generators do not support `const`.
 */
function withReferences(document: object): object {
  const text = JSON.stringify(document, (key, value) => {
    if (key === '$id') return undefined
    if (key === '$ref') return `#/components/schemas/${value}`
    if (typeof value !== 'object' || value === null || !('const' in value)) return value
    const { const: constant, ...rest } = value
    return { ...rest, enum: [constant] }
  })
  return JSON.parse(text)
}
