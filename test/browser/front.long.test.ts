import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startService } from '../harness.ts'
import { inBrowser } from './chromium.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const rowsOf = async (page: Page) =>
  (await page.locator('.example label').allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim())

inBrowser('the question on the front page', open => {
  test('is answered by a tap or a key, and its result moves, without a script or a request', async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
    await page.goto(service.baseUrl)
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    assert.deepEqual(await rowsOf(page), ['Noodles 9 45%', 'Pizza 6 30%', 'Surprise me 5 25%'])
    await page.getByText('Pizza').click()
    assert.deepEqual(await rowsOf(page), ['Noodles 9 43%', 'Pizza 7 33%', 'Surprise me 5 24%'])
    await page.keyboard.press('ArrowDown')
    assert.deepEqual(await rowsOf(page), ['Noodles 9 43%', 'Pizza 6 29%', 'Surprise me 6 29%'])
    assert.equal(await page.locator('.example .note').innerText(), 'Answers: 21')
    assert.deepEqual(requests, [])
  })
})
