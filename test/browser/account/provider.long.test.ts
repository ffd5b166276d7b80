import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PASSWORD, submitForm } from '../../account/browser.ts'
import { type Issuer, startIssuer } from '../../account/issuer.ts'
import { cookiesIn, signIn } from '../../account/provider-steps.ts'
import { type Service, startService } from '../../harness.ts'
import { button, openApp } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'

inBrowser('signing in with another provider', open => {
  let issuer: Issuer
  let service: Service
  before(async () => {
    issuer = await startIssuer()
    service = await startService({ oidc: issuer.settings, billing: 'none', hostname: 'localhost' })
    issuer.trust(service)
  })
  after(async () => {
    await service.close()
    issuer.close()
  })

  test('leads to the application, and when confirming back to where it was requested [provider-sign-in, provider-verify]', async () => {
    const { page } = await open()
    await page.goto(`${service.baseUrl}/sign-in?next=/app/settings`)
    await button(page, 'Sign in with a passkey').waitFor()
    assert.equal(await page.getByText('or', { exact: true }).count(), 1)
    await page.locator('.or + p', { hasText: 'Continue with Example Login' }).waitFor()
    await page.getByRole('link', { name: 'Continue with Example Login' }).click()
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
    service.clock.advance(600_000)
    await page.getByRole('button', { name: 'New token' }).click()
    const dialogs = page.getByRole('dialog')
    await dialogs.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Continue with Example Login' }).click()
    await page.waitForURL(`${service.baseUrl}/app/settings`)
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/^snd_pat_/).waitFor()
  })

  test('the page that connects an account shows the whole of a long address on a phone [provider-sign-in]', async () => {
    const email = `somebody.with.a.rather.long.address.of.many.words.${'x'.repeat(10)}@department.example.org`
    await submitForm(service, '/sign-up', { email, name: 'Ada', password: PASSWORD })
    issuer.person = { ...issuer.person, sub: 'of a long address', email }
    const { page } = await open()
    await page.goto(`${service.baseUrl}/sign-in`)
    await page.getByRole('link', { name: 'Continue with Example Login' }).click()
    const address = page.getByText(email)
    await address.waitFor()
    await assertWellMade(page, 'connecting an account')
    assert.ok(await address.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
  })

  test('people who also have a password choose between it and the provider [provider-verify]', async () => {
    const { page, email, password } = await openApp(service, open, { path: '' })
    issuer.person = { ...issuer.person, sub: 'of a password', email }
    const cookie = cookiesIn(await signIn(service))
    await submitForm(service, '/sign-in/provider/connect', { password }, { cookie })
    await page.goto(`${service.baseUrl}/app/settings`)
    service.clock.advance(600_000)
    await page.getByLabel('New password').fill('another long password')
    await button(page, 'Change password').click()
    await page.getByRole('dialog').getByLabel('Password').waitFor()
    await assertWellMade(page, 'password or provider')
    let sent = 0
    let departures = 0
    page.on('request', request => {
      if (request.url().includes('/sign-in/provider?purpose=verify')) departures++
    })
    const held = Promise.withResolvers<void>()
    await page.route('**/app/api/verify', async route => {
      if (route.request().method() === 'POST') sent++
      await held.promise
      await route.continue()
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill('not the password')
    const confirm = dialog.getByRole('button', { name: 'Continue', exact: true })
    for (let press = 0; press < 2; press++) await confirm.click({ force: true })
    const continueWithProvider = button(page, 'Continue with Example Login')
    await continueWithProvider.click({ force: true })
    held.resolve()
    await dialog.getByText('That isn’t your password.').waitFor()
    assert.equal(sent, 1, 'pressed twice, the password is sent once')
    assert.equal(departures, 0, 'no other method starts while the password is checked')
    const left = page.waitForRequest(/\/sign-in\/provider\?purpose=verify/)
    await continueWithProvider.click()
    await left
  })

  test('with OIDC_ONLY the settings offer no password [provider-only]', async t => {
    const only = await startService({ oidc: { ...issuer.settings, only: true }, billing: 'none' })
    t.after(() => only.close())
    issuer.trust(only)
    t.after(() => issuer.trust(service))
    const { page } = await open()
    await page.goto(`${only.baseUrl}/sign-in?next=/app/settings`)
    await page.getByRole('link', { name: 'Continue with Example Login' }).click()
    await page.getByText('sign it out.').waitFor()
    for (const text of ['New password', 'change your password', 'typing a password'])
      assert.equal(await page.getByText(text).count(), 0, text)
  })
})
