import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems use for outgoing connections, since one of those could take a free port before it is
 * listened on. Above 10080, the last port that browsers refuse.
 */
const [FIRST, END] = [10_081, 32_000]

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END)
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
