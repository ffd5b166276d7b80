import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newApi } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { GROUPED } from '../../pages/grouped-survey.ts'
import { until } from '../../until.ts'
import { inBrowser, type Open } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'
import { answersOf, focused, linkOf, send, THANKS, thanked } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())
const api = await newApi(service)

const ANSWERS = [
  ['Monday', null, null, 'Other', 'Sunday'],
  ['Other', 'On foot'],
  ['Good', 'Poor', null],
  ['2', null, '1'],
].flat()

type Options = Parameters<Open>[0]

async function start(open: Open, options: Options = {}) {
  const { title, questions, groups } = GROUPED
  const { id, admin_token: token } = await api.create(questions, { title })
  assert.equal((await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { groups } })).status, 200)
  const { page } = await open(options)
  await page.goto(linkOf(service, id))
  return { id, page }
}

async function fillIn(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Monday' }).check()
  await page.getByRole('checkbox', { name: 'Other' }).check()
  await page.getByRole('textbox', { name: 'Other Which other day?' }).fill('Sunday')
  await page.getByRole('radio', { name: 'Other' }).check()
  await page.getByRole('textbox', { name: 'Other How else?' }).fill('On foot')
  await page.getByRole('radio', { name: /^Food .*Good$/ }).check()
  await page.getByRole('radio', { name: /^Rooms .*Poor$/ }).check()
  await page.getByRole('combobox', { name: 'Evening' }).selectOption('1')
  await page.getByRole('combobox', { name: 'Keynote' }).selectOption('2')
}

/** By the positions of the questions, whatever order they are shown in. */
const ranksOf = (page: Page) => page.evaluate('["q10", "q11", "q12"].map(id => document.getElementById(id).value)')
const aloud = (page: Page) => page.locator('#aloud').textContent()

inBrowser('answering groups', open => {
  test('each kind is answered by mouse, and stored as its single questions', async () => {
    const { id, page } = await start(open)
    await fillIn(page)
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [ANSWERS])
    assert.equal(await page.locator('form :is(fieldset, .section, .question)').filter({ visible: true }).count(), 0)
    const days = ['On which days were you there?', 'Monday', 'Other', 'Which other day?', 'Sunday']
    const rows = ['Food', 'Good', 'Rooms', 'Poor', 'Talks about things that take a while to explain', 'No answer']
    const items = ['Keynote', '2', 'Workshops', 'No answer', 'Evening', '1']
    assert.deepEqual(await page.locator('.receipt dl > *').allTextContents(), [
      ...days,
      ...['How did you come?', 'Other', 'How else?', 'On foot'],
      ...rows,
      ...items,
    ])
  })

  test('each kind is answered by keyboard', async () => {
    const { id, page } = await start(open)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.getByRole('checkbox', { name: 'Monday' }).focus()
    await press('Space', 'Tab', 'Tab', 'Tab', 'Space', 'Tab')
    await page.keyboard.type('Sunday')
    await press('Tab', 'ArrowUp', 'Tab')
    await page.keyboard.type('On foot')
    await press('Tab', 'Space', 'ArrowRight', 'Tab', 'ArrowLeft', 'Tab', 'Tab')
    // The first item is ranked by its button, and the last one by its own, twice. Both stand above the other one then.
    await press('Tab', 'Enter', ...Array(6).fill('Tab'), 'Enter', 'Enter')
    await press(...Array(8).fill('Tab'), 'Enter')
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [ANSWERS])
  })

  test('each kind is answered without a script, and errors come back with what was chosen', async () => {
    const { id, page } = await start(open, { javaScriptEnabled: false })
    await page.getByRole('combobox', { name: 'Evening' }).selectOption('2')
    await send(page)
    await page.locator('.summary').waitFor()
    assert.match(`${await page.locator('.summary').textContent()}`, /What did you like best\?: Start with rank 1/)
    assert.deepEqual(await ranksOf(page), ['', '', '1'])
    await fillIn(page)
    await send(page)
    await page.getByRole('heading', { name: THANKS }).waitFor()
    assert.deepEqual(await answersOf(api, id), [ANSWERS])
  })

  test('what was typed survives a reload, and a choice in a grid is cleared by choosing it again', async () => {
    const { id, page } = await start(open)
    await fillIn(page)
    const cell = page.getByRole('radio', { name: /^Talks about .* Fair$/ })
    await cell.check()
    await page.reload()
    await page.getByText('has been restored').waitFor()
    assert.deepEqual(await ranksOf(page), ['1', '', '0'])
    assert.equal(await cell.isChecked(), true)
    await cell.click()
    assert.equal(await cell.isChecked(), false)
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [ANSWERS])
  })

  test('missing answers are listed by rows and options, and go as they are given', async () => {
    const { page } = await start(open)
    await page.getByRole('checkbox', { name: 'Other' }).check()
    await send(page)
    await page.locator('.summary').waitFor()
    const listed = () => page.locator('.summary a').allTextContents()
    assert.deepEqual(await listed(), ['Which other day?', 'How did you come?', 'Food', 'Rooms'])
    await page.getByRole('link', { name: 'Rooms' }).click()
    await page.keyboard.press('Tab')
    assert.match(await focused(page), /INPUT/)
    await page.getByRole('radio', { name: /^Food .* Fair$/ }).check()
    await page.getByRole('textbox', { name: 'Other How else?' }).fill('On foot')
    assert.deepEqual(await listed(), ['Which other day?', 'Rooms'])
  })

  test('an item that gets the rank of another one leaves it its own', async () => {
    const { page } = await start(open)
    const rank = (item: string, value: string) => page.getByRole('combobox', { name: item }).selectOption(value)
    await rank('Keynote', '1')
    await rank('Workshops', '2')
    await rank('Workshops', '1')
    assert.deepEqual(await ranksOf(page), ['1', '0', ''])
    assert.equal(await aloud(page), 'Keynote: 2')
    await page.reload()
    await rank('Evening', '1')
    assert.deepEqual(await ranksOf(page), ['1', '', '0'])
    assert.equal(await aloud(page), 'Workshops: –')
  })

  test('who writes into an option chooses it, and hears once when too many are chosen', async () => {
    const { page } = await start(open)
    const other = page.getByRole('checkbox', { name: 'Other' })
    await page.getByRole('textbox', { name: 'Other Which other day?' }).fill('Sunday')
    assert.equal(await other.isChecked(), true)
    await page.getByRole('checkbox', { name: 'Monday' }).check()
    await page.getByRole('checkbox', { name: 'Friday' }).check()
    await until(async () => (await aloud(page)) === 'Choose 1 or 2.')
    assert.equal(await page.locator('.check-list.over').count(), 1)
    await other.uncheck()
    assert.equal(await page.locator('.check-list.over').count(), 0)
  })

  for (const [what, options] of WINDOWS)
    test(`groups are accessible and fit in ${what}, with and without errors`, async () => {
      const { page } = await start(open, options)
      await assertWellMade(page, 'groups')
      await page.getByRole('checkbox', { name: 'Other' }).check()
      await send(page)
      await page.locator('.summary').waitFor()
      await assertWellMade(page, 'groups with errors')
    })
})
