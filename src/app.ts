import type { FastifyInstance } from 'fastify'
import { api } from './api/api.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { resultsRooms } from './dashboard/events.ts'
import { dashboardPages } from './dashboard/pages.ts'
import { projection } from './dashboard/projection.ts'
import { BODY_BYTES } from './domain/limits.ts'
import { readAssets } from './pages/assets.ts'
import { fastPath } from './pages/fast-path.ts'
import { PageCache } from './pages/page-cache.ts'
import { pages } from './pages/pages.ts'
import { Authentication } from './service/authentication.ts'
import { Boards } from './service/boards.ts'
import type { Context } from './service/context.ts'
import { Live } from './service/live.ts'
import { RespondentRateLimit } from './service/respondent-rate-limit.ts'
import { Responses } from './service/responses.ts'
import { SurveyLinks } from './service/survey-links.ts'
import { Surveys } from './service/surveys.ts'
import { Templates } from './service/templates.ts'
import { EventStreams } from './transport/event-streams.ts'
import { health } from './transport/health.ts'
import { type RequestObserver, requestLog } from './transport/request-log.ts'
import { senderAddress } from './transport/sender-address.ts'
import { createHttpServer } from './transport/server.ts'

export interface AppParts {
  readonly context: Context
  /** Where the service is reached, without a slash at the end. */
  readonly baseUrl: string
  /** As in `Config`. */
  readonly respondentLimit: number
  readonly trustProxy: number | string[]
  readonly requestObserver?: RequestObserver | undefined
}

/** The only place where parts are put together. */
export async function buildApp({ context, baseUrl, ...settings }: AppParts): Promise<FastifyInstance> {
  const { clock, log, random, store } = context
  const logRequest = requestLog(log, settings.requestObserver)
  const ofRespondents = {
    responses: new Responses(context),
    rateLimit: new RespondentRateLimit(settings.respondentLimit, clock),
    pageCache: new PageCache(),
    addressOf: senderAddress(settings.trustProxy),
  }
  const fastPathParts = { ...ofRespondents, uuid: random.uuid, logRequest }
  const app = createHttpServer({
    log,
    logRequest,
    bodyBytes: BODY_BYTES,
    wrapListener: listener => fastPath(fastPathParts, listener),
  })
  const streams = new EventStreams()
  app.addHook('preClose', async () => streams.close())

  const services = {
    authentication: new Authentication(context),
    surveys: new Surveys(context),
    templates: new Templates(context),
  }
  const live = { boards: new Boards(context), live: new Live(store), baseUrl, streams, log }
  const rooms = resultsRooms({ ...services, ...live, clock })
  const ofLinks = { ...services, ...live, links: new SurveyLinks(context), rooms, clock }
  const assets = readAssets()
  if (assets.size === 0)
    log.warn('dist is empty: surveys work without scripts, dashboards do not; `npm run build` makes them')

  await app.register(api({ ...services, clock, baseUrl }))
  await app.register(dashboard(ofLinks), { prefix: '/admin/api/:slug' })
  await app.register(projection(ofLinks), { prefix: '/p/api/:token' })
  await app.register(dashboardPages(name => assets.get(name)?.path))
  await app.register(pages({ ...ofRespondents, ...live, random, assets }))
  await app.register(health(() => store.checkReadiness()))
  return app
}
