/** The cookie of a browser that is signed in to an account. It opens the application, and the dashboards of the account's surveys. */
export const ACCOUNT_COOKIE = 'soundings_session'

/**
 * Cookies of a request by name, in reverse order of the header, so that the newest comes first. If a name occurs twice, the
 * first in the header counts.
 */
export function readCookies(header = ''): ReadonlyMap<string, string> {
  const pairs = header.split(';').map(pair => pair.trim().split(/=(.*)/s))
  return new Map(pairs.toReversed().map(([name = '', value = '']) => [name, value]))
}

/**
 * Cookies that only this host's own pages send and that no script can read. Where the service is reached over https, the
 * prefix keeps other hosts of the domain from setting one; browsers accept it over https only.
 */
export class HostCookies {
  readonly #prefix: string
  readonly #attributes: string

  /** @param sameSite `Lax` for a cookie that is also sent when somebody follows a link from elsewhere to one of our pages */
  constructor(baseUrl: string, sameSite: 'Strict' | 'Lax' = 'Strict') {
    const isSecure = baseUrl.startsWith('https:')
    this.#prefix = isSecure ? '__Host-' : ''
    this.#attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  }

  /** The name as it is sent. */
  nameOf(name: string): string {
    return this.#prefix + name
  }

  /** Value of `Set-Cookie` for a cookie that lasts as long as the browser's session. */
  set(name: string, value: string): string {
    return `${this.nameOf(name)}=${value}; ${this.#attributes}`
  }

  /** Value of `Set-Cookie` that removes a cookie. */
  remove(name: string): string {
    return `${this.nameOf(name)}=; ${this.#attributes}; Max-Age=0`
  }
}
