import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How often connections that have become idle are closed during a shutdown, in milliseconds. */
const CLOSE_IDLE_MS = 50

/**
 * The server closes idle connections once, when the shutdown begins. A connection with a response under way becomes idle
 * later, and one that a browser opened ahead of any request never counts as idle.
 */
export function closeIdleConnectionsOnShutdown(app: FastifyInstance, sockets: ReadonlySet<Socket>): void {
  app.addHook('preClose', done => {
    const timer = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, CLOSE_IDLE_MS).unref()
    app.server.once('close', () => clearInterval(timer))
    done()
  })
}
