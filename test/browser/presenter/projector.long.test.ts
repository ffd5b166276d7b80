import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { goTo, openDashboard } from '../dashboard/dashboard.ts'
import { assertStill, assertWellMade, WINDOWS } from '../look.ts'
import { answer, ask, newTalk, present, project, rowsOf, shown } from './presenter.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

const FULL_HD = { viewport: { width: 1920, height: 1080 } }
const LONG = `${'When you look back over the whole of the past year: '.repeat(4)}what should we keep?`

inBrowser('the projector link', open => {
  test('shows the same and sends only read requests', async () => {
    const admin = await newTalk(service)
    const { page, context } = await open(FULL_HD)
    const methods = new Set<string>()
    page.on('request', request => methods.add(request.method()))
    await page.goto(await project(admin))
    await shown(page, 'Team lunch')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('r')
    await until(async () => (await rowsOf(page))[0]?.join() === 'Yes,1,50%')
    await answer(service, admin, ['Yes', 'Soup', 1])
    await until(async () => (await rowsOf(page))[0]?.join() === 'Yes,2,67%')
    for (const key of ['End', 'Home', 'f', 'f', 'b', 'b', '?', 'Escape']) await page.keyboard.press(key)
    assert.deepEqual([...methods], ['GET'])
    assert.deepEqual(await context.cookies(), [])
  })

  test('shows the texts picked on the dashboard, even after a reload, and no others', async () => {
    const admin = await newTalk(service)
    await answer(service, admin, ['No', 'Soup', 3, 'Another text'])
    const { page: projector } = await open(FULL_HD)
    await projector.goto(`${await project(admin)}#4`)
    await projector.locator('.total', { hasText: '2 answers' }).waitFor()
    const { page } = await open()
    await openDashboard(page, service, admin)
    const quote = page.locator('.quotes li', { hasText: 'A text of the room' })
    await quote.getByRole('button', { name: 'Show on screen' }).press('Enter')
    await projector.getByText('A text of the room').waitFor()
    await projector.reload()
    await projector.getByText('A text of the room').waitFor()
    assert.doesNotMatch(await projector.content(), /Another text/)
    await goTo(page, 'Responses')
    await page.getByText('By question').click()
    // What is on the screen is read after the answers, so both may show this button for a moment.
    const other = page.locator('.rows li', { hasText: 'Another text' })
    await other.getByRole('button', { name: 'Show on screen' }).click()
    await projector.getByText('Another text').waitFor()
    assert.deepEqual(await projector.locator('blockquote').allInnerTexts(), ['A text of the room', 'Another text'])
    await assertWellMade(projector, 'texts')
    await assertWellMade(page, 'picks')
    const picked = page.getByRole('button', { name: 'On screen', exact: true })
    for (const left of [1, 0]) {
      await picked.first().click()
      // The projected screen may be notified first, and another press on the same button would pick its text again.
      await until(
        async () => (await projector.locator('blockquote').count()) === left && (await picked.count()) === left,
      )
    }
    await projector.locator('.total', { hasText: '2 answers' }).waitFor()
  })

  test('shows words and phrases once they are chosen, as answers arrive, without those that are hidden', async () => {
    const admin = await newTalk(service)
    await service.fillResponses(admin.id, 3, ['Yes', 'Soup', 5, 'Team spirit, and parking'])
    const { page } = await open()
    await openDashboard(page, service, admin)
    await page.getByText('Words and phrases').click()
    const list = page.getByRole('table', { name: 'Words and phrases: Anything else?' })
    await list.getByRole('rowheader').first().waitFor()
    assert.deepEqual(await list.getByRole('rowheader').allInnerTexts(), ['parking', 'Team spirit'])
    const { page: projector } = await open(FULL_HD)
    await projector.goto(`${await project(admin)}#4`)
    await projector.locator('.total', { hasText: '4 answers' }).waitFor()
    await assertStill(projector, 'projector')
    await page.locator('.word-list').getByRole('button', { name: 'Show on screen' }).press('Enter')
    const table = projector.getByRole('table', { name: 'Most frequent words and phrases' })
    const rows = (cells: string) =>
      until(async () => (await table.locator('tbody').innerText()).replaceAll(/\s+/g, ' ') === cells)
    await rows('parking 3 Team spirit 3')
    await answer(service, admin, ['Yes', 'Soup', 5, 'Team spirit'])
    await rows('Team spirit 4 parking 3')
    await list.getByRole('button', { name: 'Hide “parking”' }).click()
    await rows('Team spirit 4')
    await list.getByRole('button', { name: 'Show again: “parking”' }).waitFor()
    await assertWellMade(projector, 'words')
    await assertWellMade(page, 'list of words')
    assert.doesNotMatch(await projector.content(), /A text of the room/)
  })

  test('after a network died silently, it reconnects by itself', async () => {
    const admin = await newTalk(service)
    const { page } = await open({ ...FULL_HD, ownProfile: true })
    await page.clock.install()
    await page.goto(await project(admin))
    await shown(page, 'Team lunch')
    await page.locator('.broken', { hasText: 'Reconnecting…' }).waitFor({ state: 'hidden' })
    const asked = Promise.withResolvers<void>()
    await page.route('**/events', () => asked.resolve(), { times: 1 })
    await page.evaluate('dispatchEvent(new Event("online"))')
    await asked.promise
    await answer(service, admin, ['Yes', 'Soup', 1])
    await until(async () => {
      await page.clock.fastForward(20_000)
      return page.locator('.figures', { hasText: '3' }).isVisible()
    })
  })

  test('a revoked link ends the page that shows it', async () => {
    const admin = await newTalk(service)
    const { page } = await open(FULL_HD)
    await page.goto(await project(admin))
    await shown(page, 'Team lunch')
    await admin.send('DELETE', '/projector')
    await shown(page, 'This link doesn’t work')
  })

  test('it works in a browser that denies storage', async () => {
    const { page } = await open(FULL_HD)
    // As Chromium does if cookies are blocked.
    await page.addInitScript(`for (const kind of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, kind, { get() { throw new DOMException('Access is denied', 'SecurityError') } })`)
    await page.goto(await project(await newTalk(service)))
    await shown(page, 'Team lunch')
  })

  test('an invalid link is reported, and without a link the page says what is needed', async () => {
    const admin = await newTalk(service)
    const { page } = await open(FULL_HD)
    for (const token of ['0'.repeat(64), 'none', admin.id, admin.adminToken]) {
      await page.goto(`${service.baseUrl}/p/${token}`)
      await shown(page, 'This link doesn’t work')
    }
    await page.goto(`${service.baseUrl}/admin/${admin.id}/present`)
    await shown(page, 'You’re not signed in')
    await assertWellMade(page, 'refused')
  })

  test('everything is large on a large screen', async () => {
    const admin = await newTalk(service)
    await ask(service, admin, 'Is it vegan?')
    const { page } = await open(FULL_HD)
    await page.goto(await project(admin))
    await shown(page, 'Team lunch')
    for (let screen = 0; screen < 8; screen++) {
      await page.keyboard.press('r')
      const where = await page.locator('h1').innerText()
      if (where === 'Your questions') await page.locator('.asked').waitFor()
      const { smallest, heading, labels } = await sizesOf(page)
      assert.ok(smallest >= 28, `${where}: ${smallest}`)
      assert.ok(Math.min(Number.POSITIVE_INFINITY, ...labels) >= 40, `${where}: ${labels}`)
      assert.ok(heading > Math.max(0, ...labels), where)
      await page.keyboard.press('ArrowRight')
    }
    await admin.send('PATCH', '/presentation', { screen: '1' })
    await page.getByRole('button', { name: 'Reveal' }).waitFor({ state: 'detached' })
    const figures = Number.parseFloat(`${await style(page, '.figures', 'fontSize')}`)
    assert.ok(figures >= 39, `without controls beside them, figures are legible in a picture of a tenth: ${figures}`)
  })

  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
    [1024, 768],
  ] as const)
    test(`at ${width} × ${height} nothing scrolls, however long the texts`, async () => {
      const six = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
      const long = six.map(day => `${day}, ${'which is a day like any other, '.repeat(4)}`)
      const questions = [
        choice('On which day of the week do we all meet for lunch?', six),
        choice(LONG, six),
        choice('Day?', long),
      ]
      const admin = await newAdminClient(service, questions)
      const { page } = await open({ viewport: { width, height } })
      await page.goto(await project(admin))
      await page.locator('.start').waitFor()
      const last = page.getByRole('button', { name: 'Next', disabled: true })
      while ((await last.count()) === 0) {
        await page.keyboard.press('ArrowRight')
        assert.ok((await page.locator('.bars tbody tr').count()) <= 6)
        const [content, window] = (await page.evaluate(
          '[document.documentElement.scrollHeight, innerHeight]',
        )) as number[]
        assert.ok(Number(content) <= Number(window), `${page.url()}: ${content} in ${window}`)
      }
    })

  test('controls hide when the pointer is idle and return on movement or focus', async () => {
    const { page } = await open({ ...FULL_HD, ownProfile: true })
    // The page’s clock stands still from the start, so that a slow machine does not matter.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1_000)
    await page.goto(await project(await newTalk(service)))
    await shown(page, 'Team lunch')
    const opacity = (is: string) => until(async () => (await style(page, '.controls', 'opacity')) === is)
    await opacity('1')
    await page.clock.runFor(3_100)
    await opacity('0')
    await page.mouse.move(100, 100)
    await opacity('1')
    await page.clock.runFor(2_000)
    await page.mouse.move(200, 100)
    await page.clock.runFor(2_000)
    await opacity('1')
    await page.clock.runFor(1_100)
    await opacity('0')
    await page.keyboard.press('Tab')
    await opacity('1')
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Previous')
  })

  test('a lost connection is marked and moves nothing', async () => {
    const { page } = await open(FULL_HD)
    await page.route('**/events', route => route.abort())
    await page.goto(`${await project(await newTalk(service))}#1`)
    await shown(page, 'Coming?')
    const places = () => Promise.all(['h1', '.bars', '.foot'].map(part => page.locator(part).boundingBox()))
    const mark = page.getByText('Reconnecting')
    // It appears only after a delay, by an animation.
    await mark.waitFor({ state: 'attached' })
    await mark.evaluate('document.getAnimations().forEach(one => { one.currentTime = 0; one.pause() })')
    const before = await places()
    assert.equal(await mark.isVisible(), false)
    await mark.evaluate('document.getAnimations().forEach(one => one.play())')
    await mark.waitFor({ state: 'visible' })
    assert.deepEqual(await places(), before)
    await page.unroute('**/events')
    await mark.waitFor({ state: 'detached' })
    assert.deepEqual(await places(), before)
  })

  for (const [what, options] of WINDOWS)
    test(`each screen at ${what} has no accessibility violation and fits its width`, async () => {
      const admin = await newTalk(service, { theme: 'sunset' })
      // With every control visible.
      await admin.send('PATCH', '', { share_results: 'when_revealed' })
      await admin.send('PATCH', `/board/4/${await ask(service, admin, 'Is it vegan?')}`, { state: 'answered' })
      await ask(service, admin, `How${'ever'.repeat(40)}?`)
      // Elements that fade out are checked while they are visible.
      const { page } = await open({ ...options, reducedMotion: 'reduce' })
      await present(page, service, admin)
      await assertControlledWell(page, 'start')
      for (const screen of ['1', '2.3', '3', '4', '5']) {
        await page.goto(`${service.baseUrl}/admin/${admin.id}/present#${screen}`)
        await page.locator('.stage > :is(.chart, .total, .asked)').waitFor()
        await assertControlledWell(page, screen)
        await page.keyboard.press('r')
        await assertControlledWell(page, `${screen}, revealed`)
      }
      await page.keyboard.press('?')
      await assertControlledWell(page, 'keys')
    })
})

async function assertControlledWell(page: Page, name: string): Promise<void> {
  await page.mouse.move(10, 10)
  await page.mouse.move(20, 10)
  await assertWellMade(page, name)
}

function style(page: Page, selector: string, property: string): Promise<unknown> {
  return page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`)
}

interface Sizes {
  readonly smallest: number
  readonly heading: number
  readonly labels: readonly number[]
}

/** Font sizes in pixels: of every visible text, of the question, of the bars’ labels. */
function sizesOf(page: Page): Promise<Sizes> {
  return page.evaluate(`(() => {
    const size = one => parseFloat(getComputedStyle(one).fontSize)
    const seen = [...document.querySelectorAll('.presenter *')].filter(one => one.closest('.visually-hidden') === null &&
      [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''))
    return {
      smallest: Math.min(...seen.map(size)),
      heading: size(document.querySelector('h1')),
      labels: [...document.querySelectorAll('.bars tbody th')].map(size),
    }
  })()`)
}
