import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Groups of an IPv6 address that identify the network of one customer: 64 bits. */
const NETWORK_GROUPS = 4

/** An address with its port, as written by some proxies. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]*)\])(?::\d+)?$/

/**
 * The address that limits count by: the client's IPv4 address, or the /64 network of its IPv6 address, within which a
 * client can choose any address.
 * @param trust proxies whose `X-Forwarded-For` header is trusted: their number, or their addresses and networks
 */
export function senderAddress(trust: number | string[]): (request: IncomingMessage) => string {
  if (trust === 0) return request => networkOf(request.socket.remoteAddress ?? '')
  const isTrusted = trusted(trust)
  // Whatever the library's type says, a closed socket may have no address.
  return request => networkOf(proxyAddr(request, isTrusted) ?? '')
}

/** Whether a request comes from a proxy whose headers are trusted. @param trust as for `senderAddress` */
export function isFromProxy(trust: number | string[]): (request: IncomingMessage) => boolean {
  const isTrusted = trusted(trust)
  return ({ socket }) => isTrusted(socket.remoteAddress ?? '', 0)
}

function trusted(trust: number | string[]): (address: string, hop: number) => boolean {
  return typeof trust === 'number' ? (_, hop) => hop < trust : proxyAddr.compile(trust)
}

/** @param text an IP address in any spelling, with or without a port; anything else is returned unchanged */
function networkOf(text: string): string {
  if (!text.includes(':')) return text
  const [, v4, address = text] = WITH_PORT.exec(text) ?? []
  if (v4 !== undefined) return v4
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail] = address.split('::')
  const groups = groupsOf(head)
  // A `::` stands for the missing groups of zeros, up to eight. An IPv4 address at the end is two groups, beyond the
  // network.
  const after = tail === undefined ? [] : groupsOf(tail)
  const zeros = 8 - groups.length - after.length - (tail?.includes('.') ? 1 : 0)
  const all = tail === undefined ? groups : [...groups, ...Array(Math.max(zeros, 0)).fill('0'), ...after]
  return `${all.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').map(group => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
