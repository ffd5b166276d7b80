import type { Socket } from 'node:net'

/**
 * If a socket does not read, it notices its end only by writing.
 * @param bytes what it writes
 * @returns milliseconds until it was closed
 */
export async function closed(socket: Socket, bytes: string, everyMs: number): Promise<number> {
  const since = performance.now()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => socket.write(bytes), everyMs)
  socket.once('close', () => resolve())
  await promise
  clearInterval(timer)
  return performance.now() - since
}
