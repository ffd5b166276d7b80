import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PRESETS } from '../../src/domain/surveys/survey-settings/theme.ts'
import { startService } from '../harness.ts'
import { scaled } from '../scale.ts'
import { until } from '../until.ts'
import { inBrowser } from './chromium.ts'
import { assertFits, assertWellMade, WINDOWS } from './look.ts'
import { openLunch, visitRespondentPages } from './respondent-pages.ts'
import { fillIn, linkOf, send } from './survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const PAIR = { primary: '#ffee00', background: '#ffffff' }
const THEMES = [PAIR, ...PRESETS].slice(0, scaled({ short: 2, long: 7, release: 7 }))

inBrowser('appearance of respondents’ pages', open => {
  for (const [what, options] of WINDOWS) {
    test(`every page at ${what} has no accessibility violation and fits its width`, async () => {
      const { page } = await open(options)
      await visitRespondentPages(page, service, name => assertWellMade(page, name))
      const border = await page.evaluate('getComputedStyle(document.querySelector("#words")).borderWidth')
      assert.equal(border, '2px', 'a field with an error is marked')
    })
  }

  // src/theme proves that every theme is readable; here we check that pages use the computed colours.
  for (const theme of THEMES) {
    test(`the theme ${JSON.stringify(theme)} is readable in every colour scheme`, async () => {
      const { page } = await open()
      await page.goto(linkOf(service, (await openLunch(service, theme)).id))
      await send(page)
      await fillIn(page)
      await assertWellMade(page, 'filled in, with errors')
    })
  }

  test('on a phone, the tab order follows the visual order of the front page', async () => {
    const { page } = await open()
    await page.goto(service.baseUrl)
    const controls = page.locator('main :is(a, button, input:not([type=hidden]))')
    const tops = await controls.evaluateAll(all => all.map(one => one.getBoundingClientRect().top))
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    )
  })

  test('the bars on the front page and their figures appear together, when they are seen', async () => {
    const { page } = await open({ viewport: { width: 375, height: 500 }, reducedMotion: 'no-preference' })
    await page.goto(service.baseUrl)
    const shown = () =>
      page.evaluate<number[]>(`[
        ...[...document.querySelectorAll('.example .bar')].map(one => {
          const style = getComputedStyle(one)
          return parseFloat(style.backgroundSize) / parseFloat(style.getPropertyValue('--share'))
        }),
        ...[...document.querySelectorAll('.example .figure')].map(one => parseFloat(getComputedStyle(one).opacity)),
      ]`)
    assert.deepEqual(await shown(), Array(9).fill(0))
    await page.evaluate('document.querySelector(".example").scrollIntoView({ block: "end" })')
    await until(async () => {
      const parts = await shown()
      assert.ok(
        parts.every(part => Math.abs(part - (parts[0] ?? 0)) < 0.01),
        `the same at any moment: ${parts}`,
      )
      return parts[0] === 1
    })
  })

  test('the order of a board is marked in forced colours, and cannot be chosen on paper', async () => {
    const { page } = await open()
    await page.goto(linkOf(service, (await openLunch(service)).id))
    await page.locator('.tab[aria-pressed=true]').waitFor()
    await page.emulateMedia({ forcedColors: 'active' })
    // The other order has no underline once the colours have changed.
    await until(() =>
      page.evaluate<boolean>(`
        getComputedStyle(document.querySelector('.tab[aria-pressed=false]')).borderBottomColor ===
          getComputedStyle(document.body).backgroundColor`),
    )
    await page.emulateMedia({ forcedColors: 'none', media: 'print' })
    await page.locator('.tabs').waitFor({ state: 'hidden' })
  })

  test('at 200 % text nothing is cut off', async () => {
    const { page } = await open({ viewport: { width: 640, height: 800 } })
    await page.goto(linkOf(service, (await openLunch(service)).id))
    await page.evaluate('document.documentElement.style.fontSize = "200%"')
    await assertFits(page, 'form')
  })
})
