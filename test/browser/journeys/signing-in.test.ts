import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PASSWORD } from '../../account/browser.ts'
import { startMailServer } from '../../account/mail-server.ts'
import { call, startService } from '../../harness.ts'
import { addDevice, WITHOUT_OFFERS } from '../account/passkey-device.ts'
import { button } from '../app.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'

const mails = await startMailServer()
const service = await startService({ now: Date.now(), hostname: 'localhost' })
const mailing = await startService({ now: Date.now(), smtp: { url: mails.url, from: 'soundings@example.org' } })
after(async () => {
  await Promise.all([service.close(), mailing.close()])
  mails.close()
})

const PHONE = { viewport: { width: 375, height: 700 } }
const NEW_PASSWORD = 'lantern over harbour'

inBrowser('a journey through signing up and in', open => {
  test('without mail: from the front page to an account, out, back in by password, and by a passkey [app-page, account-sign-in, account-sign-out, passkey-sign-in]', async () => {
    const { page, context } = await open(PHONE)
    const errors = recordErrors(page)
    await page.addInitScript(WITHOUT_OFFERS)
    await addDevice(page)
    await page.goto(service.baseUrl)
    await page.getByRole('link', { name: 'Create a survey' }).click()
    await assertWellMade(page, 'signing up')
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Password').fill('password1')
    await button(page, 'Create account').click()
    await page.getByText('too common').waitFor()
    assert.equal(await page.getByLabel('E-mail address').inputValue(), 'ada@example.org')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('.builder').waitFor()
    const [cookie] = await context.cookies()
    const account = async () => {
      const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
      const { status, body } = await call(service, 'GET', '/app/api/account', { headers })
      return [status, body.email]
    }
    assert.deepEqual([await account(), cookie?.httpOnly], [[200, 'ada@example.org'], true])

    await page.goto(`${service.baseUrl}/app/settings`)
    await button(page, 'Add a passkey').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Phone')
    await button(page, 'Continue').click()
    await page.getByText('Passkey added.').waitFor()
    await button(page, 'Sign out').click()
    await page.waitForURL(`${service.baseUrl}/sign-in`)
    assert.equal((await account())[0], 401)

    await page.goto(`${service.baseUrl}/app/templates`)
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Password').fill('wrong password')
    await button(page, 'Sign in').click()
    await page.getByRole('alert').getByText('don’t match').waitFor()
    await assertWellMade(page, 'a refused password')
    await page.getByLabel('Password').fill(PASSWORD)
    await button(page, 'Sign in').click()
    await page.waitForURL(`${service.baseUrl}/app/templates`)
    await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()

    await context.clearCookies()
    await page.goto(`${service.baseUrl}/app/settings`)
    await button(page, 'Sign in with a passkey').click()
    await page.waitForURL(`${service.baseUrl}/app/settings`)
    await page.getByText(/last used (within the last hour|1 hr ago)/).waitFor()
    assert.deepEqual(errors, [])
  })

  test('by mail and without JavaScript: a link makes the account, and another sets a new password [sign-up-by-mail, password-reset]', async () => {
    const { page, context } = await open({ ...PHONE, javaScriptEnabled: false })
    const errors = recordErrors(page)
    const email = 'grace@example.org'
    const follow = async () => {
      const { text } = await mails.next(email)
      await page.goto(text.split(/\s/).find(word => word.startsWith(mailing.baseUrl)) ?? assert.fail(text))
    }
    await page.goto(`${mailing.baseUrl}/sign-up`)
    await page.getByLabel('E-mail address').fill(email)
    await button(page, 'Continue').click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await follow()
    await page.getByLabel('Password').fill(PASSWORD)
    await button(page, 'Create account').click()
    await page.waitForURL(`${mailing.baseUrl}/app`)
    await context.clearCookies()

    await page.goto(`${mailing.baseUrl}/sign-in`)
    await page.getByRole('link', { name: /forgot/i }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('main').getByRole('button').click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await follow()
    await page.getByLabel('Password').fill(NEW_PASSWORD)
    await page.getByRole('main').getByRole('button').click()
    await context.clearCookies()
    await page.goto(`${mailing.baseUrl}/sign-in`)
    for (const password of [PASSWORD, NEW_PASSWORD]) {
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel('Password').fill(password)
      await button(page, 'Sign in').click()
      if (password === PASSWORD) await page.getByRole('alert').waitFor()
    }
    await page.waitForURL(`${mailing.baseUrl}/app`)
    assert.deepEqual(errors, [])
  })
})
