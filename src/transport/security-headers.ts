/** Prevents browsers from guessing a content type. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' }

/**
 * Headers of every page. Pages are never stored and send no referrer to other sites.
 * @param policy Content-Security-Policy of the page
 */
export function pageSecurityHeaders(policy: string) {
  return {
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...NO_SNIFFING,
  }
}
