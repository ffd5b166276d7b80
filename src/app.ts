import type { FastifyInstance } from 'fastify'
import { account } from './account/account.ts'
import { holderOf, SessionCookie } from './account/authenticate.ts'
import { CALLBACK_PATH } from './account/provider-link.ts'
import { api } from './api/api.ts'
import { SurveySerializer } from './api/serialize.ts'
import type { OidcSettings } from './config/environment.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { resultsRooms } from './dashboard/events.ts'
import { dashboardPages } from './dashboard/pages.ts'
import { projection } from './dashboard/projection.ts'
import { surveyFile } from './dashboard/survey-file.ts'
import { docs } from './docs/docs.ts'
import { PROCESS_WAITING_BYTES, SLOW_READER_MS, TOOL_WAIT_MS } from './domain/limits.ts'
import type { Mail, RenderedMail } from './domain/mail.ts'
import type { SignUpMode } from './domain/sign-up.ts'
import type { SiteLinks } from './domain/site-links.ts'
import { renderMail } from './html/mail.ts'
import { mcp } from './mcp/mcp.ts'
import { oauth } from './oauth/oauth.ts'
import { OpenIdProvider } from './outbound/openid.ts'
import { readAssets } from './pages/assets.ts'
import { BoardDocuments } from './pages/board-documents.ts'
import { fastPath } from './pages/fast-path.ts'
import { PageCache } from './pages/page-cache.ts'
import { pages, renderUnknownPath } from './pages/pages.ts'
import { sendPreview } from './pages/preview.ts'
import type { RequestLimitsParts } from './pages/request-limits.ts'
import { AccountMail } from './service/account-mail.ts'
import { AccountRecovery } from './service/account-recovery.ts'
import { AccountSessions } from './service/account-sessions.ts'
import { AccountSettings } from './service/account-settings.ts'
import { Applications } from './service/applications.ts'
import { AttemptLimits } from './service/attempt-limits.ts'
import { Authentication } from './service/authentication.ts'
import { Billing, type Sale } from './service/billing.ts'
import { Boards } from './service/boards.ts'
import { Comparisons } from './service/comparisons.ts'
import type { Context } from './service/context.ts'
import { DashboardRateLimit } from './service/dashboard-rate-limit.ts'
import { deletionHandler } from './service/deletion.ts'
import { Drafts } from './service/drafts.ts'
import { endFreePlan } from './service/free-plan.ts'
import { Grants } from './service/grants.ts'
import { type JobObserver, JobRunner } from './service/jobs.ts'
import { Live } from './service/live.ts'
import { PasskeyRelyingParty } from './service/passkey-relying-party.ts'
import { PasskeySignIn } from './service/passkey-sign-in.ts'
import { Passkeys } from './service/passkeys.ts'
import { Passwords } from './service/passwords.ts'
import { ProjectedTexts } from './service/projected-texts.ts'
import { type ProviderObserver, ProviderSignIn } from './service/provider-sign-in.ts'
import { RespondentRateLimit } from './service/respondent-rate-limit.ts'
import { Responses } from './service/responses.ts'
import { Restorations } from './service/restorations.ts'
import { Sessions } from './service/sessions.ts'
import { SharedResults } from './service/shared-results.ts'
import { SignUp } from './service/sign-up.ts'
import { SubscriptionReadings } from './service/subscription-readings.ts'
import { SurveyLinks } from './service/survey-links.ts'
import { Surveys } from './service/surveys.ts'
import { Templates } from './service/templates.ts'
import { Turns } from './service/turns.ts'
import { bodyReader } from './transport/body-reader.ts'
import { maxConnectionsFor, streamLimitsFor } from './transport/connections.ts'
import { EventStreams, type StreamObserver } from './transport/event-streams.ts'
import { health } from './transport/health.ts'
import { hostCheck } from './transport/host.ts'
import { OutageLog } from './transport/outage-log.ts'
import { type CheckReadiness, shareChecks } from './transport/readiness.ts'
import { type RequestObserver, requestLog } from './transport/request-log.ts'
import { responseHeaders } from './transport/security-headers.ts'
import { isFromProxy, senderAddress } from './transport/sender-address.ts'
import { createHttpServer } from './transport/server.ts'
import { provideSiteLinks } from './transport/site-links.ts'

export interface AppParts {
  readonly context: Context
  /** Where the service is reached, without a slash at the end. */
  readonly baseUrl: string
  /** As in `Config`. */
  readonly respondentLimit: number
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
  /** Fetches a JSON document that a stranger has named. */
  readonly fetchDocument: (address: URL) => Promise<Response>
  /** As in `Config`. */
  readonly oidc?: OidcSettings | undefined
  readonly providerObserver?: ProviderObserver | undefined
  readonly loadObserver?: (StreamObserver & JobObserver) | undefined
  readonly siteLinks: SiteLinks
  readonly production: boolean
  readonly checksHost: boolean
  readonly requestObserver?: RequestObserver | undefined
  /** Default: `SLOW_READER_MS`. */
  readonly slowReaderMs?: number
  /** As in `ServerParts`. Default: 0. */
  readonly drainMs?: number
  /** The longest time that a tool call waits for responses, in milliseconds. */
  readonly toolWaitMs?: number
}

/** The only place where parts are put together. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { context, baseUrl, ...settings } = parts
  const { clock, log, random, store } = context
  await endFreePlan(context)
  const checkReadiness = shareChecks(() => store.checkReadiness())
  const ofRespondents = {
    responses: new Responses(context),
    rateLimit: new RespondentRateLimit({ writes: settings.respondentLimit, bytes: settings.respondentBytes }, clock),
    pageCache: new PageCache(),
    addressOf: senderAddress(settings.trustProxy),
  }
  const maxConnections = maxConnectionsFor(settings.maxConnections)
  const app = openServer(parts, { ...ofRespondents, checkReadiness, maxConnections })
  const streams = new EventStreams(streamLimitsFor(maxConnections, settings.streamsPerAddress), settings.loadObserver)
  app.addHook('preClose', async () => streams.close())

  const turns = new Turns()
  const services = {
    authentication: new Authentication(context),
    sessions: new Sessions(context),
    surveys: new Surveys(context),
    templates: new Templates(context, turns),
  }
  const boards = new Boards(context)
  const live = { boards, live: new Live(store), baseUrl, streams, log }
  const ofLinks = {
    ...services,
    ...live,
    projectedTexts: new ProjectedTexts(context, turns),
    comparisons: new Comparisons(context, services.surveys, turns),
    links: new SurveyLinks(context),
    rooms: resultsRooms({ ...services, ...live, clock }),
    clock,
  }
  const newRateLimit = () => new DashboardRateLimit(settings.dashboardLimit, clock)
  const assets = readAssets()
  if (assets.size === 0)
    log.warn('dist is empty: surveys work without scripts, dashboards do not; `npm run build` makes them')

  const pathOf = (name: string) => assets.get(name)?.path
  await app.register(api({ ...services, clock, baseUrl, publishDocs: docs({ baseUrl, pathOf }) }))
  await app.register(mcp({ ...services, ...live, clock, waitMs: settings.toolWaitMs ?? TOOL_WAIT_MS }))
  await app.register(dashboard({ ...ofLinks, rateLimit: newRateLimit() }), { prefix: '/admin/api/:slug' })
  await app.register(projection({ ...ofLinks, rateLimit: newRateLimit() }), { prefix: '/p/api/:token' })
  const { attempts, ...ofAccounts } = accountServices(app, parts)
  const { addressOf } = ofRespondents
  const { freeSurveyDays, keys } = context
  const exported = surveyFile({ ...services, boards, clock, serializer: new SurveySerializer(baseUrl) })
  const ofApplication = { ...services, ...ofAccounts, surveyFile: exported, sendPreview, freeSurveyDays, clock }
  const restorations = new Restorations(context)
  await app.register(account({ ...ofApplication, restorations, addressOf, baseUrl, pathOf }))
  const signedIn = { ...services, cookie: new SessionCookie(baseUrl) }
  await app.register(
    oauth({
      grants: new Grants(context),
      applications: ofAccounts.applications,
      attempts,
      keys,
      fetchDocument: settings.fetchDocument,
      holderOf: request => holderOf(request, signedIn),
      addressOf,
      baseUrl,
      log,
    }),
  )
  await app.register(dashboardPages(pathOf))
  const results = { sharedResults: new SharedResults(context), boardDocuments: new BoardDocuments(boards) }
  await app.register(pages({ ...ofRespondents, ...live, ...results, random, assets, signup: settings.signup }))
  await app.register(health(checkReadiness, () => context.quota.checkDisk()))
  return app
}

interface OwnServerParts extends RequestLimitsParts {
  readonly responses: Responses
  readonly checkReadiness: CheckReadiness
  readonly maxConnections: number
}

/** The server without routes, except for its fast path. */
function openServer(
  { context: { log, random }, baseUrl, ...settings }: AppParts,
  { checkReadiness, maxConnections, ...ofRespondents }: OwnServerParts,
): FastifyInstance {
  const headers = responseHeaders(settings.production && baseUrl.startsWith('https:'))
  const isOwnHost = hostCheck(settings.checksHost ? baseUrl : undefined)
  const outages = new OutageLog(checkReadiness, log)
  const logRequest = requestLog(log, outages, settings.requestObserver)
  const reader = bodyReader(ofRespondents.addressOf)
  const fastPathParts = { ...ofRespondents, bodyReader: reader, uuid: random.uuid, logRequest, headers, isOwnHost }
  const app = createHttpServer({
    log,
    logRequest,
    bodyReader: reader,
    slowReaders: { afterMs: settings.slowReaderMs ?? SLOW_READER_MS, waitingBytes: PROCESS_WAITING_BYTES },
    maxConnections,
    drainMs: settings.drainMs ?? 0,
    headers,
    isOwnHost,
    isFromProxy: isFromProxy(settings.trustProxy),
    renderUnknownPath,
    wrapListener: listener => fastPath(fastPathParts, listener),
  })
  provideSiteLinks(app, settings.siteLinks)
  app.addHook('onClose', async () => outages.close())
  return app
}

/** The services of accounts. The jobs that they add run while the server does. */
function accountServices(app: FastifyInstance, { context, baseUrl, oidc, payment, ...settings }: AppParts) {
  const passwords = new Passwords(!oidc?.only)
  const attempts = new AttemptLimits(context.clock)
  const { sendMail, siteLinks } = settings
  const sender = { baseUrl, contact: siteLinks.contact }
  const send = sendMail && ((mail: Mail) => sendMail(renderMail(mail, sender)))
  const mail = new AccountMail({ context, baseUrl, send, wakeJobs: () => jobs.wake() })
  const sale = payment && { ...payment, readings: new SubscriptionReadings(context, payment.provider) }
  const handlers = { ...mail.handlers(), ...deletionHandler(context), ...sale?.readings.handlers() }
  const jobs = new JobRunner(context, handlers, settings.loadObserver)
  app.addHook('onListen', async () => jobs.start())
  app.addHook('onListen', async () => sale?.readings.start())
  app.addHook('onClose', () => jobs.close())
  app.addHook('onClose', () => sale?.readings.close())
  const relyingParty = new PasskeyRelyingParty(context, baseUrl)
  const methods = { issuer: oidc?.issuer, isProviderOnly: oidc?.only ?? false }
  const signUpParts = { context, passwords, attempts, mail, mode: settings.signup }
  return {
    attempts,
    applications: new Applications(context),
    drafts: new Drafts(context),
    accountSessions: new AccountSessions(context, passwords, attempts),
    passkeys: new Passkeys({ context, relyingParty, mail, methods }),
    passkeySignIn: new PasskeySignIn({ context, relyingParty, attempts }),
    settings: new AccountSettings({ context, passwords, attempts, mail, wakeJobs: jobs.wake }),
    billing: new Billing({ context, attempts, baseUrl, sale }),
    subscriptionReadings: sale?.readings,
    signUp: new SignUp(signUpParts),
    provider: oidc && {
      name: oidc.name,
      isOnly: oidc.only,
      signIn: new ProviderSignIn({
        ...signUpParts,
        provider: new OpenIdProvider({ ...oidc, redirectUri: baseUrl + CALLBACK_PATH }),
        observer: settings.providerObserver,
      }),
    },
    recovery: new AccountRecovery({ context, passwords, attempts, mail }),
  }
}
