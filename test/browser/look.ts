import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'

/** The windows in which pages are looked at. */
export const WINDOWS: [what: string, options: BrowserContextOptions][] = [
  ['320 px', { viewport: { width: 320, height: 640 } }],
  ['1280 px', { viewport: { width: 1280, height: 800 } }],
]

/** A page changes to these where it is: loading it again for each would take most of the time. */
const SCHEMES = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}
/** Colours are judged as they are at the end of their transitions, also where the browser has not drawn yet. */
const FIND_VIOLATIONS = `(async () => {
  const everything = new CSSStyleSheet()
  everything.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = [everything]
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  const { violations } = await axe.run(document, ${JSON.stringify(OPTIONS)})
  document.adoptedStyleSheets = []
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })))
})()`

/** Holds a page to WCAG 2.2 AA, as far as axe can tell, and to the width of its window, in each scheme of colours. */
export async function assertWellMade(page: Page, name: string): Promise<void> {
  for (const [scheme, media] of Object.entries(SCHEMES)) {
    await page.emulateMedia(media)
    await assertAccessible(page, `${name}, ${scheme}`)
    await assertFits(page, `${name}, ${scheme}`)
  }
  await page.emulateMedia(SCHEMES.light)
}

/** Holds a page to WCAG 2.2 AA in the scheme of colours that it has. */
async function assertAccessible(page: Page, name: string): Promise<void> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(AXE)
  assert.deepEqual(await page.evaluate(FIND_VIOLATIONS), [], name)
}

/** Holds a page to the width of its window. */
export async function assertFits(page: Page, name: string): Promise<void> {
  const [content, width] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as number[]
  assert.ok((content ?? 0) <= (width ?? 0), `${name}: ${content} in ${width}`)
}
