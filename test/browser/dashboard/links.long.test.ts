import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { choice } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { copiedBy, inBrowser } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'
import { focused } from '../survey.ts'
import { goTo, openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const DELETED = 'Survey deleted'
const REPLACED = 'You can’t open this survey here'

/** Simulates a page over plain http, which has no clipboard. */
const INSECURE = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"

/** Records when a tab gives up. */
const WATCH = `new MutationObserver(() => {
  if (document.querySelector('.load-error') !== null) localStorage.refused = 'yes'
}).observe(document, { childList: true, subtree: true })`

const PLACES = `['h1', '.survey-status', '.row', '.views', '.view'].map(part => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect()
  return [part, x, y, width, height]
})`

inBrowser('links and deletion', open => {
  const openSettings = async (options: object = {}, script?: string) => {
    const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])], { title: 'Team lunch' })
    const { page, context } = await open({ ...options, ownProfile: script !== undefined })
    if (script !== undefined) await context.addInitScript(script)
    await openDashboard(page, service, admin, 'Settings')
    return { admin, page, context }
  }

  test('the public link is copied from the header and the settings', async () => {
    const { admin, page } = await openSettings({ permissions: ['clipboard-read', 'clipboard-write'] })
    for (const name of ['Copy link', 'Copy public link']) {
      await page.evaluate("navigator.clipboard.writeText('something else')")
      await page.getByRole('button', { name }).click()
      await page.getByText('Link copied.').waitFor()
      assert.equal(await copiedBy(page), `${service.baseUrl}/s/${admin.id}`)
      await page.getByRole('button', { name: 'Dismiss' }).click()
    }
  })

  test('without a clipboard the whole link is selected', async () => {
    const { admin, page } = await openSettings({}, INSECURE)
    for (const name of ['Copy link', 'Copy public link']) {
      await page.getByRole('button', { name }).click()
      await page.getByText('The link is selected').waitFor()
      assert.equal(await page.evaluate('getSelection().toString().trim()'), `${service.baseUrl}/s/${admin.id}`)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await page.evaluate('getSelection().empty()')
    }
  })

  test('the QR code is shown, downloaded and printed alone', async () => {
    const { admin, page } = await openSettings({}, 'globalThis.print = () => { globalThis.printed = true }')
    const code = page.getByRole('img', { name: 'QR code for the public link' })
    await code.waitFor()
    await until(() => page.evaluate<boolean>('document.querySelector(".public-link img").naturalWidth > 0'))
    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download QR code' }).click()
    assert.equal((await file).suggestedFilename(), `${admin.id}.svg`)
    await page.getByRole('button', { name: 'Print QR code' }).click()
    await until(() => page.evaluate<boolean>('globalThis.printed === true'))
    assert.equal(await page.locator('.sheet').isVisible(), false)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.locator('main').isVisible(), false)
    const link = `${service.baseUrl}/s/${admin.id}`.replace('http://', '')
    assert.deepEqual((await page.locator('.sheet').innerText()).split(/\n+/), ['Team lunch', link])
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert.equal(await page.locator('.sheet').count(), 0)
  })

  for (const [name, path, can] of [
    ['Projector link', '/p/', 'Anyone with this link can see live results'],
    ['Remote link', '/remote/', 'Anyone with this link can conduct'],
  ] as const)
    test(`a ${name.toLowerCase()} is created, shown once, replaced and revoked`, async () => {
      const { page } = await openSettings({ permissions: ['clipboard-read', 'clipboard-write'] })
      const shown = page.getByRole('group', { name })
      const press = (verb: string) => page.getByRole('button', { name: `${verb} ${name.toLowerCase()}` }).click()
      await page.getByText(`No ${name.toLowerCase()}.`).waitFor()
      await press('Create')
      await shown.getByText('and nothing else').waitFor()
      await focusIs(page, new RegExp(`^FIELDSET ${can}`))
      const first = await shown.getByRole('code').innerText()
      assert.ok(first.startsWith(`${service.baseUrl}${path}`))
      assert.equal((await fetch(first)).status, 200)
      await shown.getByRole('button', { name: 'Copy this link' }).click()
      await page.getByText('Link copied.').waitFor()
      assert.equal(await copiedBy(page), first)
      await press('Replace')
      await shown.getByRole('code').filter({ hasNotText: first }).waitFor()
      assert.equal((await fetch(first)).status, 404)
      await page.reload()
      await goTo(page, 'Settings')
      await page.getByText(`A ${name.toLowerCase()} exists.`).waitFor()
      assert.equal(await shown.count(), 0)
      await press('Revoke')
      await page.getByText(`${name} revoked. It no longer works.`).waitFor()
      await page.getByText(`No ${name.toLowerCase()}.`).waitFor()
      assert.equal(await shown.count(), 0)
    })

  for (const [what, script] of [
    ['', WATCH],
    [' in a browser without locks', `${WATCH}; delete Navigator.prototype.locks`],
  ] as const)
    test(`a new admin link signs out other browsers, while the tabs of this one stay signed in${what}`, async () => {
      const { admin, page, context } = await openSettings({}, script)
      const second = await context.newPage()
      const { page: foreign } = await open()
      await second.goto(`${service.baseUrl}/admin/${admin.id}`)
      await openDashboard(foreign, service, admin)
      await page.bringToFront()
      for (const tab of [page, second, foreign]) await tab.locator('.survey-header[data-connected]').waitFor()
      await page.getByRole('button', { name: 'Replace admin link' }).click()
      const tabs = what === '' ? [page, second] : [page]
      const admit = await holdSession(page, admin)
      const shutOut = tabs.map(tab => tab.waitForResponse(answer => answer.status() === 404))
      await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click()
      const shown = page.getByRole('group', { name: 'New admin link' })
      const url = await shown.getByRole('code').innerText()
      await Promise.all(shutOut)
      // Longer than a tab without locks waits before its first attempt.
      if (what !== '') await delay(2_500)
      admit()
      await foreign.getByRole('heading', { name: REPLACED }).waitFor()
      await answer(admin)
      for (const tab of [page, second]) await tab.locator('.survey-status', { hasText: '1 response' }).waitFor()
      for (const tab of [page, second]) await tab.locator('.survey-header[data-connected]').waitFor()
      assert.equal(await page.evaluate('localStorage.refused'), undefined)
      assert.equal((await admin.send('GET')).status, 404)
      await page.getByRole('button', { name: 'Archive' }).click()
      await page.getByText('Archived: hidden from your survey list.').waitFor()
      await foreign.goto('about:blank')
      await foreign.goto(url)
      await goTo(foreign, 'Settings')
    })

  test('a survey is deleted in all tabs after its slug is typed', async () => {
    const { admin, page, context } = await openSettings()
    const second = await context.newPage()
    await second.goto(`${service.baseUrl}/admin/${admin.id}`)
    await second.locator('.survey-header[data-connected]').waitFor()
    await page.bringToFront()
    await answer(admin)
    await page.getByRole('button', { name: 'Delete survey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “Team lunch”?' })
    await dialog.getByText('1 response will be deleted with it.').waitFor()
    const final = dialog.getByRole('button', { name: 'Delete permanently' })
    await dialog.getByRole('textbox').fill('team lunch')
    assert.equal(await final.isDisabled(), true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await admin.send('GET')).status, 200)
    await page.getByRole('button', { name: 'Delete survey' }).click()
    await dialog.getByRole('textbox').fill(admin.id)
    await final.click()
    for (const tab of [page, second]) await tab.getByRole('heading', { name: DELETED }).waitFor()
    await focusIs(page, /^H1 Survey deleted/)
    assert.equal((await admin.send('GET')).status, 404)
    assert.equal(await page.locator('.survey-header').count(), 0)
  })

  test('replacing the admin link and deleting, by keyboard alone', async () => {
    const { admin, page } = await openSettings()
    const rotate = page.getByRole('button', { name: 'Replace admin link' })
    await rotate.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focusIs(page, /^BUTTON Replace admin link$/)
    await page.keyboard.press('Enter')
    await focusIs(page, /^BUTTON Cancel$/)
    await page.keyboard.press('Shift+Tab')
    await focusIs(page, /^BUTTON Replace link$/)
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'New admin link' }).waitFor()
    await focusIs(page, /^FIELDSET The previous link no longer works/)
    for (const expected of ['Copy this link', 'Replace admin link', 'Delete survey']) {
      await page.keyboard.press('Tab')
      assert.equal(await focused(page), `BUTTON ${expected}`)
    }
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(admin.id)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: DELETED }).waitFor()
  })

  test('a lost connection is reported and moves nothing', async () => {
    const { page } = await openSettings()
    await page.locator('.survey-header[data-connected]').waitFor()
    const places = () => page.evaluate(PLACES)
    const before = await places()
    await page.route('**/events', route => route.abort())
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.getByText('Reconnecting').waitFor()
    assert.deepEqual(await places(), before)
    await page.unroute('**/events')
    await page.getByText('Reconnecting').waitFor({ state: 'hidden' })
    assert.deepEqual(await places(), before)
  })

  for (const [what, options] of WINDOWS)
    test(`links, dialogs and deletion at ${what}`, async () => {
      const { admin, page } = await openSettings(options)
      const check = (name: string) => assertWellMade(page, name)
      await page.getByRole('button', { name: 'Create projector link' }).click()
      await page.getByRole('group', { name: 'Projector link' }).waitFor()
      await page.getByRole('button', { name: 'Replace admin link' }).click()
      await check('asking for a new link')
      await page.getByRole('button', { name: 'Replace link' }).click()
      await page.getByRole('group', { name: 'New admin link' }).waitFor()
      await check('links that were given')
      await page.getByRole('button', { name: 'Delete survey' }).click()
      await check('asking whether to delete')
      await page.getByRole('dialog').getByRole('textbox').fill(admin.id)
      await page.getByRole('button', { name: 'Delete permanently' }).click()
      await page.getByRole('heading', { name: DELETED }).waitFor()
      await check('deleted')
    })
})

/** Resolves when the element has the focus, which happens after rendering. */
function focusIs(page: Page, what: RegExp): Promise<void> {
  return until(async () => what.test(await focused(page)))
}

/** Withholds the new cookie from a page. @returns a function that lets it through */
async function holdSession(page: Page, { id }: AdminClient): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/admin/api/${id}/session`, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

async function answer({ id }: AdminClient): Promise<void> {
  const { status } = await call(service, 'POST', `/s/${id}/responses`, { body: { answers: ['Yes'] } })
  assert.equal(status, 201)
}
