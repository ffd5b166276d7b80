import createClient, { type Client } from 'openapi-fetch'
import { type CallOptions, Connection, type ConnectionOptions, jsonOf } from './connection.ts'
import { Dashboard } from './dashboard.ts'
import { type ConditionalCallOptions, conditionHeader, keepTag } from './entity-tags.ts'
import { ChangedError, InterruptedError, UnexpectedResponseError } from './errors.ts'
import type { paths } from './openapi.ts'
import { checkedToken } from './options.ts'
import { randomKey, randomUuid } from './random-key.ts'
import { ResponseScanner } from './response-scanner.ts'
import type { RequestTraits } from './retry.ts'
import type {
  Answer,
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
export type { CallOptions, ConnectionOptions } from './connection.ts'
export type {
  Dashboard,
  DashboardSettings,
  ExportFormat,
  ExportOptions,
  QuestionGroup,
  ReadingOptions,
  ResponseReading,
  SurveyExport,
  SurveyTexts,
} from './dashboard.ts'
export { type ConditionalCallOptions, etagOf } from './entity-tags.ts'
export * from './errors.ts'
export type { components, operations, paths } from './openapi.ts'
export type { AttemptLog } from './retry.ts'
export type * from './types.ts'

/** How often `updateSurvey` begins again before it throws what refused it. */
const MAX_UPDATES = 5

export interface SoundingsOptions extends ConnectionOptions {
  /** An API token; null for a program that has none, and only submits answers. */
  readonly token: string | null
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * For 24 hours, calls with the same key and arguments create nothing more: the result is what the first one created. By
   * default each call has a random key, which makes its retries safe. A key such as `retro-2026-w23` also makes it safe to run a job again.
   */
  readonly idempotencyKey?: string
}

export type CopyOptions = KeyedCallOptions & ConditionalCallOptions

export interface SubmitOptions extends CallOptions {
  /**
   * A UUID that stands for this response: as often as it is sent with the same answers, one response is stored. By default each call
   * has a random one, which makes its retries safe. Keep your own beside the answers to be able to send them again after a restart.
   */
  readonly key?: string
}

export interface ListOptions extends CallOptions {
  /** Adds the dashboard link and its token to every survey. The token needs both scopes. */
  readonly includeAdmin?: boolean
  /** Default true. */
  readonly includeClosed?: boolean
}

/** The Soundings API for one token. Methods have the names of its operations, and throw a `SoundingsError`. */
export class Soundings {
  readonly #connection: Connection
  readonly #http: Client<paths>

  /** @throws OptionsError if an option is missing or cannot be right */
  constructor({ token, ...options }: SoundingsOptions) {
    const headers = token === null ? {} : { authorization: `Bearer ${checkedToken(token)}` }
    this.#connection = new Connection(options)
    this.#http = createClient<paths>({ baseUrl: this.#connection.server, headers })
  }

  /** The account of the token, and the scopes of the token. */
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
      for await (const chunk of this.#connection.readToEnd(body, options)) {
        for (const text of scanner.push(decoder.decode(chunk, { stream: true }))) yield JSON.parse(text)
      }
    } catch (error) {
      throw error instanceof SyntaxError ? new UnexpectedResponseError(status) : error
    }
    if (!scanner.isComplete) throw new InterruptedError()
    if (!scanner.hasFoundList) throw new UnexpectedResponseError(status)
  }

  /** Changes the fields that are sent. If one is refused, nothing changes. `questions` replaces the whole list. */
  changeSurvey(id: string, body: SurveyChange, options: ConditionalCallOptions = {}): Promise<ChangedSurvey> {
    const params = { path: { id }, header: conditionHeader(options) }
    const patch = (fetch: Fetch) => this.#http.PATCH('/api/v1/surveys/{id}', { params, body, fetch })
    // The index of a question is its position before the change, so after the change the same list has another meaning. And a
    // change with a condition would be refused because of itself.
    const isIdempotent = body.questions === undefined && options.ifMatch === undefined
    return this.#call('id', options, patch, { isIdempotent })
  }

  /**
   * Reads a survey and makes the change that `decide` returns. If anybody has edited the survey meanwhile, it does both again, so that
   * no edit is lost.
   * @param decide can be called several times, each time with the survey as it is then; returns undefined to change nothing
   * @returns undefined if nothing was to be changed
   * @throws ChangedError if the survey has been edited during five attempts in a row
   * @example await soundings.updateSurvey(id, ({ questions }) => ({ questions: [...questions, added] }))
   */
  async updateSurvey(
    id: string,
    decide: (survey: SurveyResults) => SurveyChange | undefined | Promise<SurveyChange | undefined>,
    options: CallOptions = {},
  ): Promise<ChangedSurvey | undefined> {
    for (let attempt = 1; ; attempt++) {
      const survey = await this.readResults(id, options)
      const change = await decide(survey)
      if (change === undefined) return undefined
      try {
        return await this.changeSurvey(id, change, { ...options, ifMatch: survey })
      } catch (error) {
        if (!(error instanceof ChangedError) || attempt === MAX_UPDATES) throw error
      }
    }
  }

  /** Creates a survey with the questions of another. */
  cloneSurvey(id: string, body: CloneChoices = {}, options: CopyOptions = {}): Promise<ClonedSurvey> {
    const params = { path: { id }, header: { ...keyHeader(options), ...conditionHeader(options) } }
    return this.#call('id', options, fetch => this.#http.POST('/api/v1/surveys/{id}/clone', { params, body, fetch }))
  }

  /** Creates a template with the current questions of a survey. */
  saveAsTemplate(id: string, body: TemplateName = {}, options: CopyOptions = {}): Promise<SavedTemplate> {
    const params = { path: { id }, header: { ...keyHeader(options), ...conditionHeader(options) } }
    const init = { params, body }
    const post = (fetch: Fetch) => this.#http.POST('/api/v1/surveys/{id}/save-as-template', { ...init, fetch })
    return this.#call('id', options, post)
  }

  /** The account's templates with their questions, most recently changed first. */
  async listTemplates(options: CallOptions = {}): Promise<Template[]> {
    const get = (fetch: Fetch) => this.#http.GET('/api/v1/templates', { fetch })
    return (await this.#call('templates', options, get)).templates
  }

  /** Creates a template. It has no link and collects nothing. */
  createTemplate(body: NewTemplate, options: KeyedCallOptions = {}): Promise<Template> {
    const params = { header: keyHeader(options) }
    return this.#call('id', options, fetch => this.#http.POST('/api/v1/templates', { params, body, fetch }))
  }

  /** Creates a survey with the current questions of a template. */
  launchTemplate(id: string, body: LaunchChoices = {}, options: KeyedCallOptions = {}): Promise<LaunchedSurvey> {
    const params = { path: { id }, header: keyHeader(options) }
    return this.#call('id', options, fetch => this.#http.POST('/api/v1/templates/{id}/launch', { params, body, fetch }))
  }

  /**
   * Submits one response to a survey, as its public page does: without the token, so that nothing says who has answered. The service
   * refuses it from web pages of other origins. One address can submit 3,000 responses a minute to a survey, unless the operator
   * has set another limit.
   * @param slug the id of the survey
   * @param answers one per question, in order: the text of an option, a whole number from 1 to 10, a text of at most 10,000 characters, or
   * null. Answers left out at the end are null, and so is the answer to a board.
   * @returns the response as it is stored
   * @throws RefusalError `invalid_answers` with the `questions` at fault, `survey_closed`, `survey_expired`, `response_removed` if
   * the response with this key has been deleted, `storage_limit_reached`; status 404 if there is no such survey
   */
  async submit(slug: string, answers: readonly Answer[], options: SubmitOptions = {}): Promise<SurveyResponse> {
    const body = JSON.stringify({ answers, key: options.key ?? randomUuid() })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const response = await this.#connection.send(`/s/${encodeURIComponent(slug)}/responses`, init, options)
    const stored = await jsonOf(response)
    if (isResponse(stored)) return stored
    throw new UnexpectedResponseError(response.status)
  }

  /**
   * What the admin token of a survey gives access to: new responses, events, exports and deletion. Nothing is sent for that.
   * @param id the id of the survey
   * @param adminToken the `admin_token` that `createSurvey` returned, or `listSurveys` with `includeAdmin`
   * @throws OptionsError if the token cannot be one
   */
  dashboard(id: string, adminToken: string): Dashboard {
    return new Dashboard(this.#connection, id, adminToken)
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
    options: CallOptions,
    send: Send<Data>,
    traits: Partial<RequestTraits>,
  ): Promise<{ data: NonNullable<Data>; status: number }> {
    let status = 0
    const fetch: Fetch = async request => {
      const response = await this.#connection.fetch(request, options, traits)
      status = response.status
      return response
    }
    try {
      const { data, error, response } = await send(fetch)
      if (data !== undefined && data !== null) {
        keepTag(data, response)
        return { data, status }
      }
      throw this.#connection.errorOf(response, error)
    } catch (error) {
      // openapi-fetch parses the body of a success, and does not say what the status was if that fails.
      throw error instanceof SyntaxError ? new UnexpectedResponseError(status) : error
    }
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

function isResponse(body: unknown): body is SurveyResponse {
  return typeof body === 'object' && body !== null && 'answers' in body
}

/** Every call has its own key, which all its attempts share. */
function keyHeader({ idempotencyKey }: KeyedCallOptions): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': idempotencyKey ?? randomKey() }
}
