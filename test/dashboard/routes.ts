import fastify, { type FastifyPluginAsync } from 'fastify'
import { type DashboardParts, dashboard } from '../../src/dashboard/dashboard.ts'
import { type RemoteParts, remote } from '../../src/dashboard/remote.ts'
import { Paths } from '../../src/transport/methods.ts'

/** A route relative to /admin/api/{slug} or /remote/api/{token}, with plausible ids in its path. */
export interface Route {
  readonly method: string
  readonly path: string
}

const PREFIX = '/survey'
const ID = '7d444840-9dc0-41d1-b245-5ffdce74fad2'
const baseUrl = 'http://dashboard'

/** Every route of a dashboard, so that tests for all routes miss none. */
export function everyRoute(): Promise<readonly Route[]> {
  return routesOf(dashboard({ baseUrl } as DashboardParts))
}

/** Every route of a remote link. */
export function everyRemoteRoute(): Promise<readonly Route[]> {
  return routesOf(remote({ baseUrl } as RemoteParts))
}

/** Routes are collected as they are registered. The dependencies of an entry point are not used before there is a request. */
async function routesOf(entryPoint: FastifyPluginAsync): Promise<readonly Route[]> {
  const routes: Route[] = []
  const app = fastify({ exposeHeadRoutes: false })
  app.decorate('paths', new Paths())
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.slice(PREFIX.length).replace(':index', '0').replace(/:\w+/g, ID)
    routes.push({ method: String(method), path })
  })
  await app.register(entryPoint, { prefix: PREFIX })
  return routes
}
