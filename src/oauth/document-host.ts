/** The host of a client's metadata document, if the client's id is the address of one; otherwise undefined. */
export function documentHost(clientId: unknown): string | undefined {
  const isAddress = typeof clientId === 'string' && /^https:/i.test(clientId)
  return isAddress ? URL.parse(clientId)?.host : undefined
}
