import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * Where a request comes from.
 * @param trust whose `X-Forwarded-For` is believed: so many proxies before the service, or these addresses and networks
 */
export function senderAddress(trust: number | string[]): (request: IncomingMessage) => string {
  if (trust === 0) return request => request.socket.remoteAddress ?? ''
  const isTrusted = typeof trust === 'number' ? (_: string, hop: number) => hop < trust : proxyAddr.compile(trust)
  return request => proxyAddr(request, isTrusted)
}
