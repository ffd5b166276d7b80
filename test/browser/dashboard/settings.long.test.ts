import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { coloursOf } from '../../../src/theme/colours.ts'
import { choice } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'
import { openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const AHEAD = '2031-07-01T18:00'
const PAST = '2020-01-01T00:00:00.000Z'
const PAIR = { primary: '#112233', background: '#ffffff' }

inBrowser('dashboard settings', open => {
  const openSettings = async (more: object = {}, options: object = {}) => {
    const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])], { title: 'Team lunch', ...more })
    const { page } = await open(options)
    await openDashboard(page, service, admin, 'Settings')
    return { admin, page }
  }
  const setting = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  test('a theme is previewed, applied and undone', async () => {
    const { admin, page } = await openSettings()
    const [before, sample] = [await paperOf(page, ':root'), await paperOf(page, '.theme-preview')]
    await page.getByRole('radio', { name: 'Ocean' }).check()
    assert.equal(await paperOf(page, '.theme-preview'), '#e6f6f8')
    assert.notEqual(sample, '#e6f6f8')
    assert.equal(await paperOf(page, ':root'), before)
    assert.equal(await paperOf(page, '.theme-preview + .theme-preview'), coloursOf('ocean').dark.background)
    assert.equal((await admin.get()).theme, 'default')
    await page.getByRole('button', { name: 'Apply theme' }).click()
    await until(async () => (await paperOf(page, ':root')) === '#e6f6f8')
    assert.equal((await admin.get()).theme, 'ocean')
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await paperOf(page, ':root')) === before)
    assert.equal((await admin.get()).theme, 'default')
    assert.ok(await page.getByRole('radio', { name: 'Classic' }).isChecked())
  })

  test('undoing does not undo what somebody else has chosen since', async () => {
    const { admin, page } = await openSettings()
    await page.getByRole('radio', { name: 'Ocean' }).check()
    await page.getByRole('button', { name: 'Apply theme' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.route('**/admin/api/*', async route => {
      if (route.request().method() === 'PATCH') await admin.send('PATCH', '', { theme: 'rose' })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('This was changed again since, so nothing was undone.').waitFor()
    assert.equal((await admin.get()).theme, 'rose')
  })

  test('of two changes in a row the later one stays, even if its response arrives first', async () => {
    const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
    const { page } = await open()
    // While the stream is not connected, the page reads the survey only after its own changes, which no later read hides.
    await page.route('**/events', () => undefined)
    await openDashboard(page, service, admin, 'Settings')
    const path = `**/admin/api/${admin.id}`
    const read = Promise.withResolvers<string>()
    const overtaken = Promise.withResolvers<void>()
    let reads = 0
    await page.route(path, async route => {
      if (route.request().method() !== 'GET' || ++reads > 1) return route.continue()
      const response = await route.fetch()
      read.resolve((await response.json()).theme)
      await overtaken.promise
      await route.fulfill({ response })
    })
    const apply = async (theme: string) => {
      await page.getByLabel(theme, { exact: true }).check()
      await page.getByRole('button', { name: 'Apply theme' }).click()
    }
    await apply('Forest')
    assert.equal(await read.promise, 'forest')
    await apply('Rose')
    await page.getByRole('button', { name: 'Theme applied' }).waitFor()
    const late = page.waitForResponse(path)
    overtaken.resolve()
    await (await late).finished()
    // Whatever the page does with the late response, it has done before it receives another one and paints.
    await page.evaluate(`fetch('/admin/api/${admin.id}').then(answer => answer.text())`)
    await page.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    assert.ok(await page.getByLabel('Rose', { exact: true }).isChecked())
    assert.ok(await page.getByRole('button', { name: 'Theme applied' }).isVisible())
  })

  test('custom colours are typed or picked, and only valid colours are applied', async () => {
    const { admin, page } = await openSettings({ theme: 'ocean' })
    await page.getByRole('radio', { name: 'Custom' }).check()
    const main = page.getByLabel('Main colour', { exact: true })
    assert.equal(await main.inputValue(), '#00728a')
    await main.fill('#7700a')
    await page.getByText('Enter # and six hexadecimal digits').waitFor()
    await page.getByRole('button', { name: 'Apply theme' }).click({ force: true })
    await main.fill('#7700aa')
    await page.getByLabel('Pick a colour: background colour').fill('#fff7ee')
    assert.equal(await paperOf(page, '.theme-preview'), '#fff7ee')
    assert.equal((await admin.get()).theme, 'ocean')
    await page.getByRole('button', { name: 'Apply theme' }).click()
    await page.getByRole('button', { name: 'Theme applied' }).waitFor()
    assert.deepEqual((await admin.get()).theme, { primary: '#7700aa', background: '#fff7ee' })
  })

  test('settings that need a subscription say so', async () => {
    const { admin, page } = await openSettings()
    await service.setEntitledUntil(admin.accountId, null)
    await page.getByRole('radio', { name: 'Custom' }).check()
    await page.getByLabel('Background colour', { exact: true }).fill('#fff7ee')
    await page.getByRole('button', { name: 'Apply theme' }).click()
    await page.getByText('Custom colours require a subscription').waitFor()
    await page.getByRole('region', { name: 'Deadline' }).getByLabel('Date and time').fill(AHEAD)
    await page.getByRole('button', { name: 'Set deadline' }).click()
    await page.getByText('Setting a deadline requires a subscription').waitFor()
    const { theme, expires_at } = await admin.get()
    assert.deepEqual({ theme, expires_at }, { theme: 'default', expires_at: null })
  })

  test("a deadline is set in the reader's time zone, removed and undone", async () => {
    const { admin, page } = await openSettings({}, { timezoneId: 'America/New_York' })
    const end = setting(page, 'Deadline')
    await end.getByText('In your time zone, America/New York.').waitFor()
    await end.getByLabel('Date and time').fill(AHEAD)
    await end.getByRole('button', { name: 'Set deadline' }).click()
    await end.getByText('The deadline is Tuesday, 1 July 2031 at 18:00 GMT-4.').waitFor()
    assert.equal((await admin.get()).expires_at, '2031-07-01T22:00:00.000Z')
    assert.equal(await end.getByLabel('Date and time').inputValue(), AHEAD)
    await end.getByRole('button', { name: 'Remove deadline' }).click()
    await end.getByText('No deadline: open until you close it.').waitFor()
    assert.equal((await admin.get()).expires_at, null)
    await page.getByRole('button', { name: 'Undo' }).click()
    await end.getByText('The deadline is').waitFor()
    assert.equal((await admin.get()).expires_at, '2031-07-01T22:00:00.000Z')
  })

  test('a time in the past is reported before it is set', async () => {
    const { admin, page } = await openSettings({}, { timezoneId: 'Asia/Tokyo' })
    const end = setting(page, 'Deadline')
    await end.getByLabel('Date and time').fill('2020-01-01T09:00')
    await end.getByText('This time is in the past: the survey will expire immediately.').waitFor()
    assert.equal((await admin.get()).expires_at, null)
    await end.getByRole('button', { name: 'Set deadline' }).click()
    await page.locator('.status', { hasText: 'Expired' }).waitFor()
    assert.equal((await admin.get()).expires_at, PAST)
  })

  test('an expired survey is reopened with a future deadline or with none', async () => {
    const { admin, page } = await openSettings({}, { timezoneId: 'Europe/Berlin' })
    const end = setting(page, 'Deadline')
    await admin.send('PATCH', '', { expires_at: PAST })
    await end.getByText('The deadline was').waitFor()
    const until = end.getByLabel('New deadline')
    await until.fill('2020-05-05T12:00')
    await end.getByText('Choose a time in the future.').waitFor()
    await until.fill(AHEAD)
    await end.getByRole('button', { name: 'Reopen until Tuesday, 1 July 2031 at 18:00 CEST' }).click()
    await page.locator('.status', { hasText: 'Open' }).waitFor()
    const { status, expires_at } = await admin.get()
    assert.deepEqual({ status, expires_at }, { status: 'open', expires_at: '2031-07-01T16:00:00.000Z' })
    await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers: ['Yes'] } })
    await admin.send('PATCH', '', { expires_at: PAST })
    await end.getByText('The deadline was Wednesday, 1 January 2020 at 01:00 CET.').waitFor()
    await end.getByRole('button', { name: 'Reopen without a deadline' }).click()
    await page.locator('.status', { hasText: 'Open' }).waitFor()
    assert.equal((await admin.get()).expires_at, null)
  })

  test('the header asks for a new deadline, even if the survey was closed by hand', async () => {
    const { admin, page } = await openSettings()
    for (const status of ['open', 'closed'] as const) {
      await admin.send('PATCH', '', { status, expires_at: null })
      await page.locator('.status', { hasText: status === 'open' ? 'Open' : 'Closed' }).waitFor()
      await setting(page, 'Deadline').getByText('No deadline').waitFor()
      // A closed survey stays closed, so its page learns of the deadline from the event that says only that something
      // changed.
      await admin.send('PATCH', '', { expires_at: PAST })
      await page.locator('.status', { hasText: status === 'open' ? 'Expired' : 'Closed' }).waitFor()
      await setting(page, 'Deadline').getByText('The deadline was').waitFor()
      await page.getByRole('button', { name: 'Open survey' }).click()
      const dialog = page.getByRole('dialog', { name: 'This survey has expired' })
      await dialog.getByLabel('New deadline').fill(status === 'open' ? AHEAD : '')
      await dialog.getByRole('button', { name: 'Open survey' }).click()
      await page.locator('.status', { hasText: 'Open' }).waitFor()
      const now = await admin.get()
      assert.equal(now.status, 'open')
      assert.equal(now.expires_at === null, status === 'closed')
    }
  })

  test('a choice that could not be saved is reverted, and can be made again', async () => {
    const { admin, page } = await openSettings()
    await page.route(`**/admin/api/${admin.id}`, route =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await page.getByRole('radio', { name: /^After answering/ }).click()
    await page.getByText('The server can’t be reached.').waitFor()
    await page.getByRole('radio', { name: /^Never/, checked: true }).waitFor()
    await page.unroute(`**/admin/api/${admin.id}`)
    await page.getByRole('radio', { name: /^After answering/ }).click()
    await page.getByText('Respondents see results after they answer.').waitFor()
    assert.equal((await admin.get<{ share_results: string }>()).share_results, 'after_answering')
  })

  test('the shared-device setting is switched on with one tick, and off again [shared-device-setting]', async () => {
    const { admin, page } = await openSettings()
    const isShared = async () => (await admin.get<{ shared_device: boolean }>()).shared_device
    const tick = page.getByRole('checkbox', { name: 'This device is shared' })
    assert.equal(await tick.isChecked(), false)
    await tick.check()
    await page.getByText('The device is shared.').waitFor()
    assert.equal(await isShared(), true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => !(await tick.isChecked()))
    assert.equal(await isShared(), false)
  })

  test('when a focused button disappears, the focus stays in its part of the page, and returns after a notice', async () => {
    const { page } = await openSettings()
    const focusIs = (what: string) => until(async () => (await page.evaluate(FOCUSED)) === what)
    const isThere = await page
      .locator('.notice-line, .connection')
      .evaluateAll(regions => regions.every(region => region.checkVisibility()))
    assert.ok(isThere, 'regions are there before they say something, or screen readers miss it')
    await page.getByRole('button', { name: 'Create projector link' }).click()
    await focusIs('Projector link')
    await page.getByRole('button', { name: 'Revoke projector link' }).press('Enter')
    await until(() => page.evaluate('document.activeElement.localName === "section"'))
    await focusIs('Projector link')
    await page.getByRole('button', { name: 'Archive' }).press('Enter')
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await focusIs('Restore to list')
  })

  test('a survey is archived and restored', async () => {
    const { admin, page } = await openSettings()
    const archived = async () => (await admin.get()).archived
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Restore to list' }).waitFor()
    assert.equal(await archived(), true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Archive' }).waitFor()
    assert.equal(await archived(), false)
  })

  test('what changes while the page connects is shown', async () => {
    const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
    const { page } = await open()
    const changed = Promise.withResolvers<void>()
    await page.route('**/events', async route => {
      await changed.promise
      await route.continue()
    })
    await openDashboard(page, service, admin, 'Settings')
    await admin.send('PATCH', '', { expires_at: '2031-07-01T01:30:00.000Z' })
    changed.resolve()
    await page.getByText('The deadline is').waitFor()
  })

  test('a deadline that is set again unchanged keeps its seconds, and a time that clocks skip or repeat is explained', async () => {
    const end = '2031-07-01T01:30:45.000Z'
    const { admin, page } = await openSettings({}, { timezoneId: 'Europe/Berlin' })
    await admin.send('PATCH', '', { expires_at: end })
    await page.getByText('The deadline is').waitFor()
    await page.getByRole('button', { name: 'Set deadline' }).click()
    await page.getByText('The deadline is unchanged.').waitFor()
    assert.equal((await admin.get()).expires_at, end)
    const field = page.getByRole('region', { name: 'Deadline' }).getByLabel('Date and time')
    await field.fill('2031-03-30T02:30')
    await page.getByText(/^The clocks skip this time on that day. It becomes .* 03:30/).waitFor()
    await field.fill('2031-10-26T02:30')
    await page.getByText(/^The clocks show this time twice on that day. The first is meant: .* 02:30/).waitFor()
    await field.fill('2031-10-26T04:30')
    await until(async () => (await page.getByText('The clocks').count()) === 0)
  })

  test('theme, deadline and archive are changed by keyboard alone', async () => {
    const { admin, page } = await openSettings()
    await tabTo(page, 'INPUT', 'theme')
    await page.keyboard.press('ArrowDown')
    await tabTo(page, 'BUTTON', 'Apply theme')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Theme applied' }).waitFor()
    // Its time comes first.
    await tabTo(page, 'BUTTON', 'Set opening time')
    await tabTo(page, 'INPUT', 'datetime-local')
    await page.keyboard.type('070120310600PM')
    await page.keyboard.press('Enter')
    await page.getByText('The deadline is').waitFor()
    await tabTo(page, 'BUTTON', 'Archive')
    await page.keyboard.press('Space')
    await page.getByText('Archived: hidden from your survey list.').waitFor()
    const { theme, archived, expires_at } = await admin.get()
    assert.deepEqual([theme, archived, String(expires_at).slice(0, 7)], ['sunset', true, '2031-07'])
  })

  for (const [what, options] of WINDOWS)
    test(`theme and deadline at ${what}`, async () => {
      const { admin, page } = await openSettings({ theme: PAIR }, options)
      const check = (name: string) => assertWellMade(page, name)
      await check('as it is')
      await page.getByLabel('Main colour', { exact: true }).fill('#12')
      await page.getByRole('region', { name: 'Deadline' }).getByLabel('Date and time').fill('2020-01-01T09:00')
      await page.getByText('This time is in the past').waitFor()
      await check('with what is wrong')
      await admin.send('PATCH', '', { expires_at: PAST })
      await page.getByRole('button', { name: 'Open survey' }).click()
      await page.getByRole('dialog').waitFor()
      await check('asking until when')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Archive' }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await check('expired and archived, with something said')
    })
})

/** The name of the focused element: its label, its heading, or its text. */
const FOCUSED = `(one => one.ariaLabel ?? (one.querySelector('h2') ?? one).textContent)(document.activeElement)`

/** The background behind a part of the page. */
function paperOf(page: Page, part: string): Promise<string> {
  return page.evaluate(`getComputedStyle(document.querySelector('${part}')).getPropertyValue('--background')`)
}

/** Presses Tab until an element has the focus, identified by its tag and by its text, name or type. */
async function tabTo(page: Page, tag: string, word: string): Promise<void> {
  const here = `[document.activeElement.tagName, document.activeElement.textContent, document.activeElement.name, document.activeElement.type]`
  for (let presses = 0; presses < 60; presses++) {
    const [name, ...words] = (await page.evaluate(here)) as string[]
    if (name === tag && words.includes(word)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`no Tab leads to ${word}`)
}
