/** Keeps browsers from guessing another type for a file than the one it is sent as. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' }

/**
 * What every page is sent with: it is for this reader and this moment, and tells no other site that it was read.
 * @param policy the Content-Security-Policy of the page
 */
export function pageSecurityHeaders(policy: string) {
  return {
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...NO_SNIFFING,
  }
}
