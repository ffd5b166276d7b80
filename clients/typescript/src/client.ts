import createClient, { type Client } from 'openapi-fetch'
import { type AttemptParts, readChunks } from './attempt.ts'
import { type Clock, systemClock } from './clock.ts'
import {
  type ErrorCode,
  InterruptedError,
  isSoundingsError,
  RefusalError,
  type SoundingsError,
  UnexpectedResponseError,
} from './errors.ts'
import type { paths } from './openapi.ts'
import { ResponseScanner } from './response-scanner.ts'
import { type RetryParts, retryAfterOf, sendWithRetries } from './retry.ts'
import type {
  ChangedSurvey,
  CloneChoices,
  ClonedSurvey,
  CreatedSurvey,
  LaunchChoices,
  LaunchedSurvey,
  NewSurvey,
  NewTemplate,
  SavedTemplate,
  Survey,
  SurveyChange,
  SurveyListItem,
  SurveyResponse,
  SurveyResults,
  Template,
  TemplateName,
  TokenIdentity,
} from './types.ts'

export type { Clock } from './clock.ts'
export * from './errors.ts'
export type { components, operations, paths } from './openapi.ts'
export type * from './types.ts'

export interface SoundingsOptions {
  /** Where the service is, e.g. `https://soundings.example`. */
  readonly server: string
  readonly token: string
  /** How often a request is sent again; default 4. Only requests that cannot be done twice are sent again. */
  readonly retries?: number
  /** Longest silence of the service in milliseconds; default 30,000. */
  readonly timeout?: number
  /** Longest wait between two attempts in milliseconds; default 60,000. A refusal that asks for a longer one is thrown at once. */
  readonly maxWait?: number
  /** Default `globalThis.fetch`. */
  readonly fetch?: AttemptParts['fetch']
  readonly clock?: Clock
  /** From 0 up to 1; default `Math.random`. */
  readonly random?: () => number
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * What was made under this key within 24 hours is not made again: it is the result again. By default each call has a key of its
   * own, which makes its retries safe. A key such as `retro-2026-w23` makes a job safe to start again.
   */
  readonly idempotencyKey?: string
}

export interface ListOptions extends CallOptions {
  /** Adds the dashboard link and its token to every survey. Needs both scopes. */
  readonly includeAdmin?: boolean
  /** Default true. */
  readonly includeClosed?: boolean
}

/** The Soundings API for one token. Methods have the names of its operations, and throw a `SoundingsError`. */
export class Soundings {
  readonly #http: Client<paths>
  readonly #parts: Omit<RetryParts, 'signal' | 'isRepeatable' | 'isStreamed'>

  constructor({ server, token, ...options }: SoundingsOptions) {
    this.#http = createClient<paths>({ baseUrl: server, headers: { authorization: `Bearer ${token}` } })
    this.#parts = {
      fetch: options.fetch ?? ((request, init) => globalThis.fetch(request, init)),
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
      retries: options.retries ?? 4,
      timeout: options.timeout ?? 30_000,
      maxWait: options.maxWait ?? 60_000,
    }
  }

  getMe(options: CallOptions = {}): Promise<TokenIdentity> {
    return this.#result(this.#http.GET('/api/v1/me', { fetch: this.#send(options) }))
  }

  /** The account's surveys without the archived ones, newest first. */
  async listSurveys({ includeAdmin, includeClosed, ...options }: ListOptions = {}): Promise<SurveyListItem[]> {
    const query = {
      ...(includeAdmin === true && { include_admin: '1' as const }),
      ...(includeClosed === false && { include_closed: '0' as const }),
    }
    const sent = this.#http.GET('/api/v1/surveys', { params: { query }, fetch: this.#send(options) })
    return (await this.#result(sent)).surveys
  }

  /** Creates a survey, which is open at once. */
  createSurvey(body: NewSurvey, options: KeyedCallOptions = {}): Promise<CreatedSurvey> {
    const init = { params: { header: keyHeader(options) }, body, fetch: this.#send(options) }
    return this.#result(this.#http.POST('/api/v1/surveys', init))
  }

  /** A survey with all its responses, in memory. For many of them see `responses`. */
  async readSurvey(id: string, options: CallOptions = {}): Promise<Survey> {
    const init = { params: { path: { id } }, fetch: this.#send(options) }
    const survey = await this.#result(this.#http.GET('/api/v1/surveys/{id}', init))
    if ('responses' in survey) return survey
    throw new UnexpectedResponseError(200)
  }

  /** A survey with counts in place of responses, which costs the same however many there are. */
  async readResults(id: string, options: CallOptions = {}): Promise<SurveyResults> {
    const init = { params: { path: { id }, query: { view: 'aggregate' as const } }, fetch: this.#send(options) }
    const survey = await this.#result(this.#http.GET('/api/v1/surveys/{id}', init))
    if ('results' in survey) return survey
    throw new UnexpectedResponseError(200)
  }

  /**
   * The responses to a survey in the order in which they arrived. They are read while they arrive, so memory does not grow with
   * their number. @throws InterruptedError after the last one that came, if there are more
   */
  async *responses(id: string, options: CallOptions = {}): AsyncGenerator<SurveyResponse> {
    const parseAs = 'stream' as const
    const init = { params: { path: { id } }, parseAs, fetch: this.#send(options, { isStreamed: true }) }
    const body = await this.#result(this.#http.GET('/api/v1/surveys/{id}', init))
    const [scanner, decoder] = [new ResponseScanner(), new TextDecoder()]
    try {
      for await (const chunk of readChunks(body, { ...this.#parts, signal: options.signal })) {
        for (const text of scanner.push(decoder.decode(chunk, { stream: true }))) yield JSON.parse(text)
      }
    } catch (error) {
      throw isSoundingsError(error) && error.kind === 'network' ? new InterruptedError(error.cause) : error
    }
    if (!scanner.isComplete) throw new InterruptedError()
  }

  /** Changes what is sent, or nothing. Questions replace the whole list. */
  changeSurvey(id: string, body: SurveyChange, options: CallOptions = {}): Promise<ChangedSurvey> {
    // An index names a question by its position before the change, so a list that was stored means something else the second time.
    const isRepeatable = body.questions === undefined
    const init = { params: { path: { id } }, body, fetch: this.#send(options, { isRepeatable }) }
    return this.#result(this.#http.PATCH('/api/v1/surveys/{id}', init))
  }

  /** Creates a survey with the questions of another. */
  cloneSurvey(id: string, body: CloneChoices = {}, options: KeyedCallOptions = {}): Promise<ClonedSurvey> {
    const init = { params: { path: { id }, header: keyHeader(options) }, body, fetch: this.#send(options) }
    return this.#result(this.#http.POST('/api/v1/surveys/{id}/clone', init))
  }

  saveAsTemplate(id: string, body: TemplateName = {}, options: KeyedCallOptions = {}): Promise<SavedTemplate> {
    const init = { params: { path: { id }, header: keyHeader(options) }, body, fetch: this.#send(options) }
    return this.#result(this.#http.POST('/api/v1/surveys/{id}/save-as-template', init))
  }

  async listTemplates(options: CallOptions = {}): Promise<Template[]> {
    return (await this.#result(this.#http.GET('/api/v1/templates', { fetch: this.#send(options) }))).templates
  }

  createTemplate(body: NewTemplate, options: KeyedCallOptions = {}): Promise<Template> {
    const init = { params: { header: keyHeader(options) }, body, fetch: this.#send(options) }
    return this.#result(this.#http.POST('/api/v1/templates', init))
  }

  /** Creates a survey with the questions that a template has now. */
  launchTemplate(id: string, body: LaunchChoices = {}, options: KeyedCallOptions = {}): Promise<LaunchedSurvey> {
    const init = { params: { path: { id }, header: keyHeader(options) }, body, fetch: this.#send(options) }
    return this.#result(this.#http.POST('/api/v1/templates/{id}/launch', init))
  }

  #send({ signal }: CallOptions, { isRepeatable = true, isStreamed = false } = {}) {
    const parts = { ...this.#parts, signal, isRepeatable, isStreamed }
    return (request: Request) => sendWithRetries(request, parts)
  }

  async #result<Data>(sent: Promise<Received<Data>>): Promise<NonNullable<Data>> {
    const { data, error, response } = await sent.catch(notJson)
    if (data !== undefined && data !== null) return data
    throw this.#errorOf(response, error)
  }

  #errorOf(response: Response, body: unknown): SoundingsError {
    if (!isErrorBody(body)) return new UnexpectedResponseError(response.status)
    return new RefusalError(body.error, {
      status: response.status,
      code: body.code,
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfter: retryAfterOf(response, this.#parts.clock),
    })
  }
}

/** What openapi-fetch gives, as far as it is used. */
interface Received<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** openapi-fetch reads what has arrived, so that all it can find fault with is that a success is not JSON. */
function notJson(error: unknown): never {
  throw error instanceof SyntaxError ? new UnexpectedResponseError(200) : error
}

function isErrorBody(body: unknown): body is { error: string; code?: ErrorCode } {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
}

/** A new key for each call, the same for all of its attempts. */
function keyHeader({ idempotencyKey }: KeyedCallOptions): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': idempotencyKey ?? randomKey() }
}

/** Unlike `crypto.randomUUID`, this is there on pages without https too. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
