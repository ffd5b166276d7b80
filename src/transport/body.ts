import type { FastifyRequest } from 'fastify'
import { isObject, type JsonObject, parseFields, parseJson } from '../domain/json.ts'
import { Refusal } from '../domain/refusal.ts'

/** A body that must be there: one that parses but is no object has no fields. @throws Refusal `invalid JSON` */
export function requiredBody({ body }: FastifyRequest): JsonObject {
  return parseFields(typeof body === 'string' ? body : '')
}

/** A body that may be left out. @throws Refusal `invalid JSON`, `body must be a JSON object` */
export function optionalBody({ body }: FastifyRequest): JsonObject {
  if (typeof body !== 'string' || body === '') return {}
  const value = parseJson(body)
  if (!isObject(value)) throw new Refusal('not_an_object')
  return value
}
