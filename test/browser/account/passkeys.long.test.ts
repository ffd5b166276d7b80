import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startService } from '../../harness.ts'
import { removePassword } from '../../setup/accounts.ts'
import { button, openApp } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertStill, assertWellMade } from '../look.ts'
import { addDevice, type Device, WITHOUT_OFFERS } from './passkey-device.ts'

const service = await startService({ now: Date.now(), hostname: 'localhost' })
after(() => service.close())

const notice = (page: Page, text: string) => page.locator('.notice-line').getByText(text).waitFor()

/** Simulates browsers that do not support passkeys as JSON. */
const WITHOUT_JSON = `
  delete PublicKeyCredential.parseCreationOptionsFromJSON
  delete PublicKeyCredential.parseRequestOptionsFromJSON
  delete PublicKeyCredential.prototype.toJSON`

/** Five minutes pass while the first passkey is requested. */
const ASLEEP = `
  const get = navigator.credentials.get.bind(navigator.credentials)
  navigator.credentials.get = async options => {
    const credential = await get(options)
    const now = Date.now()
    Date.now = () => now + 300_000
    return credential
  }`

async function recognise({ cdp, authenticatorId }: Device, isUserVerified: boolean): Promise<void> {
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await button(page, 'Add a passkey').click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await button(page, 'Continue').click()
}

inBrowser('passkeys', open => {
  test('content below the passkey button does not move when the button appears', async () => {
    const { page } = await open({ viewport: { width: 375, height: 720 } })
    await page.goto(`${service.baseUrl}/sign-in`)
    await button(page, 'Sign in with a passkey').waitFor()
    await assertStill(page, 'signing in')
  })

  test('added, signed in with, given again, renamed and removed [passkey-register, passkey-sign-in, passkey-verification]', async () => {
    const { page, email, password } = await openApp(service, open, { path: '' })
    await page.addInitScript(WITHOUT_OFFERS)
    const device = await addDevice(page)
    await page.goto(`${service.baseUrl}/app/settings`)
    await page.getByText('No passkeys.').waitFor()
    await assertWellMade(page, 'no passkeys')
    await addPasskey(page, 'Lаptop')
    await page.getByText('Character 2 of the name, “а” (U+0430), is Cyrillic in a word with Latin letters.').waitFor()
    await assertWellMade(page, 'a name of two alphabets')
    // The ten minutes end while the device creates the passkey.
    await page.route('**/app/api/passkeys', async route => {
      if (route.request().method() === 'POST') service.clock.advance(1_000)
      await route.fallback()
    })
    service.clock.advance(599_500)
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
    await button(page, 'Continue').click()
    await page.getByRole('dialog').getByLabel('Password').fill(password)
    await button(page, 'Continue').click()
    await notice(page, 'Passkey added.')
    await page.getByText('on one device').waitFor()
    await addPasskey(page, 'Again')
    await notice(page, 'This device already has a passkey for your account.')

    await page.context().clearCookies()
    await page.goto(`${service.baseUrl}/app/templates`)
    await assertWellMade(page, 'signing in with a passkey')
    await recognise(device, false)
    await button(page, 'Sign in with a passkey').click()
    await page.getByText('No passkey was used.').waitFor()
    await assertWellMade(page, 'no passkey was used')
    await recognise(device, true)
    await button(page, 'Sign in with a passkey').press('Enter')
    await page.waitForURL(`${service.baseUrl}/app/templates`)
    await page.goto(`${service.baseUrl}/app/settings`)
    await page.getByText(email).waitFor()
    await page.getByText(/last used (within the last hour|1 hr ago)/).waitFor()

    service.clock.advance(11 * 60_000)
    await button(page, 'Rename “Laptop”').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
    await button(page, 'Save').last().click()
    await notice(page, 'Passkey renamed.')
    await button(page, 'Remove “Work laptop”').click()
    await assertWellMade(page, 'removing a passkey')
    await button(page, 'Remove').last().click()
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    await button(page, 'Use a passkey').waitFor()
    await assertWellMade(page, 'password or passkey')
    await recognise(device, false)
    await button(page, 'Use a passkey').click()
    await page.getByText('No passkey was used.').waitFor()
    await recognise(device, true)
    await button(page, 'Use a passkey').click()
    await notice(page, 'Passkey removed.')
    await page.getByText('No passkeys.').waitFor()

    await page.context().clearCookies()
    await page.goto(`${service.baseUrl}/sign-in`)
    await button(page, 'Sign in with a passkey').click()
    await page.getByText('That passkey doesn’t sign in here.').waitFor()
  })

  test('browsers that do not know passkeys in JSON use them too, without a password [passkey-sign-in, passkey-verification]', async t => {
    const { page, accountId } = await openApp(service, open, { path: '' })
    await page.addInitScript(`${WITHOUT_JSON};${WITHOUT_OFFERS}`)
    await addDevice(page)
    await page.goto(`${service.baseUrl}/app/settings`)
    await addPasskey(page, '')
    await page.getByText('Unnamed passkey').waitFor()
    await removePassword(service, accountId)
    await page.context().clearCookies()
    await page.goto(`${service.baseUrl}/sign-in`)
    await button(page, 'Sign in with a passkey').click()
    await page.waitForURL(`${service.baseUrl}/app`)
    await page.goto(`${service.baseUrl}/app/settings`)
    service.clock.advance(11 * 60_000)
    await button(page, 'Remove “Unnamed passkey”').click()
    await button(page, 'Remove').last().click()
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    await button(page, 'Use a passkey').waitFor()
    assert.equal(await page.getByRole('dialog').getByLabel('Password').count(), 0)
    await button(page, 'Use a passkey').click()
    await notice(page, 'This passkey is the only way into the account')

    await service.setDisabled(accountId, true)
    await page.context().clearCookies()
    await page.goto(`${service.baseUrl}/sign-in`)
    await button(page, 'Sign in with a passkey').click()
    await page.getByText('This account is disabled.').waitFor()
    const elsewhere = await startService({ now: Date.now(), hostname: 'localhost', publicUrl: 'http://localhost:1' })
    t.after(() => elsewhere.close())
    await page.goto(`${elsewhere.baseUrl}/sign-in`)
    await button(page, 'Sign in with a passkey').click()
    await page.getByText('This page isn’t at the address of the service.').waitFor()
  })

  test('a browser that suggests passkeys in the address field can sign in with one [passkey-sign-in]', async () => {
    const { page } = await openApp(service, open, { path: '' })
    await addDevice(page)
    await page.goto(`${service.baseUrl}/app/settings`)
    await addPasskey(page, 'Laptop')
    await notice(page, 'Passkey added.')
    await page.context().clearCookies()
    const statuses: number[] = []
    await page.route('**/sign-in/passkey', async route => {
      const request = route.request()
      if (request.method() === 'GET') return route.fallback()
      const postData = request.postData() ?? ''
      const response = await route.fetch({
        postData: statuses.length === 0 ? postData.replace('"signature":"', '$&AAAA') : postData,
      })
      statuses.push(response.status())
      await route.fulfill({ response })
    })
    await page.goto(`${service.baseUrl}/sign-in`)
    await page.waitForURL(`${service.baseUrl}/app`)
    assert.deepEqual(statuses, [400, 200], 'the offer is renewed after a refusal')
  })

  test('a passkey used after its challenge has expired is requested once more [passkey-sign-in]', async () => {
    const { page } = await openApp(service, open, { path: '' })
    await page.addInitScript(WITHOUT_OFFERS)
    await addDevice(page)
    await page.goto(`${service.baseUrl}/app/settings`)
    await addPasskey(page, 'Laptop')
    await notice(page, 'Passkey added.')
    await page.context().clearCookies()
    let asked = 0
    await page.addInitScript(ASLEEP)
    await page.route('**/sign-in/passkey', async route => {
      if (route.request().method() === 'GET') asked += 1
      await route.fallback()
    })
    await page.goto(`${service.baseUrl}/sign-in`)
    await button(page, 'Sign in with a passkey').click()
    await page.waitForURL(`${service.baseUrl}/app`)
    assert.equal(asked, 2)
  })

  test('a browser without passkeys or scripts is not offered any [passkey-possible]', async () => {
    const { page } = await openApp(service, open, { path: '' })
    await page.addInitScript('delete globalThis.PublicKeyCredential')
    await page.goto(`${service.baseUrl}/app/settings`)
    await page.getByText('Passkeys can’t be added here').waitFor()
    await page.context().clearCookies()
    await page.goto(`${service.baseUrl}/sign-in`)
    assert.equal(await button(page, 'Sign in with a passkey').isVisible(), false)
    const { page: plain } = await open({ javaScriptEnabled: false })
    await plain.goto(`${service.baseUrl}/sign-in`)
    assert.equal(await button(plain, 'Sign in with a passkey').isVisible(), false)
  })
})
