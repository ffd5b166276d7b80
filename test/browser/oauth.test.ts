import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { newBrowser, PASSWORD } from '../account/browser.ts'
import { call, startService } from '../harness.ts'
import { authorizationRequest, connect, newSubscriber, register } from '../oauth/client.ts'
import { signIn } from './app.ts'
import { inBrowser } from './chromium.ts'
import { assertWellMade } from './look.ts'

const service = await startService()
after(() => service.close())

/** A program on this computer that waits for its user to come back. */
const program = createServer((_, response) => response.end('Connected'))
let redirect = ''
before(async () => {
  await once(program.listen(0, '127.0.0.1'), 'listening')
  redirect = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
})
after(() => program.close())

inBrowser('letting an application in', open => {
  test('[oauth-consent] by keyboard and without JavaScript: sign in, read who asks, allow it, and arrive there', async () => {
    const { email } = await newSubscriber(service)
    const { page } = await open({ javaScriptEnabled: false })
    const request = authorizationRequest(await register(service, { redirect_uris: [redirect] }))
    await page.goto(service.baseUrl + request.path)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Connect “Robin”?' }).waitFor()
    await page.getByText('a program on this computer').waitFor()
    await page.getByRole('button', { name: 'Allow', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Connected').waitFor()
    const { searchParams } = new URL(page.url())
    assert.deepEqual([searchParams.get('state'), searchParams.get('iss')], [request.state, service.baseUrl])
    assert.ok(searchParams.has('code'))
  })

  test('[applications-list, applications-disconnect] the settings list what is connected; disconnecting it ends its tokens', async () => {
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

  test('[oauth-consent, oauth-needs-subscription] the pages are well made in each scheme of colours', async () => {
    const name = 'A long name '.repeat(8).trim()
    const application = await register(service, { client_name: name, redirect_uris: [redirect] })
    const { path } = authorizationRequest(application)
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
