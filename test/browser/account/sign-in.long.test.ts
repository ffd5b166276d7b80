import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../../account/browser.ts'
import { startMailServer } from '../../account/mail-server.ts'
import { startService } from '../../harness.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'

const mails = await startMailServer()
const service = await startService({ now: Date.now() })
const mailing = await startService({
  now: Date.now(),
  smtp: { url: mails.url, from: 'soundings@example.org' },
  siteLinks: { contact: `${'help.'.repeat(12)}desk@example.org` },
})
after(async () => {
  await Promise.all([service.close(), mailing.close()])
  mails.close()
})

const LONG_ADDRESS = `somebody.with.a.rather.long.address.${'x'.repeat(20)}@example.org`

inBrowser('signing up and in', open => {
  test('works without JavaScript, and leads to where people wanted to go [app-page, account-sign-in, account-sign-out]', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto(service.baseUrl)
    await page.getByRole('link', { name: 'Create a survey' }).click()
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Password').fill('password1')
    await page.getByRole('button', { name: 'Create account' }).click()
    assert.match(await page.locator('.error').innerText(), /too common/)
    assert.equal(await page.getByLabel('E-mail address').inputValue(), 'ada@example.org')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(`${service.baseUrl}/app`)
    await page.goto(`${service.baseUrl}/sign-in`)
    assert.equal(new URL(page.url()).pathname, '/app')
    await page.context().clearCookies()
    await page.goto(`${service.baseUrl}/app/templates`)
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Password').fill('wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    assert.match(await page.getByRole('alert').innerText(), /don’t match/)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${service.baseUrl}/app/templates`)
  })

  for (const [what, options] of WINDOWS)
    test(`every page, and the mail, is accessible and fits at ${what}`, async () => {
      const { page } = await open(options)
      const look = async (path: string, at = service) => {
        await page.goto(at.baseUrl + path)
        await assertWellMade(page, path)
      }
      await look('/sign-in')
      await page.getByLabel('E-mail address').fill('nobody@example.org')
      await page.getByLabel('Password').fill('wrong password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
      await assertWellMade(page, 'refused')
      for (const path of ['/sign-up', '/forgot-password', '/invitation/none', await service.invite('b@example.org')])
        await look(path)
      await look('/sign-up', mailing)
      await page.getByLabel('E-mail address').fill(LONG_ADDRESS)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
      await assertWellMade(page, 'sent')
      await assertMailWellMade(page, (await mails.next(LONG_ADDRESS)).html)
    })
})

/** Mail clients show a mail without our server, so it must load nothing. */
async function assertMailWellMade(page: Page, mail: string): Promise<void> {
  await page.goto('about:blank')
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await page.setContent(mail)
  await assertWellMade(page, 'mail')
  assert.deepEqual(requests, [])
}
