import { parse as parseForm } from 'node:querystring'
import type { FastifyInstance } from 'fastify'
import { isObject, type JsonObject, parseFields, parseJson } from '../domain/json.ts'
import { FORM_FIELDS } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'

// Each entry point, or part of one, chooses how bodies are read, regardless of their `Content-Type`.

/** Reads bodies as text. Routes parse JSON after they have authenticated the caller. */
export function readTextBodies(app: FastifyInstance): void {
  ignoreContentType(app)
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
}

/** Reads bodies as the fields of an HTML form, by name. */
export function readFormBodies(app: FastifyInstance): void {
  ignoreContentType(app)
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => {
    done(null, formFields(String(body)))
  })
}

/** If a name occurs more than once, the last value counts. Fields beyond the limit are ignored: no form has them. */
function formFields(body: string): Map<string, string> {
  const fields = parseForm(body, '&', '=', { maxKeys: FORM_FIELDS })
  return new Map(Object.entries(fields).map(([name, value]) => [name, [value].flat().at(-1) ?? '']))
}

/** Reads bodies as the bytes that were sent, which is what a signature covers. */
export function readByteBodies(app: FastifyInstance): void {
  ignoreContentType(app)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
}

/** The framework refuses an illegal `Content-Type` before any parser sees it. The one that was sent stays in `raw`. */
function ignoreContentType(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', (request, _, payload, done) => {
    if (request.raw.headers['content-type'] !== undefined) request.headers = { 'content-type': undefined }
    done(null, payload)
  })
}

/** A required JSON body. A value that is not an object counts as an object without fields. @throws Refusal `invalid JSON` */
export function requiredBody({ body }: { readonly body: unknown }): JsonObject {
  return parseFields(textOf(body))
}

/** An optional JSON body. @throws Refusal `invalid JSON`, `body must be a JSON object` */
export function optionalBody({ body }: { readonly body: unknown }): JsonObject {
  const text = textOf(body)
  if (text === '') return {}
  const value = parseJson(text)
  if (!isObject(value)) throw new Refusal('not_an_object')
  return value
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : ''
}
