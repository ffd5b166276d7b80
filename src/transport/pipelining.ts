import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { PIPELINED_REQUESTS } from './limits.ts'

/**
 * Handles a connection's requests one by one. Node would handle all pipelined requests at once, and keep their
 * responses in memory until the client has read the earlier ones.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    // A response gets its socket once the earlier ones have been sent.
    if (response.socket !== null) return listener(request, response)
    const ahead = waiting.get(socket) ?? 0
    if (ahead >= PIPELINED_REQUESTS) return void socket.destroy()
    waiting.set(socket, ahead + 1)
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      // Node still uses the response after this event.
      process.nextTick(listener, request, response)
    })
  }
}
