import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../harness.ts'
import { newBrowser, PASSWORD, submitForm } from './browser.ts'

/** Behind each network address. */
const PEOPLE = 20
let service: Service
before(async () => {
  service = await startService({ trustProxy: 1, peoplePerAddress: PEOPLE })
})
after(() => service.close())

const QUARTER_HOUR = 900_000
const signIn = (email: string, password: string, from: string, cookie = '') =>
  submitForm(service, '/sign-in', { email, password }, { 'x-forwarded-for': from, cookie })

test('an account has ten attempts in all, from any sender, even if the account does not exist [password-attempts]', async () => {
  const { email, send } = await newBrowser(service)
  for (const address of [email, 'nobody@example.org']) {
    const tries = await Promise.all(
      Array.from({ length: 15 }, (_, at) => signIn(address.toUpperCase(), 'wrong password', `10.0.${at}.1`)),
    )
    assert.deepEqual(tries.map(({ status }) => status).sort(), [...Array(10).fill(400), ...Array(5).fill(429)])
    const refused = await signIn(address, PASSWORD, '10.0.99.1')
    assert.equal(refused.status, 429)
    assert.match(refused.text, /Too many attempts/)
    assert.equal(refused.headers.get('retry-after'), '900')
  }
  // They do not lock out the holder, who has ten separate attempts when signed in.
  assert.equal((await send('POST', '/verify', { password: PASSWORD })).status, 204)
  for (let tries = 0; tries < 10; tries++)
    assert.equal((await send('POST', '/verify', { password: 'wrong password' })).status, 400)
  assert.equal((await send('POST', '/verify', { password: PASSWORD })).status, 429)
  service.clock.advance(QUARTER_HOUR)
  assert.equal((await signIn(email, PASSWORD, '10.0.99.1')).status, 303)
})

test('a browser that has signed in before has ten separate attempts, for that account only [password-attempts-known]', async () => {
  const [ada, eve] = [await newBrowser(service), await newBrowser(service)]
  const kept = async ({ email }: { email: string }) => {
    const { headers } = await signIn(email, PASSWORD, '10.4.0.1')
    const cookie = headers.getSetCookie().find(one => one.startsWith('soundings_browser=')) ?? ''
    assert.match(cookie, /; HttpOnly; SameSite=Strict; Max-Age=31536000$/)
    assert.doesNotMatch(cookie, new RegExp(email))
    return cookie.split(';')[0] ?? ''
  }
  const [ofAda, ofEve] = [await kept(ada), await kept(eve)]
  for (let tries = 0; tries < 10; tries++) await signIn(ada.email, 'wrong password', '10.4.0.2')
  for (const cookie of ['', ofEve, `${ofAda}x`, 'soundings_browser=', 'soundings_browser=a.b'])
    assert.equal((await signIn(ada.email, PASSWORD, '10.4.0.2', cookie)).status, 429, cookie)
  assert.equal((await signIn(ada.email.toUpperCase(), PASSWORD, '10.4.0.1', ofAda)).status, 303)
  for (let tries = 0; tries < 10; tries++)
    assert.equal((await signIn(ada.email, 'wrong password', '10.4.0.1', ofAda)).status, 400)
  assert.equal((await signIn(ada.email, PASSWORD, '10.4.0.1', ofAda)).status, 429)
  assert.equal((await signIn(ada.email, PASSWORD, '10.4.0.3')).status, 429)
})

test('other spellings of an address share its attempts [password-attempts]', async () => {
  const { email } = await newBrowser(service)
  const spellings = [email, email.replace('example', 'ｅxample'), email.replace('.org', '。org')]
  for (let tries = 0; tries < 10; tries++)
    assert.equal((await signIn(spellings[tries % 3] ?? '', 'wrong password', '10.3.0.1')).status, 400)
  for (const spelling of spellings) assert.equal((await signIn(spelling, PASSWORD, '10.3.0.2')).status, 429)
})

test('signing in resets the account’s attempts [password-attempts]', async () => {
  const { email } = await newBrowser(service)
  for (let round = 0; round < 3; round++) {
    for (let tries = 0; tries < 9; tries++)
      assert.equal((await signIn(email, 'wrong password', '10.1.0.1')).status, 400)
    assert.equal((await signIn(email, PASSWORD, '10.1.0.1')).status, 303)
  }
})

test('each person behind an IP address has two attempts, and so has each behind a /64 network [password-attempts]', async () => {
  for (const from of [() => '10.2.0.1', (at: number) => `2001:db8:1:2::${at}`]) {
    const tries = await Promise.all(
      Array.from({ length: 2 * PEOPLE + 1 }, (_, at) =>
        signIn(`${at}.${from(1)}@example.org`, 'wrong password', from(at)),
      ),
    )
    assert.equal(tries.filter(({ status }) => status === 400).length, 2 * PEOPLE)
    assert.equal((await signIn('ada@example.org', PASSWORD, from(5))).status, 429)
  }
  assert.equal((await signIn('ada@example.org', PASSWORD, '2001:db8:1:3::1')).status, 400)
})

test('wrong guesses of others at an address keep out no known browser, and use up no account’s attempts [password-attempts-known]', async () => {
  const from = '10.5.0.1'
  const { email } = await newBrowser(service)
  const { headers } = await signIn(email, PASSWORD, from)
  const cookie =
    headers
      .getSetCookie()
      .find(one => one.startsWith('soundings_browser='))
      ?.split(';')[0] ?? ''
  for (let at = 0; at < 2 * PEOPLE; at++) await signIn(`${at}@example.net`, 'wrong password', from)
  for (let at = 0; at < 10; at++) assert.equal((await signIn(email, PASSWORD, from)).status, 429)
  assert.equal((await signIn(email, PASSWORD, from, cookie)).status, 303)
  assert.equal((await signIn(email, PASSWORD, '10.5.0.2')).status, 303)
})

test('all people behind an address can sign up, sign in and follow a link within a quarter of an hour [sign-up-limits, password-attempts]', async () => {
  const from = '10.6.0.1'
  const headers = { 'x-forwarded-for': from }
  const emails = Array.from({ length: 2 * PEOPLE }, (_, at) => `student-${at}@example.org`)
  const signUp = (email: string) => submitForm(service, '/sign-up', { email, name: '', password: PASSWORD }, headers)
  for (const email of emails) assert.equal((await signUp(email)).status, 303)
  const refused = await signUp('late@example.org')
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '900'])
  for (const email of emails) assert.equal((await signIn(email, PASSWORD, from)).status, 303)
})

test('with any number of people behind an address, only the limits for accounts are left [sign-up-limits]', async t => {
  const own = await startService({ peoplePerAddress: 0 })
  t.after(() => own.close())
  const guess = (email: string) => submitForm(own, '/sign-in', { email, password: 'wrong password' })
  for (let at = 0; at < 30; at++) assert.equal((await guess(`${at}@example.org`)).status, 400)
  for (let at = 0; at < 10; at++) assert.equal((await guess('ada@example.org')).status, 400)
  assert.equal((await guess('ada@example.org')).status, 429)
})
