import type { Socket } from 'node:net'

/** Only a socket that writes notices its end if it does not read. @param bytes that it writes @returns milliseconds until it was closed */
export async function closed(socket: Socket, bytes: string, everyMs: number): Promise<number> {
  const since = performance.now()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => socket.write(bytes), everyMs)
  socket.once('close', () => resolve())
  await promise
  clearInterval(timer)
  return performance.now() - since
}
