import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { SLOWEST_BODY } from '../domain/values/body-limits.ts'

/** Checks during those first seconds. */
const CHECKS = 10

/** A connection's state when its body was first seen by a check. */
interface Beginning {
  readonly at: number
  readonly bytesRead: number
}

/**
 * Ends requests whose body arrives too slowly. Node limits only the total time, which must allow for a large body on a
 * slow network. One timer checks all sockets.
 * @param afterMs milliseconds before the speed of a body counts
 */
export function refuseSlowBodies(app: FastifyInstance, sockets: ReadonlySet<Socket>, afterMs: number): void {
  const beginnings = new WeakMap<IncomingMessage, Beginning>()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const socket of sockets) {
      const request = bodyUnderWay(socket)
      if (request === undefined) continue
      const beginning = beginnings.get(request)
      if (beginning === undefined) beginnings.set(request, { at: now, bytesRead: socket.bytesRead })
      else if (now >= beginning.at + afterMs && speedSince(beginning, socket, now) < SLOWEST_BODY)
        app.server.emit('clientError', timeout(), socket)
    }
  }, afterMs / CHECKS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** In bytes per second. */
function speedSince({ at, bytesRead }: Beginning, socket: Socket, now: number): number {
  return ((socket.bytesRead - bytesRead) / (now - at)) * 1_000
}

/** The request being read by Node's parser, if its body has not ended. */
function bodyUnderWay(socket: Socket): IncomingMessage | undefined {
  const { incoming } = (socket as { parser?: { incoming?: IncomingMessage | null } | null }).parser ?? {}
  return socket.destroyed || incoming == null || incoming.complete ? undefined : incoming
}

/** The error that Node reports for its own time limit. */
function timeout(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
