import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Service } from '../harness.ts'

export interface TokenProxy {
  readonly url: string
  close(): void
}

/**
 * Adds a token to each request, for clients that cannot send one. Everything else is forwarded unchanged, even a
 * foreign Host.
 */
export async function startTokenProxy({ baseUrl }: Pick<Service, 'baseUrl'>, token: string): Promise<TokenProxy> {
  const { hostname, port, host } = new URL(baseUrl)
  const server: Server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const isOwn = headers.host === new URL(url).host
    const sent = { ...headers, authorization: `Bearer ${token}`, ...(isOwn && { host }) }
    const outgoing = request({ hostname, port, path, method, headers: sent }, body => {
      answer.writeHead(body.statusCode ?? 502, body.headers)
      body.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => void server.close() }
}
