import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { publish } from '../../account/browser.ts'
import { choice } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { button, openApp } from '../app.ts'
import { recordErrors } from '../browser-errors.ts'
import { copiedBy, inBrowser } from '../chromium.ts'
import { goTo, openDashboard } from '../dashboard/dashboard.ts'
import { assertWellMade } from '../look.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const QUESTIONS = [choice('Coming?', ['Yes', 'No'])]
const AHEAD = '2031-07-01T18:00'
const NEW_PASSWORD = 'lantern over harbour'

const background = (page: Page) =>
  page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--background')")

inBrowser('a journey through settings', open => {
  test('of a survey, on a phone: theme, deadline, sharing, archive, links and deletion', async () => {
    const admin = await newAdminClient(service, QUESTIONS, { title: 'Team lunch' })
    const { page } = await open({ viewport: { width: 375, height: 700 }, timezoneId: 'America/New_York' })
    const { page: respondent } = await open()
    const errors = recordErrors(page, respondent)
    await openDashboard(page, service, admin, 'Settings')
    const before = await background(page)
    await page.getByRole('radio', { name: 'Ocean' }).check()
    await button(page, 'Apply theme').press('Enter')
    await button(page, 'Theme applied').waitFor()
    assert.equal((await admin.get()).theme, 'ocean')
    await respondent.goto(`${service.baseUrl}/s/${admin.id}?lang=en`)
    assert.equal(await background(respondent), await background(page))
    await button(page, 'Undo').click()
    await until(async () => (await background(page)) === before)
    assert.equal((await admin.get()).theme, 'default')

    await page.getByRole('region', { name: 'Deadline' }).getByLabel('Date and time').fill(AHEAD)
    await button(page, 'Set deadline').click()
    await page.getByText('The deadline is Tuesday, 1 July 2031 at 18:00 GMT-4.').waitFor()
    assert.equal((await admin.get()).expires_at, '2031-07-01T22:00:00.000Z')
    await page.getByRole('radio', { name: /^After answering/ }).click()
    await page.getByText('Respondents see results after they answer.').waitFor()
    await respondent.reload()
    await respondent.getByRole('radio', { name: 'Yes' }).check()
    await respondent.locator('#send').click()
    await respondent.locator('.headline').waitFor()
    await page.getByRole('checkbox', { name: 'This device is shared' }).check()
    await page.getByText('The device is shared.').waitFor()
    await button(page, 'Archive').click()
    await page.getByText('Archived: hidden from your survey list.').waitFor()
    const { share_results, shared_device, archived } = await admin.get()
    assert.deepEqual([share_results, shared_device, archived], ['after_answering', true, true])
    await assertWellMade(page, 'settings of a survey')

    await button(page, 'Replace admin link').click()
    await button(page, 'Replace link').click()
    const url = await page.getByRole('group', { name: 'New admin link' }).getByRole('code').innerText()
    assert.equal((await admin.send('GET')).status, 404)
    const { page: other } = await open()
    await other.goto(url)
    await goTo(other, 'Settings')
    await button(page, 'Delete survey').click()
    await page.getByRole('dialog').getByRole('textbox').fill(admin.id)
    await button(page, 'Delete permanently').click()
    await page.getByRole('heading', { name: 'Survey deleted' }).waitFor()
    await other.getByRole('heading', { name: 'You can’t open this survey here' }).waitFor()
    assert.equal((await call(service, 'GET', `/s/${admin.id}`)).status, 404)
    assert.deepEqual(errors, [])
  })

  test('of an account: name, password, a token that works until it is revoked, and deletion', async () => {
    const creator = await openApp(service, open, { subscribed: true, path: '' })
    const { page } = creator
    const errors = recordErrors(page)
    await publish(creator, { title: 'Lunch', questions: QUESTIONS }, 'lunch')
    await page.goto(`${service.baseUrl}/app/settings`)
    const dialog = page.getByRole('dialog')
    const notice = (text: string) => page.locator('.notice-line').getByText(text).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await button(page, 'Save').press('Enter')
    await notice('Saved.')
    assert.equal((await creator.send('GET', '/account')).body.name, 'Ada Lovelace')
    await page.getByText('This browser').waitFor()
    await assertWellMade(page, 'settings of an account')

    service.clock.advance(11 * 60_000)
    await button(page, 'New token').click()
    await dialog.getByLabel('Name').fill('Nightly export')
    await button(page, 'Create token').click()
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    await dialog.getByLabel('Password').fill(creator.password)
    await button(page, 'Continue').click()
    await button(page, 'Copy command').click()
    await page.getByText('Copied.').waitFor()
    const [, token = ''] = /Bearer (\S+)'/.exec(await copiedBy(page)) ?? []
    assert.equal((await call(service, 'GET', '/api/v1/me', { token })).status, 200)
    await button(page, 'Done').click()
    await button(page, 'Revoke “Nightly export”').click()
    await button(page, 'Revoke').last().click()
    await notice('Token revoked.')
    assert.equal((await call(service, 'GET', '/api/v1/me', { token })).status, 401)

    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await button(page, 'Change password').click()
    await notice('Password changed')
    // Over plain http, browsers ignore the header that clears the site’s data, and report that.
    await page.route('**/app/api/account', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'clear-site-data': '' } })
    })
    await button(page, 'Delete account').click()
    assert.ok(await button(page, 'Delete permanently').isDisabled())
    await dialog.getByRole('textbox').fill(creator.email)
    await button(page, 'Delete permanently').click()
    await page.waitForURL(`${service.baseUrl}/`)
    assert.equal((await creator.send('GET', '/account')).status, 401)
    assert.equal((await call(service, 'GET', '/s/lunch')).status, 404)
    assert.deepEqual(errors, [])
  })
})
