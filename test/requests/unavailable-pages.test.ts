import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBrowser, PASSWORD, submitForm } from '../account/browser.ts'
import { choice, newApi } from '../api/fixtures.ts'
import { newPostgres } from '../database.ts'
import { call, startService } from '../harness.ts'
import { authorizationRequest, connect, newSubscriber, register, tokenRequest } from '../oauth/client.ts'

test('while the database is away, pages say so, keep what was typed, and can be reloaded [storage-unavailable-503]', async t => {
  const database = await newPostgres()
  const service = await startService({ database })
  t.after(() => service.close())
  const { id } = await (await newApi(service)).create([choice()])
  const { cookie, email } = await newBrowser(service)
  await database.drop()

  const read = async (path: string) => {
    const { status, text } = await call(service, 'GET', path, { headers: { cookie, accept: 'text/html' } })
    assert.equal(status, 503, path)
    return text
  }
  const again = /<a class="button" href="">Try again<\/a>/
  for (const path of [`/s/${id}`, '/s?words=one+two+three', '/app']) {
    const text = await read(path)
    assert.match(text, /<h1>Not available right now<\/h1>/)
    assert.match(text, again)
  }
  assert.match(await read(`/s/${id}?lang=de`), /<h1>Gerade nicht erreichbar<\/h1>/)

  const sent = await call(service, 'POST', `/s/${id}`, { body: 'q0=0' })
  assert.equal(sent.status, 503)
  assert.match(sent.text, /Please go back and try again/)
  assert.doesNotMatch(sent.text, again)

  const signIn = await submitForm(service, '/sign-in', { email, password: PASSWORD })
  assert.equal(signIn.status, 503)
  assert.match(signIn.text, /Soundings can’t do this right now\. Try again/)
  assert.ok(signIn.text.includes(`value="${email}"`))
})

test('so does the authorization server, for applications and people [storage-unavailable-503]', async t => {
  const database = await newPostgres()
  const service = await startService({ database })
  t.after(() => service.close())
  const application = await register(service)
  const { refresh } = await connect(service, await newSubscriber(service), application)
  const { client_id } = application.client
  await database.drop()

  const renewal = await tokenRequest(service, { grant_type: 'refresh_token', refresh_token: refresh, client_id })
  const body = { redirect_uris: ['https://client.example/callback'] }
  const headers = { 'content-type': 'application/json' }
  const registration = await call(service, 'POST', '/oauth/register', { body, headers })
  for (const answer of [renewal, registration]) {
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1'])
    assert.deepEqual(answer.body, { error: 'temporarily_unavailable', error_description: 'temporarily unavailable' })
  }
  const { path } = authorizationRequest(application, { prompt: 'none' })
  const page = await call(service, 'GET', path, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 503)
  assert.match(page.text, /Soundings is busy\. Try again in a moment/)
})
