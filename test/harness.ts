import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import type { OidcSettings } from '../src/config/environment.ts'
import type { ItemState } from '../src/domain/board.ts'
import type { Json } from '../src/domain/json.ts'
import { LISTEN_BACKLOG } from '../src/domain/limits.ts'
import { Refusal } from '../src/domain/refusal.ts'
import type { SignUpMode } from '../src/domain/sign-up.ts'
import type { SiteLinks } from '../src/domain/site-links.ts'
import { Documents, type Network } from '../src/outbound/documents.ts'
import { smtp } from '../src/outbound/smtp.ts'
import { Accounts, FOREVER } from '../src/service/accounts.ts'
import { operatorOf } from '../src/service/authentication.ts'
import { type Context, timestamp } from '../src/service/context.ts'
import { OneTimeLinks } from '../src/service/one-time-links.ts'
import type { ProviderObserver } from '../src/service/provider-sign-in.ts'
import { Responses } from '../src/service/responses.ts'
import { SCOPES } from '../src/service/scope.ts'
import { type BillingProvider, SubscriptionReadings } from '../src/service/subscription-readings.ts'
import { Surveys } from '../src/service/surveys.ts'
import { Templates } from '../src/service/templates.ts'
import { type ContextOptions, contextOn } from '../src/service/test-context.ts'
import { makeToken, tokenHash } from '../src/service/token.ts'
import { Turns } from '../src/service/turns.ts'
import type { Engine } from '../src/store/engine.ts'
import { Store } from '../src/store/store.ts'
import { newDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { send } from './http.ts'

/** A running service of its own: a fresh database of the engine under test, a clock that tests turn. */
export interface Service {
  /** e.g. http://127.0.0.1:40123, no slash at the end; also the BASE_URL the service believes in. */
  readonly baseUrl: string
  readonly clock: TestClock
  readonly database: TestDatabase
  /** Makes an account and a token that acts for it. */
  newCaller(options?: CallerOptions): Promise<Caller>
  accountIdOf(email: string): Promise<string>
  /** Leaves an account as if it had been made without a password. */
  removePassword(accountId: string): Promise<void>
  /** Sets the bytes that each survey of an account is counted with. */
  setStoredBytes(accountId: string, bytes: number): Promise<void>
  /** Sets the surveys that an account has made in its present day. */
  setSurveysMade(accountId: string, made: number): Promise<void>
  /** The path of an invitation, as the operator makes it. */
  invite(email: string): Promise<string>
  /** The path of a link for a new password, as the operator makes it. */
  resetLink(email: string): Promise<string>
  /** What is still to be done, and what has failed. */
  jobs(): Promise<{ email: string; attempts: number; failed: boolean; failure: string | null }[]>
  setEntitledUntil(accountId: string, until: number | null): Promise<void>
  /** Reads the subscriptions that are due to be read again, as the service does each minute. */
  readDue(): Promise<void>
  /** Sets a survey's expiry, which the API cannot do. */
  setExpiry(surveyId: string, expiresAt: number | null): Promise<void>
  revoke(tokenId: string): Promise<void>
  /** Deletes one that has no responses, which the API cannot do. */
  deleteSurvey(surveyId: string): Promise<void>
  deleteTemplate(templateId: string): Promise<void>
  /** Shows, holds, hides or answers a question on a board, which only its creator can do. */
  setItemState(itemId: string, state: ItemState): Promise<void>
  /** What the operator does from the command line. */
  setDisabled(accountId: string, disabled: boolean): Promise<void>
  /** Disables an account without the notification that goes with it, as where that is lost. */
  disableUnnoticed(accountId: string): Promise<void>
  takeDown(surveyId: string, takenDown: boolean): Promise<void>
  /** Seeds surveys and templates by the store, since filling an account by calls takes long. */
  fillSurveys(accountId: string, count: number): Promise<void>
  fillTemplates(accountId: string, count: number): Promise<void>
  /** Has an open survey answered so many times, the same each time. */
  fillResponses(slug: string, count: number, answers: Json[]): Promise<void>
  createToken(accountId: string): Promise<'created' | 'limit_reached'>
  /** Sets the palette that the account last saved in the browser. */
  savePalette(accountId: string, theme: string | object): Promise<void>
  /** The places of a survey's responses, in order; the API does not show them. */
  sequencesOf(slug: string): Promise<number[]>
  /** The hours (since the epoch) in which the sessions of a survey's dashboard were last used. */
  sessionHoursOf(slug: string): Promise<number[]>
  /** The same of the sessions of an account. */
  accountSessionHoursOf(accountId: string): Promise<number[]>
  /** Bytes that are counted as stored of a survey. */
  storedBytes(slug: string): Promise<number | undefined>
  /** Stops it; the database goes with it, unless it was given. */
  close(): Promise<void>
}

export interface ServiceOptions extends ContextOptions {
  /** When its clock begins. */
  now?: number
  /** A database to serve, which the test drops itself. */
  database?: TestDatabase
  /** A service to run beside, as a second process does: same database, clock and BASE_URL. Not on SQLite. */
  beside?: Service
  /** As in `Config`; the defaults are those of the service. */
  respondentLimit?: number
  respondentBytes?: number
  trustProxy?: number | string[]
  /** Default without limit, since clocks of tests stand still. */
  dashboardLimit?: number
  slowReaderMs?: number
  /** How long idle connections stay open when it closes, in milliseconds. Default: 0. */
  drainMs?: number
  toolWaitMs?: number
  maxConnections?: number
  streamsPerAddress?: number
  /** The mail server; default none. */
  smtp?: { url: string; from: string }
  signup?: SignUpMode
  /** Another provider with which people sign in; default none. */
  oidc?: OidcSettings
  providerObserver?: ProviderObserver
  siteLinks?: Partial<SiteLinks>
  /** Who sells subscriptions; with `billing: 'stripe'`. */
  payment?: { provider: BillingProvider; trialDays: number }
  /** Where documents of applications are fetched; default the internet. */
  network?: Network
  production?: boolean
  /** The BASE_URL that the service believes in; default where it is reached. */
  publicUrl?: string
  /** The host that it is reached at; browsers have passkeys for names only. Default 127.0.0.1. */
  hostname?: 'localhost'
  /** Whether requests for another host than that are refused, as where BASE_URL is set. */
  checksHost?: boolean
}

interface TestClock {
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

/** A service in this process, on a real socket. Tests close it in `after`. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { beside, now = Date.parse('2026-06-01T12:00:00Z') } = options
  const given = options.database ?? beside?.database
  const database = given ?? (await newDatabase())
  const clock = beside?.clock ?? new Clock(now)
  const engine = await database.open()
  const store = new Store(engine, { submissionsPerCommit: 500 })
  const context = contextOn(store, () => clock.now(), options)
  const documents = new Documents({ log: context.log, network: options.network })
  const port = await freePort()
  const baseUrl = `http://${options.hostname ?? '127.0.0.1'}:${port}`
  const app = await buildApp({
    context,
    baseUrl: options.publicUrl ?? beside?.baseUrl ?? baseUrl,
    siteLinks: { saysMadeWith: true, ...options.siteLinks },
    production: options.production ?? false,
    checksHost: options.checksHost ?? false,
    respondentLimit: options.respondentLimit ?? 3_000,
    dashboardLimit: options.dashboardLimit ?? 0,
    respondentBytes: options.respondentBytes ?? 33_554_432,
    trustProxy: options.trustProxy ?? 0,
    maxConnections: options.maxConnections,
    streamsPerAddress: options.streamsPerAddress ?? 3_000,
    signup: options.signup ?? 'open',
    payment: options.payment,
    sendMail: options.smtp && smtp(options.smtp),
    fetchDocument: address => documents.fetch(address),
    oidc: options.oidc,
    providerObserver: options.providerObserver,
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
  return { baseUrl, clock, database, ...seeding(context, engine), readDue, close }
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

/** Submissions under way at once: fewer than may wait. */
const TOGETHER = 1_000
const QUESTIONS = [{ type: 'free_text', text: 'Anything?' }]

/** What the API cannot do: accounts by the verbs, and states that come about in other ways straight in the database. */
function seeding(context: Context, engine: Engine) {
  const operator = operatorOf(context)
  const accounts = new Accounts(context)
  const surveys = new Surveys(context)
  const templates = new Templates(context, new Turns())
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
    setStoredBytes: (accountId: string, bytes: number) =>
      engine.write(async db => {
        await db.updateTable('survey').where('account_id', '=', accountId).set({ stored_bytes: bytes }).execute()
      }),
    setSurveysMade: (accountId: string, made: number) =>
      engine.write(async db => {
        await db.updateTable('account').where('id', '=', accountId).set({ surveys_made: made }).execute()
      }),
    removePassword: (accountId: string) =>
      engine.write(async db => {
        await db.updateTable('account').where('id', '=', accountId).set({ password_hash: null }).execute()
      }),
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
    deleteTemplate: (templateId: string) =>
      engine.write(async db => void (await db.deleteFrom('template').where('id', '=', templateId).execute())),
    setItemState: (itemId: string, state: ItemState) =>
      engine.write(async db => {
        await db.updateTable('board_item').where('id', '=', itemId).set({ state }).execute()
        await db
          .updateTable('survey')
          .set(row => ({ board_revision: row('board_revision', '+', 1) }))
          .where('id', 'in', db.selectFrom('board_item').where('id', '=', itemId).select('survey_id'))
          .execute()
      }),
    savePalette: (accountId: string, theme: string | object) =>
      engine.write(async db => {
        const palette = JSON.stringify(theme)
        await db.updateTable('account').where('id', '=', accountId).set({ palette }).execute()
      }),
    async sequencesOf(slug: string) {
      const ofSurvey = engine.reader.selectFrom('response').innerJoin('survey', 'survey.id', 'survey_id')
      const rows = await ofSurvey.where('slug', '=', slug).orderBy('sequence').select('sequence').execute()
      return rows.map(({ sequence }) => Number(sequence))
    },
    async sessionHoursOf(slug: string) {
      const { sessions = [] } = (await context.store.surveyCredentials.findOpeners(slug)) ?? {}
      return sessions.map(({ lastUsedHour }) => lastUsedHour)
    },
    async accountSessionHoursOf(accountId: string) {
      const sessions = await context.store.accountSessions.list(accountId)
      return sessions.map(({ lastUsedHour }) => lastUsedHour)
    },
    storedBytes: async (slug: string) => (await context.store.storedBytesAt(slug))?.survey,
    revoke: (tokenId: string) => accounts.revokeToken(operator, tokenId),
    setDisabled: async (accountId: string, disabled: boolean) =>
      void (await accounts.setDisabled(operator, { id: accountId }, disabled)),
    disableUnnoticed: (accountId: string) =>
      engine.write(
        async db => void (await db.updateTable('account').where('id', '=', accountId).set({ disabled: 1 }).execute()),
      ),
    takeDown: (surveyId: string, takenDown: boolean) => surveys.setTakenDown(operator, surveyId, takenDown),
    async fillSurveys(accountId: string, count: number) {
      const holder = operator.actAs({ id: accountId, entitledUntil: FOREVER })
      for (let made = 0; made < count; made++)
        await surveys.create(holder, { title: `Survey ${made}`, questions: QUESTIONS })
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
