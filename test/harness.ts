import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import type { OidcSettings } from '../src/config/environment.ts'
import type { SignUpMode } from '../src/domain/accounts/sign-up.ts'
import type { Json } from '../src/domain/values/json.ts'
import { Refusal } from '../src/domain/values/refusal.ts'
import type { SiteLinks } from '../src/domain/values/site-links.ts'
import { Documents, type Network } from '../src/outbound/documents.ts'
import { smtp } from '../src/outbound/smtp.ts'
import { operatorOf } from '../src/service/access/authentication.ts'
import { SCOPES } from '../src/service/access/scope.ts'
import { makeToken, tokenHash } from '../src/service/access/token.ts'
import { Accounts, FOREVER } from '../src/service/accounts/accounts.ts'
import { OneTimeLinks } from '../src/service/accounts/one-time-links.ts'
import type { ProviderObserver } from '../src/service/accounts/provider-sign-in.ts'
import { type BillingProvider, SubscriptionReadings } from '../src/service/billing/subscription-readings.ts'
import { type Context, timestamp } from '../src/service/context.ts'
import { Responses } from '../src/service/responses/responses.ts'
import { RoundRobin } from '../src/service/round-robin.ts'
import { SurveyCreation } from '../src/service/surveys/survey-creation.ts'
import { Surveys } from '../src/service/surveys/surveys.ts'
import { Templates } from '../src/service/surveys/templates.ts'
import { type ContextOptions, contextOn } from '../src/service/test-context.ts'
import type { Engine } from '../src/store/engine.ts'
import { Store } from '../src/store/store.ts'
import { LISTEN_BACKLOG } from '../src/transport/limits.ts'
import { Pace } from '../src/transport/pace.ts'
import { newDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { send } from './http.ts'

/** A running service: a new database of the engine under test, and a clock that tests control. */
export interface Service {
  /** e.g. http://127.0.0.1:40123, without a slash at the end; also the service’s BASE_URL. */
  readonly baseUrl: string
  readonly clock: TestClock
  readonly database: TestDatabase
  /** For what is set up or read in the database itself: test/setup. */
  readonly engine: Engine
  readonly context: Context
  /** Creates an account and a token for it. */
  newCaller(options?: CallerOptions): Promise<Caller>
  accountIdOf(email: string): Promise<string>
  /** The path of an invitation, as the operator creates it. */
  invite(email: string): Promise<string>
  /** The path of a password link, as the operator creates it. */
  resetLink(email: string): Promise<string>
  /** Jobs that are pending, and jobs that have failed. */
  jobs(): Promise<{ email: string; attempts: number; failed: boolean; failure: string | null }[]>
  setEntitledUntil(accountId: string, until: number | null): Promise<void>
  /** Reads the subscriptions that are due to be read again, as the service does each minute. */
  readDue(): Promise<void>
  /** Sets a survey's expiry, which the API cannot do. */
  setExpiry(surveyId: string, expiresAt: number | null): Promise<void>
  revoke(tokenId: string): Promise<void>
  /** Deletes a survey without responses, which the API cannot do. */
  deleteSurvey(surveyId: string): Promise<void>
  /** Operator actions from the command line. */
  setDisabled(accountId: string, disabled: boolean): Promise<void>
  takeDown(surveyId: string, takenDown: boolean): Promise<void>
  /** Inserts surveys and templates through the store, because filling an account by API calls takes long. */
  fillSurveys(accountId: string, count: number): Promise<void>
  fillTemplates(accountId: string, count: number): Promise<void>
  /** Submits this many responses to an open survey, all the same. */
  fillResponses(slug: string, count: number, answers: Json[]): Promise<void>
  createToken(accountId: string): Promise<'created' | 'limit_reached'>
  /** Sets the palette that the account last saved in the browser. */
  savePalette(accountId: string, theme: string | object): Promise<void>
  /** Stops the service, and drops its database unless the caller provided it. */
  close(): Promise<void>
}

export interface ServiceOptions extends ContextOptions {
  /** The start of its clock. */
  now?: number
  /** A database to serve, which the test drops itself. */
  database?: TestDatabase
  /** A service to run alongside, like a second process: same database, clock and BASE_URL. Not on SQLite. */
  beside?: Service
  /** The port of one that was closed, to start it again; default a free one. */
  port?: number
  /** As in `Config`; the defaults are the service’s. */
  respondentLimit?: number
  peoplePerAddress?: number
  respondentBytes?: number
  trustProxy?: number | string[]
  /** Unlimited by default, since the clocks of tests stand still. */
  dashboardLimit?: number
  /** By default, no sender rests, however slow the machine is. */
  pace?: Pace
  slowReaderMs?: number
  /** How long idle connections stay open after closing, in milliseconds. Default: 0. */
  drainMs?: number
  toolWaitMs?: number
  maxConnections?: number
  streamsPerAddress?: number
  /** The mail server; default none. */
  smtp?: { url: string; from: string }
  signup?: SignUpMode
  /** An OpenID Connect provider; default none. */
  oidc?: OidcSettings
  providerObserver?: ProviderObserver
  siteLinks?: Partial<SiteLinks>
  frontSurvey?: string
  /** The payment provider, for `billing: 'stripe'`. */
  payment?: { provider: BillingProvider; trialDays: number }
  /** Where documents of applications are fetched; default the internet. */
  network?: Network
  production?: boolean
  /** The service’s BASE_URL; default its actual address. */
  publicUrl?: string
  /** The host at which it is reached; browsers support passkeys only for names. Default 127.0.0.1. */
  hostname?: 'localhost'
  /** Whether requests for any other host are refused, as they are when BASE_URL is set. */
  checksHost?: boolean
}

interface TestClock {
  now(): number
  advance(milliseconds: number): void
}

export interface CallerOptions {
  /** Default true: subscribed far into the future. */
  subscribed?: boolean
  /** Default 'surveys:read surveys:write'. */
  scope?: string
  /** Default 'pat'. */
  kind?: 'pat' | 'oauth'
  /** When the token expires; default never. */
  expiresAt?: number
  /** An existing account for which to create another token. */
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

/** A body with members that tests access freely: every member is again one. */
type Loose = Loose[] & { readonly [name: string]: Loose }

export interface Call {
  token?: string
  /** An object is sent as JSON, a string as it is. */
  body?: unknown
  headers?: Record<string, string>
}

/** One HTTP call to the service: `call(service, 'POST', '/api/v1/surveys', { token, body })`. */
export async function call(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  method: string,
  path: string,
  { token, body, headers = {} }: Call = {},
): Promise<Answer> {
  const authorization = token !== undefined && { authorization: `Bearer ${token}` }
  const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await send(method, baseUrl + path, { ...authorization, ...headers }, content)
  return { ...answer, body: parsed(answer.text) }
}

/** Starts a service in this process, on a real socket. Tests close it in `after`. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { beside, now = Date.parse('2026-06-01T12:00:00Z') } = options
  const given = options.database ?? beside?.database
  const database = given ?? (await newDatabase())
  const clock = beside?.clock ?? new Clock(now)
  const engine = await database.open()
  const store = new Store(engine, { submissionsPerCommit: 500 })
  const context = contextOn(store, () => clock.now(), options)
  const documents = new Documents({ log: context.log, network: options.network })
  const port = options.port ?? (await freePort())
  const baseUrl = `http://${options.hostname ?? '127.0.0.1'}:${port}`
  const app = await buildApp({
    context,
    baseUrl: options.publicUrl ?? beside?.baseUrl ?? baseUrl,
    siteLinks: { saysMadeWith: true, ...options.siteLinks },
    production: options.production ?? false,
    checksHost: options.checksHost ?? false,
    respondentLimit: options.respondentLimit ?? 3_000,
    peoplePerAddress: options.peoplePerAddress ?? 500,
    dashboardLimit: options.dashboardLimit ?? 0,
    respondentBytes: options.respondentBytes ?? 33_554_432,
    trustProxy: options.trustProxy ?? 0,
    maxConnections: options.maxConnections,
    streamsPerAddress: options.streamsPerAddress ?? 3_000,
    signup: options.signup ?? 'open',
    frontSurvey: options.frontSurvey,
    payment: options.payment,
    sendMail: options.smtp && smtp(options.smtp),
    fetchDocument: address => documents.fetch(address),
    oidc: options.oidc,
    providerObserver: options.providerObserver,
    pace: options.pace ?? new Pace({ busy: () => 0 }),
    ...(options.slowReaderMs !== undefined && { slowReaderMs: options.slowReaderMs }),
    ...(options.drainMs !== undefined && { drainMs: options.drainMs }),
    ...(options.toolWaitMs !== undefined && { toolWaitMs: options.toolWaitMs }),
  })
  await app.listen({ port, host: '127.0.0.1', backlog: LISTEN_BACKLOG })
  const close = async () => {
    await closeAll(app, context.store)
    if (given === undefined) await database.drop()
  }
  const readDue = async () => options.payment && new SubscriptionReadings(context, options.payment.provider).readDue()
  return { baseUrl, clock, database, engine, context, ...seeding(context, engine), readDue, close }
}

class Clock implements TestClock {
  #now: number

  constructor(now: number) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
}

/** Submissions under way at once: fewer than the queue allows. */
const TOGETHER = 1_000
const QUESTIONS = [{ type: 'free_text', text: 'Anything?' }]

/**
 * Set-up that the API does not offer. Accounts are created through the services; other states are written to the
 * database.
 */
function seeding(context: Context, engine: Engine) {
  const operator = operatorOf(context)
  const accounts = new Accounts(context)
  const surveys = new Surveys(context)
  const templates = new Templates(context, new RoundRobin())
  const responses = new Responses(context)
  return {
    newCaller: (options: CallerOptions = {}) => newCaller(context, options),
    invite: (email: string) => new OneTimeLinks(context).create('invitation', { accountId: null, email }),
    resetLink: async (email: string) => accounts.createResetLink(operator, await accounts.find(operator, email)),
    jobs: async () => {
      const rows = await engine.reader.selectFrom('job').selectAll().orderBy('id').execute()
      return rows.map(({ email, attempts, failed_at, failure }) => ({
        email,
        attempts: Number(attempts),
        failed: failed_at !== null,
        failure,
      }))
    },
    accountIdOf: async (email: string) => (await accounts.find(operator, email)).id,
    setEntitledUntil: async (accountId: string, until: number | null) =>
      void (await context.store.billing.grant(accountId, until, context.clock())),
    setExpiry: (surveyId: string, expiresAt: number | null) =>
      engine.write(async db => {
        const change = db.updateTable('survey').where('slug', '=', surveyId).set('expires_at', expiresAt)
        await change.set(survey => ({ revision: survey('revision', '+', 1) })).execute()
        await engine.notify(db, { slug: surveyId, part: 'survey' })
      }),
    deleteSurvey: (surveyId: string) =>
      engine.write(async db => void (await db.deleteFrom('survey').where('slug', '=', surveyId).execute())),
    savePalette: (accountId: string, theme: string | object) =>
      engine.write(async db => {
        const palette = JSON.stringify(theme)
        await db.updateTable('account').where('id', '=', accountId).set({ palette }).execute()
      }),
    revoke: (tokenId: string) => accounts.revokeToken(operator, tokenId),
    setDisabled: async (accountId: string, disabled: boolean) =>
      void (await accounts.setDisabled(operator, { id: accountId }, disabled)),
    takeDown: (surveyId: string, takenDown: boolean) => surveys.setTakenDown(operator, surveyId, takenDown),
    async fillSurveys(accountId: string, count: number) {
      const holder = operator.actAs({ id: accountId, entitledUntil: FOREVER })
      for (let made = 0; made < count; made++)
        await new SurveyCreation(context).create(holder, { title: `Survey ${made}`, questions: QUESTIONS })
    },
    async fillTemplates(accountId: string, count: number) {
      const holder = operator.actAs({ id: accountId, entitledUntil: FOREVER })
      for (let made = 0; made < count; made++)
        await templates.create(holder, { name: `Template ${made}`, questions: QUESTIONS })
    },
    async fillResponses(slug: string, count: number, answers: Json[]) {
      for (let left = count; left > 0; left -= TOGETHER) {
        const size = Math.min(TOGETHER, left)
        await Promise.all(Array.from({ length: size }, () => responses.submit(slug, { answers })))
      }
    },
    async createToken(accountId: string) {
      const email = await context.store.accounts.findEmail(accountId)
      assert.ok(email)
      const account = await accounts.find(operator, email)
      try {
        await accounts.createToken(operator, account, { name: null, expiresAt: null })
        return 'created' as const
      } catch (error) {
        if (error instanceof Refusal && error.refusal === 'token_limit') return 'limit_reached' as const
        throw error
      }
    },
  }
}

export async function newCaller(context: Context, options: CallerOptions = {}): Promise<Caller> {
  const { store, random } = context
  const email = `${random.uuid()}@example.org`
  const accountId = options.accountId ?? random.uuid()
  const entitledUntil = options.subscribed === false ? null : FOREVER
  const createdAt = timestamp(context)
  if (options.accountId === undefined)
    await store.accounts.add({ id: accountId, email, name: null, passwordHash: null, entitledUntil, createdAt })
  const token = makeToken(random)
  const tokenId = random.uuid()
  const { kind = 'pat', scope = SCOPES.join(' '), expiresAt = null } = options
  const row = { id: tokenId, accountId, kind, scope, expiresAt, name: null, createdAt, lastFour: token.slice(-4) }
  await store.tokens.add({ ...row, hash: tokenHash(token) }, Number.MAX_SAFE_INTEGER, context.clock())
  return { accountId, email, token, tokenId }
}

async function closeAll(app: FastifyInstance, store: Store): Promise<void> {
  await app.close()
  await store.close()
}

function parsed(text: string): Loose {
  try {
    return JSON.parse(text)
  } catch {
    return undefined as unknown as Loose
  }
}
