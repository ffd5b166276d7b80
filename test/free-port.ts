import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems use for outgoing connections, since one of those could take a free port before it is
 * listened on. Above 10080, the last port that browsers refuse.
 */
const [FIRST, END] = [10_081, 32_000]
/** From here on, each process of a test run has ports of its own. */
const FIRST_SHARE = 12_000

/** Name of the variable with the ports of a process: the first, and the one after the last. */
export const PORTS = 'SOUNDINGS_TEST_PORTS'

const [first = FIRST, end = FIRST_SHARE] = process.env[PORTS]?.split(' ').map(Number) ?? []
let next = randomInt(first, end)

/** One of `count` equal shares of the ports, as the value of `PORTS`. Two processes with it must not run at once. */
export function shareOfPorts(index: number, count: number): string {
  const size = Math.floor((END - FIRST_SHARE) / count)
  return `${FIRST_SHARE + index * size} ${FIRST_SHARE + (index + 1) * size}`
}

/** A port of this machine on which nothing listens. It is not returned again before the others have been. */
export async function freePort(): Promise<number> {
  const port = next
  next = port + 1 < end ? port + 1 : first
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort()
    throw error
  }
  await once(server.close(), 'close')
  return port
}
