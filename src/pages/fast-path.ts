import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseFields } from '../domain/json.ts'
import { writeJson } from '../domain/json-text.ts'
import type { RespondentRateLimit } from '../service/respondent-rate-limit.ts'
import type { Responses } from '../service/responses.ts'
import { errorResponse } from '../transport/errors.ts'
import type { LogRequest } from '../transport/request-log.ts'
import { type Language, languageOf } from './language.ts'
import { pageHeaders } from './page.ts'
import { type CachedPage, type PageCache, takesGzip } from './page-cache.ts'
import { serializeResponse } from './serialize.ts'

export interface FastPathParts {
  readonly responses: Responses
  readonly rateLimit: RespondentRateLimit
  readonly pageCache: PageCache
  readonly uuid: () => string
  readonly addressOf: (request: IncomingMessage) => string
  readonly logRequest: LogRequest
  readonly bodyBytes: number
}

/** Passes a request to the framework. */
type Next = (request: IncomingMessage, response: ServerResponse) => void

const PAGE = /^\/s\/([a-z0-9-]{3,64})$/
const RESPONSES = /^\/s\/([a-z0-9-]{3,64})\/responses$/

/**
 * The two requests that a whole room sends at once, a survey's page and a submission, answered with as little as can
 * be: the framework's share of each would be a third of its time. What is unusual about either is handed on, and so is
 * everything else.
 */
export function fastPath(parts: FastPathParts, next: Next): Next {
  const pages = new Pages(parts, next)
  return (request, response) => {
    const { method, url = '' } = request
    if (method === 'GET' && url.startsWith('/s/')) pages.take(request, response)
    else if (method === 'POST' && url.startsWith('/s/')) submissionOr(next, request, response, parts)
    else next(request, response)
  }
}

/** A request for a cached page. */
interface Load {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly language: Language
  /** Time of arrival, from `performance.now()`. */
  readonly since: number
}

/**
 * Requests that arrive in one turn of the event loop are answered together: the survey is checked once for all of them,
 * after the last has arrived, and the responses are written in a row, which wakes the receiving side once.
 */
class Pages {
  readonly #parts: FastPathParts
  readonly #next: Next
  readonly #languages = new Map<string, Language>()
  #arrived = new Map<CachedPage, Load[]>()

  constructor(parts: FastPathParts, next: Next) {
    this.#parts = parts
    this.#next = next
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const since = performance.now()
    const { accept, host, 'accept-language': accepted = '' } = request.headers
    const slug = PAGE.exec(request.url ?? '')?.[1]
    const language = this.#languageOf(accepted)
    const page = slug === undefined || host === undefined ? undefined : this.#parts.pageCache.find(slug, language)
    if (page === undefined || accept?.includes('application/json')) this.#next(request, response)
    else this.#wait(page, { request, response, language, since })
  }

  #wait(page: CachedPage, load: Load): void {
    if (this.#arrived.size === 0) setImmediate(() => this.#answer())
    const loads = this.#arrived.get(page)
    if (loads === undefined) this.#arrived.set(page, [load])
    else loads.push(load)
  }

  #answer(): void {
    const arrived = this.#arrived
    this.#arrived = new Map()
    for (const [page, loads] of arrived) {
      const handOn = () => {
        for (const { request, response } of loads) this.#next(request, response)
      }
      this.#parts.responses.isOpenAt(page.survey).then(isOpen => {
        if (!isOpen) return handOn()
        for (const load of loads) sendPage(page, load, this.#parts)
      }, handOn)
    }
  }

  /** Few different headers occur, so the language of each is cached. */
  #languageOf(accepted: string): Language {
    const known = this.#languages.get(accepted)
    if (known !== undefined) return known
    const language = languageOf(undefined, accepted)
    if (accepted.length > REMEMBERED_LENGTH) return language
    if (this.#languages.size >= REMEMBERED) this.#languages.clear()
    this.#languages.set(accepted, language)
    return language
  }
}

/** Number of cached `Accept-Language` headers. A full cache is cleared. */
const REMEMBERED = 200
/** Headers longer than any browser sends are not cached. */
const REMEMBERED_LENGTH = 200

function sendPage(page: CachedPage, load: Load, { uuid, logRequest }: FastPathParts): void {
  const { request, response, language, since } = load
  const id = uuid()
  const compressed = takesGzip(request.headers['accept-encoding'])
  const bytes = compressed ? page.gzipped(uuid()) : page.whole(uuid())
  const headers = { 'x-request-id': id, 'content-length': bytes.length, ...pageHeaders(language, page.policy) }
  response.writeHead(200, compressed ? { ...headers, 'content-encoding': 'gzip' } : headers)
  response.end(bytes)
  const milliseconds = performance.now() - since
  logRequest({ id, method: 'GET', route: '/s/:slug', status: 200, milliseconds, failure: undefined })
}

function submissionOr(next: Next, request: IncomingMessage, response: ServerResponse, parts: FastPathParts): void {
  const since = performance.now()
  const slug = RESPONSES.exec(request.url ?? '')?.[1]
  const { headers } = request
  const length = Number(headers['content-length'] ?? Number.NaN)
  const isOwnSite = headers['sec-fetch-site'] !== 'cross-site'
  const isUsual = headers.host !== undefined && headers.expect === undefined && length <= parts.bodyBytes && isOwnSite
  if (slug === undefined || !isUsual) {
    next(request, response)
    return
  }
  const id = parts.uuid()
  const send = (status: number, body: string, more: Readonly<Record<string, string>>, failure: unknown) => {
    const known = { 'x-request-id': id, 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) }
    response.writeHead(status, { ...known, ...more })
    response.end(body)
    const milliseconds = performance.now() - since
    parts.logRequest({ id, method: 'POST', route: '/s/:slug/responses', status, milliseconds, failure })
  }
  readBody(request, text => {
    submit(slug, text, request, parts).then(
      body => send(201, body, NOTHING, undefined),
      error => {
        const { status, headers, body, failure } = errorResponse(error)
        send(status, JSON.stringify(body), headers, failure)
      },
    )
  })
}

async function submit(slug: string, text: string, request: IncomingMessage, parts: FastPathParts): Promise<string> {
  parts.rateLimit.consume(parts.addressOf(request), slug)
  return writeJson(serializeResponse(await parts.responses.submit(slug, parseFields(text))))
}

const JSON_TYPE = 'application/json; charset=utf-8'
const NOTHING = {}

/** A body that ends before its announced length needs no response: the sender is gone. */
function readBody(request: IncomingMessage, whole: (text: string) => void): void {
  const pieces: Buffer[] = []
  request.on('data', piece => pieces.push(piece))
  request.on('end', () => whole(pieces.length === 1 ? String(pieces[0]) : Buffer.concat(pieces).toString()))
}
