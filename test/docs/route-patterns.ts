import fastify, { type FastifyPluginAsync } from 'fastify'
import { type DashboardParts, dashboard } from '../../src/dashboard/dashboard.ts'
import { type ProjectionParts, projection } from '../../src/dashboard/projection.ts'
import { type RemoteParts, remote } from '../../src/dashboard/remote.ts'
import { type PagesParts, pages } from '../../src/pages/pages.ts'
import { Cache } from '../../src/service/cache.ts'
import { Paths } from '../../src/transport/methods.ts'
import { Pace } from '../../src/transport/pace.ts'

/** All routes under the public link of a survey, as a reference names them: `GET /s/{slug}`. */
export async function answeringRoutes(): Promise<readonly string[]> {
  const routes = await patternsOf(pages({ assets: new Map(), cache: new Cache(1) } as unknown as PagesParts), '')
  return routes.filter(route => /^[A-Z]+ \/s\/\{slug\}/i.test(route))
}

/** All routes of a dashboard, of a projector link and of a remote link. */
export async function dashboardRoutes(): Promise<readonly string[]> {
  const baseUrl = 'http://dashboard'
  return [
    ...(await patternsOf(dashboard({ baseUrl } as DashboardParts), '/admin/api/:slug')),
    ...(await patternsOf(projection({ baseUrl } as ProjectionParts), '/p/api/:token')),
    ...(await patternsOf(remote({ baseUrl } as RemoteParts), '/remote/api/:token')),
  ]
}

/** What an entry point registers. Nothing is asked of its parts before there is a request. */
async function patternsOf(entryPoint: FastifyPluginAsync, prefix: string): Promise<readonly string[]> {
  const routes: string[] = []
  const app = fastify({ exposeHeadRoutes: false })
  app.decorate('paths', new Paths())
  app.decorate('pace', new Pace())
  app.addHook('onRoute', ({ method, url }) => {
    routes.push(`${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
  })
  await app.register(entryPoint, { prefix })
  return routes
}
