import type { IncomingMessage } from 'node:http'

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Whether a request names this service in its `Host` header. */
export type HostCheck = (request: IncomingMessage) => boolean

/**
 * Accepts the host of the public address, with or without its port. Headers in which a proxy passes on the original
 * host are never read, and links are always made from the public address.
 * @param baseUrl where people reach the service; undefined if unknown, in which case any name is accepted
 */
export function hostCheck(baseUrl: string | undefined): HostCheck {
  if (baseUrl === undefined) return () => true
  const { host, hostname, port, protocol } = new URL(baseUrl)
  const names = new Set([host, hostname, `${hostname}:${port || DEFAULT_PORTS[protocol]}`])
  // An HTTP/1.0 request may lack the header, in which case it does not name another service.
  return ({ headers }) => headers.host === undefined || names.has(headers.host.toLowerCase())
}

/** Whether a request has two or more `Host` headers. Node silently keeps only the first. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at] ?? '')) count++
  return count > 1
}

function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host'
}
