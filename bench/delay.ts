import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** One-way delay in milliseconds; a round trip takes twice as long. */
const DELAY_MS = 1

/**
 * Starts a proxy in a separate process that adds network delay: 2 ms to each round trip.
 * @returns the url through the proxy
 */
export async function delayed(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  const child = fork(import.meta.filename, [url.hostname, url.port])
  const [port] = await once(child, 'message')
  url.host = `127.0.0.1:${port}`
  return url.href
}

if (import.meta.main) serve(process.argv[2] ?? '', Number(process.argv[3]))

/** Ends with the process that started it, however that process ends. */
function serve(hostname: string, targetPort: number): void {
  const listener = createServer({ noDelay: true }, client => {
    const server = connect({ port: targetPort, host: hostname, noDelay: true })
    forward(client, server)
    forward(server, client)
  })
  listener.listen(0, '127.0.0.1', () => process.send?.((listener.address() as AddressInfo).port))
  process.on('disconnect', () => process.exit())
}

function forward(from: Socket, to: Socket): void {
  from.on('data', piece => setTimeout(() => to.write(piece), DELAY_MS))
  from.on('error', () => from.destroy())
  from.on('close', () => to.destroy())
}
