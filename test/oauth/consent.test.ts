import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newBrowser, PASSWORD } from '../account/browser.ts'
import { call, type Service, startService } from '../harness.ts'
import { accountIn, authorizationRequest, decide, FormBrowser, newSubscriber, register } from './client.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

test('the page says who asks, for which account, for which rights, and where people are redirected [oauth-consent]', async () => {
  const browser = await newSubscriber(service)
  const application = await register(service)
  const forms = new FormBrowser(service, browser.cookie)
  const page = await forms.get(authorizationRequest(application).path)
  assert.equal(page.status, 200)
  assert.doesNotMatch(forms.cookie, /oauth_session/)
  const said = page.text.replace(/<[^>]*>/g, '')
  for (const text of ['“Robin”', browser.email, 'client.example', 'read all your surveys', 'create surveys'])
    assert.ok(said.includes(text), text)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /form-action/)
  assert.doesNotMatch(page.text, /<script/)
  const reading = await new FormBrowser(service, browser.cookie).get(
    authorizationRequest(application, { scope: 'surveys:read' }).path,
  )
  assert.match(reading.text, /can’t change anything/)
  assert.doesNotMatch(reading.text, /create surveys/)
})

test('people who are not signed in sign in first, and then continue [oauth-consent]', async () => {
  const { email, accountId } = await newSubscriber(service)
  const forms = new FormBrowser(service)
  const signIn = await forms.get(authorizationRequest(await register(service)).path)
  assert.match(signIn.at, /^\/sign-in\?next=%2Foauth%2Fauthorize/)
  const next = new URL(signIn.at, service.baseUrl).searchParams.get('next') ?? ''
  const page = await forms.post('/sign-in', { email, password: PASSWORD, next })
  assert.equal(accountIn(page.text), accountId)
  const { at } = await forms.post(page.at, { decision: 'allow', account: accountId })
  assert.match(at, /^https:\/\/client\.example\/callback\?code=/)
})

test('consent is asked for each time, even if the application was allowed before [oauth-consent]', async () => {
  const browser = await newSubscriber(service)
  const application = await register(service)
  await decide(service, browser, authorizationRequest(application).path)
  const page = await new FormBrowser(service, browser.cookie).get(authorizationRequest(application).path)
  assert.match(page.at, /^\/oauth\/interaction\//)
})

test('people who signed in more than ten minutes ago first confirm their identity [oauth-consent-verified]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const browser = await newSubscriber(own)
  const application = await register(own)
  const forms = new FormBrowser(own, browser.cookie)
  const open = await forms.get(authorizationRequest(application).path)
  assert.match(open.text, /value="allow"/)
  own.clock.advance(11 * 60_000)
  const answer = { decision: 'allow', account: browser.accountId }
  assert.match((await forms.post(open.at, answer)).text, /Confirm it’s you/)
  assert.deepEqual((await browser.send('GET', '/applications')).body.applications, [])
  const asked = await forms.get(open.at)
  assert.equal(asked.at, `/sign-in?confirm=1&next=${encodeURIComponent(open.at)}`)
  for (const text of ['Confirm it’s you', browser.email]) assert.ok(asked.text.includes(text), text)
  assert.doesNotMatch(asked.text, /Create an account/)
  const fields = { email: browser.email, next: open.at, confirm: '1' }
  const wrong = await forms.post('/sign-in', { ...fields, password: 'something else' })
  assert.match(wrong.text, /Confirm it’s you/)
  assert.match(wrong.text, /That password isn’t right/)
  assert.doesNotMatch(wrong.text, /e-mail address and password/)
  const page = await forms.post('/sign-in', { ...fields, password: PASSWORD })
  assert.deepEqual([page.at, accountIn(page.text)], [open.at, browser.accountId])
  assert.match((await forms.post(open.at, answer)).at, /^https:\/\/client\.example\/callback\?code=/)
})

test('a refusal returns access_denied, and nothing is connected [oauth-deny]', async () => {
  const browser = await newSubscriber(service)
  const { state, path } = authorizationRequest(await register(service))
  const { searchParams } = new URL((await decide(service, browser, path, 'deny')).at)
  const names = ['error', 'state', 'iss', 'code']
  assert.deepEqual(
    names.map(name => searchParams.get(name)),
    ['access_denied', state, service.baseUrl, null],
  )
  // RFC 6749 allows only ASCII here.
  assert.match(searchParams.get('error_description') ?? '', /^[\x20-\x7e]+$/)
  assert.deepEqual((await browser.send('GET', '/applications')).body.applications, [])
})

test('without a subscription no code is issued, even if the subscription ends while the page is open [oauth-needs-subscription]', async () => {
  const browser = await newSubscriber(service)
  const path = authorizationRequest(await register(service)).path
  const forms = new FormBrowser(service, browser.cookie)
  const page = await forms.get(path)
  assert.match(page.text, /value="allow"/)
  await service.setEntitledUntil(browser.accountId, service.clock.now())
  const fields = { decision: 'allow', account: accountIn(page.text) }
  const refused = await forms.post(page.at, fields)
  assert.match(refused.text, /Applications need a subscription/)
  assert.doesNotMatch(refused.text, /value="allow"/)
  const fresh = await newBrowser(service)
  assert.match((await decide(service, fresh, path)).text, /Applications need a subscription/)
  assert.match((await forms.post(page.at, { ...fields, decision: 'deny' })).at, /error=access_denied/)
})

test('an answer for an account other than the one now signed in shows the page again [oauth-consent]', async () => {
  const [ada, ben] = [await newSubscriber(service), await newSubscriber(service)]
  const forms = new FormBrowser(service, ada.cookie)
  const page = await forms.get(authorizationRequest(await register(service)).path)
  const [name = ''] = ada.cookie.split('=')
  forms.keep(`${name}=`)
  const signedOut = await forms.post(page.at, { decision: 'allow', account: ada.accountId })
  assert.equal(signedOut.at, `/sign-in?next=${encodeURIComponent(page.at)}`)
  forms.keep(ben.cookie)
  const again = await forms.post(page.at, { decision: 'allow', account: ada.accountId })
  assert.deepEqual([again.status, accountIn(again.text)], [200, ben.accountId])
})

test('an answer without a body shows the page again [oauth-consent]', async () => {
  const browser = await newSubscriber(service)
  const forms = new FormBrowser(service, browser.cookie)
  const { at } = await forms.get(authorizationRequest(await register(service)).path)
  const headers = { cookie: forms.cookie, origin: service.baseUrl, 'sec-fetch-site': 'same-origin' }
  const { status, text } = await call(service, 'POST', at, { headers })
  assert.deepEqual([status, accountIn(text)], [200, browser.accountId])
})

test('only our own page in the browser that asked can answer [oauth-consent]', async () => {
  const browser = await newSubscriber(service)
  const forms = new FormBrowser(service, browser.cookie)
  const page = await forms.get(authorizationRequest(await register(service)).path)
  const fields = { decision: 'allow', account: browser.accountId }
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    assert.equal((await forms.post(page.at, fields, headers)).status, 403)
  // The address names the request, so a cookie that names it is not sufficient.
  for (const uid of ['', page.at.split('/').at(-1)]) {
    const elsewhere = new FormBrowser(service, browser.cookie)
    elsewhere.keep(`soundings_oauth_request=${uid}`)
    const { status, text } = await elsewhere.post(page.at, fields)
    assert.deepEqual([status, /can’t be connected/.test(text)], [400, true])
  }
})

test('a hostile name is shown as text, on one line, without reversing the text around it [oauth-hostile-names]', async () => {
  const { cookie } = await newSubscriber(service)
  const name = `<script>alert(1)</script>\n"onload="x\u202Egnp\u034F.exe\u2066${'long '.repeat(100)}`
  const application = await register(service, { client_name: name })
  const { text, status } = await new FormBrowser(service, cookie).get(authorizationRequest(application).path)
  assert.equal(status, 200)
  assert.match(text, /<bdi>&lt;script&gt;alert\(1\)&lt;\/script&gt; &quot;onload=&quot;x gnp \.exe/)
  assert.doesNotMatch(text, /<script|\u202E|\u2066|\u034F/)
  const [, shown = ''] = /<bdi>([^<]*)<\/bdi>/.exec(text) ?? []
  assert.ok(shown.length < 160)
})

test('a sentence about an application without a visible name begins with a capital letter [oauth-consent]', async () => {
  const { cookie } = await newSubscriber(service)
  for (const name of [undefined, '\u3164', '\u2800\ufe0f\u200b', '\u034f \u115f']) {
    const application = await register(service, { client_name: name })
    const { text } = await new FormBrowser(service, cookie).get(authorizationRequest(application).path)
    assert.match(text, /<p class="lead">An application without a name wants/, JSON.stringify(name))
  }
})

test('unknown requests are answered with a page, and other methods with 405 [oauth-errors]', async () => {
  const { cookie } = await newSubscriber(service)
  const page = await call(service, 'GET', '/oauth/interaction/none', { headers: { cookie } })
  assert.deepEqual([page.status, /can’t be connected/.test(page.text)], [400, true])
  assert.equal((await call(service, 'GET', '/oauth/token')).status, 405)
  assert.equal((await call(service, 'POST', '/oauth/authorize')).status, 405)
  const preflight = await call(service, 'OPTIONS', '/oauth/token', { headers: { origin: 'https://client.example' } })
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*'])
})
