import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice, newApi, optional } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser, type Open } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'
import { answersOf, focused, linkOf, send, thanked } from '../survey.ts'
import { PHONE } from '../touch.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())
const api = await newApi(service)

const ITEMS = ['Time', 'Money', 'Rest', 'A garden with a view of the sea']
const RANKS = ['1', '2', '3', '4']

async function start(open: Open, options: Parameters<Open>[0] = {}): Promise<{ id: string; page: Page }> {
  const questions = ITEMS.map(item => choice(item, RANKS, optional))
  const { id, admin_token: token } = await api.create(questions, { title: 'Your life' })
  const groups = [{ kind: 'ranking', title: 'What matters most?', from: 0, to: 3 }]
  assert.equal((await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { groups } })).status, 200)
  const { page } = await open(options)
  await page.goto(linkOf(service, id))
  return { id, page }
}

/** The items from top to bottom, with their ranks. */
const shown = (page: Page) =>
  page.evaluate(
    `[...document.querySelectorAll('.ranking li')].map(one => one.querySelector('label').textContent.split(' ')[0] + ' ' + one.querySelector('select').selectedOptions[0].text)`,
  )
const higher = (page: Page, item: string) => page.getByRole('button', { name: `Rank higher: ${item}` })
const lower = (page: Page, item: string) => page.getByRole('button', { name: `Rank lower: ${item}` })
const aloud = (page: Page) => page.locator('#aloud').textContent()

/** Drags one item to the middle of another one, in steps. */
async function drag(page: Page, item: string, to: string): Promise<void> {
  const row = (text: string) => page.locator('.ranking li').filter({ hasText: text })
  const from = await row(item).locator('.grip').boundingBox()
  const target = await row(to).boundingBox()
  if (!from || !target) throw new Error('an item has no place')
  const down = target.y > from.y ? 10 : -10
  await page.mouse.move(from.x + 10, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, target.y + target.height / 2 + down, { steps: 12 })
  await page.mouse.up()
}

inBrowser('a ranking', open => {
  test('is put in order by keyboard: focus stays, and ranks are said and have no gaps', async () => {
    const { id, page } = await start(open)
    await higher(page, 'Rest').focus()
    await page.keyboard.press('Enter')
    assert.deepEqual(await shown(page), ['Rest 1', 'Time –', 'Money –', 'A –'])
    assert.equal(await aloud(page), 'Rest: 1')
    assert.match(await focused(page), /^BUTTON ↑/)
    assert.equal(await higher(page, 'Rest').getAttribute('aria-disabled'), 'true')
    await page.keyboard.press('Enter')
    await higher(page, 'Money').press('Enter')
    await higher(page, 'Money').press('Enter')
    assert.deepEqual(await shown(page), ['Money 1', 'Rest 2', 'Time –', 'A –'])
    await higher(page, 'Time').press('Space')
    await lower(page, 'Money').press('Space')
    await lower(page, 'Money').press('Space')
    assert.deepEqual(await shown(page), ['Rest 1', 'Time 2', 'Money 3', 'A –'])
    await lower(page, 'Money').press('Space')
    await lower(page, 'Money').press('Space')
    assert.deepEqual(await shown(page), ['Rest 1', 'Time 2', 'Money –', 'A –'])
    assert.equal(await aloud(page), 'Money: –')
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [['2', null, '1', null]])
  })

  test('is put in order by dragging: what is above gets a rank, and what is dragged below all ranks loses it', async () => {
    const { page } = await start(open)
    await drag(page, 'Rest', 'Time')
    assert.deepEqual(await shown(page), ['Rest 1', 'Time –', 'Money –', 'A –'])
    await drag(page, 'A garden', 'Money')
    assert.deepEqual(await shown(page), ['Rest 1', 'Time 2', 'A 3', 'Money –'])
    await drag(page, 'A garden', 'Rest')
    assert.deepEqual(await shown(page), ['A 1', 'Rest 2', 'Time 3', 'Money –'])
    await drag(page, 'A garden', 'Money')
    assert.deepEqual(await shown(page), ['Rest 1', 'Time 2', 'Money –', 'A –'])
    await drag(page, 'Time', 'Time')
    assert.deepEqual(await shown(page), ['Rest 1', 'Time 2', 'Money –', 'A –'])
  })

  test('follows its selects, and is in order again after a reload', async () => {
    const { page } = await start(open)
    await page.getByRole('combobox', { name: 'Money' }).selectOption('1')
    await page.getByRole('combobox', { name: 'A garden' }).selectOption('2')
    assert.deepEqual(await shown(page), ['Money 1', 'A 2', 'Time –', 'Rest –'])
    await page.getByRole('combobox', { name: 'Rest' }).focus()
    await page.keyboard.press('1')
    await until(async () => String(await shown(page)) === 'Rest 1,A 2,Money –,Time –')
    assert.equal(await page.evaluate('document.activeElement.id'), 'q2')
    await page.reload()
    await until(async () => String(await shown(page)) === 'Rest 1,A 2,Time –,Money –')
  })

  test('is put in order by touch, where nothing else scrolls it away', async () => {
    const { page } = await start(open, PHONE)
    await higher(page, 'A garden').tap()
    await higher(page, 'Time').tap()
    await higher(page, 'Time').tap()
    assert.deepEqual(await shown(page), ['Time 1', 'A 2', 'Money –', 'Rest –'])
    for (const button of await page.locator('.ranking button, .grip').all()) {
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
      assert.ok(width >= 28 && height >= 44, `${width} by ${height}`)
    }
    assert.equal(await page.evaluate('getComputedStyle(document.querySelector(".grip")).touchAction'), 'none')
  })

  for (const [what, options] of WINDOWS)
    test(`is well made, and nothing moves before it is touched: ${what}`, async () => {
      const { page } = await start(open, options)
      await assertWellMade(page, `a ranking, ${what}`)
      await higher(page, 'Rest').click()
      await assertWellMade(page, `a ranking in order, ${what}`)
    })

  test('has neither buttons nor grips without a script', async () => {
    const { page } = await start(open, { javaScriptEnabled: false })
    assert.equal(await page.locator('.ranking li select').count(), 4)
    assert.equal(await page.locator('.ranking li button, .grip').count(), 0)
  })
})
