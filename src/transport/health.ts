import type { FastifyInstance } from 'fastify'
import { handleOtherMethods } from './methods.ts'
import type { CheckReadiness } from './readiness.ts'

const ANY_HOST = { config: { anyHost: true } }

/**
 * Routes for supervisors and load balancers: whether the process responds, and whether it can read and store.
 * Supervisors address a process directly, so the host name does not matter.
 * @param checkDisk throws while the disk is nearly full, which is not an outage of the database
 */
export function health(checkReadiness: CheckReadiness, checkDisk: () => void) {
  return (app: FastifyInstance): Promise<void> =>
    handleOtherMethods(app, async app => {
      app.get('/healthz', ANY_HOST, async () => ({ status: 'ok' }))
      app.get('/readyz', ANY_HOST, async () => {
        checkDisk()
        await checkReadiness()
        return { status: 'ok' }
      })
    })
}
