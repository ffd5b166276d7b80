import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, choice, freeText, optional, rating } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { call, startService } from '../harness.ts'
import { inBrowser } from './chromium.ts'
import { openDashboard } from './dashboard.ts'
import { assertAccessible, assertFits, MODES } from './look.ts'
import { limitFor, timed } from './pace.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const QUESTIONS = [
  choice('Coming?', ['Yes', 'No', 'Perhaps'], optional),
  rating('How good was it?', optional),
  freeText('Anything else?', optional),
  board('Your questions'),
]

const answer = async ({ id }: AdminClient, answers: readonly unknown[]) =>
  assert.equal((await call(service, 'POST', `/s/${id}/responses`, { body: { answers } })).status, 201)

/** The cells of each row of a question's table. */
const rowsOf = (page: Page, question: string): Promise<string[][]> =>
  page
    .getByRole('table', { name: question })
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent ?? '')))

/** Resolves when a table says so. */
async function shows(page: Page, question: string, rows: readonly string[][]): Promise<void> {
  let seen: string[][] = []
  for (const end = Date.now() + 5_000; Date.now() < end; await page.waitForTimeout(20)) {
    seen = await rowsOf(page, question)
    if (JSON.stringify(seen) === JSON.stringify(rows)) return
  }
  assert.deepEqual(seen, rows)
}

inBrowser('results on the dashboard', open => {
  test('tables and bars update as responses arrive', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    const { page } = await open()
    await openDashboard(page, service, admin)
    await answer(admin, ['Yes', 8, 'Well done'])
    await answer(admin, ['No', 5])
    await answer(admin, ['Yes'])
    await shows(page, 'Coming?', [
      ['Yes', '2', '67%'],
      ['No', '1', '33%'],
      ['Perhaps', '0', '0%'],
    ])
    await shows(page, 'How good was it?', [['0', '0', '0', '0', '1', '0', '0', '1', '0', '0']])
    await page.getByText('Mean 6.50').waitFor()
    await page.getByText('1 of 3 answered').waitFor()
    const widths = await page.locator('.bars .fill').evaluateAll(bars => bars.map(bar => bar.style.transform))
    assert.deepEqual(
      widths.map(width => Number(/\((.*)\)/.exec(width)?.[1]).toFixed(2)),
      ['0.67', '0.33', '0.00'],
    )
  })

  test('after an interruption the numbers are right within five seconds', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    const { page, context } = await open()
    const loading = await timed(() => openDashboard(page, service, admin))
    await context.setOffline(true)
    await page.evaluate('dispatchEvent(new Event("online"))')
    await page.getByText('Reconnecting').waitFor()
    await answer(admin, ['Yes'])
    await context.setOffline(false)
    const took = await timed(async () => {
      await page.locator('.survey-status', { hasText: '1 response' }).waitFor()
      await page.getByText('Reconnecting').waitFor({ state: 'hidden' })
    })
    assert.ok(took < limitFor(5_000, loading), `${took} ms`)
  })

  test('options are sorted by keyboard and stay sorted as counts change', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await answer(admin, ['Perhaps'])
    const { page } = await open()
    await openDashboard(page, service, admin)
    await page.getByRole('radio', { name: 'In the question’s order' }).focus()
    await page.keyboard.press('ArrowRight')
    await shows(page, 'Coming?', [
      ['Perhaps', '1', '100%'],
      ['Yes', '0', '0%'],
      ['No', '0', '0%'],
    ])
    await answer(admin, ['No'])
    await answer(admin, ['No'])
    await shows(page, 'Coming?', [
      ['No', '2', '67%'],
      ['Perhaps', '1', '33%'],
      ['Yes', '0', '0%'],
    ])
  })

  test('responses over time are a curve and a table', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    for (let n = 0; n < 3; n++) {
      await answer(admin, ['Yes'])
      service.clock.advance(60_000)
    }
    const { page } = await open()
    await openDashboard(page, service, admin)
    const arrivals = page.getByRole('region', { name: 'Responses over time' })
    await arrivals.locator('polyline').waitFor()
    await arrivals.getByText('Responses over time as a table').click()
    const counts = await arrivals.locator('tbody tr td:last-child').allInnerTexts()
    assert.deepEqual(counts, ['1', '2', '3'])
  })

  test('without responses the QR code is shown', async () => {
    const { page } = await open()
    await openDashboard(page, service, await newAdminClient(service, QUESTIONS))
    await page.getByText('No responses yet.').waitFor()
    const code = page.getByRole('img', { name: 'QR code for the public link' })
    assert.ok(await code.evaluate(image => 'naturalWidth' in image && Number(image.naturalWidth) > 0))
  })

  test('print shows titles and charts and no controls', async () => {
    const admin = await newAdminClient(service, QUESTIONS, { title: 'Team lunch', theme: 'ocean' })
    await answer(admin, ['Yes', 8])
    const { page } = await open({ colorScheme: 'dark' })
    await openDashboard(page, service, admin)
    await shows(page, 'How good was it?', [['0', '0', '0', '0', '0', '0', '0', '1', '0', '0']])
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)')
    const bar = await page.evaluate('getComputedStyle(document.querySelector(".bars .fill")).fill')
    assert.equal(bar, 'rgb(0, 114, 138)', 'the colour of the theme')
    assert.deepEqual(await page.locator('button:visible, input:visible, nav:visible').count(), 0)
    assert.ok(await page.getByRole('heading', { name: 'Team lunch' }).isVisible())
    assert.ok(await page.getByRole('table', { name: 'Coming?' }).isVisible())
  })

  for (const [what, options] of MODES)
    test(`the results at ${what} have no accessibility violation and fit their width`, async () => {
      const admin = await newAdminClient(service, QUESTIONS, { title: 'Team lunch' })
      const { page } = await open(options)
      await openDashboard(page, service, admin)
      await page.getByText('No responses yet.').waitFor()
      await assertAccessible(page, 'empty')
      await assertFits(page, 'empty')
      await answer(admin, ['Yes', 8, 'x'])
      await shows(page, 'How good was it?', [['0', '0', '0', '0', '0', '0', '0', '1', '0', '0']])
      await assertAccessible(page, 'answered')
      await assertFits(page, 'answered')
    })
})
