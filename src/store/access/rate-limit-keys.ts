/** The key under which a token's calls are counted. */
export function callsKey(tokenId: string): string {
  return `calls:${tokenId}`
}

/** The key under which an account's attempts to choose a slug are counted. */
export function customSlugsKey(accountId: string): string {
  return `slugs:${accountId}`
}

/** The key under which an account's checks of available slugs are counted. */
export function slugChecksKey(accountId: string): string {
  return `slug checks:${accountId}`
}
