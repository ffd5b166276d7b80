import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'

/** How pages are looked at. */
export const MODES: [what: string, options: BrowserContextOptions][] = [
  ['320 px, light', { viewport: { width: 320, height: 640 }, colorScheme: 'light' }],
  ['320 px, dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
  ['1280 px, light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['1280 px, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['forced colours', { forcedColors: 'active' }],
]

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Holds a page to WCAG 2.2 AA, as far as axe can tell. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  )
  assert.deepEqual(found, [], name)
}

/** Holds a page to the width of its window. */
export async function assertFits(page: Page, name: string): Promise<void> {
  const [content, width] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as number[]
  assert.ok((content ?? 0) <= (width ?? 0), `${name}: ${content} in ${width}`)
}
