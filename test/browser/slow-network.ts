import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Service } from '../harness.ts'

/** Duration of a submission, in milliseconds. */
const DELAY_MS = 500

/** A network on which submissions take a while, and are lost if the browser aborts them. */
export async function startSlowNetwork({ baseUrl }: Service): Promise<{ url: string; submitting: Promise<unknown> }> {
  const { host, hostname, port } = new URL(baseUrl)
  const submitting = Promise.withResolvers<void>()
  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'POST') {
      submitting.resolve()
      await delay(DELAY_MS)
      if (incoming.socket.destroyed) return
    }
    const { method, url } = incoming
    const outgoing = request({ hostname, port, method, path: url, headers: { ...incoming.headers, host } })
    incoming.pipe(outgoing)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  }).listen(0, hostname)
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://${hostname}:${(server.address() as AddressInfo).port}`, submitting: submitting.promise }
}
