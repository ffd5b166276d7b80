import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import type { FastifyInstance } from 'fastify'
import { isObject, type JsonObject, parseFields, parseJson } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { UnsupportedEncoding } from '../errors.ts'
import { FORM_FIELDS } from '../limits.ts'
import type { BodyReader, BodySender } from './body-reader.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads the bodies of all entry points. */
    bodyReader: BodyReader
  }
  interface FastifyRequest {
    /** Whether the sender's credentials are known to be valid. Set before the body is read, if they are. */
    isAuthenticated?: boolean
  }
}

/** Those who send bodies without credentials. */
type Stranger = Exclude<BodySender, 'authenticated'>

// Each entry point, or part of one, chooses how bodies are read, regardless of their `Content-Type`.

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Reads bodies as UTF-8 text, which routes parse as JSON. Other bytes are refused, because replacing them would change
 * what was sent.
 */
export function readTextBodies(app: FastifyInstance, stranger: Stranger = 'other'): void {
  readBodies(app, stranger, body => {
    const text = utf8Text(body)
    if (text === undefined) throw new Refusal('invalid_json')
    return text
  })
}

/** A body's text, without a byte-order mark. @returns undefined if it is not UTF-8 */
function utf8Text(body: Buffer): string | undefined {
  if (!isUtf8(body)) return undefined
  const text = body.toString()
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text
}

/** Reads bodies as the fields of an HTML form, by name. */
export function readFormBodies(app: FastifyInstance, stranger: Stranger = 'other'): void {
  readBodies(app, stranger, formFields)
}

const PLUS = 0x2b
const SPACE = 0x20

/**
 * If a name occurs more than once, the last value counts. Fields beyond the limit are ignored, because no form has
 * them.
 */
function formFields(body: Buffer): Map<string, string> {
  // In a form, + is a space. The parser would replace each in the text, and take 60 ms for the largest body of them.
  for (let at = 0; at < body.length; at++) if (body[at] === PLUS) body[at] = SPACE
  const fields = parseForm(body.toString(), '&', '=', { maxKeys: FORM_FIELDS })
  return new Map(Object.entries(fields).map(([name, value]) => [name, [value].flat().at(-1) ?? '']))
}

/** A field of a submitted form; empty if it was not sent. */
export function formField({ body }: { readonly body: unknown }, name: string): string {
  return body instanceof Map ? (body.get(name) ?? '') : ''
}

/** Reads bodies as bytes, which is what a signature covers. */
export function readByteBodies(app: FastifyInstance): void {
  readBodies(app, 'other', body => body)
}

/**
 * The text of a longer body takes a millisecond or more to make, and as long again to parse, so each has a turn of the
 * event loop for itself.
 */
const LONG_BODY_BYTES = 262_144

/** @param parse returns what routes receive as the body; if it throws, the request is refused */
function readBodies(app: FastifyInstance, stranger: Stranger, parse: (body: Buffer) => unknown): void {
  ignoreContentType(app)
  app.addContentTypeParser('*', (request, _, done) => {
    app.bodyReader.read(
      request.raw,
      request.isAuthenticated ? 'authenticated' : stranger,
      (error, body = Buffer.alloc(0)) => {
        if (error !== null) return done(error)
        const inTurn = body.length < LONG_BODY_BYTES ? inThisTurn : setImmediate
        inTurn(() => {
          try {
            const parsed = parse(body)
            inTurn(() => done(null, parsed))
          } catch (refusal) {
            done(refusal as Error)
          }
        })
      },
    )
  })
}

function inThisTurn(work: () => void): void {
  work()
}

/**
 * The framework refuses an illegal `Content-Type` before any parser sees it, so the header is removed here; `raw` keeps
 * the original. A compressed body gets its own error, because its bytes would otherwise be reported as invalid JSON.
 */
function ignoreContentType(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _, payload, done) => {
    if (hasBody(request.raw) && isEncoded(request.raw)) return done(new UnsupportedEncoding())
    if (request.raw.headers['content-type'] !== undefined) request.headers = { 'content-type': undefined }
    done(null, payload)
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isEncoded({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.trim() ?? ''
  return encoding !== '' && encoding.toLowerCase() !== 'identity'
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
