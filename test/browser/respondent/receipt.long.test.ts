import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { fillIn, focused, LUNCH, linkOf, send, thanked } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const HIDDEN = 'Your answers are no longer shown here or kept in this tab. They stay in the survey.'
const KEPT = 'Object.keys(sessionStorage).filter(key => key.endsWith("/receipt")).length'

inBrowser('the receipt', open => {
  const answered = async (questions = LUNCH, settings = {}) => {
    const admin = await newAdminClient(service, questions, { title: 'Team lunch' })
    await admin.send('PATCH', '', { status: 'open', ...settings })
    const { page } = await open({ ownProfile: true })
    await page.clock.install()
    await page.goto(linkOf(service, admin.id))
    await fillIn(page)
    await send(page)
    await thanked(page)
    return page
  }
  /** Without a board, answering leads to the results. */
  const answeredAndShown = () => answered(LUNCH.slice(0, 4), { share_results: 'after_answering' })
  const reload = async (page: Page, minutes: number) => {
    await page.clock.fastForward(minutes * 60_000)
    await page.reload()
  }
  const assertEmpty = async (page: Page) => {
    await page.locator('#send').waitFor()
    assert.equal(await page.locator('.receipt').count(), 0)
    assert.equal(await page.evaluate('[...document.querySelectorAll(":checked")].map(one => one.value).join("")'), '')
    assert.equal(await page.getByLabel('Anything else?').inputValue(), '')
  }

  test('in a survey from right to left, what can be unfolded has its mark before our words', async () => {
    const page = await answered(LUNCH, { language: 'ar' })
    const directions = ['main', '.receipt summary'].map(name =>
      page.evaluate(`getComputedStyle(document.querySelector('${name}')).direction`),
    )
    assert.deepEqual(await Promise.all(directions), ['rtl', 'ltr'])
  })

  test('it can be seen again for half an hour; then a reload shows the empty form [receipt-ends]', async () => {
    const page = await answered()
    await reload(page, 29)
    await thanked(page)
    await reload(page, 1)
    await assertEmpty(page)
    assert.equal(await page.evaluate(KEPT), 0)
  })

  test('one tap takes the answers off the screen and out of the tab [receipt-done]', async () => {
    const page = await answered()
    await assertWellMade(page, 'receipt')
    await page.getByRole('button', { name: 'Done, hide my answers' }).click()
    await page.getByText(HIDDEN).waitFor()
    assert.equal(await focused(page), `P ${HIDDEN}`.slice(0, 62))
    await assertWellMade(page, 'hidden answers')
    const left = await page.locator('main').innerText()
    for (const trace of ['Soup', 'Line one', 'Random id', 'Done']) assert.ok(!left.includes(trace), trace)
    assert.equal(await page.evaluate(KEPT), 0)
    const typed = await page.evaluate('[...new FormData(document.forms[0]).values()].join()')
    assert.ok(!`${typed}`.includes('Line one'), 'what a browser would fill in after a reload')
    await page.reload()
    await assertEmpty(page)
  })

  test('the results page has it too, and removes it from the page before [receipt-done]', async () => {
    const page = await answeredAndShown()
    await page.waitForURL('**/thanks?lang=en')
    await page.getByText('This is exactly what was stored').waitFor()
    await assertWellMade(page, 'receipt below results')
    await page.getByRole('button', { name: 'Done, hide my answers' }).click()
    await page.getByText(HIDDEN).waitFor()
    assert.equal(await page.locator('.receipt dl').count(), 0)
    assert.equal(await page.evaluate(KEPT), 0)
    await page.goBack()
    await assertEmpty(page)
    await page.goForward()
    await page.locator('.headline').waitFor()
    assert.equal(await page.locator('.receipt').count(), 0)
  })

  test('the results page shows no receipt older than half an hour [receipt-ends]', async () => {
    const page = await answeredAndShown()
    await page.waitForURL('**/thanks?lang=en')
    await reload(page, 31)
    await page.locator('.headline').waitFor()
    await until(async () => (await page.evaluate(KEPT)) === 0)
    assert.equal(await page.locator('.receipt').count(), 0)
  })
})
