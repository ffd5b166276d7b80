import type { FastifyInstance } from 'fastify'
import { Refusal } from '../domain/refusal.ts'

const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses what pages of other sites write. Browsers name the origin of a request themselves; other programs need not. */
export function refuseCrossSiteWrites(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (!READS.has(method) && headers['sec-fetch-site'] === 'cross-site') throw new Refusal('foreign_origin')
  })
}
