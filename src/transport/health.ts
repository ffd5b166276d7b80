import type { FastifyInstance } from 'fastify'
import { answerOtherMethods } from './methods.ts'

/**
 * Routes for supervisors and load balancers: whether the process responds, and whether it can store something.
 * @param checkWrites rejects if nothing can be stored
 */
export function health(checkWrites: () => Promise<void>) {
  return (app: FastifyInstance): Promise<void> =>
    answerOtherMethods(app, async app => {
      app.get('/healthz', async () => ({ status: 'ok' }))
      app.get('/readyz', async () => {
        await checkWrites()
        return { status: 'ok' }
      })
    })
}
