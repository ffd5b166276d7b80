import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice, HOUR } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { followAdminLink, goTo } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

inBrowser('signing in to a dashboard', open => {
  test('the token is exchanged for a cookie and leaves the address bar [dashboard-page-token]', async () => {
    const admin = await newAdminClient(service, [choice()], { title: 'Team lunch' })
    const { page, context } = await open()
    await followAdminLink(page, service, admin)
    assert.ok(!page.url().includes(admin.adminToken))
    await page.reload()
    await page.getByRole('heading', { name: 'Team lunch' }).waitFor()
    assert.deepEqual(
      (await context.cookies()).map(({ httpOnly, sameSite, path }) => ({
        httpOnly,
        sameSite,
        path,
      })),
      [{ httpOnly: true, sameSite: 'Strict', path: '/' }],
    )
    await page.goBack()
    assert.ok(!page.url().includes(admin.adminToken))
  })

  test('what the browser stores of an opened link does not work in another browser [dashboard-page-history]', async () => {
    const admin = await newAdminClient(service, [choice()], { title: 'Team lunch' })
    for (const method of ['GET', 'HEAD', 'GET']) await call(service, method, `/admin/${admin.id}`)
    const { page, context } = await open()
    await followAdminLink(page, service, admin)
    const { entries } = await (await context.newCDPSession(page)).send('Page.getNavigationHistory')
    const visited = entries.map(({ url }) => url).filter(url => url.startsWith(service.baseUrl))
    assert.equal(new Set(visited.map(url => url.split('#')[0])).size, 1)
    const { page: other } = await open()
    for (const url of visited) {
      assert.ok(!url.includes(admin.adminToken))
      await other.goto(url)
      await other.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
    }
    const { page: again } = await open()
    await followAdminLink(again, service, admin)
  })

  test('signing out ends every tab of the browser, and the link opens the dashboard again [dashboard-sign-out]', async () => {
    const admin = await newAdminClient(service, [choice()], { title: 'Team lunch' })
    const { page, context } = await open()
    await followAdminLink(page, service, admin, 'Settings')
    const second = await context.newPage()
    await second.goto(`${service.baseUrl}/admin/${admin.id}`)
    await second.getByRole('heading', { name: 'Team lunch' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    for (const tab of [page, second]) await tab.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
    assert.deepEqual(await context.cookies(), [])
    await page.reload()
    await page.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
    await followAdminLink(second, service, admin)
  })

  test('signing out forgets unsaved edits of the questions in every tab, and says so', async () => {
    const admin = await newAdminClient(service, [choice('Coming?')], { title: 'Team lunch' })
    const { page, context } = await open()
    const second = await context.newPage()
    for (const [tab, text] of [
      [page, 'Ours?'],
      [second, 'Mine?'],
    ] as const) {
      await followAdminLink(tab, service, admin, 'Questions')
      await tab.locator('#open-0').click()
      await tab.getByLabel('Question', { exact: true }).fill(text)
      await until(async () => (await keptEdits(tab)) === 1)
    }
    await goTo(page, 'Settings')
    // An edit that this page has not read yet.
    await Promise.all([page.waitForEvent('dialog').then(dialog => dialog.accept()), page.reload()])
    await page.getByText('and removes changes to the questions that aren’t saved').waitFor()
    assert.equal(await keptEdits(page), 1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    const asked: string[] = []
    second.on('dialog', dialog => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    for (const tab of [page, second]) {
      await tab.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
      await until(async () => (await keptEdits(tab)) === 0)
      await followAdminLink(tab, service, admin, 'Questions')
      await tab.getByText('Coming?').first().waitFor()
    }
    assert.deepEqual(asked, [], 'nothing is left that leaving would lose')
  })

  test('a tab that went on to another page forgets its unsaved edit, too, when another tab signs out', async () => {
    const admin = await newAdminClient(service, [choice('Coming?')], { title: 'Team lunch' })
    const other = await newAdminClient(service, [choice('Staying?')], { title: 'Summer party' })
    const { page: second, context } = await open({ viewport: { width: 1280, height: 800 } })
    const begin = async (survey: AdminClient) => {
      const page = await context.newPage()
      page.on('dialog', dialog => void dialog.accept())
      await followAdminLink(page, service, survey, 'Questions')
      await page.locator('#open-0').click()
      await page.getByLabel('Question', { exact: true }).fill('Mine?')
      await until(async () => (await keptEdits(page)) === 1)
      return page
    }
    const [presenting, elsewhere, away, kept] = [
      await begin(admin),
      await begin(admin),
      await begin(admin),
      await begin(other),
    ]
    await presenting.goto(`${service.baseUrl}/admin/${admin.id}/present`)
    await presenting.getByRole('heading', { name: 'Team lunch' }).waitFor()
    await followAdminLink(elsewhere, service, other)
    await away.goto('about:blank')
    for (const page of [presenting, elsewhere, kept]) assert.equal(await keptEdits(page), 1)
    await followAdminLink(second, service, admin, 'Settings')
    await second.getByRole('button', { name: 'Sign out' }).click()
    await presenting.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
    for (const page of [presenting, elsewhere]) await until(async () => (await keptEdits(page)) === 0)
    // Somebody else has begun an edit by the time that the tab comes back.
    await begin(admin)
    await followAdminLink(away, service, admin, 'Questions')
    await away.getByText('Coming?').first().waitFor()
    assert.equal(await keptEdits(away), 0)
    await kept.reload()
    await kept.getByText('Restored your unsaved changes.').waitFor()
    assert.equal(await keptEdits(kept), 1, 'that of another survey stays')
  })

  test("a wrong link, another survey's link and a missing survey look the same", async () => {
    const [admin, other] = [await newAdminClient(service, [choice()]), await newAdminClient(service, [choice()])]
    const { page } = await open()
    const texts = []
    for (const path of [
      `/admin/${admin.id}#${other.adminToken}`,
      `/admin/${admin.id}#00000000-0000-4000-8000-000000000000`,
      `/admin/none-such-here#${admin.adminToken}`,
    ]) {
      await page.goto('about:blank')
      await page.goto(service.baseUrl + path)
      await page.getByRole('heading', { name: 'This admin link doesn’t work' }).waitFor()
      texts.push((await page.locator('main').innerText()).trim())
    }
    assert.equal(new Set(texts).size, 1)
  })

  test('without an admin link, the page explains how to sign in', async () => {
    const admin = await newAdminClient(service, [choice()])
    const { page } = await open()
    await page.goto(`${service.baseUrl}/admin/${admin.id}`)
    await page.getByRole('heading', { name: 'You’re not signed in' }).waitFor()
  })

  test('an open dashboard says when its link is replaced', async () => {
    const admin = await newAdminClient(service, [choice()])
    const { page } = await open()
    await followAdminLink(page, service, admin)
    assert.equal((await admin.send('POST', '/rotate')).status, 200)
    await page.getByRole('heading', { name: 'You can’t open this survey here' }).waitFor()
  })

  test('after a session has ended, dashboard and presenter explain how to sign in again, and the link opens them', async t => {
    const service = await startService({ now: Date.now() })
    t.after(() => service.close())
    const admin = await newAdminClient(service, [choice()], { title: 'Team lunch' })
    const { page: dashboard, context } = await open()
    await followAdminLink(dashboard, service, admin)
    const presenter = await context.newPage()
    await presenter.goto(`${service.baseUrl}/admin/${admin.id}/present`)
    await presenter.getByRole('heading', { name: 'Team lunch' }).waitFor()
    service.clock.advance(15 * 24 * HOUR)
    for (const page of [dashboard, presenter]) {
      const isEnded = page.getByRole('heading', { name: 'You can’t open this survey here' })
      await isEnded.waitFor()
      await page.reload()
      await isEnded.waitFor()
      await page.getByText('Otherwise open its admin link again.').waitFor()
      await page.getByText('If the link is lost, ask the operator of this service for it.').waitFor()
      assert.equal(await page.getByText('soundings survey').count(), 0, 'no command for operators')
    }
    await followAdminLink(dashboard, service, admin)
    await presenter.reload()
    await presenter.getByRole('heading', { name: 'Team lunch' }).waitFor()
  })

  test('tabs of one browser share one stream, and each receives responses', async () => {
    const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
    const { page: first, context } = await open({ ownProfile: true })
    await context.addInitScript(COUNT_STREAMS)
    const [second, third] = [await context.newPage(), await context.newPage()]
    const pages = [first, second, third]
    for (const page of pages) await followAdminLink(page, service, admin)
    for (const page of pages) await page.locator('.survey-header[data-connected]').waitFor()
    assert.equal(await third.evaluate('localStorage.streams'), '1')
    await answer(admin.id)
    for (const page of pages) await page.locator('.survey-status', { hasText: '1 response' }).waitFor()
    await second.bringToFront()
    await third.close()
    await answer(admin.id)
    for (const page of [first, second]) await page.locator('.survey-status', { hasText: '2 responses' }).waitFor()
    assert.equal(await second.evaluate('localStorage.streams'), '1')
  })
})

/** How many unsaved edits a tab keeps. */
const keptEdits = (page: Page) =>
  page.evaluate(`Object.keys(sessionStorage).filter(name => name.endsWith('/questions')).length`)

/** Counts the streams that all tabs of the browser have open. */
const COUNT_STREAMS = `{
  const count = change => { localStorage.streams = Number(localStorage.streams ?? 0) + change }
  const Plain = EventSource
  globalThis.EventSource = class extends Plain {
    constructor(url) { super(url); count(1) }
    close() { super.close(); count(-1) }
  }
}`

async function answer(id: string): Promise<void> {
  const body = JSON.stringify({ answers: ['Yes'] })
  assert.equal((await fetch(`${service.baseUrl}/s/${id}/responses`, { method: 'POST', body })).status, 201)
}
