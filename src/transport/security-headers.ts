export type ResponseHeaders = Readonly<Record<string, string>>

/** How long browsers remember to use https only, in seconds. */
const HSTS_SECONDS = 31_536_000

/**
 * Headers of every response, including the HTTP parser's errors. A response that may be stored or embedded overrides
 * them, so that anything forgotten stays private.
 * @param httpsOnly whether browsers must stop using plain http for this host
 */
export function responseHeaders(httpsOnly: boolean): ResponseHeaders {
  return {
    'cache-control': 'no-store',
    // Browsers neither guess a content type nor let other sites' pages embed or script the response.
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(httpsOnly && { 'strict-transport-security': `max-age=${HSTS_SECONDS}` }),
  }
}

/** For images that other sites' pages may show. */
export const EMBEDDABLE = { 'cross-origin-resource-policy': 'cross-origin' }

/**
 * For pages with a form that is only accepted from our own origin: without a referrer, browsers would not send the
 * origin either. Other sites still get no referrer.
 */
const SENDS_ORIGIN = { 'referrer-policy': 'same-origin' }

/**
 * Headers of the application, where people sign out, and of the pages for signing up, signing in and giving consent to
 * applications.
 * @param policy the page's Content-Security-Policy
 */
export function formPageHeaders(policy: string) {
  return { ...unlistedPageHeaders(policy), ...SENDS_ORIGIN }
}

/** For everything that search engines should not list. */
export const NOT_LISTED = { 'x-robots-tag': 'noindex' }

/** Headers of pages that search engines must leave out. @param policy the page's Content-Security-Policy */
export function unlistedPageHeaders(policy: string) {
  return { ...pageSecurityHeaders(policy), ...NOT_LISTED }
}

/**
 * Headers of every page, in addition to those of every response. Pages send no referrer to other sites.
 * @param policy the page's Content-Security-Policy
 */
export function pageSecurityHeaders(policy: string) {
  return { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }
}
