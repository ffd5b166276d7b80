import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newApi } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { until } from '../until.ts'
import { openApp, openDraft } from './app.ts'
import { inBrowser } from './chromium.ts'
import { goTo, openDashboard } from './dashboard/dashboard.ts'
import { reportsOf } from './hostile.ts'
import { answer, ask, newTalk, project, shown } from './presenter/presenter.ts'
import { LUNCH, linkOf, send, thanked } from './survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

inBrowser('Trusted Types', open => {
  test('are enforced on every page of respondents, and no page breaks them [page-trusted-types]', async () => {
    const api = await newApi(service)
    const { id } = await api.create(LUNCH)
    const { page } = await open()
    const reports = await reportsOf(page)
    await page.goto(linkOf(service, id))
    await page.locator('.ask textarea').fill('Is it vegan?')
    await page.locator('.ask button').click()
    await page.locator('.vote').click()
    await send(page)
    await page.locator('.summary').waitFor()
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    await page.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await send(page)
    await thanked(page)
    await assertEnforced(page, reports)
    await api.patch(`/surveys/${id}`, { status: 'closed' })
    for (const path of [`/s/${id}`, `/s/${id}/thanks`, '/s/none-such-here', '/privacy']) {
      await page.goto(service.baseUrl + path)
      await assertEnforced(page, reports)
    }
  })

  test('are enforced on dashboard, presenter and projector, and no page breaks them [page-trusted-types]', async () => {
    const admin = await newTalk(service)
    await ask(service, admin, 'Is it vegan?')
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    const reports = await reportsOf(page)
    await openDashboard(page, service, admin)
    for (const view of ['Responses', 'Board', 'Questions', 'Settings', 'Results']) await goTo(page, view)
    await answer(service, admin, ['Yes', 'Soup', 5])
    await page.locator('.survey-status', { hasText: '3 responses' }).waitFor()
    await assertEnforced(page, reports)
    for (const url of [`${service.baseUrl}/admin/${admin.id}/present`, await project(admin)]) {
      await page.goto(url)
      await shown(page, 'Team lunch')
      for (const key of ['ArrowRight', 'r', 'End', 'b', 'b', '?', 'Escape', 'Home']) await page.keyboard.press(key)
      await assertEnforced(page, reports)
      // The next page ends a step that is on its way.
      await until(async () => (await admin.get<{ screen: string }>('/presentation')).screen === '')
    }
    for (const path of ['/admin/none-such-here', '/admin/none-such-here/present', '/p/none']) {
      await page.goto(service.baseUrl + path)
      await page.locator('h1').waitFor()
      await assertEnforced(page, reports)
    }
  })

  test('are enforced in the application and where people sign in, and no page breaks them [page-trusted-types]', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const reports = await reportsOf(page)
    await openDraft(creator, service, { questions: LUNCH })
    await assertEnforced(page, reports)
    for (const path of ['/app', '/app/templates', '/app/settings', '/app/none-such-page']) {
      await page.goto(service.baseUrl + path)
      await page.locator('h1, h2').first().waitFor()
      await assertEnforced(page, reports)
    }
    await page.context().clearCookies()
    for (const path of ['/sign-in', '/sign-up', '/forgot-password']) {
      await page.goto(service.baseUrl + path)
      await assertEnforced(page, reports)
    }
  })
})

/** The browser refused what would run text as markup or script; nothing of the page itself was refused. */
async function assertEnforced(page: Page, reports: string[]): Promise<void> {
  assert.deepEqual(reports.splice(0), [], page.url())
  for (const sink of [
    'document.body.innerHTML = "<p>"',
    'document.body.insertAdjacentHTML("beforeend", "<p>")',
    'document.createElement("script").src = "/x.js"',
    'trustedTypes.createPolicy("any", { createHTML: text => text })',
  ])
    await assert.rejects(page.evaluate(sink), /TypeError/, `${page.url()}: ${sink}`)
  // These reports come in order, each after its cause.
  await page.evaluate('new Promise(done => setTimeout(done)).then(() => console.error("policy: all reported"))')
  await until(() => reports.includes('policy: all reported'))
  reports.length = 0
}
