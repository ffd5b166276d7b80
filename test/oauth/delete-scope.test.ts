import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Browser } from '../account/browser.ts'
import { newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { authorizationRequest, connect, FormBrowser, newSubscriber, refresh, register } from './client.ts'

const service = await startService()
after(() => service.close())

const EVERYTHING = { scope: 'surveys:read surveys:write surveys:delete' }
const TICKED = { delete: 'yes' }
const me = (token: string) => call(service, 'GET', '/api/v1/me', { token })

async function shown(browser: Browser, changed: Record<string, string | undefined>) {
  const { path } = authorizationRequest(await register(service), changed)
  const { text } = await new FormBrowser(service, browser.cookie).get(path)
  return { box: /<input type="checkbox"[^>]*>/.exec(text)?.[0], text: text.replace(/<[^>]*>/g, '') }
}

test('the consent page has a box for deleting, off at first, only if the application asks for it [oauth-delete-scope]', async () => {
  const browser = await newSubscriber(service)
  const asked = await shown(browser, EVERYTHING)
  assert.equal(asked.box, '<input type="checkbox" name="delete" value="yes">')
  assert.match(asked.text, /Also let it delete surveys by itself, with all their responses, for good/)
  const only = await shown(browser, { scope: 'surveys:read surveys:delete' })
  assert.match(only.text, /It can’t change anything, except for what you tick below/)
  for (const scope of ['surveys:read surveys:write', 'surveys:read', undefined, 'openid'])
    assert.equal((await shown(browser, { scope })).box, undefined)
})

test('a token may delete only if the box was ticked, and asking only for deleting also asks for reading and writing [oauth-delete-scope, oauth-scopes]', async () => {
  const application = await register(service)
  const scopeFor = async (scope: string, ticked: Record<string, string>) =>
    (await connect(service, await newSubscriber(service), application, { scope }, ticked)).scope
  assert.equal(await scopeFor(EVERYTHING.scope, {}), 'surveys:read surveys:write')
  assert.equal(await scopeFor(EVERYTHING.scope, TICKED), EVERYTHING.scope)
  assert.equal(await scopeFor('surveys:delete', TICKED), EVERYTHING.scope)
  assert.equal(await scopeFor('surveys:delete', {}), 'surveys:read surveys:write')
  assert.equal(await scopeFor('surveys:read surveys:write', TICKED), 'surveys:read surveys:write')
})

test('if left unticked the next time, the permission ends at once, including for earlier connections [oauth-delete-scope]', async () => {
  const browser = await newSubscriber(service)
  const application = await register(service)
  const first = await connect(service, browser, application, EVERYTHING, TICKED)
  const [connected] = (await browser.send('GET', '/applications')).body.applications ?? []
  assert.deepEqual(connected?.scopes, ['surveys:read', 'surveys:write', 'surveys:delete'])
  const second = await connect(service, browser, application, EVERYTHING)
  assert.equal(second.scope, 'surveys:read surveys:write')
  assert.deepEqual([(await me(first.access)).status, (await me(second.access)).status], [401, 200])
  assert.equal((await refresh(application, first.refresh)).scope, 'surveys:read surveys:write')
})

test('a personal token does not have it [oauth-delete-scope]', async () => {
  const { caller } = await newApi(service)
  const browser = await newSubscriber(service)
  const { token = '' } = (await browser.send('POST', '/tokens', { name: 'For a script' })).body as { token?: string }
  for (const one of [caller.token, token]) assert.equal((await me(one)).body.scope, 'surveys:read surveys:write')
})
