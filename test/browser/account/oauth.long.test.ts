import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { newBrowser, PASSWORD } from '../../account/browser.ts'
import { call, startService } from '../../harness.ts'
import { authorizationRequest, connect, newSubscriber, register } from '../../oauth/client.ts'
import { signIn } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'

const service = await startService()
after(() => service.close())

/** A program on this computer that waits for its user to return. */
const program = createServer((_, response) => response.end('Connected'))
let redirect = ''
before(async () => {
  await once(program.listen(0, '127.0.0.1'), 'listening')
  redirect = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
})
after(() => program.close())

inBrowser('letting an application in', open => {
  test('by keyboard and without JavaScript: sign in, read who asks, allow it, and get there [oauth-consent]', async () => {
    const { email } = await newSubscriber(service)
    const { page } = await open({ javaScriptEnabled: false })
    const request = authorizationRequest(await register(service, { redirect_uris: [redirect] }))
    await page.goto(service.baseUrl + request.path)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Connect “Robin”?' }).waitFor()
    await page.getByText('a program on this computer').waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    await page.getByRole('button', { name: 'Allow', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Connected').waitFor()
    const { searchParams } = new URL(page.url())
    assert.deepEqual([searchParams.get('state'), searchParams.get('iss')], [request.state, service.baseUrl])
    assert.ok(searchParams.has('code'))
  })

  test('deleting is ticked by keyboard and without JavaScript, and the settings show which applications may [oauth-delete-scope]', async () => {
    const browser = await newSubscriber(service)
    const { page } = await open({ javaScriptEnabled: false })
    await signIn(page, service, browser)
    const scope = 'surveys:read surveys:delete'
    await page.goto(
      service.baseUrl + authorizationRequest(await register(service, { redirect_uris: [redirect] }), { scope }).path,
    )
    const box = page.getByRole('checkbox', { name: /^Also let it delete surveys/ })
    assert.equal(await box.isChecked(), false)
    await box.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Connected').waitFor()
    const other = await open()
    await signIn(other.page, service, browser)
    await other.page.goto(`${service.baseUrl}/app/settings`)
    await other.page.getByText('Reads surveys and results\u00a0· deletes surveys\u00a0· 127.0.0.1').waitFor()
  })

  test('the settings list what is connected; disconnecting it ends its tokens [applications-list, applications-disconnect]', async () => {
    const browser = await newSubscriber(service)
    const { access } = await connect(service, browser, await register(service, { redirect_uris: [redirect] }))
    const me = () => call(service, 'GET', '/api/v1/me', { token: access })
    assert.equal((await me()).status, 200)
    const { page } = await open({ viewport: { width: 320, height: 700 } })
    await signIn(page, service, browser)
    await page.goto(`${service.baseUrl}/app/settings`)
    await page.getByText('Reads results, creates and changes surveys').waitFor()
    await assertWellMade(page, 'connected applications')
    await page.getByRole('button', { name: 'Disconnect “Robin”' }).click()
    await page.getByText('No application is connected.').waitFor()
    assert.equal((await me()).status, 401)
  })

  test('the pages are accessible in each colour scheme [oauth-consent, oauth-needs-subscription]', async () => {
    const name = 'A long name '.repeat(8).trim()
    const application = await register(service, { client_name: name, redirect_uris: [redirect] })
    const { path } = authorizationRequest(application, { scope: 'surveys:read surveys:write surveys:delete' })
    for (const [browser, heading] of [
      [await newSubscriber(service), 'Connect this application?'],
      [await newBrowser(service), 'Applications need a subscription'],
    ] as const) {
      const { page } = await open({ viewport: { width: 320, height: 700 } })
      await signIn(page, service, browser)
      await page.goto(service.baseUrl + path)
      await page.getByRole('heading', { name: heading }).waitFor()
      await page.getByText(`“${name}”`).waitFor()
      await assertWellMade(page, heading)
    }
  })
})
