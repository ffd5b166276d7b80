import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { GROUPED, newGrouped } from '../../pages/grouped-survey.ts'
import { inBrowser } from '../chromium.ts'
import { openDashboard } from '../dashboard/dashboard.ts'
import { assertWellMade } from '../look.ts'
import { answer, present } from '../presenter/presenter.ts'
import { fillIn, LUNCH, linkOf, send, thanked } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const NAMELESS = ['Yes', 'Salad', 4, null, null]
/** Includes shifts after the page was first used, unlike `shiftOf`. */
const SUM_OF_SHIFTS = `globalThis.shiftedInAll = 0
  new PerformanceObserver(list => { for (const { value } of list.getEntries()) globalThis.shiftedInAll += value })
    .observe({ type: 'layout-shift', buffered: true })`

inBrowser('shared results', open => {
  const newLunch = () => newAdminClient(service, LUNCH, { title: 'Team lunch' })
  const answerOften = async (admin: AdminClient, count: number) => {
    for (let at = 0; at < count; at++) await answer(service, admin, NAMELESS)
  }

  test('results are enabled on the dashboard, awaited on a phone, and revealed and hidden by the presenter', async () => {
    const admin = await newLunch()
    const { page: presenter } = await open({ viewport: { width: 1280, height: 800 } })
    await openDashboard(presenter, service, admin, 'Settings')
    await presenter.getByRole('radio', { name: /^When I reveal them/ }).check()
    await presenter.getByText('Respondents can’t see the results yet.').waitFor()
    await assertWellMade(presenter, 'settings')

    const { page: phone } = await open()
    await phone.addInitScript(SUM_OF_SHIFTS)
    await phone.goto(linkOf(service, admin.id))
    await fillIn(phone)
    await send(phone)
    await thanked(phone)
    await phone.getByRole('link', { name: 'Where the results will appear' }).click()
    await phone.waitForURL('**/thanks?lang=en')
    const headline = phone.locator('.headline')
    assert.equal(await headline.innerText(), 'The results will appear here when they are revealed.')
    await assertWellMade(phone, 'waiting')
    await answerOften(admin, 5)
    await present(presenter, service, admin)
    assert.deepEqual(await rowsOf(phone, 'Coming?'), [
      ['Yes', '', ''],
      ['No', '', ''],
    ])
    await presenter.keyboard.press('s')
    await headline.getByText('Responses: 6').waitFor()
    await presenter.getByRole('button', { name: 'Hide on phones' }).waitFor()
    assert.equal(await phone.locator('.results [role=status]').innerText(), 'The results are now visible.')
    assert.deepEqual(await rowsOf(phone, 'What will you eat?'), [
      ['Soup', '1', '17%'],
      ['Salad', '5', '83%'],
    ])
    assert.equal(
      await phone.locator('.result', { hasText: 'How good' }).locator('.note').innerText(),
      'Answers: 6 · Mean: 4.67',
    )
    assert.ok(Number(await phone.evaluate('shiftedInAll')) <= 0.02, 'nothing moves')
    await assertWellMade(phone, 'revealed')
    await answerOften(admin, 5)
    await headline.getByText('Responses: 11').waitFor()

    assert.ok((await keyHelp(presenter)).includes('results on phones'))
    await presenter.getByRole('button', { name: 'Hide on phones' }).click()
    await headline.getByText('The results will appear here').waitFor()
    assert.deepEqual((await rowsOf(phone, 'Coming?'))[0], ['Yes', '', ''])
  })

  const share = async (questions: readonly object[]) => {
    const admin = await newAdminClient(service, questions, { title: 'Team lunch' })
    await admin.send('PATCH', '', { share_results: 'after_answering' })
    const { page } = await open()
    await page.goto(linkOf(service, admin.id))
    await fillIn(page)
    return page
  }

  test('the receipt is on the page of results, until “Answer again”', async () => {
    const page = await share(LUNCH.slice(0, 4))
    await send(page)
    await page.waitForURL('**/thanks?lang=en')
    await page.getByText('This is exactly what was stored').click()
    assert.deepEqual((await page.locator('.receipt dd').allInnerTexts()).slice(0, 3), ['Yes', 'Soup', '8'])
    assert.equal(await page.getByRole('link', { name: 'Board', exact: true }).count(), 0)
    await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Answer again' }).click()])
    await page.locator('#send').waitFor()
    assert.equal(await page.locator('.receipt').count(), 0)
  })

  test('after answering, the board is below the receipt, and the results link back to it [receipt-board]', async () => {
    const page = await share(LUNCH)
    await send(page)
    await thanked(page)
    assert.equal(await page.getByRole('textbox', { name: 'Your question' }).isVisible(), true)
    await page.getByRole('link', { name: 'See the results' }).click()
    await page.locator('.headline').waitFor()
    await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Board', exact: true }).click()])
    await thanked(page)
    const box = page.getByRole('textbox', { name: 'Your question' })
    const { y = 0, height = 0 } = (await box.boundingBox()) ?? {}
    assert.ok(y > 0 && y + height < 700, `${y}`)
    await box.fill('Why not?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText('Your question has been posted.').waitFor()
  })

  test('results of groups follow as they arrive, as a page that is loaded then has them', async () => {
    const admin = await newGrouped(service, GROUPED)
    await admin.send('PATCH', '', { share_results: 'after_answering' })
    const answerGroups = async (
      days: readonly (string | null)[],
      rows: readonly string[],
      ranks: readonly string[],
    ) => {
      for (let at = 0; at < 5; at++) await answer(service, admin, [...days, null, 'By train', null, ...rows, ...ranks])
    }
    await answerGroups(['Monday', null, null, null], ['Good', 'Poor', 'Fair'], ['2', '1', '3'])
    const [{ page }, { page: other }] = [await open(), await open({ viewport: { width: 1280, height: 800 } })]
    const path = `${service.baseUrl}/s/${admin.id}/thanks?lang=en`
    await page.goto(path)
    await page.locator('.headline', { hasText: 'Responses: 5' }).waitFor()
    assert.deepEqual((await rowsOf(page, 'What did you like best?')).flat().filter(Boolean), [
      ...['Workshops', '1.00', '5', 'Keynote', '2.00', '0', 'Evening', '3.00', '0'],
    ])
    await assertWellMade(page, 'results of groups')
    for (let at = 0; at < 2; at++)
      await answerGroups(['Monday', null, 'Friday', null], ['Very good', 'Poor', 'Good'], ['3', '2', '1'])
    await page.locator('.headline', { hasText: 'Responses: 15' }).waitFor()
    assert.equal((await rowsOf(page, 'What did you like best?'))[0]?.[0], 'Evening')
    service.clock.advance(250)
    await other.goto(path)
    const results = (of: Page) =>
      of.locator('.result').evaluateAll(all => all.map(one => one.outerHTML.replaceAll(/>\s+</g, '><')))
    assert.deepEqual(await results(page), await results(other))
    await assertWellMade(other, 'results of groups, wide')
  })

  test('without JavaScript the page has the counts and says how to get newer ones; a projector cannot reveal them', async () => {
    const admin = await newLunch()
    await admin.send('PATCH', '', { share_results: 'when_revealed', results_revealed: true })
    await answerOften(admin, 4)
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto(linkOf(service, admin.id))
    await fillIn(page)
    await send(page)
    await thanked(page)
    await page.waitForLoadState()
    assert.match((await page.getByRole('link', { name: 'Board', exact: true }).getAttribute('href')) ?? '', /#q4$/)
    assert.deepEqual(await rowsOf(page, 'What will you eat?'), [
      ['Soup', '1', '20%'],
      ['Salad', '4', '80%'],
    ])
    await answerOften(admin, 5)
    service.clock.advance(250)
    await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Show the latest' }).click()])
    assert.deepEqual((await rowsOf(page, 'What will you eat?'))[1], ['Salad', '9', '90%'])
    const { page: projector } = await open({ viewport: { width: 1280, height: 800 } })
    await projector.goto(`${(await admin.send('POST', '/projector')).body.url}`)
    await projector.locator('.presenter h1').waitFor()
    assert.equal(await projector.getByRole('button', { name: 'Hide on phones' }).count(), 0)
    assert.ok(!(await keyHelp(projector)).includes('results on phones'))
  })
})

/** What a presenter’s page says about its keys. */
async function keyHelp(page: Page): Promise<string> {
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const text = await dialog.innerText()
  await dialog.getByRole('button', { name: 'Close' }).click()
  return text
}

/** The rows of a question's table: option, count, share. */
async function rowsOf(page: Page, question: string): Promise<string[][]> {
  const rows = await page.locator('.result', { hasText: question }).locator('tbody tr').all()
  return Promise.all(rows.map(row => row.locator('th, td').allInnerTexts()))
}
