import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, choice, freeText, optional, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until, WAIT_MS } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'
import { followAdminLink, openDashboard } from './dashboard.ts'

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

/** Resolves when a table shows this. */
async function shows(page: Page, question: string, rows: readonly string[][]): Promise<void> {
  let seen: string[][] = []
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await page.waitForTimeout(20)) {
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

  test('at the presenter’s pace, each question has its own count, and nothing is compared', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    assert.equal((await admin.send('PATCH', '', { paced: true })).status, 200)
    for (const screen of ['1', '2']) await admin.send('PATCH', '/presentation', { screen })
    for (const answers of [...Array<[string]>(5).fill(['Yes']), ...Array<[string]>(5).fill(['No']), [null, 8]])
      await answer(admin, answers)
    const { page } = await open()
    await openDashboard(page, service, admin)
    const card = (question: string) => page.locator('.results > li', { hasText: question })
    await card('Coming?').getByText('10 answered', { exact: true }).waitFor()
    await card('How good was it?').getByText('1 answered', { exact: true }).waitFor()
    await page.getByText('In a survey that people answer at their own pace, groups can be compared.').waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Show' }).count(), 0)
    await assertWellMade(page, 'at the presenter’s pace')
  })

  test('a label is on one line with its numbers and its bar, however wide its letters are', async () => {
    const labels = ['WWWWW', 'Maybe', 'iiiii']
    const admin = await newAdminClient(service, [choice('Wide?', labels), choice('Wider?', ['Yes', 'W'.repeat(28)])])
    const { page } = await open()
    await openDashboard(page, service, admin)
    const heights = (question: string, part: string): Promise<number[]> =>
      page
        .getByRole('table', { name: question })
        .locator(part)
        .evaluateAll(parts => parts.map(one => one.getBoundingClientRect().height))
    assert.equal(new Set(await heights('Wide?', 'tbody tr')).size, 1)
    const [short = 0, long = 0] = await heights('Wider?', 'tbody tr')
    assert.ok(long > short, 'what leaves the bar too little is broken')
    const widths = await page
      .locator('.bars .track')
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().width))
    assert.ok(Math.min(...widths) > 60, `the bars are ${widths} wide`)
  })

  test('after an interruption the numbers are right as soon as the page has reconnected', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    const { page, context } = await open({ ownProfile: true })
    await followAdminLink(page, service, admin)
    await context.setOffline(true)
    await page.evaluate('dispatchEvent(new Event("online"))')
    await page.getByText('Reconnecting').waitFor()
    await answer(admin, ['Yes'])
    await context.setOffline(false)
    await page.locator('.survey-status', { hasText: '1 response' }).waitFor()
    await page.getByText('Reconnecting').waitFor({ state: 'hidden' })
  })

  test('options are sorted by keyboard and stay sorted as counts change', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await answer(admin, ['Perhaps'])
    const { page } = await open()
    await openDashboard(page, service, admin)
    await page.getByLabel('Sort').focus()
    await page.keyboard.press('ArrowDown')
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

  test('the results of people who gave an answer are shown beside everyone’s, for groups of five or more', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await service.fillResponses(admin.id, 6, ['Yes', 8, 'x'])
    await service.fillResponses(admin.id, 6, ['No', 2])
    const { page } = await open()
    await openDashboard(page, service, admin)
    await page.getByText('in smaller groups, people could be recognised').waitFor()
    const groups = page.getByLabel('Show')
    assert.deepEqual(await groups.getByRole('option').allInnerTexts(), [
      'Everyone',
      'Yes (6)',
      'No (6)',
      '2 (6)',
      '8 (6)',
    ])
    await groups.selectOption('Yes (6)')
    await page.getByText('6 people who answered “Yes” to “Coming?”').waitFor()
    await shows(page, 'Coming?', [
      ['Yes', '6', '100% all 50%'],
      ['No', '0', '0% all 50%'],
      ['Perhaps', '0', '0% all 0%'],
    ])
    await page.getByText('Mean 8.00, all 5.00').waitFor()
    assert.equal(await page.locator('blockquote').count(), 0)
    await assertWellMade(page, 'compared')
    const { responses } = await admin.get<{ responses: { id: string }[] }>('/responses')
    for (const { id } of responses.slice(0, 2)) await admin.send('DELETE', `/responses/${id}`)
    await page.getByText('10 responses').waitFor()
    await page.getByText('in smaller groups, people could be recognised').waitFor()
    assert.deepEqual(await groups.getByRole('option').allInnerTexts(), ['Everyone'])
  })

  test('a group’s results keep up with responses that arrive continuously', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await service.fillResponses(admin.id, 6, ['Yes'])
    await service.fillResponses(admin.id, 6, ['No'])
    const { page } = await open()
    await openDashboard(page, service, admin)
    await page.getByLabel('Show').selectOption('Yes (6)')
    await page.getByText('6 people who answered “Yes”').waitFor()
    await until(async () => {
      await answer(admin, ['Yes'])
      return (await page.getByText('6 people who answered “Yes”').count()) === 0
    })
  })

  test('responses over time are a curve with its scale and a table, and nothing below moves when they arrive', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    for (let n = 0; n < 3; n++) {
      await answer(admin, ['Yes'])
      service.clock.advance(60_000)
    }
    const { page } = await open()
    const released = Promise.withResolvers<void>()
    await page.route('**/arrivals', async route => {
      await released.promise
      await route.continue()
    })
    await openDashboard(page, service, admin)
    const question = page.getByRole('heading', { name: 'Coming?' })
    const before = await question.boundingBox()
    released.resolve()
    const arrivals = page.getByRole('region', { name: 'Responses over time' })
    await arrivals.locator('polyline').waitFor()
    assert.deepEqual(await question.boundingBox(), before)
    assert.deepEqual(await arrivals.locator('.axis span').allInnerTexts(), ['3', '0'])
    await arrivals.getByText('As a table').click()
    const counts = await arrivals.locator('tbody tr td:last-child').allInnerTexts()
    assert.deepEqual(counts, ['1', '2', '3'])
  })

  test('responses of a single minute are one bar as high as their number, with the minute', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    for (let n = 0; n < 11; n++) await answer(admin, ['Yes'])
    const { page } = await open()
    await openDashboard(page, service, admin)
    const arrivals = page.getByRole('region', { name: 'Responses over time' })
    const heightOf = async (part: string) => (await arrivals.locator(part).boundingBox())?.height ?? 0
    await arrivals.getByText('Arrived on').waitFor()
    assert.deepEqual(await arrivals.locator('.axis span').allInnerTexts(), ['20', '0'])
    assert.equal(Math.round((20 * (await heightOf('rect'))) / (await heightOf('svg'))), 11)
  })

  test('the newest texts are below their question, stay in place when more arrive, and follow on request', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    const { page } = await open()
    await openDashboard(page, service, admin)
    const quotes = page.getByRole('list', { name: 'Newest answers: Anything else?' }).locator('blockquote')
    await answer(admin, ['Yes', null, 'text 0'])
    await quotes.getByText('text 0').waitFor()
    for (let n = 1; n <= 6; n++) await answer(admin, ['Yes', null, `text ${n}`])
    const more = page.getByRole('button', { name: 'Show 6 new' })
    await more.waitFor()
    assert.deepEqual(await quotes.allInnerTexts(), ['text 0'])
    await more.click()
    await more.waitFor({ state: 'hidden' })
    assert.deepEqual(await quotes.allInnerTexts(), ['text 6', 'text 5', 'text 4', 'text 3', 'text 2'])
    await page.getByRole('link', { name: 'Read all 7' }).click()
    await page.getByRole('region', { name: 'Responses', exact: true }).waitFor()
  })

  test('at 1280 px short questions are shown in pairs; a single one takes the whole row', async () => {
    const long = choice('Why?', ['Because there was no time for it this year'])
    const short = [rating('How good was it?'), choice('Coming?'), rating('And the food?')]
    const admin = await newAdminClient(service, [choice('Hungry?'), long, ...short])
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    await openDashboard(page, service, admin)
    const widths = await page.locator('.results > li').evaluateAll(items => items.map(item => item.clientWidth))
    const whole = Math.max(...widths)
    assert.deepEqual(
      widths.map(width => width === whole),
      [true, true, false, false, true],
    )
  })

  test('on a phone, counts of thousands are fully visible above their columns', async () => {
    const admin = await newAdminClient(service, [rating('How good was it?')])
    await service.fillResponses(admin.id, 1_000, [7])
    const { page } = await open({ viewport: { width: 320, height: 640 } })
    await openDashboard(page, service, admin)
    const lines = await page.evaluate(`
      const range = new Range()
      range.selectNodeContents([...document.querySelectorAll('.histogram td span')].find(one => one.textContent === '1,000'))
      range.getClientRects().length`)
    assert.equal(lines, 1)
  })

  test('without responses the QR code is shown', async () => {
    const { page } = await open()
    await openDashboard(page, service, await newAdminClient(service, QUESTIONS))
    await page.getByText('No responses yet.').waitFor()
    const code = page.getByRole('img', { name: 'QR code for the public link' })
    await until(() => code.evaluate(image => 'naturalWidth' in image && Number(image.naturalWidth) > 0))
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

  for (const [what, options] of WINDOWS)
    test(`the results at ${what} have no accessibility violation and fit their width`, async () => {
      const admin = await newAdminClient(service, QUESTIONS, { title: 'Team lunch' })
      const { page } = await open(options)
      await openDashboard(page, service, admin)
      await page.getByText('No responses yet.').waitFor()
      await assertWellMade(page, 'empty')
      await answer(admin, ['Yes', 8, 'x'])
      await shows(page, 'How good was it?', [['0', '0', '0', '0', '0', '0', '0', '1', '0', '0']])
      await assertWellMade(page, 'answered')
    })
})
