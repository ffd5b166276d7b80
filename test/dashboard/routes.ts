import fastify from 'fastify'
import { type DashboardParts, dashboard } from '../../src/dashboard/dashboard.ts'
import { Paths } from '../../src/transport/methods.ts'

/** A route relative to /admin/api/{slug}, with plausible ids in its path. */
export interface Route {
  readonly method: string
  readonly path: string
}

const PREFIX = '/survey'
const ID = '7d444840-9dc0-41d1-b245-5ffdce74fad2'

/** Every route of a dashboard, collected as it is registered, so that tests for all routes miss none. */
export async function everyRoute(): Promise<readonly Route[]> {
  const routes: Route[] = []
  const app = fastify({ exposeHeadRoutes: false })
  app.decorate('paths', new Paths())
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.slice(PREFIX.length).replace(':index', '0').replace(/:\w+/g, ID)
    routes.push({ method: String(method), path })
  })
  // The dependencies are not used before there is a request.
  await app.register(dashboard({ baseUrl: 'http://dashboard' } as DashboardParts), { prefix: PREFIX })
  return routes
}
