import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Frame, Page } from 'playwright-core'
import { scaled } from '../scale.ts'
import { until } from '../until.ts'
import { shiftOf } from './chromium.ts'

const NARROW_AND_WIDE: [what: string, options: BrowserContextOptions][] = [
  ['320 px', { viewport: { width: 320, height: 640 } }],
  ['1280 px', { viewport: { width: 1280, height: 800 } }],
]
/** The windows in which pages are examined, smallest first. Many tests use a wide one on their own. */
export const WINDOWS = NARROW_AND_WIDE.slice(0, scaled({ short: 1, long: 2, release: 2 }))

interface Scheme {
  readonly name: string
  readonly media: { readonly colorScheme: 'light' | 'dark'; readonly forcedColors: 'none' | 'active' }
}

const LIGHT: Scheme = { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } }
const DARK: Scheme = { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } }
const FORCED: Scheme = { name: 'forced colours', media: { colorScheme: 'light', forcedColors: 'active' } }
/** A page switches to these in place: loading it again for each would take most of the time. */
const SCHEMES = [LIGHT, DARK, FORCED].slice(0, scaled({ short: 2, long: 3, release: 3 }))

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What depends on colours, and all that changes with the scheme; the long suite checks everything in each. */
const RULES_OF_COLOURS =
  scaled({ short: 1, long: 0, release: 0 }) === 1 ? ['color-contrast', 'link-in-text-block'] : RULES
/** Colours are judged as at the end of transitions and of what scripts animate, even if nothing has been painted yet. */
const findViolations = (rules: readonly string[]) => `(async () => {
  const everything = new CSSStyleSheet()
  everything.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = [everything]
  for (const one of document.getAnimations()) if (!(one instanceof CSSAnimation)) one.finish()
  const options = { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'], preload: false }
  const { violations } = await axe.run(document, options)
  document.adoptedStyleSheets = []
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })))
})()`

/** The largest unnoticeable layout shift; Google calls 0.1 good. */
const MAX_SHIFT = 0.02

/**
 * Checks a page for WCAG 2.2 AA, as far as axe can tell, for fitting its window, in each colour scheme, and for
 * standing still while loading.
 * @param frame the part to examine, if not the whole page
 */
export async function assertWellMade(page: Page, name: string, frame = page.mainFrame()): Promise<void> {
  await assertStill(page, name)
  for (const scheme of SCHEMES) {
    await page.emulateMedia(scheme.media)
    await assertAccessible(frame, `${name}, ${scheme.name}`, scheme === LIGHT ? RULES : RULES_OF_COLOURS)
    await assertFits(frame, `${name}, ${scheme.name}`)
  }
  await page.emulateMedia(LIGHT.media)
}

/** Checks a page for WCAG 2.2 AA in its current colour scheme. Content being reloaded is dimmed until it arrives. */
async function assertAccessible(page: Frame, name: string, rules: readonly string[]): Promise<void> {
  await until(async () => (await page.locator('[aria-busy="true"]').count()) === 0)
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(AXE)
  assert.deepEqual(await page.evaluate(findViolations(rules)), [], name)
}

/** Checks that nothing moved from the start of loading until the first use. */
export async function assertStill(page: Page, name: string): Promise<void> {
  const shift = await shiftOf(page)
  assert.ok(shift <= MAX_SHIFT, `${name}: a layout shift of ${shift}`)
}

/** Words in headings, buttons and navigation that wrap onto the next line; longer ones than these may have to. */
const FIND_BROKEN_WORDS = `(() => {
  const range = new Range()
  const isBroken = (text, { 0: word, index }) => {
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
  }
  const wordsOf = text => [...text.data.matchAll(/\\S+/g)].filter(({ 0: word }) => word.length <= 12)
  return [...document.querySelectorAll('h1, button, .button, nav a, header a')].flatMap(one => {
    if (one.getBoundingClientRect().width < 2) return []
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT, text =>
      text.parentElement.offsetWidth < 2 ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT)
    const broken = []
    while (texts.nextNode()) for (const word of wordsOf(texts.currentNode)) if (isBroken(texts.currentNode, word)) broken.push(word[0])
    return broken
  })
})()`

/** Checks that a page fits its window, and that words in its headings and buttons do not wrap. */
export async function assertFits(page: Page | Frame, name: string): Promise<void> {
  const [content, width] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as number[]
  assert.ok((content ?? 0) <= (width ?? 0), `${name}: ${content} in ${width}`)
  assert.deepEqual(await page.evaluate(FIND_BROKEN_WORDS), [], `${name}: words that are broken`)
}
