/** Rejects if the process cannot serve now. */
export type CheckReadiness = () => Promise<void>

/** How long callers share the result of a check, in milliseconds. */
export const SHARED_MS = 1_000

/** Limits the readiness checks of a process, because each one writes to the storage. */
export function shareChecks(check: CheckReadiness, now = () => performance.now()): CheckReadiness {
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
