import type { FastifyInstance } from 'fastify'
import { answerOtherMethods } from './methods.ts'

const ANY_HOST = { config: { anyHost: true } }

/**
 * Routes for supervisors and load balancers: whether the process responds, and whether it can read and store.
 * Supervisors ask a process by its address, so the name of the host does not matter.
 * @param checkReadiness rejects if the process cannot serve now
 */
export function health(checkReadiness: () => Promise<void>, now: () => number = () => performance.now()) {
  const checkOnce = shareChecks(checkReadiness, now)
  return (app: FastifyInstance): Promise<void> =>
    answerOtherMethods(app, async app => {
      app.get('/healthz', ANY_HOST, async () => ({ status: 'ok' }))
      app.get('/readyz', ANY_HOST, async () => {
        await checkOnce()
        return { status: 'ok' }
      })
    })
}

/** How long callers share the result of a check, in milliseconds: each one writes to the storage. */
const SHARED_MS = 1_000

function shareChecks(check: () => Promise<void>, now: () => number): () => Promise<void> {
  let last: Promise<void> | undefined
  let begunAt = Number.NEGATIVE_INFINITY
  let isRunning = false
  return () => {
    if (last !== undefined && (isRunning || now() < begunAt + SHARED_MS)) return last
    begunAt = now()
    isRunning = true
    last = check().finally(() => {
      isRunning = false
    })
    return last
  }
}
