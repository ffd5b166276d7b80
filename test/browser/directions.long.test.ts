import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newBrowser, publish } from '../account/browser.ts'
import { board, bodyOf, choice, freeText, optional, rating, requiredWhen } from '../api/fixtures.ts'
import { newAdminClient } from '../dashboard/admin-client.ts'
import { call, startService } from '../harness.ts'
import { signIn } from './app.ts'
import { inBrowser } from './chromium.ts'
import { goTo } from './dashboard/dashboard.ts'
import { present } from './presenter/presenter.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const OPTIONS = ['نعم، سآتي', 'لا، لن آتي']
const QUESTIONS = [
  choice('هل ستأتي؟', OPTIONS),
  freeText('ماذا تقترح؟', requiredWhen('all', [0, OPTIONS[0] ?? ''])),
  board('أسئلتكم'),
  { ...choice('أين؟', ['في المكتب', 'في المنزل']), ...optional },
]
const SURVEY = { title: 'غداء الفريق', questions: QUESTIONS, theme: null }

/** Texts and fields that begin with Arabic but run from left to right, and the total number. */
const MISDIRECTED = `(() => {
  const arabic = /^\\s*\\p{Script=Arabic}/u
  const ownText = element => element.value ?? [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join('')
  const found = [...document.body.querySelectorAll('*')].filter(element => arabic.test(ownText(element)))
  const wrong = found.filter(element => getComputedStyle(element).direction !== 'rtl')
  return [found.length, wrong.map(element => element.cloneNode(false).outerHTML)]
})()`

inBrowser('texts that people wrote', open => {
  test('run from right to left in such languages, on every screen of creators', async () => {
    const owner = await newBrowser(service, { subscribed: true })
    await publish(owner, SURVEY, 'lunch')
    await owner.send('POST', '/drafts', SURVEY)
    const template = { name: SURVEY.title, questions: QUESTIONS, theme: null }
    bodyOf(await owner.send('POST', '/templates', template), 201)
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    await signIn(page, service, owner)
    const post = (path: string, body: object) => call(service, 'POST', `/s/lunch${path}`, { body })
    bodyOf(await post('/responses', { answers: [OPTIONS[0], 'فلافل', null, null] }), 201)
    bodyOf(await post('/board/2', { text: 'متى نأكل؟' }), 201)

    await page.goto(`${service.baseUrl}/admin/lunch`)
    await page.locator('.bars').first().waitFor()
    await page.locator('.quotes blockquote').waitFor()
    await assertDirected(page, 'results', 9)
    await goTo(page, 'Responses')
    await page.locator('.answers').waitFor()
    await assertDirected(page, 'responses', 5)
    await goTo(page, 'Board')
    await page.getByRole('row').waitFor()
    await assertDirected(page, 'board', 3)
    await goTo(page, 'Questions')
    for (const at of [1, 0]) {
      await page.locator(`#open-${at}`).click()
      await page.locator(`#text-${at}`).waitFor()
      await assertDirected(page, `question ${at + 1}`, 7)
    }
    await goTo(page, 'Settings')
    await assertDirected(page, 'settings', 1)
    await page.goto(`${service.baseUrl}/admin/lunch/present`)
    for (const at of [0, 1, 2, 3]) {
      await page.locator('.stage h1').waitFor()
      if (at === 3) await page.locator('.asked').waitFor()
      await assertDirected(page, `screen ${at + 1}`, 1)
      await page.keyboard.press('ArrowRight')
    }
    for (const [path, list, most] of [
      ['', '.survey-row', 2],
      ['/templates', '.template-row', 1],
    ] as const) {
      await page.goto(`${service.baseUrl}/app${path}`)
      await page.locator(list).first().waitFor()
      await assertDirected(page, path, most)
    }
    await page.goto(`${service.baseUrl}/app`)
    await page.locator('.survey-row[data-state=draft] a').click()
    await page.locator('.outline-row').first().waitFor()
    await assertDirected(page, 'builder', 8)
  })

  test('have our words about a rating below the points that they are about', async () => {
    const admin = await newAdminClient(service, [rating('كيف كان الغداء؟')], { title: 'غداء الفريق' })
    for (const point of [7, 7, 8, 8, 9, 9, 10, 10])
      await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers: [point] } })
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    await present(page, service, admin, '#1')
    await page.keyboard.press('r')
    const boxOf = async (selector: string) => {
      const { x, width } = (await page.locator(selector).boundingBox()) ?? { x: 0, width: 0 }
      return { left: x, right: x + width }
    }
    await page.locator('.spread [lang=en]').waitFor()
    const [chart, words, highest] = [
      await boxOf('.histogram'),
      await boxOf('.spread [lang=en]'),
      await boxOf('.histogram td >> nth=9'),
    ]
    assert.ok(words.left >= chart.left && words.right < (chart.left + chart.right) / 2, JSON.stringify([chart, words]))
    assert.ok(highest.right < (chart.left + chart.right) / 2, 'the highest points are on the left')
  })

  test('have our words about the ends of a scale below these ends', async () => {
    const admin = await newAdminClient(service, [rating('كيف كان الغداء؟')], { title: 'غداء الفريق' })
    const { page } = await open()
    await page.goto(`${service.baseUrl}/s/${admin.id}?lang=en`)
    const edges = await page.evaluate(`['.scale', '.ends :first-child', '.ends :last-child'].map(selector => {
      const range = new Range()
      range.selectNodeContents(document.querySelector(selector))
      const { left, right } = range.getBoundingClientRect()
      return { left: Math.round(left), right: Math.round(right) }
    })`)
    const [scale, lowest, highest] = edges as { left: number; right: number }[]
    assert.deepEqual([lowest?.right, highest?.left], [scale?.right, scale?.left])
  })
})

/** @param least the minimum number of texts and fields on the screen */
async function assertDirected(page: Page, screen: string, least: number): Promise<void> {
  const [found, wrong] = (await page.evaluate(MISDIRECTED)) as [number, string[]]
  assert.deepEqual(wrong, [], screen)
  assert.ok(found >= least, `${screen}: ${found} texts`)
}
