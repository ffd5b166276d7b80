import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { parseFields } from '../domain/json.ts'
import { writeJson } from '../domain/json-text.ts'
import { BODY_BYTES } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { isSlug } from '../domain/slug.ts'
import type { Sender } from '../service/respondent-rate-limit.ts'
import type { Responses } from '../service/responses.ts'
import { utf8Text } from '../transport/body.ts'
import type { BodyReader } from '../transport/body-reader.ts'
import { errorResponse, JSON_TYPE } from '../transport/errors.ts'
import { type HostCheck, namesOwnHost } from '../transport/host.ts'
import type { LogRequest } from '../transport/request-log.ts'
import { NOT_LISTED, type ResponseHeaders } from '../transport/security-headers.ts'
import { NEGOTIATED } from './page.ts'
import { checkLookup, noteStatus, type RequestLimitsParts, senderOf } from './request-limits.ts'
import { serializeResponse } from './serialize.ts'

export interface FastSubmissionsParts extends RequestLimitsParts {
  readonly responses: Responses
  readonly bodyReader: BodyReader
  readonly uuid: () => string
  readonly logRequest: LogRequest
  /** Headers of every response. */
  readonly headers: ResponseHeaders
  readonly isOwnHost: HostCheck
}

/** With the headers of every response to a submission, as the flat list that Node takes fastest. */
type Parts = Omit<FastSubmissionsParts, 'headers'> & { readonly headers: readonly string[] }

const BEGINNING = '/s/'
const END = '/responses'

/**
 * Answers submissions in their usual form, as JSON of a stated length, and passes every other request on before anything of
 * its body is read. A test holds them to the responses and log lines of the framework's route.
 */
export class FastSubmissions {
  readonly #parts: Parts
  readonly #next: RequestListener

  constructor(parts: FastSubmissionsParts, next: RequestListener) {
    const headers = { ...parts.headers, ...NEGOTIATED, ...NOT_LISTED, 'content-type': JSON_TYPE }
    this.#parts = { ...parts, headers: Object.entries(headers).flat() }
    this.#next = next
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const slug = slugIn(request.url ?? '')
    const isTaken = slug !== undefined && hasUsualHeaders(request) && namesOwnHost(request, this.#parts.isOwnHost)
    if (isTaken) new SubmissionRequest(request, response, slug, this.#parts).answer()
    else this.#next(request, response)
  }
}

/** The slug in the path of a submission; undefined if the path is another or has a query. */
function slugIn(url: string): string | undefined {
  if (!url.startsWith(BEGINNING) || !url.endsWith(END)) return undefined
  const slug = url.slice(BEGINNING.length, -END.length)
  return isSlug(slug) ? slug : undefined
}

function hasUsualHeaders({ headers }: IncomingMessage): boolean {
  return (
    // Node has refused a length that is not a number. Without a length, the comparison is false.
    Number(headers['content-length']) <= BODY_BYTES &&
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined &&
    headers['sec-fetch-site'] !== 'cross-site' &&
    // The framework renders errors as a page for a browser that navigates.
    headers.accept?.includes('text/html') !== true
  )
}

/** The framework closes the connection after a body that its parser has refused. */
const CLOSE_CONNECTION = ['connection', 'close']

class SubmissionRequest {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #parts: Parts
  readonly #sender: Sender
  readonly #id: string
  /** Time of arrival, from `performance.now()`. */
  readonly #since = performance.now()

  constructor(request: IncomingMessage, response: ServerResponse, slug: string, parts: Parts) {
    this.#request = request
    this.#response = response
    this.#parts = parts
    this.#sender = senderOf(request, slug, parts)
    this.#id = parts.uuid()
  }

  /** Checks the limits first. Node discards the body of a request that has been answered without reading it. */
  answer(): void {
    try {
      checkLookup(this.#sender, this.#parts)
      this.#parts.rateLimit.consume(this.#sender, Number(this.#request.headers['content-length']))
    } catch (error) {
      this.#refuse(error)
      return
    }
    this.#read()
  }

  /** If the client disconnects before the end of the body, nobody is left to answer. */
  #read(): void {
    this.#parts.bodyReader.read(this.#request, (error, body) => {
      if (this.#request.destroyed && error !== null) return
      const text = body && utf8Text(body)
      if (text === undefined) this.#refuse(error ?? new Refusal('invalid_json'), CLOSE_CONNECTION)
      else void this.#submit(text)
    })
  }

  async #submit(text: string): Promise<void> {
    let body: string
    try {
      const response = await this.#parts.responses.submit(this.#sender.slug, parseFields(text))
      body = writeJson(serializeResponse(response))
    } catch (error) {
      this.#refuse(error)
      return
    }
    this.#send(201, body)
  }

  #refuse(error: unknown, headers: readonly string[] = []): void {
    const { status, headers: ofError, body, failure } = errorResponse(error)
    this.#send(status, JSON.stringify(body), [...headers, ...Object.entries(ofError).flat()], failure)
  }

  /** The request is logged once its response has been passed to the socket, and not at all if the client has disconnected. */
  #send(status: number, body: string, headers: readonly string[] = [], failure?: unknown): void {
    const own = ['x-request-id', this.#id, 'content-length', String(Buffer.byteLength(body))]
    this.#response.on('finish', () => this.#log(status, failure))
    this.#response.writeHead(status, [...this.#parts.headers, ...own, ...headers]).end(body)
  }

  #log(status: number, failure: unknown): void {
    const milliseconds = performance.now() - this.#since
    const { logRequest } = this.#parts
    logRequest({ id: this.#id, method: 'POST', route: '/s/:slug/responses', status, milliseconds, failure })
    noteStatus(this.#sender, status, this.#parts)
  }
}
