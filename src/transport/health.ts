import type { FastifyInstance } from 'fastify'
import { answerOtherMethods } from './methods.ts'

/**
 * Routes for supervisors and load balancers: whether the process responds, and whether it can read and store.
 * @param checkReadiness rejects if the process cannot serve now
 */
export function health(checkReadiness: () => Promise<void>) {
  return (app: FastifyInstance): Promise<void> =>
    answerOtherMethods(app, async app => {
      app.get('/healthz', async () => ({ status: 'ok' }))
      app.get('/readyz', async () => {
        await checkReadiness()
        return { status: 'ok' }
      })
    })
}
