import type { FastifyInstance } from 'fastify'
import { Refusal } from '../domain/refusal.ts'

const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes sent by pages of other sites, which browsers mark as such. Other programs need not send the header. */
export function refuseCrossSiteWrites(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (!READS.has(method) && headers['sec-fetch-site'] === 'cross-site') throw new Refusal('foreign_origin')
  })
}
