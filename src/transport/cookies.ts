/**
 * The cookie of a browser that is signed in to an account. It opens the application, and the dashboards of the
 * account's surveys.
 */
export const ACCOUNT_COOKIE = 'soundings_session'

/**
 * A request's cookies by name, in reverse order of the header, so that the newest comes first. If a name occurs twice,
 * the first in the header counts.
 */
export function readCookies(header = ''): ReadonlyMap<string, string> {
  const pairs = header.split(';').map(pair => pair.trim().split(/=(.*)/s))
  return new Map(pairs.toReversed().map(([name = '', value = '']) => [name, value]))
}

/**
 * Cookies that only this host's own pages send and that no script can read. If the service is reached over https, a
 * prefix prevents other hosts of the domain from setting one; browsers accept it only over https.
 */
export class HostCookies {
  readonly #prefix: string
  readonly #attributes: string

  /**
   * @param sameSite `Lax` for a cookie that is also sent when somebody follows a link from another site to one of our
   *   pages
   */
  constructor(baseUrl: string, sameSite: 'Strict' | 'Lax' = 'Strict') {
    const isSecure = baseUrl.startsWith('https:')
    this.#prefix = isSecure ? '__Host-' : ''
    this.#attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  }

  /** The name as sent. */
  nameOf(name: string): string {
    return this.#prefix + name
  }

  /** A `Set-Cookie` value. @param seconds lifetime; by default, until the browser's session ends */
  set(name: string, value: string, seconds?: number): string {
    const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
    return `${this.nameOf(name)}=${value}; ${this.#attributes}${age}`
  }

  /** A `Set-Cookie` value that removes a cookie. */
  remove(name: string): string {
    return `${this.nameOf(name)}=; ${this.#attributes}; Max-Age=0`
  }
}
