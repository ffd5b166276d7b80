import type { Config } from '../../config.ts'
import { serverAddress } from '../server-address.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

/** Time limit for a response from whatever listens there. */
const ANSWER_MS = 2_000

/**
 * Checks what listens at HOST and PORT. If PORT is not set and another program listens there, this is only mentioned:
 * each of several units sets its own PORT, which doctor does not see.
 */
export async function checkPort(config: Pick<Config, 'host' | 'port' | 'isPortSet'>): Promise<CheckResult> {
  const address = serverAddress(config)
  try {
    const answer = await fetch(`${address}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })
    const isOurs = answer.ok && answer.headers.has('x-request-id')
    await answer.body?.cancel()
    return isOurs ? passed('port', `a server answers at ${address}`) : anotherProgram(address, config.isPortSet)
  } catch (error) {
    const { message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException }
    if (cause?.code === 'ECONNREFUSED') return passed('port', `nothing listens at ${address}`)
    return passed('port', `no answer at ${address}: ${cause?.message ?? message}`)
  }
}

function anotherProgram(address: string, isPortSet: boolean): CheckResult {
  const found = `another program listens at ${address}`
  if (isPortSet) return failed('port', found, 'end it, or choose another PORT')
  return passed('port', `${found}, so a server needs another PORT`)
}
