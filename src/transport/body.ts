import type { FastifyInstance } from 'fastify'
import { isObject, type JsonObject, parseFields, parseJson } from '../domain/json.ts'
import { Refusal } from '../domain/refusal.ts'

// An entry point, or a part of one, chooses how the bodies sent to it are read, whatever their `Content-Type` says.

/** As text, for JSON: routes parse it once they know who sent it. */
export function readTextBodies(app: FastifyInstance): void {
  ignoreContentType(app)
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
}

/** As the fields of an HTML form, by name. */
export function readFormBodies(app: FastifyInstance): void {
  ignoreContentType(app)
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => {
    done(null, new Map(new URLSearchParams(String(body))))
  })
}

/** As the bytes that were sent: a signature over a body holds for no other bytes. */
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

/** A required JSON body; one that parses but is no object has no fields. @throws Refusal `invalid JSON` */
export function requiredBody({ body }: { readonly body: unknown }): JsonObject {
  return parseFields(textOf(body))
}

/** A JSON body that may be left out. @throws Refusal `invalid JSON`, `body must be a JSON object` */
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
