import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Responses } from '../service/responses.ts'
import { accepts } from '../transport/encodings.ts'
import { type HostCheck, namesOwnHost } from '../transport/host.ts'
import type { LogRequest } from '../transport/request-log.ts'
import type { ResponseHeaders } from '../transport/security-headers.ts'
import type { CachedPage } from './cached-page.ts'
import { type Language, languageOf } from './language.ts'
import { pageHeaders } from './page.ts'
import type { PageCache } from './page-cache.ts'

export interface FastPageLoadsParts {
  readonly responses: Responses
  readonly pageCache: PageCache
  readonly uuid: () => string
  readonly logRequest: LogRequest
  /** Headers of every response. */
  readonly headers: ResponseHeaders
  readonly isOwnHost: HostCheck
}

/** A request for a cached page. */
interface PageLoad {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly language: Language
  /** Time of arrival, from `performance.now()`. */
  readonly since: number
}

const PAGE = /^\/s\/([a-z0-9-]{3,64})$/

/**
 * Answers loads of cached survey pages, and passes every other request on. Loads that arrive in one turn of the event loop are
 * answered together: the survey is checked once for all of them, after the last has arrived, and the responses are written in
 * a row, which wakes the receiving side once.
 */
export class FastPageLoads {
  readonly #parts: FastPageLoadsParts
  readonly #next: RequestListener
  readonly #headers = new WeakMap<CachedPage, readonly string[]>()
  #waiting = new Map<CachedPage, PageLoad[]>()

  constructor(parts: FastPageLoadsParts, next: RequestListener) {
    this.#parts = parts
    this.#next = next
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const since = performance.now()
    const { accept, 'accept-language': accepted } = request.headers
    const slug = PAGE.exec(request.url ?? '')?.[1]
    const language = languageOf(undefined, accepted)
    const { pageCache, isOwnHost } = this.#parts
    const page = slug === undefined || !namesOwnHost(request, isOwnHost) ? undefined : pageCache.find(slug, language)
    if (page === undefined || accept?.includes('application/json')) this.#next(request, response)
    else this.#add(page, { request, response, language, since })
  }

  #add(page: CachedPage, load: PageLoad): void {
    if (this.#waiting.size === 0) setImmediate(() => this.#answerAll())
    const loads = this.#waiting.get(page)
    if (loads === undefined) this.#waiting.set(page, [load])
    else loads.push(load)
  }

  #answerAll(): void {
    const waiting = this.#waiting
    this.#waiting = new Map()
    for (const [page, loads] of waiting) {
      const handOn = () => {
        for (const { request, response } of loads) this.#next(request, response)
      }
      this.#parts.responses.isOpenAt(page.survey).then(isOpen => {
        if (!isOpen) return handOn()
        for (const load of loads) this.#send(page, load)
      }, handOn)
    }
  }

  #send(page: CachedPage, { request, response, language, since }: PageLoad): void {
    const { uuid, logRequest } = this.#parts
    const id = uuid()
    const compressed = accepts(request.headers['accept-encoding'], 'gzip')
    const [shared, own] = compressed ? page.gzipped(uuid()) : page.whole(uuid())
    const length = String(shared.length + own.length)
    const headers = [...this.#headersOf(page, language), 'x-request-id', id, 'content-length', length]
    if (compressed) headers.push('content-encoding', 'gzip')
    response.writeHead(200, headers).cork()
    response.write(shared)
    response.end(own)
    const milliseconds = performance.now() - since
    logRequest({ id, method: 'GET', route: '/s/:slug', status: 200, milliseconds, failure: undefined })
  }

  /** The headers that are the same at each load, as the flat list that Node takes fastest. */
  #headersOf(page: CachedPage, language: Language): readonly string[] {
    const cached = this.#headers.get(page)
    if (cached !== undefined) return cached
    const headers = Object.entries({ ...this.#parts.headers, ...pageHeaders(language, page) }).flat()
    this.#headers.set(page, headers)
    return headers
  }
}
