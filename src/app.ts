import type { FastifyInstance } from 'fastify'
import { account } from './account/account.ts'
import { CALLBACK_PATH } from './account/accounts/provider-link.ts'
import { holderOf, SessionCookie } from './account/authenticate.ts'
import { api } from './api/api.ts'
import { SurveySerializer } from './api/serialize.ts'
import type { OidcSettings } from './config/environment.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { resultsChannels } from './dashboard/events.ts'
import { csv } from './dashboard/exports/csv.ts'
import { dashboardPages } from './dashboard/pages.ts'
import { ProjectedResults } from './dashboard/projected-results.ts'
import { projection } from './dashboard/projection.ts'
import { remote } from './dashboard/remote.ts'
import { surveyFile } from './dashboard/survey-file.ts'
import { docs } from './docs/docs.ts'
import type { Mail, RenderedMail } from './domain/accounts/mail.ts'
import type { SignUpMode } from './domain/accounts/sign-up.ts'
import type { SiteLinks } from './domain/values/site-links.ts'
import { renderMail } from './html/mail.ts'
import { type McpParts, mcp } from './mcp/mcp.ts'
import { TOOL_WAIT_MS } from './mcp/waiting.ts'
import { oauth } from './oauth/oauth.ts'
import { OpenIdProvider } from './outbound/openid.ts'
import { readAssets } from './pages/assets.ts'
import { BoardDocuments } from './pages/boards/board-documents.ts'
import { PageCache } from './pages/page-cache.ts'
import { pages, renderUnknownPath } from './pages/pages.ts'
import type { RequestLimitsParts } from './pages/request-limits.ts'
import { sendPreview } from './pages/surveys/preview.ts'
import { AttemptLimits } from './service/access/attempt-limits.ts'
import { Authentication } from './service/access/authentication.ts'
import { DashboardRateLimit } from './service/access/dashboard-rate-limit.ts'
import { RespondentRateLimit } from './service/access/respondent-rate-limit.ts'
import { Sessions } from './service/access/sessions.ts'
import { SurveyLinks } from './service/access/survey-links.ts'
import { AccountMail } from './service/accounts/account-mail.ts'
import { AccountRecovery } from './service/accounts/account-recovery.ts'
import { AccountSessions } from './service/accounts/account-sessions.ts'
import { AccountSettings } from './service/accounts/account-settings.ts'
import { Applications } from './service/accounts/applications.ts'
import { deletionHandler } from './service/accounts/deletion.ts'
import { Grants } from './service/accounts/grants.ts'
import { PasskeyRelyingParty } from './service/accounts/passkey-relying-party.ts'
import { PasskeySignIn } from './service/accounts/passkey-sign-in.ts'
import { Passkeys } from './service/accounts/passkeys.ts'
import { Passwords } from './service/accounts/passwords.ts'
import { type ProviderObserver, ProviderSignIn } from './service/accounts/provider-sign-in.ts'
import { SignUp } from './service/accounts/sign-up.ts'
import { Billing, type Sale } from './service/billing/billing.ts'
import { SubscriptionReadings } from './service/billing/subscription-readings.ts'
import { Boards } from './service/boards/boards.ts'
import { ChangeFeed } from './service/change-feed.ts'
import type { Context } from './service/context.ts'
import { type JobObserver, JobRunner } from './service/jobs.ts'
import { handoverHandler } from './service/moving/handover.ts'
import { Restorations } from './service/moving/restorations.ts'
import { ReceivedResponses } from './service/responses/received-responses.ts'
import { Responses } from './service/responses/responses.ts'
import { Audience } from './service/results/audience.ts'
import { Comparisons } from './service/results/comparisons.ts'
import { Presentations } from './service/results/presentations.ts'
import { ProjectedTexts } from './service/results/projected-texts.ts'
import { Records } from './service/results/records.ts'
import { SharedResults } from './service/results/shared-results.ts'
import { SurveyResults } from './service/results/survey-results.ts'
import { RoundRobin } from './service/round-robin.ts'
import { Drafts } from './service/surveys/drafts.ts'
import { endFreePlan } from './service/surveys/free-plan.ts'
import { SurveyCreation } from './service/surveys/survey-creation.ts'
import { Surveys } from './service/surveys/surveys.ts'
import { Templates } from './service/surveys/templates.ts'
import { bodyReader } from './transport/bodies/body-reader.ts'
import { maxConnectionsFor, streamLimitsFor } from './transport/connections.ts'
import { health } from './transport/health.ts'
import { hostCheck } from './transport/host.ts'
import { PROCESS_WAITING_BYTES, SLOW_READER_MS } from './transport/limits.ts'
import { OutageLog } from './transport/log/outage-log.ts'
import { type RequestObserver, requestLog } from './transport/log/request-log.ts'
import { RespondentLog } from './transport/log/respondent-log.ts'
import { Pace } from './transport/pace.ts'
import { type CheckReadiness, shareChecks } from './transport/readiness.ts'
import { responseHeaders } from './transport/security-headers.ts'
import { isFromProxy, senderAddress } from './transport/sender-address.ts'
import { createHttpServer } from './transport/server.ts'
import { provideSiteLinks } from './transport/site-links.ts'
import { EventStreams, type StreamObserver } from './transport/streams/event-streams.ts'

export interface AppOptions {
  readonly context: Context
  /** The service's address, without a trailing slash. */
  readonly baseUrl: string
  /** See `Config`. */
  readonly respondentLimit: number
  /** People expected behind one network address; 0 means any number. */
  readonly peoplePerAddress: number
  readonly respondentBytes: number
  readonly dashboardLimit: number
  readonly trustProxy: number | string[]
  readonly maxConnections: number | undefined
  readonly streamsPerAddress: number
  readonly signup: SignUpMode
  /** Undefined if the service sends no mail. */
  readonly sendMail?: ((mail: RenderedMail) => Promise<void>) | undefined
  /** Undefined if nothing is sold. */
  readonly payment?: Omit<Sale, 'readings'> | undefined
  /** Fetches a JSON document from an address named by a stranger. */
  readonly fetchDocument: (address: URL) => Promise<Response>
  /** See `Config`. */
  readonly oidc?: OidcSettings | undefined
  readonly providerObserver?: ProviderObserver | undefined
  readonly loadObserver?: (StreamObserver & JobObserver) | undefined
  readonly siteLinks: SiteLinks
  /** See `Config`. */
  readonly frontSurvey?: string | undefined
  readonly production: boolean
  readonly checksHost: boolean
  readonly requestObserver?: RequestObserver | undefined
  /** By default, one by the time that this process is busy. */
  readonly pace?: Pace
  /** `SLOW_READER_MS` by default. */
  readonly slowReaderMs?: number
  /** See `ServerParts`; 0 by default. */
  readonly drainMs?: number
  /** How long a tool call waits for responses at most, in milliseconds. */
  readonly toolWaitMs?: number
}

/** The only place where the parts are put together. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { context, baseUrl } = options
  const { caches, clock, log, random, store } = context
  await endFreePlan(context)
  const checkReadiness = shareChecks(() => store.checkReadiness(context.submissions.ended))
  const maxConnections = maxConnectionsFor(options.maxConnections)
  const addressOf = senderAddress(options.trustProxy)
  const app = openServer(options, { checkReadiness, maxConnections, addressOf })
  const streams = new EventStreams(streamLimitsFor(maxConnections, options.streamsPerAddress), options.loadObserver)
  app.addHook('preClose', async () => streams.close())
  const assets = readAssets()
  if (assets.size === 0) log.warn('dist is empty: surveys work without scripts, dashboards do not; run `npm run build`')

  const parts = {
    ...surveyServices(context),
    ...accountServices(app, options),
    addressOf,
    baseUrl,
    cache: caches.documents,
    clock,
    log,
    random,
    streams,
    pathOf: (name: string) => assets.get(name)?.path,
  }
  const projectedResults = new ProjectedResults()
  const audience = new Audience({ store, processId: random.uuid(), countHere: slug => streams.respondentsOf(slug) })
  const channels = resultsChannels({ ...parts, projectedResults, audience })
  const linkParts = { ...parts, projectedResults, channels }
  const newDashboardLimit = () => new DashboardRateLimit(options.dashboardLimit, clock)
  const { respondentLimit: writes, respondentBytes: bytes, peoplePerAddress } = options
  const limits = { writes, bytes, misses: peoplePerAddress }

  await app.register(api({ ...parts, publishDocs: docs(parts) }))
  await app.register(mcp({ ...parts, responsesCsv, waitMs: options.toolWaitMs ?? TOOL_WAIT_MS }))
  await app.register(dashboard({ ...linkParts, rateLimit: newDashboardLimit() }), { prefix: '/admin/api/:slug' })
  await app.register(projection({ ...linkParts, rateLimit: newDashboardLimit() }), { prefix: '/p/api/:token' })
  await app.register(remote({ ...linkParts, rateLimit: newDashboardLimit() }), { prefix: '/remote/api/:token' })
  await app.register(dashboardPages(parts))
  await app.register(
    account({
      ...parts,
      surveyFile: surveyFile({ ...parts, serializer: new SurveySerializer(baseUrl) }),
      sendPreview,
      freeSurveyDays: context.freeSurveyDays,
    }),
  )
  const cookie = new SessionCookie(baseUrl)
  await app.register(
    oauth({
      ...parts,
      keys: context.keys,
      fetchDocument: options.fetchDocument,
      holderOf: request => holderOf(request, { ...parts, cookie }),
    }),
  )
  await app.register(
    pages({
      ...parts,
      rateLimit: new RespondentRateLimit(limits, clock),
      pageCache: new PageCache(parts.cache),
      boardDocuments: new BoardDocuments(parts.boards, parts.cache),
      assets,
      signup: options.signup,
      frontSurvey: options.frontSurvey,
    }),
  )
  await app.register(health(checkReadiness, () => context.quota.checkDisk()))
  return app
}

const responsesCsv: McpParts['responsesCsv'] = (survey, pages) =>
  csv(survey, pages, { reader: 'program', withMark: false })

interface ConnectionParts extends Pick<RequestLimitsParts, 'addressOf'> {
  readonly checkReadiness: CheckReadiness
  readonly maxConnections: number
}

/** The server without routes. */
function openServer(
  { context: { log }, baseUrl, ...options }: AppOptions,
  { checkReadiness, maxConnections, addressOf }: ConnectionParts,
): FastifyInstance {
  const outages = new OutageLog(checkReadiness, log)
  const respondents = new RespondentLog(log)
  const app = createHttpServer({
    log,
    logRequest: requestLog({ log, outages, respondents, observer: options.requestObserver }),
    bodyReader: bodyReader(addressOf),
    pace: options.pace ?? new Pace(),
    slowReaders: { afterMs: options.slowReaderMs ?? SLOW_READER_MS, waitingBytes: PROCESS_WAITING_BYTES },
    maxConnections,
    drainMs: options.drainMs ?? 0,
    headers: responseHeaders(options.production && baseUrl.startsWith('https:')),
    isOwnHost: hostCheck(options.checksHost ? baseUrl : undefined),
    isFromProxy: isFromProxy(options.trustProxy),
    renderUnknownPath,
  })
  provideSiteLinks(app, options.siteLinks)
  app.addHook('onClose', async () => {
    outages.close()
    respondents.close()
  })
  return app
}

/** The services of surveys, with their responses, results and boards. */
function surveyServices(context: Context) {
  const turns = new RoundRobin()
  const surveyResults = new SurveyResults(context)
  const projectedTexts = new ProjectedTexts(context, turns)
  const sharedResults = new SharedResults(context)
  return {
    authentication: new Authentication(context),
    sessions: new Sessions(context),
    links: new SurveyLinks(context),
    surveys: new Surveys(context),
    surveyCreation: new SurveyCreation(context),
    templates: new Templates(context, turns),
    drafts: new Drafts(context),
    boards: new Boards(context),
    responses: new Responses(context),
    receivedResponses: new ReceivedResponses(context),
    surveyResults,
    sharedResults,
    comparisons: new Comparisons(context, surveyResults, turns),
    projectedTexts,
    records: new Records(context, { surveyResults, projectedTexts, sharedResults }),
    presentations: new Presentations(context),
    changeFeed: new ChangeFeed(context.store),
  }
}

/** The services of accounts. The jobs that they add run as long as the server does. */
function accountServices(app: FastifyInstance, { context, baseUrl, oidc, ...options }: AppOptions) {
  const passwords = new Passwords(context.passwordCost, !oidc?.only)
  const attempts = new AttemptLimits(context.clock, options.peoplePerAddress)
  const { loadObserver, payment, sendMail, signup, siteLinks } = options
  const sender = { baseUrl, contact: siteLinks.contact }
  const send = sendMail && ((mail: Mail) => sendMail(renderMail(mail, sender)))
  const mail = new AccountMail({ context, baseUrl, send, wakeJobs: () => jobs.wake() })
  const readings = payment && new SubscriptionReadings(context, payment.provider)
  const handlers = {
    ...mail.handlers(),
    ...deletionHandler(context),
    ...handoverHandler(context),
    ...readings?.handlers(),
  }
  const jobs = new JobRunner(context, handlers, loadObserver)
  for (const runner of [jobs, readings]) {
    app.addHook('onListen', async () => runner?.start())
    app.addHook('onClose', () => runner?.close())
  }
  const relyingParty = new PasskeyRelyingParty(context, baseUrl)
  const methods = { issuer: oidc?.issuer, isProviderOnly: oidc?.only ?? false }
  const signUpParts = { context, passwords, attempts, mail, mode: signup }
  return {
    attempts,
    applications: new Applications(context),
    grants: new Grants(context),
    accountSessions: new AccountSessions(context, passwords, attempts),
    passkeys: new Passkeys({ context, relyingParty, mail, methods }),
    passkeySignIn: new PasskeySignIn({ context, relyingParty, attempts }),
    restorations: new Restorations(context, jobs.wake, app.pace.nextSlice),
    settings: new AccountSettings({ context, passwords, attempts, mail, wakeJobs: jobs.wake }),
    billing: new Billing({ context, attempts, baseUrl, sale: payment && readings && { ...payment, readings } }),
    subscriptionReadings: readings,
    signUp: new SignUp(signUpParts),
    recovery: new AccountRecovery({ context, passwords, attempts, mail }),
    provider: oidc && {
      name: oidc.name,
      isOnly: oidc.only,
      signIn: new ProviderSignIn({
        ...signUpParts,
        provider: new OpenIdProvider({ ...oidc, redirectUri: baseUrl + CALLBACK_PATH }),
        observer: options.providerObserver,
      }),
    },
  }
}
