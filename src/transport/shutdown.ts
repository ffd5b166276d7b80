import type { ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Interval at which the remaining connections are checked during a shutdown, in milliseconds. */
const CHECK_MS = 50

/**
 * Ends a server's connections when it shuts down. New ones are refused at once, so that a proxy connects to another
 * process. Open ones get one more response, which announces the end. On a connection that looks idle, a proxy's next
 * request may be on its way, which the proxy could not send again elsewhere; idle connections are therefore closed only
 * after `drainMs`.
 */
export function drainOnShutdown(app: FastifyInstance, sockets: ReadonlySet<Socket>, drainMs: number): void {
  app.addHook('preClose', async () => {
    app.server.prependListener('request', announceEnd)
    // Closes only the listener. The server's own `close`, which the framework calls after this hook, also closes idle
    // connections.
    if (app.server.listening) Server.prototype.close.call(app.server)
    for (const end = performance.now() + drainMs; sockets.size > 0 && performance.now() < end; ) await delay(CHECK_MS)
    closeIdle(app, sockets)
  })
}

function announceEnd(_: unknown, response: ServerResponse): void {
  response.setHeader('connection', 'close')
}

/**
 * Closes connections as they become idle. Node does so only once, when the server closes: a connection with a response
 * under way becomes idle later, and one that a browser opened in advance never counts as idle.
 */
function closeIdle({ server }: FastifyInstance, sockets: ReadonlySet<Socket>): void {
  const timer = setInterval(() => {
    server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }, CHECK_MS).unref()
  server.once('close', () => clearInterval(timer))
}
