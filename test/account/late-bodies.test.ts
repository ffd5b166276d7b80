import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { hourOf } from '../../src/domain/accounts/session.ts'
import { HOUR } from '../api/fixtures.ts'
import { type Service, startService } from '../harness.ts'
import { accountSessionHours } from '../setup/accounts.ts'
import { until } from '../until.ts'
import { type Browser, newBrowser, submitForm } from './browser.ts'

const MINUTE = 60_000
let service: Service
before(async () => {
  service = await startService({ now: Date.parse('2026-06-01T11:59:00Z') })
})
after(() => service.close())

const [OF_THIEF, OF_HOLDER] = ['the thief has this', 'the holder has this']
const signIn = async ({ email }: Browser, password: string) =>
  (await submitForm(service, '/sign-in', { email, password })).status

const REQUESTS: readonly [method: string, path: string, body: (browser: Browser) => object][] = [
  ['PUT', '/password', () => ({ password: OF_THIEF })],
  ['PUT', '/email', () => ({ email: 'thief@example.org' })],
  ['POST', '/tokens', () => ({})],
  ['DELETE', '/sessions', () => ({})],
  ['POST', '/drafts', () => ({ title: '', questions: [], theme: null })],
  ['DELETE', '/account', ({ email }) => ({ email })],
]

for (const [method, path, body] of REQUESTS)
  test(`${method} ${path} whose body arrives after a reset changes nothing [account-session-end, password-reset]`, async () => {
    const browser = await newBrowser(service, { subscribed: true })
    const late = begin(browser, method, path, JSON.stringify(body(browser)))
    await late.isAdmitted()
    const reset = await submitForm(service, await service.resetLink(browser.email), { password: OF_HOLDER })
    assert.equal(reset.status, 303)
    assert.deepEqual(await late.finish(), [401, '{"error":"authentication required"}'])
    assert.deepEqual([await signIn(browser, OF_THIEF), await signIn(browser, OF_HOLDER)], [400, 303])
    service.clock.advance(HOUR - 2 * MINUTE)
  })

/**
 * Sends the head of a request in an hour in which the session was not used yet; the recorded use then shows that the
 * request was admitted.
 */
function begin({ cookie, accountId }: Browser, method: string, path: string, body: string) {
  service.clock.advance(2 * MINUTE)
  const { hostname, port } = new URL(service.baseUrl)
  const headers = { cookie, origin: service.baseUrl, 'content-length': body.length }
  const sent = request({ hostname, port, method, path: `/app/api${path}`, headers })
  const answer = new Promise<readonly [number | undefined, string]>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', response => readAll(response).then(text => resolve([response.statusCode, text]), reject))
  })
  sent.flushHeaders()
  const hour = hourOf(service.clock.now())
  const isAdmitted = () => until(async () => (await accountSessionHours(service, accountId)).includes(hour))
  const finish = () => {
    sent.end(body)
    return answer
  }
  return { isAdmitted, finish }
}
