import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { publish } from '../account/browser.ts'
import { board, choice, freeText, optional, rating } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { openApp, openDraft } from './app.ts'
import { inBrowser } from './chromium.ts'
import { assertFits } from './look.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const QUESTIONS = [choice('Coming?', ['Yes', 'No', 'Maybe']), freeText('Why?', optional), rating(), board('Questions')]
/** What browsers take for 1 rem, in pixels: twice as much as they do by themselves. */
const STANDARD = 32

inBrowser('text set twice as large, on a phone', open => {
  test('pages of creators fit the width', async () => {
    const creator = await openApp(service, open, { viewport: { width: 375, height: 700 }, subscribed: true, path: '' })
    const { page } = creator
    await enlargeText(page)
    await openDraft(creator, service, { questions: QUESTIONS })
    await assertFits(page, 'builder')
    await publish(creator, { title: 'Lunch', questions: QUESTIONS }, 'large-lunch')
    await call(service, 'POST', '/s/large-lunch/responses', { body: { answers: ['Yes', 'Hungry', 7] } })
    for (const [path, heading] of [
      ['/', 'Ask a room.'],
      ['/app', 'Surveys'],
      ['/app/templates', 'Templates'],
      ['/app/settings', 'Settings'],
      ['/admin/large-lunch', 'Lunch'],
      ['/admin/large-lunch/present#1', 'Coming?'],
    ] as const) {
      await page.goto(service.baseUrl + path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await assertFits(page, path)
    }
    await page.goto(`${service.baseUrl}/admin/large-lunch`)
    for (const view of ['Responses', 'Board', 'Questions', 'Settings']) {
      await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: view }).click()
      await page.getByRole('region', { name: view }).first().waitFor()
      await assertFits(page, view)
    }
  })
})

async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: STANDARD } })
}
