import type { FastifyInstance, FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { handleOtherMethods } from '../transport/methods.ts'
import { API_VERSION, BODIES, NAMED } from './contract.ts'
import { allowAnyOrigin } from './cors.ts'
import { errorExamples } from './error-examples.ts'
import { EXAMPLES } from './examples.ts'
import type { OperationSchema } from './openapi.ts'
import { parametersOf, published, withReferences } from './published.ts'
import { nameOf } from './schema.ts'

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

/** How applications get access tokens. */
function oauth2(baseUrl: string): object {
  const scopes = {
    'surveys:read': 'Read surveys, their responses and templates.',
    'surveys:write': 'Create and change surveys and templates.',
    'surveys:delete':
      'Delete surveys, with a tool for AI clients. Given only to applications, where the holder of the account ticks it.',
  }
  const [authorizationUrl, tokenUrl] = [`${baseUrl}/oauth/authorize`, `${baseUrl}/oauth/token`]
  return {
    type: 'oauth2',
    description: 'An application acts for an account whose holder allows it. Public clients with PKCE.',
    flows: { authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes } },
  }
}

/** What the description publishes by name: what is sent and returned, and the bodies of requests. */
function namedSchemas(): object {
  const named = NAMED.map(schema => [nameOf(schema), published(schema)])
  return Object.fromEntries([...named, ...Object.entries(BODIES)])
}

interface Route {
  readonly method: string
  readonly path: string
  readonly schema: OperationSchema
}

/**
 * Publishes the description at `/openapi.json`. It is made on first use, from the schemas of the routes registered
 * after this call.
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
  await handleOtherMethods(app, async scope => {
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
      securitySchemes: { bearer: BEARER, oauth2: oauth2(baseUrl) },
      schemas: namedSchemas(),
    },
    paths,
    servers: [{ url: baseUrl }],
    tags: TAGS,
  }
}

function described({ method, schema }: Route): object {
  const { operationId, summary, tags, description, body, querystring, params, headers, security } = schema
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
    security,
    responses: responsesOf(schema),
  }
}

/** A POST whose body has no required fields may omit the body. */
function requestBody(schema: TSchema, method: string, example: object | undefined): object {
  const { required, description } = schema as { required?: string[]; description?: string }
  return {
    required: method !== 'post' || required !== undefined,
    content: { 'application/json': { schema: Type.Ref(nameOfBody(schema)), ...(example && { example }) } },
    ...(description !== undefined && { description }),
  }
}

function nameOfBody(schema: TSchema): string {
  const [name] = Object.entries(BODIES).find(([, body]) => body === schema) ?? []
  if (name === undefined) throw new Error('a request body has no name in BODIES')
  return name
}

function responsesOf({ operationId, response }: OperationSchema): object {
  const answers = Object.entries(EXAMPLES[operationId]?.answers ?? {}).map(([name, value]) => [name, { value }])
  return Object.fromEntries(
    Object.entries(response).map(([status, { content, ...rest }]) => {
      if (content === undefined) return [status, rest]
      const { schema } = content['application/json']
      const examples = Number(status) < 300 ? Object.fromEntries(answers) : errorExamples(status, rest.description)
      return [status, { ...rest, content: { 'application/json': { schema, examples } } }]
    }),
  )
}
