import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, bodyOf, choice, freeText, optional, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { hostileTexts, inGroups, reportsOf } from '../hostile.ts'
import { goTo, openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

/** The elements of the pages of creators, besides what respondents see. */
const ELEMENTS = [
  'main',
  'table',
  'caption',
  'svg',
  'rect',
  'dialog',
  'select',
  'option',
  'textarea',
  'mark',
  'time',
  'dd',
]

inBrowser('hostile texts on the dashboard and presenter', open => {
  for (const [at, texts] of inGroups(hostileTexts(ELEMENTS), 40).entries())
    test(`run no script anywhere on the dashboard, group ${at + 1} [dashboard-hostile-text]`, async () => {
      const admin = await adminOf(texts)
      const { page } = await open({ viewport: { width: 1280, height: 800 } })
      const reports = await reportsOf(page)
      await openDashboard(page, service, admin)
      assert.deepEqual(await page.locator('.results .bars tbody tr th').allTextContents(), texts)
      await goTo(page, 'Responses')
      await page
        .getByText(texts.at(-1) ?? '', { exact: true })
        .first()
        .waitFor()
      await goTo(page, 'Board')
      await until(async () => (await page.getByRole('row').count()) >= texts.length)
      await goTo(page, 'Questions')
      await page.locator('.view ol button').first().click()
      await page.locator('.view textarea').first().waitFor()
      await goTo(page, 'Settings')
      await present(page, `${service.baseUrl}/admin/${admin.id}/present`)
      // Otherwise the projector would follow, also if the last step came later.
      await until(async () => (await admin.get<{ screen: string }>('/presentation')).screen === '4')
      await admin.send('DELETE', '/presentation')
      await present(page, bodyOf<{ url: string }>(await admin.send('POST', '/projector')).url)
      assert.deepEqual(reports, [])
    })
})

/** Steps through all screens, with results revealed. */
async function present(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('.start').waitFor()
  for (let before = ''; before !== page.url(); ) {
    before = page.url()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('r')
    await page.locator('.stage h1').waitFor()
  }
  assert.match(page.url(), /#4/, 'not to the last')
}

/** A survey with the texts as title, questions, options, answers and board questions. */
async function adminOf(texts: readonly string[]): Promise<AdminClient> {
  const [first = '', second = '', third = ''] = texts
  const questions = [choice(first, texts, optional), rating(second, optional), freeText(third, optional), board(first)]
  const admin = await newAdminClient(service, questions, { title: first })
  const send = async (path: string, body: object) =>
    assert.equal((await call(service, 'POST', `/s/${admin.id}${path}`, { body })).status, 201)
  for (const text of texts) {
    await send('/responses', { answers: [text, 1, text] })
    await send('/board/3', { text })
  }
  return admin
}
