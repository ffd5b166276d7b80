import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { inBrowser } from './chromium.ts'
import { linkOf, until } from './survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())
const api = await newApi(service)

inBrowser('a board in the browser', open => {
  const start = async (more: object = {}) => {
    const { id } = await api.create([board('Questions?', more)])
    const ask = (text: string) => call(service, 'POST', `/s/${id}/board/0`, { body: { text } })
    const visit = async () => {
      const { page } = await open()
      await page.goto(linkOf(service, id))
      return page
    }
    return { id, ask, visit }
  }
  const texts = (page: Page) => page.locator('.board .text').allInnerTexts()
  const votes = (page: Page) => page.locator('.board .votes').allInnerTexts()
  const vote = (page: Page, text: string) =>
    page.getByRole('listitem').filter({ hasText: text }).getByRole('button', { name: 'Vote for this question' })
  const write = async (page: Page, text: string) => {
    await page.getByLabel('Your question').fill(text)
    await page.getByRole('button', { name: 'Ask' }).click()
  }

  test('a question appears at once, and a refused one says why', async () => {
    const { visit } = await start()
    const page = await visit()
    await page.getByText('No questions yet.').waitFor()
    await write(page, 'Is it vegan?')
    await page.getByText('Your question has been posted.').waitFor()
    assert.deepEqual(await texts(page), ['Is it vegan?'])
    assert.equal(await page.getByLabel('Your question').inputValue(), '')
    await write(page, ' ')
    await page.getByText('A question must have 1 to 500 characters.').waitFor()
  })

  test('a moderated board says that the question awaits approval', async () => {
    const { visit } = await start({ moderated: true })
    const page = await visit()
    await page.getByText('New questions appear once they have been approved.').waitFor()
    await write(page, 'Is it vegan?')
    await page.getByText('Your question has been sent. It will appear once it is approved.').waitFor()
    assert.deepEqual(await texts(page), [])
  })

  test('a vote counts once, survives a reload and can be withdrawn', async () => {
    const { ask, visit } = await start()
    await ask('First?')
    await ask('Second?')
    const page = await visit()
    await vote(page, 'Second?').click()
    await until(async () => (await votes(page)).includes('1'))
    assert.equal(await vote(page, 'Second?').getAttribute('aria-pressed'), 'true')
    await page.reload()
    assert.deepEqual(
      [await texts(page), await votes(page)],
      [
        ['Second?', 'First?'],
        ['1', '0'],
      ],
    )
    await until(async () => (await vote(page, 'Second?').getAttribute('aria-pressed')) === 'true')
    const other = await visit()
    await vote(other, 'Second?').click()
    await until(async () => (await votes(other)).includes('2'))
    await vote(page, 'Second?').click()
    await until(async () => (await votes(page)).includes('1'))
    assert.equal(await vote(page, 'Second?').getAttribute('aria-pressed'), 'false')
  })

  test('the order changes once nobody touches the list, and the focus stays', async () => {
    const { ask, visit } = await start()
    await ask('First?')
    await ask('Second?')
    const page = await visit()
    await vote(page, 'Second?').focus()
    await page.keyboard.press('Enter')
    await until(async () => (await votes(page)).includes('1'))
    assert.deepEqual(await texts(page), ['First?', 'Second?'])
    await until(async () => (await texts(page))[0] === 'Second?')
    assert.match(await page.evaluate('document.activeElement.closest("li").textContent'), /Second\?/)
  })
})
