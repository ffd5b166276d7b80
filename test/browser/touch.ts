import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** A small phone. */
export const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }

/** Side length of the smallest touch target, in pixels. */
const FINGER = 44

/** Controls smaller than a finger. A field in a label is as large as the label. */
const SMALL = `[...document.querySelectorAll('button, summary, input, select, textarea, a')]
  .filter(element => element.checkVisibility({ visibilityProperty: true }))
  .map(element => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
  .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < ${FINGER} - 0.5)
  .map(({ element, box }) => element.outerHTML.slice(0, 120) + ' is ' + box.width + ' by ' + box.height)`

/** Checks that everything that can be pressed is large enough to touch. */
export async function assertTouchable(page: Page, name: string): Promise<void> {
  assert.deepEqual(await page.evaluate(SMALL), [], name)
}
