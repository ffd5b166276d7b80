import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Network } from '../../src/outbound/documents.ts'

/** A host that publishes documents of applications. */
export interface Publisher {
  /** Name and port. */
  readonly host: string
  /** Resolves every name to this host, without TLS. */
  readonly network: Network
  /** Requested paths. */
  readonly fetched: string[]
  /** @param document its `client_id` is its address, unless it has another @returns its address */
  publish(path: string, document: object): string
  remove(path: string): void
  close(): void
}

/** Starts one on this machine, standing in for one on the internet. */
export async function startPublisher(): Promise<Publisher> {
  const documents = new Map<string, object>()
  const fetched: string[] = []
  const server = createServer(({ url = '' }, response) => {
    fetched.push(url)
    const document = documents.get(url)
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `app.example:${(server.address() as AddressInfo).port}`
  return {
    host,
    fetched,
    network: {
      resolve: async () => ['127.0.0.1'],
      isAllowed: () => true,
      request: async (address, options) => request(new URL(address.href.replace('https:', 'http:')), options),
    },
    publish(path, document) {
      const client_id = `https://${host}${path}`
      documents.set(path, { client_id, token_endpoint_auth_method: 'none', ...document })
      return client_id
    },
    remove: path => void documents.delete(path),
    close: () => void server.close(),
  }
}
