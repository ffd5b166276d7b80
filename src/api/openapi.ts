import { type TObject, type TSchema, Type } from 'typebox'
import { IDEMPOTENCY_KEY_LENGTH } from '../domain/values/idempotency.ts'
import type { Scope } from '../service/access/scope.ts'

interface Operation {
  readonly id: string
  readonly tag: 'account' | 'surveys' | 'templates'
  readonly summary: string
  readonly description: string
  readonly body?: TSchema
  readonly query?: TObject
  readonly params?: TObject
  /** Scopes that a call needs. */
  readonly scopes: readonly Scope[]
  /** Whether the operation accepts an `Idempotency-Key`. */
  readonly keyed?: true
  /** Whether the operation reads, changes or copies something that has an entity tag. */
  readonly conditional?: 'read' | 'change' | 'copy'
  readonly success: { readonly status: 200 | 201; readonly schema: TSchema; readonly description: string }
  /** Errors in addition to those of every call: description by status. */
  readonly refusals?: Readonly<Record<number, string>>
}

/** A route's schema, from which the description is generated. */
export interface OperationSchema {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly body?: TSchema
  readonly querystring?: TObject
  readonly params?: TObject
  readonly headers?: TObject
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly response: Readonly<Record<string, ResponseSchema>>
}

interface ResponseSchema {
  readonly description: string
  readonly headers: Readonly<Record<string, HeaderSchema>>
  /** Undefined for a response without a body. */
  readonly content?: { readonly 'application/json': { readonly schema: TSchema } }
}

interface HeaderSchema {
  readonly schema: TSchema
  readonly description: string
}

export function operation(operation: Operation): OperationSchema {
  const { id, tag, summary, description, body, query, params, scopes, keyed, success } = operation
  const headers = headersOf(operation)
  const refusals = { ...COMMON_REFUSALS, ...(body && BODY_REFUSALS), ...(keyed && KEY_REFUSALS), ...operation.refusals }
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(body && { body }),
    ...(query && { querystring: query }),
    ...(params && { params }),
    ...(headers && { headers }),
    security: [{ bearer: [] }, ...scopes.map(scope => ({ oauth2: [scope] }))],
    response: {
      [success.status]: response(success.description, success.schema, successHeaders(operation)),
      ...(operation.conditional === 'read' && { 304: NOT_MODIFIED }),
      ...Object.fromEntries(Object.entries(refusals).map(([status, when]) => [status, refusal(Number(status), when)])),
      default: OTHER_ERROR,
    },
  }
}

const COMMON_REFUSALS: Readonly<Record<number, string>> = {
  401: 'The token is missing, malformed, revoked or expired.',
  403: 'The account has no active subscription (`entitlement_required`), or the token lacks a scope (`insufficient_scope`).',
  412: 'The survey has changed since it was read (`survey_changed`), or another condition in If-Match or If-None-Match does not hold. Nothing was changed.',
  429: 'The token has made more than 600 requests in an hour (with `Retry-After`), or the account has tried more than 30 custom slugs in an hour or made more than 1,000 surveys in a day (`daily_survey_limit_reached`), both without.',
}

function headersOf({ keyed, conditional }: Operation): TObject | undefined {
  const condition = conditional && (conditional === 'read' ? IF_NONE_MATCH : IF_MATCH)
  if (keyed === undefined && condition === undefined) return undefined
  return Type.Object({ ...(keyed && IDEMPOTENCY_KEY), ...condition })
}

function successHeaders({ conditional }: Operation): Readonly<Record<string, HeaderSchema>> {
  if (conditional === 'read')
    return header(
      'ETag',
      Type.String(),
      'Stands for this state. Send it as If-Match with a change of it, or as If-None-Match with the next read.',
    )
  return conditional === 'change' ? header('ETag', Type.String(), 'Stands for the new state.') : {}
}

/**
 * What HTTP itself and a failing service answer, for the same reasons everywhere. These are described as `default`: as
 * separate responses, they would be most of what generators make of an operation.
 */
export const OTHER_ERRORS: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP, or its `Host` header does not name this service.',
  408: 'The request took too long to arrive.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body has a `Content-Encoding`, such as gzip, which is not supported.',
  417: 'The request has an `Expect` header other than `100-continue`.',
  431: 'The request headers are too large.',
  500: 'An internal error. The log of the service has the details under the same `X-Request-Id`.',
  503: 'The storage is unavailable or nearly full. Nothing was changed.',
}

const BODY_REFUSALS: Readonly<Record<number, string>> = {
  400: 'The body or a header is invalid. `error` says why. Nothing was changed.',
}

const KEY_REFUSALS: Readonly<Record<number, string>> = {
  404: 'What was created with this Idempotency-Key has been deleted.',
}

const IDEMPOTENCY_KEY = {
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_LENGTH,
      description:
        'Makes it safe to retry the request. For 24 hours after a request has succeeded, a request with the same key, path and body creates nothing: it returns what the first one created, in its current state, and does not count towards the limit of custom slugs. After an error, you can send the request again with the same key.',
    }),
  ),
}

const IF_MATCH = {
  'If-Match': Type.Optional(
    Type.String({
      description:
        'The ETag of the survey as you read it. If anybody has edited it since, the request is refused with 412 and does nothing. Responses that have arrived since make no difference.',
    }),
  ),
}

const IF_NONE_MATCH = {
  'If-None-Match': Type.Optional(
    Type.String({
      description: 'The ETag of an earlier read. If nothing has changed since, the response is 304, without a body.',
    }),
  ),
}

const REQUEST_ID = header(
  'X-Request-Id',
  Type.String(),
  'The unique id of this request, which is also in the log of the service.',
)
const REFUSAL_HEADERS: Readonly<Record<number, Record<string, HeaderSchema>>> = {
  401: header('WWW-Authenticate', Type.String(), '`Bearer`'),
  403: header('WWW-Authenticate', Type.String(), 'With `insufficient_scope`, the required scope.'),
  429: header(
    'Retry-After',
    Type.Integer({ minimum: 1 }),
    'Seconds to wait. Only present if the limit of requests was reached.',
  ),
}

function header(name: string, schema: TSchema, description: string): Record<string, HeaderSchema> {
  return { [name]: { schema, description } }
}

const OTHER_ERROR = response(
  ['Any other error.', ...Object.entries(OTHER_ERRORS).map(([status, when]) => `${status}: ${when}`)].join(' '),
  Type.Ref('ErrorBody'),
  header('Retry-After', Type.Integer({ minimum: 1 }), 'With 503, seconds to wait.'),
)

const NOT_MODIFIED: ResponseSchema = {
  description: 'Nothing has changed since the read whose ETag was sent.',
  headers: { ...REQUEST_ID, ...header('ETag', Type.String(), 'As before.') },
}

function refusal(status: number, when: string): ResponseSchema {
  return response(when, Type.Ref('ErrorBody'), REFUSAL_HEADERS[status])
}

function response(
  description: string,
  schema: TSchema,
  headers: Readonly<Record<string, HeaderSchema>> = {},
): ResponseSchema {
  return { description, headers: { ...REQUEST_ID, ...headers }, content: { 'application/json': { schema } } }
}
