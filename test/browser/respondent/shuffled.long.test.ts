import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice, freeText, newApi, optional, rating, requiredWhen } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'
import { answersOf, linkOf, send, thanked } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())
const api = await newApi(service)

const WORDS = ['Tea', 'Coffee', 'Water', 'Juice', 'Milk']
const FIRST = choice('Which first?', [...WORDS, 'Other', 'None of these'])
const COLOURS = ['Red', 'Green', 'Blue', 'My own']
const QUESTIONS = [
  FIRST,
  ...COLOURS.map(colour => choice('Which colours?', [colour], optional)),
  freeText('Namely', requiredWhen('all', [4, 'My own'])),
  ...['Food', 'Rooms', 'Talks'].map(row => choice(row, ['Good', 'Bad'], optional)),
  ...['Keynote', 'Workshops', 'Evening'].map(item => choice(item, ['1', '2', '3'], optional)),
  rating('How warm?', optional),
  freeText('Why?', optional),
]
const GROUPS = [
  { kind: 'check_list', from: 1, to: 5, shuffled: true },
  { kind: 'grid', title: 'How was it?', from: 6, to: 8, shuffled: true },
  { kind: 'ranking', title: 'What did you like best?', from: 9, to: 11, shuffled: true },
  { kind: 'section', title: 'More', from: 9, to: 13, shuffled: true },
]

/** @returns its id */
async function newShuffled(more: object = {}): Promise<string> {
  const { id, admin_token: token } = await api.create(QUESTIONS, { title: 'Any order' })
  const body = { groups: GROUPS, question_settings: [{ shuffled: true }], ...more }
  const { status, text } = await call(service, 'PATCH', `/admin/api/${id}`, { token, body })
  assert.equal(status, 200, text)
  return id
}

/** The texts of elements, from top to bottom. */
const texts = (page: Page, selector: string) =>
  page.evaluate(`[...document.querySelectorAll('${selector}')].map(one => one.textContent.trim())`) as Promise<string[]>
const optionsIn = (page: Page) => texts(page, 'fieldset[data-index="0"] > label')
const coloursIn = (page: Page) => texts(page, '.check-list label bdi')
const lines = (page: Page) =>
  Promise.all([
    optionsIn(page),
    coloursIn(page),
    texts(page, 'tbody th bdi'),
    texts(page, 'li > label'),
    texts(page, '.section ~ * > :is(legend, label)'),
  ])

inBrowser('random order', open => {
  test('each page has another order, in which what stands for the others comes last [question-shuffled, groups-shuffled]', async () => {
    const id = await newShuffled()
    const orders: string[][][] = []
    for (let n = 0; n < 12; n++) {
      const { page } = await open({})
      await page.goto(linkOf(service, id))
      orders.push(await lines(page))
    }
    for (const [at, all] of [
      [...WORDS, 'Other', 'None of these'],
      [...COLOURS],
      ['Food', 'Rooms', 'Talks'],
      ['Keynote', 'Workshops', 'Evening'],
      ['What did you like best?', 'How warm?', 'Why?'],
    ].entries()) {
      const own = orders.map(order => order[at] ?? [])
      for (const order of own) assert.deepEqual(order.toSorted(), all.toSorted())
      assert.ok(new Set(own.map(order => order.join())).size > 1, `all are ${own[0]}`)
    }
    for (const [options = [], colours = []] of orders) {
      assert.deepEqual(options.slice(-2), ['Other', 'None of these'])
      assert.equal(colours.at(-1), 'My own')
    }
  })

  test('what is chosen is what is stored, and the order stays when the page is loaded again [question-shuffled, groups-shuffled]', async () => {
    const id = await newShuffled()
    const { page } = await open({})
    await page.goto(linkOf(service, id))
    await page.getByText('Juice').click()
    await page.getByText('Blue').click()
    await page.getByRole('checkbox', { name: 'My own' }).check()
    await page.getByLabel('Namely').fill('Pink')
    await page.getByRole('radio', { name: /^Talks .*Bad$/ }).check()
    await page.getByRole('combobox', { name: 'Evening' }).selectOption('1')
    await page.getByRole('radio', { name: '9', exact: true }).check({ force: true })
    const order = await lines(page)
    await page.reload()
    assert.deepEqual(await lines(page), order)
    await page.getByText('What you typed before has been restored.').waitFor()
    await send(page)
    await thanked(page)
    const colours = [null, null, 'Blue', 'My own', 'Pink']
    assert.deepEqual(await answersOf(api, id), [['Juice', ...colours, null, null, 'Bad', null, null, '1', 9, null]])
  })

  test('a link to a question in the list of errors leads to its first option, whichever it is, and changes no order [question-shuffled]', async () => {
    const id = await newShuffled()
    const { page } = await open({})
    await page.goto(linkOf(service, id))
    await send(page)
    await page.getByRole('link', { name: 'Which first?' }).click()
    const first = await page.evaluate('document.querySelector(\'[data-index="0"] > label input\').id')
    assert.equal(first, 'q0')
    assert.equal(await page.evaluate('document.activeElement.id'), 'q0')
    assert.equal(await page.evaluate('document.querySelectorAll("#q0").length'), 1)
    assert.match(page.url(), /#q0$/)
    const order = await lines(page)
    await page.reload()
    assert.deepEqual(await lines(page), order)
  })

  test('without a script, and at the pace of a presenter, options are in their order [question-shuffled, groups-shuffled]', async () => {
    const id = await newShuffled()
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto(linkOf(service, id))
    const labels = page.locator('fieldset[data-index="0"] > label')
    assert.deepEqual(
      (await labels.allTextContents()).map(text => text.trim()),
      FIRST.options,
    )
    const paced = await newShuffled({ paced: true })
    const { page: phone } = await open({})
    await phone.goto(linkOf(service, paced))
    assert.deepEqual(await optionsIn(phone), FIRST.options)
  })

  for (const [what, options] of WINDOWS)
    test(`nothing moves once it is shown: ${what}`, async () => {
      const id = await newShuffled()
      const { page } = await open(options)
      await page.goto(linkOf(service, id))
      await assertWellMade(page, `a shuffled survey, ${what}`)
    })
})
