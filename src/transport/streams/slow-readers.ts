import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Number of checks during the time for which a reader may read nothing. */
const SWEEPS = 15

export interface SlowReaderLimits {
  /** How long a reader may read nothing while bytes wait for it, in milliseconds. */
  readonly afterMs: number
  /**
   * Bytes that may wait for all readers together. Beyond that, connections of readers that read nothing are closed
   * within two checks.
   */
  readonly waitingBytes: number
}

/** Node's counters of a socket: bytes passed to it, and how many of those the kernel has not accepted yet. */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

interface Standstill {
  readonly taken: number
  /** Number of consecutive checks that found this number. */
  readonly sweeps: number
}

/**
 * Closes connections whose reader has stopped reading while bytes wait for it. None of the server's timeouts does this,
 * so the bytes could stay in memory indefinitely. One timer checks all sockets.
 */
export function closeSlowReaders(app: FastifyInstance, sockets: ReadonlySet<Socket>, limits: SlowReaderLimits): void {
  const readers = new SlowReaders(sockets, limits.waitingBytes)
  const timer = setInterval(() => readers.sweep(), limits.afterMs / SWEEPS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

export class SlowReaders {
  readonly #sockets: ReadonlySet<Socket>
  readonly #waitingBytes: number
  readonly #standstills = new WeakMap<Socket, Standstill>()

  constructor(sockets: ReadonlySet<Socket>, waitingBytes: number) {
    this.#sockets = sockets
    this.#waitingBytes = waitingBytes
  }

  /**
   * Closes connections that have made no progress in all of the checks and, if too many bytes wait in total, the
   * slowest ones earlier.
   */
  sweep(): void {
    let waiting = 0
    const standing: [socket: Socket, sweeps: number][] = []
    for (const socket of this.#sockets) {
      if (socket.destroyed || socket.writableLength === 0) continue
      waiting += socket.writableLength
      const sweeps = this.#note(socket)
      if (sweeps > 1) standing.push([socket, sweeps])
    }
    for (const [socket, sweeps] of standing.sort(([, a], [, b]) => b - a)) {
      if (sweeps < SWEEPS && waiting <= this.#waitingBytes) break
      waiting -= socket.writableLength
      socket.destroy()
    }
  }

  /** @returns the number of consecutive checks, including this one, that found the socket at the same byte */
  #note(socket: Socket): number {
    const { _handle: handle } = socket as { _handle?: Handle | null }
    if (handle == null) return 0
    const taken = handle.bytesWritten - handle.writeQueueSize
    const before = this.#standstills.get(socket)
    const sweeps = before?.taken === taken ? before.sweeps + 1 : 1
    this.#standstills.set(socket, { taken, sweeps })
    return sweeps
  }
}
