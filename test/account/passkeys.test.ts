import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, call, type Service, startService } from '../harness.ts'
import { cookieIn } from '../http.ts'
import { removePassword } from '../setup/accounts.ts'
import { until } from '../until.ts'
import { Authenticator, type Deviation } from './authenticator.ts'
import { type Browser, newBrowser, PASSWORD, sendWith, submitForm } from './browser.ts'
import { addPasskey, creationOptions, optionsOf } from './passkey-steps.ts'

/** Behind each network address. */
const PEOPLE = 20
let service: Service
before(async () => {
  service = await startService({ hostname: 'localhost', trustProxy: 1, peoplePerAddress: PEOPLE })
})
after(() => service.close())

const MINUTE = 60_000
const REFUSED = { error: 'this passkey was not accepted', code: 'wrong_passkey' }

const signInOptions = () => optionsOf(call(service, 'GET', '/sign-in/passkey'))

const register = (browser: Browser, deviation: Deviation = {}) => addPasskey(service, browser, { deviation })

let addresses = 0

/** Signs in from a separate address, as a page of the service does. */
async function signIn(credential: object, { headers = {}, from = '' } = {}): Promise<Answer> {
  addresses += 1
  const sender = { 'x-forwarded-for': from || `10.9.${addresses >> 8}.${addresses & 255}` }
  const own = { origin: service.baseUrl, 'sec-fetch-site': 'same-origin', ...sender, ...headers }
  return call(service, 'POST', '/sign-in/passkey', { body: { credential, next: '/app/templates' }, headers: own })
}

async function signInWith(authenticator: Authenticator, deviation: Deviation = {}): Promise<Answer> {
  return signIn(authenticator.sign(await signInOptions(), deviation))
}

const outcome = ({ status, body, headers }: Answer) => ({ status, body, signedIn: headers.has('set-cookie') })
const NOT_SIGNED_IN = { status: 400, body: REFUSED, signedIn: false }

test('a passkey signs in with a new session, and ends the one that the browser had [passkey-sign-in]', async () => {
  const browser = await newBrowser(service)
  const { authenticator, answer } = await register(browser)
  assert.equal(answer.status, 201, answer.text)
  const options = await signInOptions()
  assert.deepEqual(
    { ...options, challenge: '' },
    { challenge: '', rpId: 'localhost', timeout: 300_000, userVerification: 'required', allowCredentials: [] },
  )
  const signedIn = await signIn(authenticator.sign(options), { headers: { cookie: browser.cookie } })
  assert.deepEqual([signedIn.status, signedIn.body], [200, { next: '/app/templates' }])
  const cookie = cookieIn(signedIn.headers)
  assert.notEqual(cookie, browser.cookie)
  const { body } = await sendWith(service, cookie)('GET', '/account')
  assert.deepEqual([body.email, body.recently_verified], [browser.email, true])
  assert.equal((await browser.send('GET', '/account')).status, 401)
  const { passkeys } = (await sendWith(service, cookie)('GET', '/passkeys')).body
  const hour = new Date(Math.floor(service.clock.now() / (60 * MINUTE)) * 60 * MINUTE).toISOString()
  assert.deepEqual(passkeys?.[0]?.last_used_at, hour)
})

test('passkey options ask for a discoverable, verified passkey that is not registered yet [passkey-register]', async () => {
  const browser = await newBrowser(service)
  const { authenticator, answer, id } = await register(browser, { isBackedUp: true })
  const created_at = new Date(service.clock.now()).toISOString()
  const passkey = { id, name: 'Laptop', created_at, last_used_at: null, backed_up: true }
  assert.deepEqual(answer.body, passkey)
  const { body, text } = await browser.send('GET', '/passkeys')
  assert.deepEqual(body, { passkeys: [passkey], limit: 10, possible: true })
  assert.equal(text.includes(authenticator.id), false)
  const { challenge: _, user, ...options } = await creationOptions(browser)
  assert.deepEqual(options, {
    rp: { id: 'localhost', name: 'Soundings' },
    pubKeyCredParams: [-8, -7, -257].map(alg => ({ type: 'public-key', alg })),
    timeout: 300_000,
    attestation: 'none',
    excludeCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['hybrid', 'internal'] }],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  })
  assert.equal(Buffer.from(user.id, 'base64url').toString().includes('@'), false)
})

test('a passkey is not added if anything about it is wrong, twice, or to two accounts [passkey-register]', async () => {
  const [browser, other] = [await newBrowser(service), await newBrowser(service)]
  const others = await creationOptions(other)
  const asked = [await signInOptions(), await creationOptions(browser)]
  const wrong: readonly Deviation[] = [
    { origin: 'https://evil.example' },
    { origin: service.baseUrl.replace('localhost', '127.0.0.1') },
    { rpId: 'evil.example' },
    { challenge: others.challenge },
    { challenge: asked[0]?.challenge ?? '' },
    { challenge: 'bm90IG91cnM' },
    { type: 'webauthn.get' },
    { isVerified: false },
    { certificate: true },
  ]
  for (const deviation of wrong)
    assert.deepEqual((await register(browser, deviation)).answer.body, REFUSED, JSON.stringify(deviation))
  for (const credential of [null, {}, { id: 'x', response: {} }, { id: 'x', response: { clientDataJSON: 'e30' } }])
    assert.deepEqual((await browser.send('POST', '/passkeys', { credential })).body, REFUSED)
  const { authenticator } = await register(browser)
  assert.deepEqual(
    (await other.send('POST', '/passkeys', { credential: authenticator.register(others) })).body,
    REFUSED,
  )
  const [first, second] = [new Authenticator(service.baseUrl), new Authenticator(service.baseUrl)]
  const send = (one: Authenticator) =>
    browser.send('POST', '/passkeys', { credential: one.register(asked[1] ?? assert.fail()) })
  assert.equal((await send(first)).status, 201)
  assert.deepEqual((await send(second)).body, REFUSED)
  const late = await creationOptions(browser)
  service.clock.advance(5 * MINUTE)
  const expired = await browser.send('POST', '/passkeys', { credential: second.register(late) })
  assert.deepEqual(expired.body, REFUSED)
  assert.equal((await browser.send('GET', '/passkeys')).body.passkeys?.length, 2)
})

test('every failure, including an unknown passkey, gets the same answer [passkey-sign-in-refused]', async () => {
  const browser = await newBrowser(service)
  const other = await newBrowser(service)
  const { authenticator } = await register(browser)
  const { authenticator: foreign } = await register(other)
  const { challenge: registering, user } = await creationOptions(browser)
  const { challenge: verifying } = await optionsOf(browser.send('GET', '/verify'))
  const wrong: readonly Deviation[] = [
    { origin: 'https://evil.example' },
    { origin: `${service.baseUrl}.evil.example` },
    { rpId: 'evil.example' },
    { challenge: registering },
    { challenge: verifying },
    { challenge: Buffer.from('no.challenge.of-ours').toString('base64url') },
    { type: 'webauthn.create' },
    { isVerified: false },
    { tampersWith: 'signature' },
    { tampersWith: 'authenticatorData' },
    { tampersWith: 'clientDataJSON' },
    { id: foreign.id },
    { id: foreign.id, userHandle: foreign.userHandle },
    { userHandle: foreign.userHandle },
    { userHandle: null },
  ]
  for (const deviation of wrong) {
    // A successful sign-in in between resets the attempts.
    assert.equal((await signInWith(authenticator)).status, 200)
    assert.deepEqual(outcome(await signInWith(authenticator, deviation)), NOT_SIGNED_IN, JSON.stringify(deviation))
  }
  const unknown = new Authenticator(service.baseUrl)
  unknown.userHandle = user.id
  const [failed, missing] = [await signInWith(authenticator, { tampersWith: 'signature' }), await signInWith(unknown)]
  assert.deepEqual(
    { ...outcome(missing), names: [...missing.headers.keys()] },
    { ...outcome(failed), names: [...failed.headers.keys()] },
  )
  for (const credential of ['', [], {}, { id: 7 }, { id: 'a'.repeat(9_000), response: {} }])
    assert.deepEqual(outcome(await signIn(credential as object)), NOT_SIGNED_IN)
})

test('a challenge works once, within five minutes [passkey-challenge]', async () => {
  const { authenticator } = await register(await newBrowser(service))
  const options = await signInOptions()
  const credential = authenticator.sign(options)
  const both = await Promise.all([signIn(credential), signIn(credential)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
  assert.deepEqual(outcome(await signIn(authenticator.sign(options))), NOT_SIGNED_IN)
  const late = authenticator.sign(await signInOptions())
  const inTime = authenticator.sign(await signInOptions())
  service.clock.advance(5 * MINUTE - 1)
  assert.equal((await signIn(inTime)).status, 200)
  service.clock.advance(1)
  assert.deepEqual(outcome(await signIn(late)), NOT_SIGNED_IN)
})

test('a passkey whose signature counter does not increase is refused [passkey-copied]', async () => {
  const { authenticator } = await register(await newBrowser(service))
  authenticator.signCount = 5
  assert.equal((await signInWith(authenticator)).status, 200)
  for (const signCount of [5, 4, 0])
    assert.deepEqual(outcome(await signInWith(authenticator, { signCount })), NOT_SIGNED_IN, `${signCount}`)
  const [one, two] = [await signInOptions(), await signInOptions()]
  const copies = await Promise.all([one, two].map(options => signIn(authenticator.sign(options, { signCount: 6 }))))
  assert.deepEqual(copies.map(({ status }) => status).sort(), [200, 400])
})

test('passkey attempts are limited like password attempts, and counted separately [passkey-attempts]', async () => {
  const { email, send, cookie } = await newBrowser(service)
  const { authenticator } = await register({ send } as Browser)
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => signInWith(authenticator, { tampersWith: 'signature' })),
  )
  assert.deepEqual(tries.map(({ status }) => status).sort(), [...Array(10).fill(400), 429, 429])
  assert.equal(tries.find(({ status }) => status === 429)?.headers.get('retry-after'), '900')
  assert.equal((await signInWith(authenticator)).status, 429)
  const stepUp = authenticator.sign(await optionsOf(send('GET', '/verify')))
  assert.equal((await sendWith(service, cookie)('POST', '/verify', { passkey: stepUp })).status, 429)
  const form = await submitForm(service, '/sign-in', { email, password: PASSWORD }, { 'x-forwarded-for': '10.8.0.1' })
  assert.equal(form.status, 303)
  service.clock.advance(15 * MINUTE)
  assert.equal((await signInWith(authenticator)).status, 200)
  const unknown = async () => {
    const stranger = new Authenticator(service.baseUrl)
    return signIn(stranger.sign(await signInOptions(), { userHandle: 'bm9ib2R5' }), { from: '10.7.0.1' })
  }
  const strangers = await Promise.all(Array.from({ length: 2 * PEOPLE + 1 }, unknown))
  assert.equal(strangers.filter(({ status }) => status === 429).length, 1)
})

test('a passkey can replace the password for confirmation, in its own session [passkey-verification]', async () => {
  const browser = await newBrowser(service)
  assert.deepEqual((await browser.send('GET', '/verify')).body, { options: null })
  const { authenticator } = await register(browser)
  const second = cookieIn((await signInWith(authenticator)).headers)
  const { authenticator: foreign } = await register(await newBrowser(service))
  const ofCreation = authenticator.sign({ ...(await creationOptions(browser)), rpId: 'localhost' })
  assert.deepEqual((await browser.send('POST', '/verify', { passkey: ofCreation })).body, REFUSED)
  const verifying = await optionsOf(browser.send('GET', '/verify'))
  const credential = new Authenticator(service.baseUrl).register(verifying)
  assert.deepEqual((await browser.send('POST', '/passkeys', { credential })).body, REFUSED)
  service.clock.advance(10 * MINUTE)
  const guarded = async (cookie: string) => (await sendWith(service, cookie)('POST', '/passkeys/options')).status
  assert.deepEqual([await guarded(browser.cookie), await guarded(second)], [403, 403])
  const options = await optionsOf(browser.send('GET', '/verify'))
  assert.deepEqual(
    options.allowCredentials.map(({ id }) => id),
    [authenticator.id],
  )
  const verify = (passkey: object, cookie = browser.cookie) => sendWith(service, cookie)('POST', '/verify', { passkey })
  const ofSignIn = authenticator.sign(await signInOptions())
  for (const passkey of [foreign.sign(options), ofSignIn, authenticator.sign(options, { isVerified: false }), {}])
    assert.deepEqual((await verify(passkey)).body, REFUSED)
  assert.deepEqual((await verify(authenticator.sign(options), second)).body, REFUSED)
  assert.equal((await verify(authenticator.sign(options, { userHandle: null }))).status, 204)
  assert.deepEqual((await verify(authenticator.sign(options))).body, REFUSED)
  assert.deepEqual([await guarded(browser.cookie), await guarded(second)], [200, 403])
})

test('adding and removing need the password or a passkey again; an account has at most ten [passkey-manage]', async () => {
  const browser = await newBrowser(service)
  const options = await creationOptions(browser)
  const made = await Promise.all(Array.from({ length: 14 }, () => register(browser)))
  assert.deepEqual(made.map(({ answer }) => answer.status).sort(), [...Array(10).fill(201), ...Array(4).fill(409)])
  const { id = '', authenticator } = made.find(({ answer }) => answer.status === 201) ?? assert.fail()
  const rename = (name: unknown) => browser.send('PATCH', `/passkeys/${id}`, { name })
  service.clock.advance(10 * MINUTE)
  assert.equal((await rename('Phone')).status, 204)
  for (const name of ['', 7, 'x'.repeat(201), undefined])
    assert.equal((await rename(name)).status, 400, `${name}`.slice(0, 9))
  const names = async () => {
    const { passkeys } = (await browser.send('GET', '/passkeys')).body
    return [...(passkeys ?? [])].map(({ name }) => `${name}`)
  }
  assert.equal((await names()).filter(name => name === 'Phone').length, 1)
  const credential = new Authenticator(service.baseUrl).register(options)
  const guarded = [
    ['POST', '/passkeys/options', {}],
    ['POST', '/passkeys', { credential }],
    ['DELETE', `/passkeys/${id}`, undefined],
  ] as const
  for (const [method, path, body] of guarded)
    assert.equal((await browser.send(method, path, body)).body.code, 'verification_required', path)
  assert.equal((await browser.send('POST', '/verify', { password: PASSWORD })).status, 204)
  assert.equal((await browser.send('DELETE', `/passkeys/${id}`)).status, 204)
  assert.equal((await browser.send('DELETE', `/passkeys/${id}`)).status, 404)
  assert.equal((await names()).length, 9)
  assert.deepEqual(outcome(await signInWith(authenticator)), NOT_SIGNED_IN)
})

test('the only way into an account cannot be removed [passkey-last-way-in]', async () => {
  const browser = await newBrowser(service)
  const { authenticator, id } = await register(browser)
  const { id: spare } = await register(browser)
  await removePassword(service, browser.accountId)
  assert.equal((await browser.send('DELETE', `/passkeys/${spare}`)).status, 204)
  const { status, body } = await browser.send('DELETE', `/passkeys/${id}`)
  assert.deepEqual([status, body.code], [409, 'last_way_in'])
  const cookie = cookieIn((await signInWith(authenticator)).headers)
  const send = sendWith(service, cookie)
  assert.equal((await send('GET', '/account')).body.has_password, false)
  assert.equal((await send('PUT', '/password', { password: 'another good one' })).status, 204)
  assert.equal((await send('DELETE', `/passkeys/${id}`)).status, 204)
})

test('a disabled account stays out, and is told why only with its passkey [passkey-sign-in]', async () => {
  const browser = await newBrowser(service)
  const { authenticator } = await register(browser)
  await service.setDisabled(browser.accountId, true)
  assert.deepEqual(outcome(await signInWith(authenticator, { tampersWith: 'signature' })), NOT_SIGNED_IN)
  const answer = await signInWith(authenticator)
  assert.deepEqual(outcome(answer), {
    status: 403,
    body: { error: 'this account is disabled', code: 'account_disabled' },
    signedIn: false,
  })
})

test('a page of another origin cannot sign anybody in with a passkey [account-own-origin]', async () => {
  const { authenticator } = await register(await newBrowser(service))
  const from: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
  ]
  for (const headers of from) {
    const answer = await signIn(authenticator.sign(await signInOptions()), { headers })
    assert.deepEqual([answer.status, answer.headers.has('set-cookie')], [403, false])
  }
})

test('passkeys and their accounts are deleted together [account-delete]', async () => {
  const { send, email, accountId } = await newBrowser(service)
  const { authenticator } = await register({ send } as Browser)
  assert.equal((await service.database.written()).includes(authenticator.id), true)
  assert.equal((await send('DELETE', '/account', { email })).status, 204)
  await until(async () => !(await service.database.written()).includes(accountId))
  assert.equal((await service.database.written()).includes(authenticator.id), false)
  assert.deepEqual(outcome(await signInWith(authenticator)), NOT_SIGNED_IN)
})

test('passkeys are offered where browsers support them: on host names, over https or on localhost [passkey-possible]', async t => {
  const page = await call(service, 'GET', '/sign-in')
  assert.match(page.text, /Sign in with a passkey/)
  assert.match(page.text, /autocomplete="username webauthn"/)
  for (const [publicUrl, possible] of [
    ['https://surveys.example.org', true],
    ['http://surveys.example.org', false],
    ['https://192.0.2.7', false],
    ['https://[2001:db8::7]', false],
  ] as const) {
    const own = await startService({ publicUrl })
    t.after(() => own.close())
    const { text } = await call(own, 'GET', '/sign-in')
    assert.equal(text.includes('Sign in with a passkey'), possible, publicUrl)
  }
})
