import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

// What is tested is what stands in `web` now; a service reads it when it starts, so it is built before.
execFileSync(process.execPath, [join(import.meta.dirname, '../../bin/build.js')], { stdio: 'inherit' })

/** A fresh browser profile with one page in it. */
export type Open = (options?: BrowserContextOptions) => Promise<{ context: BrowserContext; page: Page }>

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Tests that need a browser. Where there is none they say so, and fail if SOUNDINGS_BROWSER is `required`.
 * @param register gets what opens a profile; all are closed at the end
 */
export function inBrowser(what: string, register: (open: Open) => void): void {
  const executablePath = [process.env.CHROMIUM, ...PLACES].find(isExecutable)
  if (executablePath === undefined) reportMissing(what)
  else
    describe(what, () => {
      let browser: Browser
      before(async () => {
        browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
      })
      after(() => browser.close())
      register(async options => {
        const context = await browser.newContext({ viewport: { width: 375, height: 700 }, ...options })
        context.setDefaultTimeout(10_000)
        return { context, page: await context.newPage() }
      })
    })
}

function reportMissing(what: string): void {
  test(`${what}: NOT TESTED, no Chromium was found`, () => {
    const remedy = `Install Chromium, or set CHROMIUM to its path; looked at ${PLACES.join(', ')}`
    if (process.env.SOUNDINGS_BROWSER === 'required') throw new Error(remedy)
    console.error(`\n*** NOT TESTED: ${what}. ${remedy}\n`)
  })
}

function isExecutable(path: string | undefined): path is string {
  try {
    accessSync(path ?? '', constants.X_OK)
    return true
  } catch {
    return false
  }
}
