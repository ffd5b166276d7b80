import type { Config } from '../config.ts'
import { type CheckResult, passed } from './check-result.ts'
import { serverAddress } from './server-address.ts'

/** Time limit for the answer of whatever listens. */
const ANSWER_MS = 2_000

/**
 * Who listens at HOST and PORT. That it is another program is only said: each of several units sets a PORT of its own, which
 * doctor does not see.
 */
export async function checkPort(config: Pick<Config, 'host' | 'port'>): Promise<CheckResult> {
  const address = serverAddress(config)
  try {
    const answer = await fetch(`${address}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })
    const isOurs = answer.ok && answer.headers.has('x-request-id')
    await answer.body?.cancel()
    return isOurs ? passed('port', `a server answers at ${address}`) : anotherProgram(address)
  } catch (error) {
    const { message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException }
    if (cause?.code === 'ECONNREFUSED') return passed('port', `nothing listens at ${address}`)
    return passed('port', `no answer at ${address}: ${cause?.message ?? message}`)
  }
}

function anotherProgram(address: string): CheckResult {
  return passed(
    'port',
    `another program listens at ${address}, so no server can start there; end it, or choose another PORT`,
  )
}
