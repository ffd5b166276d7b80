/** The host that vouches for a client: the one of the document that its id is the address of. Undefined for other ids. */
export function documentHost(clientId: unknown): string | undefined {
  const isAddress = typeof clientId === 'string' && /^https:/i.test(clientId)
  return isAddress ? URL.parse(clientId)?.host : undefined
}
