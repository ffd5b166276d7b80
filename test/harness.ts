/** A running service of its own: fresh embedded database in a temporary folder, a clock that tests turn. */
export interface Service {
  /** e.g. http://127.0.0.1:40123, no slash at the end; also the BASE_URL the service believes in. */
  readonly baseUrl: string
  readonly dataDir: string
  readonly clock: TestClock
  /** Makes an account and a token that acts for it. */
  newCaller(options?: CallerOptions): Promise<Caller>
  setEntitledUntil(accountId: string, until: number | null): Promise<void>
  /** Sets a survey's expiry, which the API cannot do. */
  setExpiry(surveyId: string, expiresAt: number | null): Promise<void>
  revoke(tokenId: string): Promise<void>
  close(): Promise<void>
}

export interface TestClock {
  now(): number
  advance(milliseconds: number): void
}

export interface CallerOptions {
  /** Default true: entitled for the far future. */
  subscribed?: boolean
  /** Default 'surveys:read surveys:write'. */
  scope?: string
  /** Default 'pat'. */
  kind?: 'pat' | 'oauth'
  /** When the token expires; default never. */
  expiresAt?: number
  /** An existing account to make a further token for. */
  accountId?: string
}

export interface Caller {
  readonly accountId: string
  readonly email: string
  readonly token: string
  readonly tokenId: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined where it is empty or not JSON. */
  readonly body: Loose
}

/** A body that tests reach into freely: every member is again one. */
export type Loose = Loose[] & { readonly [name: string]: Loose }

export interface Call {
  token?: string
  /** An object is sent as JSON, a string as it is. */
  body?: unknown
  headers?: Record<string, string>
}

/** One HTTP call to the service: `call(service, 'POST', '/api/v1/surveys', {token, body})`. */
export declare function call(service: Pick<Service, 'baseUrl'>, method: string, path: string, options?: Call): Promise<Answer>

/** `await using service = await startService()` is not used: tests close in `after`. */
export declare function startService(options?: { dataDir?: string; now?: number }): Promise<Service>
