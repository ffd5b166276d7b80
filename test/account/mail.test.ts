import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOUR } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { cookieIn } from '../http.ts'
import { until } from '../until.ts'
import { type Browser, PASSWORD, sendWith, submitForm } from './browser.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { addPasskey } from './passkey-steps.ts'

/** A valid address, with characters that are special in HTML. */
const CONTACT = `o'neil&co@example.org`
/** Behind each network address. */
const PEOPLE = 20
let server: MailServer
let service: Service
before(async () => {
  server = await startMailServer()
  service = await startService({
    peoplePerAddress: PEOPLE,
    smtp: { url: server.url, from: 'Soundings <soundings@example.org>' },
    siteLinks: { contact: CONTACT },
    trustProxy: 1,
  })
})
after(async () => {
  await service.close()
  server.close()
})

const LINK = /^http:\/\/127\.0\.0\.1:\d+(\/(?:confirm-email|reset-password|invitation)\/\S+)$/m
const linkIn = ({ text }: { text: string }) => LINK.exec(text)?.[1] ?? assert.fail(text)
const QUARTER_HOUR = 900_000
let senders = 0
/** Sends each request from a different address, to stay below the limits per address. */
const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, at = service) =>
  submitForm(at, path, fields, { 'x-forwarded-for': `10.${senders >> 8}.${senders++ & 255}.1`, ...headers })
const open = (path: string, at = service, headers = {}) => call(at, 'GET', path, { headers })
const isSignedIn = async (cookie: string) => (await sendWith(service, cookie)('GET', '/account')).status === 200

async function signUp(email: string): Promise<Pick<Browser, 'cookie' | 'send'>> {
  await submit('/sign-up', { email })
  const { headers } = await submit(linkIn(await server.next(email)), { name: 'Ada', password: PASSWORD })
  const cookie = cookieIn(headers)
  return { cookie, send: sendWith(service, cookie) }
}

test('only the person who receives the mail can create the account, once [sign-up-by-mail]', async () => {
  const email = 'ada@example.org'
  assert.match((await open('/sign-up')).text, /<title>Create your account[\s\S]*e-mail you a link/)
  const begun = await submit('/sign-up', { email: ' Ada@Example.ORG' })
  assert.deepEqual([begun.status, begun.headers.get('set-cookie')], [200, null])
  const mail = await server.next(email)
  assert.equal(mail.from, 'soundings@example.org')
  const path = linkIn(mail)
  for (let looked = 0; looked < 3; looked++) assert.match((await open(path)).text, /value="ada@example.org"/)
  assert.equal((await submit('/sign-in', { email, password: PASSWORD })).status, 400)
  // A mistyped form does not use up the link, and nobody can use it for another account.
  assert.match((await submit(path, { password: 'short' })).text, /id="password-error"/)
  assert.match((await submit(path, { name: 'A\u202eda', password: PASSWORD })).text, /id="name-error"/)
  const fields = { email: 'eve@example.org', name: 'Ada', password: PASSWORD }
  const [made, again] = await Promise.all([submit(path, fields), submit(path, fields)])
  assert.deepEqual([made.status, again.status].sort(), [303, 404])
  const { headers } = made.status === 303 ? made : again
  const { body } = await sendWith(service, cookieIn(headers))('GET', '/account')
  assert.deepEqual([body.email, body.name, body.email_confirmed], [email, 'Ada', true])
  assert.equal((await open(path)).status, 404)
})

test('a mail has the same link in both parts, the address of the service and that of its operator [mail-parts]', async () => {
  await submit('/sign-up', { email: 'parts@example.org' })
  const { text, html } = await server.next('parts@example.org')
  const link = service.baseUrl + linkIn({ text })
  assert.deepEqual(text.split('\n\n').slice(1), [
    link,
    'The link works once, for 24 hours. If you didn’t ask for this, ignore this e-mail: no account is created.',
    `-- \nSent by Soundings at ${service.baseUrl}\nQuestions? Write to the operator: ${CONTACT}\n`,
  ])
  assert.equal(html.split(` href="${link}"`).length - 1, 2)
  assert.match(html, /href="mailto:o&#39;neil&amp;co@example\.org" [^>]*>o&#39;neil&amp;co@example\.org</)
  assert.doesNotMatch(html, /<(?:script|img|link)\b|\ssrc=|url\(/)
  assert.match(html, /<\/html>\n$/)
})

test('links expire after a day [sign-up-by-mail]', async () => {
  await submit('/sign-up', { email: 'late@example.org' })
  const path = linkIn(await server.next('late@example.org'))
  service.clock.advance(24 * HOUR)
  assert.equal((await open(path)).status, 404)
  assert.equal((await submit(path, { password: PASSWORD })).status, 404)
})

test('known and unknown addresses get the same answer at sign-up and reset; only the mail differs [mail-same-answer]', async () => {
  await signUp('known@example.org')
  const bare = (text: string) => text.replaceAll(/(un)?known(<wbr>)?@example(<wbr>)?\.org/g, '')
  for (const path of ['/sign-up', '/forgot-password']) {
    const known = await submit(path, { email: 'known@example.org' })
    const unknown = await submit(path, { email: 'unknown@example.org' })
    assert.deepEqual([known.status, bare(known.text)], [unknown.status, bare(unknown.text)])
    assert.deepEqual([...known.headers.keys()], [...unknown.headers.keys()])
    const mistyped = await submit(path, { email: 'known at example.org' })
    assert.equal(mistyped.status, 400)
    assert.match(mistyped.text, /<title>Error: [\s\S]*id="email-error"[\s\S]* value="known at example\.org"/)
    assert.doesNotMatch(mistyped.text, /role="alert"/)
  }
  assert.match((await server.next('known@example.org')).text, /You already have one/)
  assert.match(linkIn(await server.next('known@example.org')), /^\/reset-password/)
  assert.match(linkIn(await server.next('unknown@example.org')), /^\/confirm-email/)
})

test('a reset sets a new password by a link that works once, and ends all sessions [password-reset]', async () => {
  const email = 'forgetful@example.org'
  const { cookie } = await signUp(email)
  const attempts = Array.from({ length: 12 }, () => submit('/sign-in', { email, password: 'wrong password' }))
  assert.equal((await Promise.all(attempts)).at(-1)?.status, 429)
  await submit('/forgot-password', { email })
  await submit('/forgot-password', { email })
  const [path, other] = [linkIn(await server.next(email)), linkIn(await server.next(email))]
  // The page for other kinds of links refuses it, and it stays valid.
  assert.equal((await submit(path.replace('reset-password', 'confirm-email'), {})).status, 404)
  for (const one of [path, other]) assert.equal((await open(one)).status, 200)
  assert.match((await submit(path, { password: 'password1' })).text, /id="password-error"/)
  const password = 'another good one'
  const { status, headers } = await submit(path, { password })
  assert.deepEqual([status, headers.get('location')], [303, '/app'])
  assert.deepEqual([await isSignedIn(cookieIn(headers)), await isSignedIn(cookie)], [true, false])
  // The holder is notified, in case somebody else got hold of the link.
  assert.match((await server.next(email)).subject, /password has changed/)
  for (const one of [path, other]) assert.equal((await open(one)).status, 404)
  assert.equal((await submit(other, { password: PASSWORD })).status, 404)
  // Attempts at the old password do not lock out the holder.
  assert.equal((await submit('/sign-in', { email, password })).status, 303)
  service.clock.advance(QUARTER_HOUR)
  await submit('/forgot-password', { email })
  const late = linkIn(await server.next(email))
  service.clock.advance(HOUR)
  assert.equal((await open(late)).status, 404)
})

test('links of a disabled account are refused at once, and it gets no new ones [password-reset]', async () => {
  const email = 'disabled@example.org'
  await signUp(email)
  await submit('/forgot-password', { email })
  const path = linkIn(await server.next(email))
  await service.setDisabled(await service.accountIdOf(email), true)
  assert.deepEqual([(await open(path)).status, (await submit(path, { password: PASSWORD })).status], [404, 404])
  await submit('/forgot-password', { email })
  await submit('/forgot-password', { email: 'forgetful@example.org' })
  await server.next('forgetful@example.org')
  assert.equal(server.mails.filter(({ to }) => to === email).length, 2)
})

test('a new address takes effect once it is confirmed, and the former address is notified [account-email-by-mail]', async () => {
  const { send, cookie } = await signUp('old@example.org')
  await signUp('other@example.org')
  const answers = []
  for (const email of ['other@example.org', 'new@example.org']) answers.push(await send('PUT', '/email', { email }))
  assert.deepEqual(
    answers.map(({ body }) => body),
    Array(2).fill({ confirmation_sent: true }),
  )
  assert.match((await server.next('other@example.org')).text, /You already have one/)
  await send('PUT', '/email', { email: 'late@example.net' })
  const late = linkIn(await server.next('late@example.net'))
  await signUp('late@example.net')
  const taken = await submit(late, {}, { cookie })
  assert.deepEqual([taken.status, /This address already has an account/.test(taken.text)], [409, true])
  const path = linkIn(await server.next('new@example.org'))
  assert.match(
    (await open(path, service, { cookie })).text,
    /<h1>Use this address\?<[\s\S]*<strong>new<wbr>@example<wbr>\.org<\/strong>/,
  )
  assert.equal((await send('GET', '/account')).body.email, 'old@example.org')
  assert.equal((await submit(path, {}, { cookie, origin: 'https://evil.example' })).status, 403)
  assert.equal((await submit(path, {}, { cookie })).headers.get('location'), '/app/settings')
  assert.equal((await send('GET', '/account')).body.email, 'new@example.org')
  assert.match((await server.next('old@example.org')).subject, /has changed/)
  assert.equal((await submit(path, {}, { cookie })).status, 404)
  await send('PUT', '/password', { password: 'another good one' })
  assert.match((await server.next('new@example.org')).subject, /password has changed/)
})

test('a link for a new address works only for the account that requested it [account-email-by-mail]', async () => {
  const { send, cookie } = await signUp('careless@example.org')
  const stranger = await signUp('stranger@example.org')
  await send('PUT', '/email', { email: 'misspelled@example.org' })
  const path = linkIn(await server.next('misspelled@example.org'))
  const signIn = `/sign-in?next=${encodeURIComponent(path)}`
  for (const answer of [await open(path), await submit(path, {})])
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, signIn])
  const headers = { cookie: stranger.cookie }
  for (const answer of [await open(path, service, headers), await submit(path, {}, headers)])
    assert.deepEqual([answer.status, /for another account/.test(answer.text)], [403, true])
  assert.equal((await send('GET', '/account')).body.email, 'careless@example.org')
  const signedIn = await submit('/sign-in', { email: 'careless@example.org', password: PASSWORD, next: path })
  assert.equal(signedIn.headers.get('location'), path)
  assert.equal((await submit(path, {}, { cookie: cookieIn(signedIn.headers) })).status, 303)
  assert.deepEqual((await sendWith(service, cookie)('GET', '/account')).body.email, 'misspelled@example.org')
})

/** Whether a mail for an account was refused and is still to be retried. */
const isLate = async (email: string) => (await service.jobs()).some(job => job.email === email && job.failure !== null)

/** Requests a change of address while the mail server accepts nothing, so that the link is still to be mailed. */
async function changeLater({ send }: Pick<Browser, 'send'>, former: string, email: string): Promise<void> {
  server.status = 451
  assert.equal((await send('PUT', '/email', { email })).status, 200)
  await until(() => isLate(former))
  server.status = 250
}

test('a reset or another new address cancels a change whose link is still to be mailed [password-reset, account-email-by-mail]', async () => {
  const browser = await signUp('holder@example.org')
  await changeLater(browser, 'holder@example.org', 'mistyped@example.net')
  await browser.send('PUT', '/email', { email: 'holder@example.net' })
  const link = linkIn(await server.next('holder@example.net'))
  assert.equal((await submit(link, {}, { cookie: browser.cookie })).headers.get('location'), '/app/settings')
  assert.equal(await isLate('holder@example.org'), false)
  await changeLater(browser, 'holder@example.net', 'thief@example.net')
  await submit(await service.resetLink('holder@example.net'), { password: 'another good one' })
  assert.equal(await isLate('holder@example.net'), false)
})

test('five password links of an address are valid, and a sixth ends the oldest [password-reset]', async () => {
  const email = 'five-links@example.org'
  await signUp(email)
  const links: string[] = []
  const addLink = async () => {
    service.clock.advance(1_000)
    links.push(await service.resetLink(email))
  }
  for (let link = 0; link < 5; link++) await addLink()
  const statuses = () => Promise.all(links.map(async link => (await call(service, 'GET', link)).status))
  assert.deepEqual(await statuses(), Array(5).fill(200))
  await addLink()
  assert.deepEqual(await statuses(), [404, ...Array(5).fill(200)])
})

test('nothing is left of a change of address whose link was still to be mailed [account-delete]', async () => {
  const browser = await signUp('leaving@example.org')
  await changeLater(browser, 'leaving@example.org', 'elsewhere@example.net')
  assert.equal((await browser.send('DELETE', '/account', { email: 'leaving@example.org' })).status, 204)
  const written = () => service.database.written()
  await until(async () => !(await written()).includes('leaving@example.org'))
  assert.equal((await written()).includes('elsewhere@example.net'), false)
})

test('the holder is notified when a passkey is added or removed [passkey-notice]', async () => {
  const email = 'passkeys@example.org'
  const { send } = await signUp(email)
  const { id } = await addPasskey(service, { send })
  const added = await server.next(email)
  assert.equal(added.subject, 'A passkey was added to your Soundings account')
  assert.match(added.text, /\/app\/settings/)
  assert.equal((await send('DELETE', `/passkeys/${id}`)).status, 204)
  assert.equal((await server.next(email)).subject, 'A passkey was removed from your Soundings account')
})

test('an address gets three mails per 15 minutes; each person at a network address can cause two, an account thirty [mail-limits]', async () => {
  const email = 'flooded@example.org'
  const forAddress = await Promise.all(Array.from({ length: 5 }, () => submit('/sign-up', { email })))
  assert.deepEqual(forAddress.map(({ status }) => status).sort(), [200, 200, 200, 429, 429])
  const from = { 'x-forwarded-for': '10.99.0.1' }
  const fromOne = await Promise.all(
    Array.from({ length: 2 * PEOPLE + 1 }, (_, at) => submit('/forgot-password', { email: `${at}@example.org` }, from)),
  )
  assert.equal(fromOne.filter(({ status }) => status === 200).length, 2 * PEOPLE)
  const { send } = await signUp('sender@example.org')
  const toOne = []
  for (let at = 0; at < 4; at++) toOne.push((await send('PUT', '/email', { email: 'pestered@example.org' })).status)
  assert.deepEqual(toOne, [200, 200, 200, 429])
  const toMany = await Promise.all(
    Array.from({ length: 31 }, (_, at) => send('PUT', '/email', { email: `many-${at}@example.org` })),
  )
  // The refused one still counts against its sender.
  assert.equal(toMany.filter(({ status }) => status === 200).length, 30 - toOne.length)
})

test('a mail that the server refuses is retried later, unless the refusal is permanent [mail-jobs]', async () => {
  const email = 'later@example.org'
  server.status = 451
  await submit('/sign-up', { email })
  await until(async () => (await service.jobs()).some(job => job.email === email && job.failure !== null))
  server.status = 250
  service.clock.advance(15_000)
  await submit('/sign-up', { email: 'wakes@example.org' })
  const path = linkIn(await server.next(email))
  assert.equal((await open(path)).status, 200)
  server.status = 550
  await submit('/sign-up', { email: 'never@example.org' })
  await until(async () => (await service.jobs()).some(job => job.email === 'never@example.org' && job.failed))
  const [job] = (await service.jobs()).filter(one => one.email === 'never@example.org')
  assert.deepEqual(job, {
    email: 'never@example.org',
    attempts: 1,
    failed: true,
    failure: 'mail was not accepted: EMESSAGE 550',
  })
  server.status = 250
})

test('the operator decides who can create accounts [sign-up-modes]', async t => {
  for (const [signup, signUpStatus, invitationStatus] of [
    ['closed', 403, 404],
    ['invite', 403, 200],
    ['open', 200, 200],
  ] as const) {
    const own = await startService({ signup })
    t.after(() => own.close())
    assert.equal((await open('/sign-up', own)).status, signUpStatus)
    const fields = { email: 'ada@example.org', password: PASSWORD }
    const made = await submit('/sign-up', fields, {}, own)
    assert.equal(made.status, signUpStatus === 200 ? 303 : 403)
    const invitation = await own.invite('bob@example.org')
    assert.equal((await open(invitation, own)).status, invitationStatus)
    const joined = await submit(invitation, { password: PASSWORD }, {}, own)
    assert.equal(joined.status, invitationStatus === 200 ? 303 : 404)
  }
})

test('without a mail server people are told whom to ask, and a second account for an address is refused', async t => {
  const own = await startService()
  t.after(() => own.close())
  assert.match((await open('/forgot-password', own)).text, /Ask its operator/)
  assert.match((await submit('/forgot-password', { email: 'ada@example.org' }, {}, own)).text, /Ask its operator/)
  const fields = { email: 'ada@example.org', password: PASSWORD }
  assert.equal((await submit('/sign-up', fields, {}, own)).status, 303)
  assert.match((await submit('/sign-up', fields, {}, own)).text, /already has an account/)
})
