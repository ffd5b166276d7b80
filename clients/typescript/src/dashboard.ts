import { type CallOptions, type Connection, jsonOf } from './connection.ts'
import { type ConditionalCallOptions, conditionHeader } from './entity-tags.ts'
import { isSoundingsError, UnexpectedResponseError } from './errors.ts'
import { readEvents } from './event-stream.ts'
import { checkedAdminToken } from './options.ts'
import type { RequestTraits } from './retry.ts'
import type { ListedResponse, SurveyEvent } from './types.ts'

/** Number of responses that one request reads, of those that the service allows. */
const PAGE_SIZE = 1_000
/** Longest delay before a lost event stream is opened again. The retries of that request have longer ones. */
const RECONNECT_MS = 1_000

export interface ReadingOptions extends CallOptions {
  /** The `cursor` of an earlier reading. By default it begins with the first response. */
  readonly since?: string | undefined
}

/** What a survey says besides its questions. */
export interface SurveyTexts {
  /** Up to 2,000 characters below the title. */
  readonly introduction?: string
  /** Up to 1,000 characters once an answer is stored. */
  readonly thanks?: string
}

/** Questions in a row that respondents see as one. */
export interface QuestionGroup {
  /** A later version may have others. */
  readonly kind: 'check_list' | 'grid' | 'ranking' | 'other' | 'section' | (string & {})
  /** The indexes of the first and the last question. */
  readonly from: number
  readonly to: number
  /** Of a grid, a ranking and a section. */
  readonly title?: string
  /** Of a section. */
  readonly text?: string
  /** How many are chosen at least, of a check-list and a ranking, and at most, of a check-list. */
  readonly min?: number
  readonly max?: number
}

/** What is set for a survey beside its questions. */
export interface DashboardSettings {
  /** A BCP 47 tag; null where it is found from the texts. */
  readonly language: string | null
  /** Of each question by its position, such as `description`, `right` or `scale_words`; null for none. */
  readonly question_settings: readonly (object | null)[]
  /** Changed as a whole. */
  readonly texts: SurveyTexts
  /** In the order of their questions. Changed as a whole. */
  readonly groups: readonly QuestionGroup[]
}

/** `boards-csv` has what respondents asked on boards; all others have the responses. */
export type ExportFormat = 'json' | 'csv' | 'boards-csv' | 'xlsx'

export interface ExportOptions extends CallOptions {
  /**
   * CSV that opens with a double click: UTF-16 with tabs, in which no text runs as a formula. By default CSV is UTF-8 with commas and
   * every text as it was written, for programs.
   */
  readonly isForSpreadsheet?: boolean
}

/** A file, as bytes in the order in which they arrive. Iterate over it once, or its connection stays open. */
export interface SurveyExport extends AsyncIterable<Uint8Array> {
  /** Such as `retro.csv`; never a path. */
  readonly name: string
  /** A media type, such as `text/csv; charset=utf-8; header=present`. */
  readonly type: string
}

/**
 * What the admin token of a survey gives access to. Everybody who uses the dashboard of a survey shares 1,200 requests a minute; none of
 * them counts for an API token. Every call throws a refusal with status 404 if the token is wrong or has been replaced, or the survey does not exist.
 */
export class Dashboard {
  readonly #connection: Connection
  readonly #path: string
  readonly #headers: Readonly<Record<string, string>>

  /** @throws OptionsError if the token cannot be one */
  constructor(connection: Connection, id: string, adminToken: string) {
    this.#connection = connection
    this.#path = `/admin/api/${encodeURIComponent(id)}`
    this.#headers = { authorization: `Bearer ${checkedAdminToken(adminToken)}` }
  }

  /**
   * The responses since a cursor, oldest first, in pages of up to 1,000. Their `submitted_at` is given to the minute here.
   * @example for await (const { answers } of dashboard.responses({ since })) console.log(answers)
   */
  responses({ since, ...options }: ReadingOptions = {}): ResponseReading {
    return new ResponseReading(async cursor => {
      const response = await this.#send(
        'GET',
        `/responses?limit=${PAGE_SIZE}&after=${encodeURIComponent(cursor)}`,
        options,
      )
      const page = await jsonOf(response)
      if (isPage(page)) return page
      throw new UnexpectedResponseError(response.status)
    }, since)
  }

  /**
   * What happens to the survey, as it happens, at most four times a second. It begins with the current state, and again after each lost
   * connection: an event says what is now, and none is missed for good. A first connection is retried like other calls,
   * a lost one until it is back. A `timeout` below the default of 30,000 would be shorter than the pauses of a healthy stream.
   *
   * The loop ends with `break`, or throws the reason of the signal. A refusal with status 404 means that the survey has been deleted, or
   * that there is a new admin token.
   */
  async *watch(options: CallOptions = {}): AsyncGenerator<SurveyEvent, never> {
    for (let retries: number | undefined; ; retries = Number.POSITIVE_INFINITY) {
      const traits = { isStreamed: true, ...(retries !== undefined && { retries }) }
      const { body, headers, status } = await this.#send('GET', '/events', options, traits)
      if (body === null || headers.get('content-type')?.startsWith('text/event-stream') !== true)
        throw new UnexpectedResponseError(status)
      try {
        yield* readEvents(this.#connection.readChunks(body, options))
      } catch (error) {
        if (error instanceof SyntaxError) throw new UnexpectedResponseError(status)
        if (!isSoundingsError(error)) throw error
      }
      await this.#connection.pause(RECONNECT_MS, options)
    }
  }

  /**
   * All responses as a file, which is streamed whatever its size; `submitted_at` is given to the minute.
   * @example await writeFile(file.name, file) // of node:fs/promises
   * @throws RefusalError `too_many_responses` for XLSX of over 20,000 responses, `too_large` for XLSX of over 1,000,000 cells or
   * 16,000,000 characters: use `csv`. Iterating throws an InterruptedError if the connection fails before the end.
   */
  async export(format: ExportFormat, { isForSpreadsheet, ...options }: ExportOptions = {}): Promise<SurveyExport> {
    const path = format === 'boards-csv' ? '/export-boards.csv' : `/export.${format}`
    const query = isForSpreadsheet === true ? '?for=spreadsheet' : ''
    const { body, headers, status } = await this.#send('GET', path + query, options, { isStreamed: true })
    // A name with a slash could be a path to another folder.
    const [, name] = /^attachment; filename="([\w-]+\.\w+)"$/.exec(headers.get('content-disposition') ?? '') ?? []
    if (body === null || name === undefined) throw new UnexpectedResponseError(status)
    const chunks = this.#connection.readToEnd(body, options)
    return { name, type: headers.get('content-type') ?? '', [Symbol.asyncIterator]: () => chunks }
  }

  /** The language that is chosen for the texts of the survey, as a BCP 47 tag; null where it is found from them. */
  async readLanguage(options: CallOptions = {}): Promise<string | null> {
    const response = await this.#send('GET', '', options)
    const survey = await jsonOf(response)
    if (hasLanguage(survey)) return survey.language
    throw new UnexpectedResponseError(response.status)
  }

  /** Says what language the texts of the survey are in; null has it found from them. */
  async changeLanguage(language: string | null, options: ConditionalCallOptions = {}): Promise<void> {
    await this.#send('PATCH', '', options, { isIdempotent: options.ifMatch === undefined }, { language })
  }

  /** What is set for the survey beside its questions. */
  async readSettings(options: CallOptions = {}): Promise<DashboardSettings> {
    const response = await this.#send('GET', '', options)
    const survey = await jsonOf(response)
    if (!hasLanguage(survey) || !hasSettings(survey)) throw new UnexpectedResponseError(response.status)
    return {
      language: survey.language,
      question_settings: survey.question_settings,
      texts: survey.texts,
      groups: survey.groups,
    }
  }

  /** Changes those settings that are named. Those of questions are by their positions, and replace all there were. */
  async changeSettings(settings: Partial<DashboardSettings>, options: ConditionalCallOptions = {}): Promise<void> {
    await this.#send('PATCH', '', options, { isIdempotent: options.ifMatch === undefined }, settings)
  }

  /**
   * Deletes the survey with all its responses, for good. Its id stays taken. The call is not repeated after an unclear
   * failure: when you repeat it, status 404 means that the survey is gone.
   */
  async delete(options: ConditionalCallOptions = {}): Promise<void> {
    await this.#send('DELETE', '', options, { isIdempotent: false })
  }

  #send(
    method: string,
    path: string,
    options: ConditionalCallOptions,
    traits?: Partial<RequestTraits>,
    body?: object,
  ): Promise<Response> {
    const headers = { ...this.#headers, ...conditionHeader(options) }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return this.#connection.send(this.#path + path, init, options, traits)
  }
}

interface Page {
  readonly responses: readonly ListedResponse[]
  /** Null at the end. */
  readonly next: number | null
  readonly cursor: string
}

/** Responses from a cursor on. Iterating again reads those that have arrived since. */
export class ResponseReading implements AsyncIterable<ListedResponse> {
  readonly #read: (cursor: string) => Promise<Page>
  #cursor: string

  constructor(read: (cursor: string) => Promise<Page>, cursor = '0') {
    this.#read = read
    this.#cursor = cursor
  }

  /**
   * Where to go on, at any later time and in any program. It moves when the loop has finished with a page: after a failure in
   * the middle some responses are read a second time, and none is left out.
   */
  get cursor(): string {
    return this.#cursor
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ListedResponse> {
    for (let next: number | null = 0; next !== null; ) {
      const page: Page = await this.#read(this.#cursor)
      yield* page.responses
      this.#cursor = page.cursor
      next = page.next
    }
  }
}

function hasLanguage(body: unknown): body is { readonly language: string | null } {
  return typeof body === 'object' && body !== null && 'language' in body
}

const MEMBERS = ['question_settings', 'texts', 'groups']

function hasSettings(body: unknown): body is Omit<DashboardSettings, 'language'> {
  return typeof body === 'object' && body !== null && MEMBERS.every(name => name in body)
}

function isPage(body: unknown): body is Page {
  return typeof body === 'object' && body !== null && 'responses' in body && 'cursor' in body
}
