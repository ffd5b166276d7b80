import assert from 'node:assert/strict'
import { type Answer, call, type Service } from '../harness.ts'
import { sendWith } from './browser.ts'
import { passThrough } from './issuer.ts'

/** The cookies that a response sets, as a browser sends them back; removed ones are left out. */
export const cookiesIn = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map(one => one.split(';')[0] ?? '')
    .filter(one => !one.endsWith('='))
    .join('; ')

/** What a browser returns with. */
export interface Return {
  readonly callback: URL
  readonly cookie: string
}

interface Begun {
  readonly query?: string
  readonly cookie?: string
  /** Changes the address to which the browser is redirected. */
  readonly change?: (url: URL) => void
}

/** Begins a sign-in, and follows the issuer’s pages. */
export async function begin(at: Service, { query = '', cookie = '', change }: Begun = {}): Promise<Return> {
  const answer = await call(at, 'GET', `/sign-in/provider?${query}`, { headers: { cookie } })
  assert.equal(answer.status, 303, answer.text)
  const url = new URL(answer.headers.get('location') ?? '')
  change?.(url)
  return {
    callback: new URL(await passThrough(url.href)),
    cookie: [cookie, cookiesIn(answer)].filter(Boolean).join('; '),
  }
}

/** Returns to the service, as a browser does when another site redirects it. */
export const comeBack = (at: Service, { callback, cookie }: Return) =>
  call(at, 'GET', callback.pathname + callback.search, { headers: { cookie, 'sec-fetch-site': 'cross-site' } })

export const signIn = async (at: Service, begun?: Begun) => comeBack(at, await begin(at, begun))

export const accountOf = async (at: Service, answer: Answer) =>
  (await sendWith(at, cookiesIn(answer))('GET', '/account')).body

export function changedCallback({ callback, cookie }: Return, change: (url: URL) => void): Return {
  change(callback)
  return { callback, cookie }
}
