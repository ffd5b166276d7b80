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
import { type RequestTraits, type RetryParts, retryAfterOf, sendWithRetries } from './retry.ts'
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
  /** Maximum number of retries; default 4. Only requests that are safe to repeat are retried. */
  readonly retries?: number
  /** Longest time without a byte from the service, in milliseconds; default 30,000. */
  readonly timeout?: number
  /** Longest delay before a retry, in milliseconds; default 60,000. A longer `Retry-After` is not waited for: the error is thrown. */
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
   * For 24 hours, calls with the same key and arguments create nothing more: the result is what the first one created. By
   * default each call has a random key, which makes its retries safe. A key such as `retro-2026-w23` also makes it safe to run a job again.
   */
  readonly idempotencyKey?: string
}

export interface ListOptions extends CallOptions {
  /** Adds the dashboard link and its token to every survey. The token needs both scopes. */
  readonly includeAdmin?: boolean
  /** Default true. */
  readonly includeClosed?: boolean
}

/** The Soundings API for one token. Methods have the names of its operations, and throw a `SoundingsError`. */
export class Soundings {
  readonly #http: Client<paths>
  readonly #parts: Omit<RetryParts, 'signal' | keyof RequestTraits>

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
    return this.#call('user_id', options, fetch => this.#http.GET('/api/v1/me', { fetch }))
  }

  /** The account's surveys, newest first. Archived surveys are not listed. */
  async listSurveys({ includeAdmin, includeClosed, ...options }: ListOptions = {}): Promise<SurveyListItem[]> {
    const query = {
      ...(includeAdmin === true && { include_admin: '1' as const }),
      ...(includeClosed === false && { include_closed: '0' as const }),
    }
    const get = (fetch: Fetch) => this.#http.GET('/api/v1/surveys', { params: { query }, fetch })
    return (await this.#call('surveys', options, get)).surveys
  }

  /** Creates a survey. It accepts responses immediately. */
  createSurvey(body: NewSurvey, options: KeyedCallOptions = {}): Promise<CreatedSurvey> {
    const params = { header: keyHeader(options) }
    return this.#call('id', options, fetch => this.#http.POST('/api/v1/surveys', { params, body, fetch }))
  }

  /** A survey with all its responses, held in memory. For large surveys, use `responses`. */
  readSurvey(id: string, options: CallOptions = {}): Promise<Survey> {
    const params = { path: { id } }
    return this.#call('responses', options, fetch => this.#http.GET('/api/v1/surveys/{id}', { params, fetch }))
  }

  /** A survey with counts instead of responses. The cost does not depend on the number of responses. */
  readResults(id: string, options: CallOptions = {}): Promise<SurveyResults> {
    const params = { path: { id }, query: { view: 'aggregate' as const } }
    return this.#call('results', options, fetch => this.#http.GET('/api/v1/surveys/{id}', { params, fetch }))
  }

  /**
   * Iterates over the responses to a survey, oldest first. They are parsed as they arrive, so memory use does not grow with
   * their number. @throws InterruptedError if the connection fails before the last response
   */
  async *responses(id: string, options: CallOptions = {}): AsyncGenerator<SurveyResponse> {
    const init = { params: { path: { id } }, parseAs: 'stream' as const }
    const get = (fetch: Fetch) => this.#http.GET('/api/v1/surveys/{id}', { ...init, fetch })
    const { data: body, status } = await this.#exchange(options, get, { isStreamed: true })
    const [scanner, decoder] = [new ResponseScanner(), new TextDecoder()]
    try {
      for await (const chunk of readChunks(body, { ...this.#parts, signal: options.signal })) {
        for (const text of scanner.push(decoder.decode(chunk, { stream: true }))) yield JSON.parse(text)
      }
    } catch (error) {
      if (error instanceof SyntaxError) throw new UnexpectedResponseError(status)
      throw isSoundingsError(error) && error.kind === 'network' ? new InterruptedError(error.cause) : error
    }
    if (!scanner.isComplete) throw new InterruptedError()
    if (!scanner.hasFoundList) throw new UnexpectedResponseError(status)
  }

  /** Changes the fields that are sent. If one is refused, nothing changes. `questions` replaces the whole list. */
  changeSurvey(id: string, body: SurveyChange, options: CallOptions = {}): Promise<ChangedSurvey> {
    const params = { path: { id } }
    const patch = (fetch: Fetch) => this.#http.PATCH('/api/v1/surveys/{id}', { params, body, fetch })
    // The index of a question is its position before the change, so after the change the same list has another meaning.
    return this.#call('id', options, patch, { isIdempotent: body.questions === undefined })
  }

  /** Creates a survey with the questions of another. */
  cloneSurvey(id: string, body: CloneChoices = {}, options: KeyedCallOptions = {}): Promise<ClonedSurvey> {
    const params = { path: { id }, header: keyHeader(options) }
    return this.#call('id', options, fetch => this.#http.POST('/api/v1/surveys/{id}/clone', { params, body, fetch }))
  }

  saveAsTemplate(id: string, body: TemplateName = {}, options: KeyedCallOptions = {}): Promise<SavedTemplate> {
    const init = { params: { path: { id }, header: keyHeader(options) }, body }
    const post = (fetch: Fetch) => this.#http.POST('/api/v1/surveys/{id}/save-as-template', { ...init, fetch })
    return this.#call('id', options, post)
  }

  async listTemplates(options: CallOptions = {}): Promise<Template[]> {
    const get = (fetch: Fetch) => this.#http.GET('/api/v1/templates', { fetch })
    return (await this.#call('templates', options, get)).templates
  }

  createTemplate(body: NewTemplate, options: KeyedCallOptions = {}): Promise<Template> {
    const params = { header: keyHeader(options) }
    return this.#call('id', options, fetch => this.#http.POST('/api/v1/templates', { params, body, fetch }))
  }

  /** Creates a survey with the current questions of a template. */
  launchTemplate(id: string, body: LaunchChoices = {}, options: KeyedCallOptions = {}): Promise<LaunchedSurvey> {
    const params = { path: { id }, header: keyHeader(options) }
    return this.#call('id', options, fetch => this.#http.POST('/api/v1/templates/{id}/launch', { params, body, fetch }))
  }

  /** @param member a member of every result of the operation; a result without it is not from this service */
  async #call<Data, Member extends MemberOf<Data>>(
    member: Member,
    options: CallOptions,
    send: Send<Data>,
    traits: Partial<RequestTraits> = {},
  ): Promise<Extract<Data, Record<Member, unknown>>> {
    const { data, status } = await this.#exchange(options, send, traits)
    if (hasMember(data, member)) return data
    throw new UnexpectedResponseError(status)
  }

  async #exchange<Data>(
    { signal }: CallOptions,
    send: Send<Data>,
    { isIdempotent = true, isStreamed = false }: Partial<RequestTraits>,
  ): Promise<{ data: NonNullable<Data>; status: number }> {
    const parts = { ...this.#parts, signal, isIdempotent, isStreamed }
    let status = 0
    const fetch: Fetch = async request => {
      const response = await sendWithRetries(request, parts)
      status = response.status
      return response
    }
    try {
      const { data, error, response } = await send(fetch)
      if (data !== undefined && data !== null) return { data, status }
      throw this.#errorOf(response, error)
    } catch (error) {
      // openapi-fetch parses the body of a success, and does not say what the status was if that fails.
      throw error instanceof SyntaxError ? new UnexpectedResponseError(status) : error
    }
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

type Fetch = (request: Request) => Promise<Response>

/** Makes one call of openapi-fetch. Its result is described as far as it is used. */
type Send<Data> = (
  fetch: Fetch,
) => Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>

/** The members of any type of a union. */
type MemberOf<Data> = Data extends unknown ? keyof Data : never

function hasMember<Data, Member extends MemberOf<Data>>(
  data: Data,
  member: Member,
): data is Extract<Data, Record<Member, unknown>> {
  return typeof data === 'object' && data !== null && member in data
}

function isErrorBody(body: unknown): body is { error: string; code?: ErrorCode } {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
}

/** Every call has its own key, which all its attempts share. */
function keyHeader({ idempotencyKey }: KeyedCallOptions): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': idempotencyKey ?? randomKey() }
}

/** `crypto.randomUUID` does not exist on pages that were loaded over plain HTTP. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
