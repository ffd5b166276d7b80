import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { choice, newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { openApp } from './app.ts'
import { recordErrors } from './browser-errors.ts'
import { inBrowser } from './chromium.ts'
import { assertWellMade } from './look.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const SLUG = 'best-hours'

const LAPTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** What makes a button strong. */
const lookOf = (button: Locator) =>
  button.evaluate(one => {
    const look = one.ownerDocument.defaultView?.getComputedStyle(one)
    return [look?.backgroundColor, look?.color, look?.fontSize, look?.fontWeight, one.getBoundingClientRect().height]
  })

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const textsOf = async (rows: Locator) => (await rows.allInnerTexts()).map(oneLine)
const rowsOf = (page: Page) => textsOf(page.locator('.example label'))

inBrowser('the front page', open => {
  test('its button to create is as strong as that to join, in sight at once, signed in or not', async () => {
    for (const viewport of [LAPTOP, PHONE])
      for (const isSignedIn of [true, false]) {
        const { page } = isSignedIn ? await openApp(service, open, { viewport, path: '' }) : await open({ viewport })
        await page.goto(service.baseUrl)
        const create = page.getByRole('link', { name: 'Create a survey' })
        assert.deepEqual(await lookOf(create), await lookOf(page.getByRole('button', { name: 'Join' })))
        const { y = 0, height = 0 } = (await create.boundingBox()) ?? {}
        assert.ok(y + height <= viewport.height, `it ends at ${y + height} of ${viewport.height} px`)
      }
  })

  test('its example is answered by a tap or a key, and its result moves, without a script or a request', async () => {
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

inBrowser('the question of a survey on the front page', open => {
  test('is answered by a tap, and then its result grows with the answers of others [front-question]', async t => {
    const { own, token } = await serving(t)
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    const errors = recordErrors(page)
    await page.goto(own.baseUrl)
    await assertWellMade(page, 'the question')
    await own.fillResponses(SLUG, 9, ['Noon'])
    await page.getByRole('button', { name: 'Night' }).click()
    const rows = page.locator('.asked tbody tr')
    await page.locator('.asked .note', { hasText: 'Answers: 10' }).waitFor()
    assert.deepEqual(await textsOf(rows), ['Morning 0 0%', 'Noon 9 90%', 'Night 1 10%'])
    assert.equal(await page.locator('.asked .own').innerText().then(oneLine), 'Night 1 10%')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Results')
    await assertWellMade(page, 'the answered question')
    await own.fillResponses(SLUG, 10, ['Morning'])
    await page.locator('.asked .note', { hasText: 'Answers: 20' }).waitFor()
    assert.deepEqual(await textsOf(rows), ['Morning 10 50%', 'Noon 9 45%', 'Night 1 5%'])
    const { body } = await call(own, 'GET', `/admin/api/${SLUG}`, { token })
    assert.equal(Number(body.response_count), 20)
    assert.deepEqual(errors, [])
  })

  test('sends once in a bad network, and leaves what is refused to the page of the survey [front-question]', async t => {
    const { own, token } = await serving(t)
    const { page, context } = await open()
    await page.goto(own.baseUrl)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Noon' }).click()
    await page.locator('.asked [role=status]', { hasText: 'You are offline' }).waitFor()
    await context.setOffline(false)
    await page.locator('.asked .own').waitFor()
    const { body } = await call(own, 'GET', `/admin/api/${SLUG}`, { token })
    assert.equal(Number(body.response_count), 1)
    await page.goto(own.baseUrl)
    await call(own, 'PATCH', `/admin/api/${SLUG}`, { token, body: { status: 'closed' } })
    await page.getByRole('button', { name: 'Noon' }).click()
    await page.getByText('This survey is closed').waitFor()
    assert.match(page.url(), new RegExp(`/s/${SLUG}\\?lang=en$`))
  })

  test('leads to the results without a script [front-question]', async t => {
    const { own } = await serving(t)
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto(own.baseUrl)
    await page.getByRole('button', { name: 'Noon' }).click()
    await page.getByRole('heading', { name: 'Results' }).waitFor()
    assert.match(page.url(), new RegExp(`/s/${SLUG}/thanks`))
  })
})

async function serving(t: TestContext) {
  const own = await startService({ now: Date.now(), frontSurvey: SLUG })
  t.after(() => own.close())
  const api = await newApi(own)
  const { admin_token: token } = await api.create([choice('When?', ['Morning', 'Noon', 'Night'])], { slug: SLUG })
  await call(own, 'PATCH', `/admin/api/${SLUG}`, { token, body: { share_results: 'after_answering' } })
  return { own, token }
}
