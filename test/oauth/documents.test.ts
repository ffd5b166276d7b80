import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { call, type Service, startService } from '../harness.ts'
import {
  type Application,
  authorizationRequest,
  connect,
  discover,
  FormBrowser,
  newSubscriber,
  refresh,
  tokenRequest,
} from './client.ts'
import { startPublisher } from './publisher.ts'

const REDIRECT = 'https://app.example/callback'

const publisher = await startPublisher()
let service: Service
before(async () => {
  service = await startService({ network: publisher.network })
})
after(async () => {
  await service.close()
  publisher.close()
})

/**
 * An application whose id is the address of a document.
 * @param changed properties of the document; undefined leaves one out
 */
async function publish(path: string, changed: Record<string, unknown> = {}): Promise<Application> {
  const client_id = publisher.publish(path, { client_name: 'Robin', redirect_uris: [REDIRECT], ...changed })
  return { server: await discover(service), client: { client_id }, redirect: REDIRECT }
}

test('an application that describes itself in a document connects without registering [oauth-documents]', async () => {
  const application = await publish('/client.json')
  assert.equal(application.server.client_id_metadata_document_supported, true)
  const browser = await newSubscriber(service)
  const page = await new FormBrowser(service, browser.cookie).get(authorizationRequest(application).path)
  const said = page.text.replace(/<[^>]*>/g, '')
  assert.ok(said.includes('“Robin”') && said.includes(`Its description comes from ${publisher.host}.`))
  const tokens = await connect(service, browser, application)
  const { access } = await refresh(application, tokens.refresh)
  assert.equal((await call(service, 'GET', '/api/v1/me', { token: access })).status, 200)
  const { applications } = (await browser.send('GET', '/applications')).body
  const [{ id, name, host: shown } = {}] = applications as unknown as Record<string, unknown>[]
  assert.deepEqual([name, shown], ['Robin', 'app.example'])
  assert.deepEqual(publisher.fetched, ['/client.json'])
  assert.equal((await browser.send('DELETE', `/applications/${id}`)).status, 204)
  assert.equal((await call(service, 'GET', '/api/v1/me', { token: access })).status, 401)
})

/** Documents that are not accepted, by what is wrong with them. */
const REFUSED: readonly [what: string, changed: Record<string, unknown>][] = [
  ['another client_id', { client_id: 'https://app.example/other.json' }],
  ['no client_id', { client_id: undefined }],
  ['a secret', { client_secret: 'secret' }],
  ['authentication by a key', { token_endpoint_auth_method: 'private_key_jwt' }],
  ['authentication by a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['no redirect address', { redirect_uris: [] }],
  ['a redirect address without TLS', { redirect_uris: ['http://app.example/callback'] }],
  ['too many redirect addresses', { redirect_uris: Array(21).fill(REDIRECT) }],
]

for (const [index, [what, changed]] of REFUSED.entries())
  test(`a document is refused with ${what} [oauth-documents]`, async () => {
    const application = await publish(`/refused-${index}.json`, changed)
    const { cookie } = await newSubscriber(service)
    const { status, text, at } = await new FormBrowser(service, cookie).get(authorizationRequest(application).path)
    assert.ok(status === 400 && at.startsWith('/oauth/authorize'), `${status} ${at}`)
    assert.match(text, /This application can’t be connected/)
    const grant = { grant_type: 'refresh_token', refresh_token: 'none', client_id: application.client.client_id }
    assert.match(String((await tokenRequest(service, grant)).body.error), /^invalid_(?:client|redirect_uri)/)
  })

test('a document is cached for minutes, and read again after that [oauth-documents]', async t => {
  const application = await publish('/moving.json')
  const browser = await newSubscriber(service)
  const way = new FormBrowser(service, browser.cookie)
  const page = await way.get(authorizationRequest(application).path)
  publisher.remove('/moving.json')
  const answer = { decision: 'allow', account: '' }
  assert.equal((await way.post(page.at, answer)).status, 200)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 300_000 })
  const { status, text } = await way.post(page.at, answer)
  assert.deepEqual([status, /can’t be connected/.test(text)], [400, true])
})

test('endpoints open to anybody fetch documents only of applications that somebody has allowed [oauth-documents-allowed]', async t => {
  const timesFetched = (path: string) => publisher.fetched.filter(one => one === path).length
  const unknown = await publish('/unknown.json')
  const fields = { client_id: unknown.client.client_id, token: 'none', refresh_token: 'none' }
  const renewal = { ...fields, grant_type: 'refresh_token' }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const revocation = { body: new URLSearchParams(fields).toString(), headers }
  const answers = [await tokenRequest(service, renewal), await call(service, 'POST', '/oauth/revoke', revocation)]
  assert.deepEqual(
    answers.map(({ body }) => body.error),
    ['invalid_client', 'invalid_client'],
  )
  // No sign-in is needed to learn that nobody is signed in.
  for (const prompts of ['prompt=none', 'prompt=none&prompt=login']) {
    const { at, text } = await new FormBrowser(service).get(`${authorizationRequest(unknown).path}&${prompts}`)
    const [isRefused, isToSignIn] = [/can’t be connected/.test(text), at.startsWith('/sign-in')]
    assert.deepEqual([isRefused, isToSignIn], [prompts === 'prompt=none', prompts !== 'prompt=none'])
  }
  assert.equal(timesFetched('/unknown.json'), 0)
  const allowed = await publish('/allowed.json')
  const tokens = await connect(service, await newSubscriber(service), allowed)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 300_000 })
  const { access } = await refresh(allowed, tokens.refresh)
  assert.equal((await call(service, 'GET', '/api/v1/me', { token: access })).status, 200)
  assert.equal(timesFetched('/allowed.json'), 2)
})

test('people are never redirected to an address that is not in the document [oauth-documents]', async () => {
  const application = await publish('/redirects.json')
  const { cookie } = await newSubscriber(service)
  const request = authorizationRequest({ ...application, redirect: 'https://evil.example/' })
  const { status, at } = await new FormBrowser(service, cookie).get(request.path)
  assert.ok(status === 400 && at.startsWith('/oauth/authorize'), `${status} ${at}`)
})

test('an id that is not an https address, or is longer than 1,000 characters, is not fetched [oauth-documents]', async () => {
  const pathOf = (length: number) => `/${'a'.repeat(length - `https://${publisher.host}/`.length)}`
  const [longest, tooLong] = [await publish(pathOf(1_000)), await publish(pathOf(1_001))]
  const { cookie } = await newSubscriber(service)
  const open = async (client_id: string) => {
    const { path } = authorizationRequest(longest, { client_id })
    return (await new FormBrowser(service, cookie).get(path)).status
  }
  assert.equal(await open(longest.client.client_id), 200)
  const fetched = [...publisher.fetched]
  assert.equal(fetched.at(-1)?.length, pathOf(1_000).length)
  for (const client_id of [
    `http://${publisher.host}/client.json`,
    tooLong.client.client_id,
    `https://me@${publisher.host}/client.json`,
  ])
    assert.equal(await open(client_id), 400)
  assert.deepEqual(publisher.fetched, fetched)
})

test('by default, services in tests cannot fetch documents from this machine [oauth-documents]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const { cookie } = await newSubscriber(own)
  const application = { ...(await publish('/client.json')), server: await discover(own) }
  const client = { client_id: `https://127.0.0.1:${publisher.host.split(':')[1]}/client.json` }
  const { status, text } = await new FormBrowser(own, cookie).get(authorizationRequest({ ...application, client }).path)
  assert.deepEqual([status, /couldn’t read the description/.test(text)], [400, true])
})
