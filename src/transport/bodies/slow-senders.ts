import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { SLOWEST_BODY } from '../../domain/values/body-limits.ts'
import { inTimeSlices } from '../streams/time-slices.ts'

/** Checks during those first seconds. */
const CHECKS = 10
/** Requests ended in one turn of the event loop: each takes a quarter of a millisecond, ten times a write to a stream. */
const ENDED_AT_ONCE = 4

/** A connection's state when its body was first seen by a check. */
interface Beginning {
  readonly at: number
  readonly bytesRead: number
}

/**
 * Ends requests whose body arrives too slowly. Node limits only the total time, which must allow for a large body on a
 * slow network. One timer checks all sockets, and those that came together are not all ended in the same turn.
 * @param afterMs milliseconds before the speed of a body counts
 */
export function refuseSlowBodies(app: FastifyInstance, sockets: ReadonlySet<Socket>, afterMs: number): void {
  const beginnings = new WeakMap<IncomingMessage, Beginning>()
  const isSlow = (socket: Socket) => {
    const now = performance.now()
    const request = bodyUnderWay(socket)
    if (request === undefined) return false
    const beginning = beginnings.get(request)
    if (beginning === undefined) beginnings.set(request, { at: now, bytesRead: socket.bytesRead })
    return beginning !== undefined && now >= beginning.at + afterMs && speedSince(beginning, socket, now) < SLOWEST_BODY
  }
  const end = (socket: Socket) => isSlow(socket) && app.server.emit('clientError', timeout(), socket)
  let isEnding = false
  const check = async () => {
    const slow = [...sockets].filter(isSlow)
    if (isEnding) return
    isEnding = true
    await inTimeSlices(slow, { count: slow.length, within: afterMs, atOnce: ENDED_AT_ONCE }, end)
    isEnding = false
  }
  const timer = setInterval(() => void check(), afterMs / CHECKS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** In bytes per second. */
function speedSince({ at, bytesRead }: Beginning, socket: Socket, now: number): number {
  return ((socket.bytesRead - bytesRead) / (now - at)) * 1_000
}

/** The request being read by Node's parser, if neither its body nor its answer has ended. */
function bodyUnderWay(socket: Socket): IncomingMessage | undefined {
  const { incoming } = (socket as { parser?: { incoming?: IncomingMessage | null } | null }).parser ?? {}
  return !socket.writable || incoming == null || incoming.complete ? undefined : incoming
}

/** The error that Node reports for its own time limit. */
function timeout(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
