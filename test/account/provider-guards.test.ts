import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Answer, type Service, startService } from '../harness.ts'
import { newBrowser, PASSWORD, sendWith, submitForm } from './browser.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { accountOf, begin, changedCallback, comeBack, cookiesIn, signIn } from './provider-steps.ts'

let issuer: Issuer
let service: Service
before(async () => {
  issuer = await startIssuer()
  service = await startService({ oidc: issuer.settings, trustProxy: 1 })
  issuer.trust(service)
})
after(async () => {
  await service.close()
  issuer.close()
})
const QUARTER_HOUR = 900_000
let people = 0
beforeEach(() => {
  const sub = `guarded-${people++}`
  issuer.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Ada' }
  issuer.change = undefined
})

/** Whoever has an account here, and comes for the first time with the address of it. */
async function newUnconnected() {
  const browser = await newBrowser(service)
  issuer.person = { ...issuer.person, email: browser.email }
  return { browser, cookie: cookiesIn(await signIn(service)) }
}

const connect = (cookie: string, { password = PASSWORD, ...headers }: Record<string, string> = {}) =>
  submitForm(service, '/sign-in/provider/connect', { password }, { cookie, ...headers })
const statusAndSession = (answer: Answer) => [answer.status, cookiesIn(answer)]

test('[provider-verify] an ordinary sign-in counts as giving the password only if the person has just signed in there', async () => {
  const begun = service.clock.now() / 1_000
  for (const [auth_time, recently] of [
    [begun, true],
    [begun - 61, false],
    [undefined, false],
    [begun - 59, true],
  ] as const) {
    issuer.change = claims => ({ ...claims, auth_time })
    const answer = await signIn(service)
    assert.equal((await accountOf(service, answer)).recently_verified, recently, `${auth_time}`)
    const { body } = await sendWith(service, cookiesIn(answer))('POST', '/tokens', {})
    assert.equal(`${body.code}` === 'verification_required', !recently, `${auth_time}`)
  }
})

test('[provider-bounds] one attempt cannot have the provider asked without end', async () => {
  service.clock.advance(QUARTER_HOUR)
  const begun = await begin(service)
  assert.equal((await comeBack(service, begun)).status, 303)
  const refused = changedCallback(begun, ({ searchParams }) => {
    searchParams.delete('code')
    searchParams.set('error', 'access_denied')
  })
  for (let at = 0; at < 598; at++) assert.equal((await comeBack(service, refused)).status, 400, `${at}`)
  const answer = await comeBack(service, refused)
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '900'])
  service.clock.advance(QUARTER_HOUR)
  assert.equal((await signIn(service)).status, 303)
})

test('[provider-suspended] connecting a disabled account connects nothing', async () => {
  const { browser, cookie } = await newUnconnected()
  await service.setDisabled(browser.accountId, true)
  const refused = await connect(cookie)
  assert.deepEqual(statusAndSession(refused), [403, ''])
  assert.match(refused.text, /This account is disabled/)
  await service.setDisabled(browser.accountId, false)
  assert.match((await signIn(service)).text, /You already have an account/)
})
