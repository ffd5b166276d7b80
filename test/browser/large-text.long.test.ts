import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startService } from '../harness.ts'
import { openApp } from './app.ts'
import { inBrowser } from './chromium.ts'
import { visitCreatorPages } from './creator-pages.ts'
import { assertFits } from './look.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

/** The size of 1 rem in pixels: twice the browser’s default. */
const STANDARD = 32

inBrowser('text as its reader sets it, on a phone', open => {
  test('at twice the size, pages of creators fit the width', async () => {
    const creator = await openApp(service, open, { viewport: { width: 375, height: 700 }, subscribed: true, path: '' })
    await enlargeText(creator.page)
    await visitCreatorPages(creator, service, 'large-lunch', what => assertFits(creator.page, what))
  })

  test('with the spacing of WCAG 1.4.12, no page cuts anything off', async () => {
    const creator = await openApp(service, open, { viewport: { width: 375, height: 700 }, subscribed: true, path: '' })
    const { page } = creator
    const check = async (what: string) => {
      await page.evaluate(SPACE_OUT)
      await assertFits(page, what)
      assert.deepEqual(await page.evaluate(FIND_CUT_TEXTS), [], what)
    }
    await visitCreatorPages(creator, service, 'spaced-lunch', check)
    for (const path of ['/s/spaced-lunch', '/s/spaced-lunch/thanks', '/privacy', '/docs']) {
      await page.goto(service.baseUrl + path)
      await check(path)
    }
  })
})

/** Sets the spacing that readers may choose and no page may prevent. */
const SPACE_OUT = `(() => {
  const spacing = new CSSStyleSheet()
  spacing.replaceSync(\`
    * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-bottom: 2em !important }\`)
  document.adoptedStyleSheets = [spacing]
})()`
/** Texts in boxes that hide a part of them, except those for screen readers only and titles that end in an ellipsis. */
const FIND_CUT_TEXTS = `[...document.querySelectorAll('body :not(.visually-hidden)')].flatMap(one => {
  const { overflowX, overflowY, textOverflow } = getComputedStyle(one)
  const hides = overflow => overflow === 'hidden' || overflow === 'clip'
  if (one.clientWidth < 2 || one.clientHeight < 2 || textOverflow === 'ellipsis' || one.textContent.trim() === '') return []
  const isCut = (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) || (hides(overflowY) && one.scrollHeight > one.clientHeight + 1)
  return isCut ? [one.className + ': ' + one.textContent.slice(0, 60)] : []
})`

async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: STANDARD } })
}
