import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice, rating } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { inBrowser } from '../chromium.ts'
import { assertInside, present, rowsOf, shown } from './presenter.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

/** The last two scroll: a phone held sideways, and a narrow window. */
const WINDOWS = [
  [1280, 720],
  [1024, 768],
  [1920, 1080],
  [844, 390],
  [600, 1000],
] as const

const SENTENCE = 'What would you say if somebody asked you about it in so many words today? '
const upTo200 = (text: string) => [...text.repeat(200)].slice(0, 200).join('')

const TITLES = {
  'a few words': 'How was it?',
  'narrow letters': 'Will it fill till it is little?',
  'a sentence': SENTENCE.trim(),
  '60 Chinese characters': '我们应该在下一次会议上讨论这个问题吗'.repeat(4).slice(0, 60),
  '200 Chinese characters': upTo200('我们应该在下一次会议上讨论这个问题吗'),
  '200 emoji': upTo200('🎉🥐🚂'),
  'a word of 60 characters': 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte',
  '200 characters in one word': upTo200('Donaudampfschifffahrt'),
  'two wide words with a hyphen': '我们应该在下一次会-议上讨论这个问题',
  '200 characters': upTo200(SENTENCE).trim(),
  Arabic: 'ما رأيك في الاجتماع الذي عقدناه أمس - وماذا تقترح لاجتماع COVID-19 القادم؟',
}

inBrowser('titles on a presented screen', open => {
  for (const [width, height] of WINDOWS)
    for (const [kind, title] of Object.entries(TITLES))
      test(`at ${width} × ${height} a title and what is below it fit: ${kind}`, async () => {
        const questions = [choice(title, ['Yes', 'No', 'Perhaps', 'Never']), rating(title)]
        const admin = await newAdminClient(service, questions, { title })
        await service.fillResponses(admin.id, 3, ['Yes', 7])
        const { page } = await open({ viewport: { width, height } })
        await present(page, service, admin)
        for (const below of ['.start .join', '.bars', '.histogram']) {
          await page.locator(below).waitFor()
          await assertInside(page)
          await assertLargest(page)
          await page.keyboard.press('r')
          await assertInside(page)
          await page.keyboard.press('ArrowRight')
        }
        if (width > 1000 && height > 500) assert.equal(await zoomOf(page), 1)
      })

  test('all titles of a survey have the size that the longest needs', async () => {
    const options = ['Yes', 'No']
    const admin = await newAdminClient(service, [choice('Why?', options), choice(TITLES['200 characters'], options)])
    const { page } = await open({ viewport: { width: 1280, height: 720 } })
    await present(page, service, admin, '#1')
    const sizes = [await sizeOf(page)]
    await page.keyboard.press('ArrowRight')
    await shown(page, TITLES['200 characters'])
    sizes.push(await sizeOf(page))
    assert.equal(new Set(sizes).size, 1, sizes.join())
  })

  test('a title gets smaller for options that then fit one screen, and not for those that never do', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 720 } })
    const sizes: { [options: number]: number } = {}
    for (const count of [2, 10, 30]) {
      const options = Array.from({ length: count }, (_, at) => `Option ${at + 1}`)
      const admin = await newAdminClient(service, [choice('Which one?', options)])
      await present(page, service, admin, '#1')
      await page.locator('.bars').waitFor()
      if (count === 10) assert.equal((await rowsOf(page)).length, count)
      sizes[count] = await sizeOf(page)
    }
    assert.deepEqual(sizes, { 2: 3.2, 10: 2.2, 30: 3.2 })
  })
})

/** In rem. */
function sizeOf(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const size = element => parseFloat(getComputedStyle(element).fontSize)
    return Math.round(10 * size(document.querySelector('h1')) / size(document.documentElement)) / 10
  })()`)
}

/** How much what is below the title is made smaller. */
function zoomOf(page: Page): Promise<number> {
  return page.evaluate(`Number(document.querySelector('.stage').style.getPropertyValue('--fit') || 1)`)
}

/** No word is broken that would not be in smaller type, and one size more would be too much. Phones have sizes of their own. */
async function assertLargest(page: Page): Promise<void> {
  const { size, breaks, tooMuch } = (await page.evaluate(`(() => {
    const title = document.querySelector('h1')
    const stage = document.querySelector('.stage')
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
    const size = Math.round(10 * parseFloat(getComputedStyle(title).fontSize) / rem) / 10
    const given = title.style.cssText
    const isBroken = () => {
      title.style.overflowWrap = 'normal'
      const broken = title.scrollWidth > title.clientWidth
      title.style.overflowWrap = 'anywhere'
      return broken
    }
    const breaks = isBroken()
    const larger = { 1.6: 2.2, 2.2: 3.2 }[size]
    if (larger) title.style.fontSize = larger + 'rem'
    const isStart = stage.classList.contains('start')
    const { height } = title.getBoundingClientRect()
    const isHigh = height > (isStart ? innerHeight * 0.4 : stage.getBoundingClientRect().height / 4)
    const overflows = document.documentElement.scrollHeight > innerHeight
    const tooMuch = !larger || isBroken() || overflows || (isHigh)
    title.style.cssText = given
    return { size, breaks, tooMuch }
  })()`)) as { size: number; breaks: boolean; tooMuch: boolean }
  if (await page.evaluate(`matchMedia('(max-width: 47.99rem), (max-height: 29.99rem)').matches`)) return
  if (breaks) assert.equal(size, 1.6, 'a word is broken that need not be')
  assert.ok(tooMuch, `${page.url()}: ${size} rem, and there is room for more`)
}
