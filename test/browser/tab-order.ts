import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../until.ts'

/** More than any page of the tests has. */
const MOST_STOPS = 400

interface Stop {
  /** The element with the focus: its tag, and its name or text. */
  readonly name: string
  /** Whether the keyboard has been here before, or has left the page. */
  readonly isLast: boolean
}

/**
 * Goes through a page with Tab, from its start to its end: whatever has the focus can be seen at least in part (WCAG 2.4.11), and the focus
 * alone opens, closes and leaves nothing (3.2.1).
 * @param what the name of the page
 */
export async function tabThrough(page: Page, what: string): Promise<void> {
  const before = await contextOf(page)
  await page.evaluate(BEGIN)
  const names: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const { name, isLast } = await page.evaluate<Stop>('tabOrder.arrive()')
    assert.deepEqual(await contextOf(page), before, `${what}: ${name} changes something once it has the focus`)
    if (isLast) break
    await assertUncovered(page, `${what}: ${name}`)
    names.push(name)
    assert.ok(names.length < MOST_STOPS, `${what}: the end of the page is not reached after ${names.slice(-5)}`)
  }
  assert.ok(names.length > 0, `${what}: nothing gets the focus`)
}

/** What makes up the context of a person, which the focus alone must not change. */
async function contextOf(page: Page): Promise<readonly unknown[]> {
  return [
    page.url(),
    page.context().pages().length,
    await page.evaluate(`document.querySelectorAll(':modal, :popover-open').length`),
  ]
}

/** A page may take a moment to scroll. */
async function assertUncovered(page: Page, what: string): Promise<void> {
  if (await page.evaluate('tabOrder.isUncovered()')) return
  await until(() => page.evaluate<boolean>('tabOrder.isUncovered()')).catch(async () => {
    assert.fail(`${what} has the focus, but is covered: ${await page.evaluate('tabOrder.describe()')}`)
  })
}

/** Starts at the beginning of the page, wherever the focus was. */
const BEGIN = `{
  const seen = new Set()
  let latest
  const focused = () => document.activeElement ?? document.body
  const shown = ({ left, top, right, bottom }) => ({
    left: Math.max(left, 0), top: Math.max(top, 0), right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight),
  })
  const pointsOf = ({ left, top, right, bottom }) => {
    if (right <= left || bottom <= top) return []
    const [x, y] = [Math.min(2, (right - left) / 2), Math.min(2, (bottom - top) / 2)]
    const corners = [left + x, right - x].flatMap(across => [[across, top + y], [across, bottom - y]])
    return [[(left + right) / 2, (top + bottom) / 2], ...corners]
  }
  const points = () => [...focused().getClientRects()].map(shown).flatMap(pointsOf)
  // What is drawn for a control that is itself invisible belongs to its label.
  const belongs = hit => hit !== null && (focused().contains(hit) || hit.contains(focused()) || hit.closest('label')?.control === focused())
  globalThis.tabOrder = {
    arrive() {
      const one = focused()
      const isLast = one === document.body || (seen.has(one) && one !== latest)
      seen.add(one)
      latest = one
      const name = one.getAttribute('aria-label') ?? (one.labels?.[0] ?? one).textContent
      return { name: one.tagName + ' ' + name.trim().replace(/\\s+/g, ' ').slice(0, 60), isLast }
    },
    isUncovered: () => points().some(([x, y]) => belongs(document.elementFromPoint(x, y))),
    describe: () => JSON.stringify([focused().getBoundingClientRect(), ...points().map(([x, y]) => document.elementFromPoint(x, y)?.outerHTML.slice(0, 80))]),
  }
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
}`
