import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, choice, freeText, newApi, optional, rating, requiredWhen } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { answersOf, linkOf, send, thanked } from '../survey.ts'
import { EXTENDED, extend, TRANSLATED, translate } from '../translation.ts'

const service = await startService({ now: Date.now(), respondentLimit: 0 })
after(() => service.close())
const api = await newApi(service)

const PETS = [
  choice('Which?', ['chat', 'cat', 'dog']),
  choice('Why this one?', ['fur', 'eyes'], requiredWhen('any', [0, 'chat'])),
  rating('How good?', optional),
  freeText('Anything else?', optional),
]

/** In French, a “chat” is a cat: what the first option shows is now what another one stores. */
const SHOWN = { chat: 'cat', cat: 'chatte', '7': '৭', '8': '৮' }

/** Choices by their place, since their names have gone. */
const radio = (page: Page, question: number, value: number) => page.locator(`[name=q${question}][value="${value}"]`)
const choose = (page: Page, question: number, value: number) => radio(page, question, value).check({ force: true })

inBrowser('a form that is translated by the browser', open => {
  const start = async (questions: readonly object[] = PETS) => {
    const { id } = await api.create(questions, { title: 'Pets' })
    const { page } = await open()
    return { id, page, load: () => page.goto(linkOf(service, id)) }
  }

  for (const isEarly of [false, true])
    test(`${isEarly ? 'before' : 'after'} its script starts: what was chosen is stored, not what stands there`, async () => {
      const { id, page, load } = await start()
      // As a proxy or an extension does, which is there before the script.
      if (isEarly)
        await page.route(linkOf(service, id), async route => {
          const response = await route.fetch()
          const text = (await response.text()).replaceAll('<bdi>chat', '<bdi>cat').replaceAll('<bdi>7<', '<bdi>৭<')
          await route.fulfill({ response, body: text })
        })
      await load()
      if (!isEarly) await translate(page, SHOWN)
      await choose(page, 0, 0)
      assert.equal(await page.locator('label:has([name=q0]:checked)').innerText(), 'cat')
      await choose(page, 2, 7)
      await send(page)
      await page.locator('.summary').waitFor()
      assert.equal(await page.locator('.summary li').count(), 1, 'the other choice is required for this one')
      await choose(page, 1, 1)
      await send(page)
      await thanked(page)
      assert.deepEqual(await answersOf(api, id), [['chat', 'eyes', 7, null]])
      assert.deepEqual(await page.locator('.receipt dd').allInnerTexts(), ['chat', 'eyes', '7', 'No answer'])
      assert.deepEqual(
        await page.locator('.receipt dt').allInnerTexts(),
        PETS.map(({ text }) => text),
      )
      assert.equal(await page.title(), 'Thank you: Pets')
    })

  for (const extension of EXTENDED)
    test(`a page that ${extension}: what was chosen is stored, restored and cleared, and a summary goes as it came`, async () => {
      const { id, page, load } = await start([...PETS.slice(0, 2), choice('Whose?', ['chat', 'cat'], optional)])
      await load()
      await extend(page, extension)
      await choose(page, 0, 0)
      await send(page)
      await page.locator('.summary').waitFor()
      await extend(page, extension)
      await choose(page, 1, 1)
      assert.equal(await page.locator('.error, .summary').count(), 0)
      await choose(page, 2, 1)
      await page.reload()
      await page.locator('.restored').waitFor()
      await extend(page, extension)
      await radio(page, 2, 1).press('Space')
      await send(page)
      await thanked(page)
      assert.deepEqual(await answersOf(api, id), [['chat', 'eyes', null]])
      assert.deepEqual(await page.locator('.receipt dd').allInnerTexts(), ['chat', 'eyes', 'No answer'])
    })

  test('a required rating in other digits, an error that goes away, and an announcement in the words of the page', async () => {
    const { id, page, load } = await start([...PETS.slice(0, 2), rating('How good?')])
    await load()
    await send(page)
    assert.equal(await page.locator('.summary li').count(), 2)
    await translate(page, SHOWN)
    await choose(page, 2, 8)
    assert.equal(await page.locator('.summary li').count(), 1)
    await choose(page, 0, 0)
    assert.match((await page.locator('#aloud').textContent()) ?? '', new RegExp(`“.*${TRANSLATED}.*” is required now`))
    await choose(page, 0, 1)
    assert.equal(await page.locator('.error, .summary').count(), 0)
    await send(page)
    await thanked(page)
    assert.deepEqual(await answersOf(api, id), [['cat', null, 8]])
  })

  test('a reload brings back what was chosen, and choosing it again clears it', async () => {
    const { page, load } = await start([choice('Which?', ['chat', 'cat', 'dog'], optional), ...PETS.slice(2)])
    await load()
    await translate(page, SHOWN)
    await choose(page, 0, 0)
    await choose(page, 1, 8)
    await page.getByRole('textbox').fill('typed')
    await page.reload()
    await page.locator('.restored').waitFor()
    await translate(page, SHOWN)
    assert.deepEqual([await radio(page, 0, 0).isChecked(), await radio(page, 1, 8).isChecked()], [true, true])
    assert.equal(await page.getByRole('textbox').inputValue(), 'typed')
    await radio(page, 0, 0).press('Space')
    assert.equal(await radio(page, 0, 0).isChecked(), false)
  })

  test('votes are counted, questions are in order, and similar ones are found', async () => {
    const { id, page, load } = await start([board('Ask us')])
    const ask = async (text: string) =>
      `${(await call(service, 'POST', `/s/${id}/board/0`, { body: { text } })).body.id}`
    const vote = async (item: string) =>
      call(service, 'PUT', `/s/${id}/board/0/${item}/vote`, { body: { voter: crypto.randomUUID() } })
    const [first, second] = [await ask('When does the canteen open?'), await ask('Where is the bus stop?')]
    await vote(first)
    await vote(first)
    await load()
    await page.locator('.vote:not([disabled])').first().waitFor()
    await translate(page)
    const shown = () => page.locator('.items li').evaluateAll(rows => rows.map(row => row.getAttribute('data-id')))
    const votes = (item: string) => page.locator(`[data-id="${item}"] .votes`).first()
    for (let n = 0; n < 3; n++) await vote(second)
    await until(async () => (await shown()).join() === [second, first].join())
    assert.equal((await votes(second).innerText()).trim(), '3')
    await translate(page)
    await page.locator(`[data-id="${first}"] .vote`).click()
    await until(async () => (await votes(first).innerText()).trim() === '3')
    await page.getByRole('textbox').fill('when does the canteen open')
    await page.locator(`.similar [data-id="${first}"]`).waitFor()
  })
})
