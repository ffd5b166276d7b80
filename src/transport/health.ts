import type { FastifyInstance } from 'fastify'
import { answerOtherMethods } from './methods.ts'

/**
 * What supervisors and load balancers ask: whether the process answers, and whether it can store something.
 * @param checkWrites rejects where nothing can be stored
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
