import fastify from 'fastify'
import { type PagesParts, pages } from '../../src/pages/pages.ts'
import { Cache } from '../../src/service/cache.ts'
import { Paths } from '../../src/transport/methods.ts'
import { Pace } from '../../src/transport/pace.ts'

/** The patterns of all respondents’ routes, collected as they are registered. */
export async function respondentRoutes(): Promise<readonly string[]> {
  const patterns = new Set<string>()
  const app = fastify({ exposeHeadRoutes: false })
  app.decorate('paths', new Paths())
  app.decorate('pace', new Pace())
  app.addHook('onRoute', ({ url }) => void patterns.add(url))
  // Nothing is asked of the parts before there is a request.
  await app.register(pages({ assets: new Map(), cache: new Cache(1) } as unknown as PagesParts))
  return [...patterns]
}
