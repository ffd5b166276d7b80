import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { call, type Service, startService } from '../harness.ts'
import { type Browser, newBrowser, PASSWORD, submitForm } from './browser.ts'

let service: Service
let browser: Browser
before(async () => {
  service = await startService()
  browser = await newBrowser(service)
})
after(() => service.close())

type Headers = Record<string, string>

/** What a request can say about the page that sent it. Only the first two are our own pages. */
const writes = (own: string): [name: string, headers: Headers, admitted: boolean][] => [
  ['our own page', { origin: own, 'sec-fetch-site': 'same-origin' }, true],
  ['our own page in a browser that does not say more', { origin: own }, true],
  ['nothing', {}, false],
  ['no origin', { 'sec-fetch-site': 'same-origin' }, false],
  ['an address that was typed', { 'sec-fetch-site': 'none' }, false],
  ['an opaque origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
  ['another site that lies about its kind', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false],
  ['another site that lies about its origin', { origin: own, 'sec-fetch-site': 'cross-site' }, false],
  ['another host of the domain', { origin: own, 'sec-fetch-site': 'same-site' }, false],
  ['another port', { origin: own.replace(/\d+$/, '1'), 'sec-fetch-site': 'same-site' }, false],
  ['https for http', { origin: own.replace('http:', 'https:') }, false],
  ['a slash behind it', { origin: `${own}/` }, false],
  ['a longer name', { origin: `${own}.evil.example` }, false],
  ['a name before it', { origin: own.replace('//', '//evil.') }, false],
  ['a name as its user', { origin: own.replace('//', '//evil@') }, false],
  ['capitals', { origin: own.toUpperCase() }, false],
  ['two origins', { origin: `${own}, https://evil.example` }, false],
  ['a file', { origin: 'file://' }, false],
  ['an extension', { origin: 'chrome-extension://abcdefghijklmnop', 'sec-fetch-site': 'none' }, false],
  ['an empty origin', { origin: '', 'sec-fetch-site': 'same-origin' }, false],
]

describe('a write with a session from [account-own-origin]', () => {
  for (const [at, [name]] of writes('http://127.0.0.1:1').entries())
    test(name, async () => {
      const [, headers, admitted] = writes(service.baseUrl)[at] ?? assert.fail()
      const { cookie } = browser
      // Where it is admitted, there is no such token.
      const { status } = await call(service, 'DELETE', '/app/api/tokens/none', { headers: { cookie, ...headers } })
      assert.equal(status, admitted ? 404 : 403)
      const body = new URLSearchParams({ email: browser.email, password: PASSWORD }).toString()
      const form = await call(service, 'POST', '/sign-in', { headers, body })
      assert.deepEqual([form.status, form.headers.has('set-cookie')], admitted ? [303, true] : [403, false])
    })
})

test('requests of another page are refused, navigation by a person is not [account-own-origin]', async () => {
  const ask = async (site?: string) =>
    (await browser.send('GET', '/account', undefined, { 'sec-fetch-site': site ?? 'same-origin' })).status
  assert.deepEqual(await Promise.all(['same-origin', 'none', 'same-site', 'cross-site'].map(ask)), [200, 200, 403, 403])
})

test('no page of another origin can sign anybody up or out [account-own-origin]', async () => {
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const fields = { email: 'eve@example.org', password: PASSWORD }
  for (const path of ['/sign-up', '/forgot-password', '/reset-password/x', '/confirm-email/x', '/invitation/x'])
    assert.equal((await submitForm(service, path, fields, evil)).status, 403, path)
  assert.equal((await submitForm(service, '/sign-out', {}, { ...evil, cookie: browser.cookie })).status, 403)
  assert.equal((await browser.send('GET', '/account')).status, 200)
})

test('pages send their origin only to our own host, and are not stored [response-headers, account-own-origin]', async () => {
  const { cookie } = browser
  const pages = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password/x', '/confirm-email/x', '/invitation/x']
  for (const path of pages) {
    const { headers } = await call(service, 'GET', path)
    assert.equal(headers.get('referrer-policy'), 'same-origin', path)
    assert.match(
      headers.get('content-security-policy') ?? '',
      /default-src 'none';.*form-action 'self';.*frame-ancestors 'none'/,
    )
    assert.deepEqual([headers.get('cache-control'), headers.get('x-robots-tag')], ['no-store', 'noindex'], path)
  }
  for (const [path, status] of [
    ['/app', 200],
    ['/app/api/account', 200],
    ['/app/api/sessions', 200],
    ['/app/api/none', 404],
  ] as const) {
    const answer = await call(service, 'GET', path, { headers: { cookie } })
    const { headers } = answer
    assert.deepEqual(
      [answer.status, headers.get('cache-control'), headers.get('vary')],
      [status, 'no-store', 'Cookie'],
      path,
    )
  }
  assert.equal((await call(service, 'DELETE', '/app/api/export.zip', { headers: { cookie } })).status, 405)
})
