import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * The address of the client.
 * @param trust proxies whose `X-Forwarded-For` header is trusted: their number, or their addresses and networks
 */
export function senderAddress(trust: number | string[]): (request: IncomingMessage) => string {
  if (trust === 0) return request => request.socket.remoteAddress ?? ''
  const isTrusted = typeof trust === 'number' ? (_: string, hop: number) => hop < trust : proxyAddr.compile(trust)
  return request => proxyAddr(request, isTrusted)
}
