import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { digestInputs, isBuilt } from '../../bin/build-inputs.js'
import { reportMissing } from '../missing-program.ts'
import { WAIT_MS } from '../until.ts'
import { type Chromium, hasPackagedChromium, packagedChromium } from './packaged-chromium.ts'
import { type ProfileOptions, Profiles } from './profiles.ts'

/** A browser profile without traces of earlier tests, with one page. */
export type Open = (options?: ProfileOptions) => Promise<{ context: BrowserContext; page: Page }>

/** All pages of a profile share a process, so that only the first waits for one to start. */
const ONE_RENDERER = ['--disable-site-isolation-trials', '--renderer-process-limit=1']
const ARGUMENTS = ['--no-sandbox', ...ONE_RENDERER]
/** Value of CHROMIUM that selects the browser in the npm packages. */
const PACKAGED = 'packaged'
/** The shell is Chromium without windows, and opens a page for a quarter of the CPU time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The browser of this process, shared by the files that it runs. */
let shared: Promise<{ browser: Browser; profiles: Profiles }> | undefined
/** The number of files that still need it. */
let users = 0

/**
 * Tests that need a browser: the system’s, or else the one that comes with the packages.
 * @param register receives a function that opens a profile; a test’s pages are closed at its end, to save resources
 */
export function inBrowser(what: string, register: (open: Open) => void): void {
  const find = findChromium()
  if (find === undefined) {
    reportMissing(what, `Install Chromium, or set CHROMIUM to its path; looked at ${PLACES.join(', ')}`)
    return
  }
  users += 1
  describe(what, () => {
    let profiles: Profiles
    const releases: (() => Promise<void>)[] = []
    before(async () => {
      requireBuild()
      shared ??= find().then(launch)
      profiles = (await shared).profiles
    })
    afterEach(async () => void (await Promise.all(releases.splice(0).map(release => release()))))
    after(async () => {
      users -= 1
      if (users === 0) await (await shared)?.browser.close()
    })
    register(async options => {
      const [context, release] = await profiles.take({ viewport: { width: 375, height: 700 }, ...options })
      releases.push(release)
      return { context, page: await context.newPage() }
    })
  })
}

async function launch({ executablePath, args, env }: Chromium) {
  const environment = { ...process.env, ...env } as Record<string, string>
  const browser = await chromium.launch({ executablePath, args: [...ARGUMENTS, ...args], env: environment })
  const profiles = new Profiles(browser, async context => {
    context.setDefaultTimeout(WAIT_MS)
    await context.addInitScript(RECORD_COPIES)
    await context.addInitScript(RECORD_SHIFTS)
  })
  return { browser, profiles }
}

/** Concurrent tests share the browser’s clipboard, so each page records what it copies. */
const RECORD_COPIES = `
  const { clipboard } = navigator
  const write = clipboard?.writeText.bind(clipboard)
  if (clipboard) clipboard.writeText = async text => {
    await write(text)
    globalThis.copied = text
  }`

/** Adds up a page’s layout shifts from the start of loading until its first use. */
const RECORD_SHIFTS = `{
  globalThis.shifted = 0
  const add = entries => { for (const { value } of entries) globalThis.shifted += value }
  const observer = new PerformanceObserver(list => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  globalThis.endShifts = () => {
    add(observer.takeRecords())
    observer.disconnect()
  }
  for (const use of ['pointerdown', 'keydown', 'input']) addEventListener(use, endShifts, { capture: true, once: true })
}`

/** The layout shift of a page’s first load; later shifts do not count. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate('(endShifts(), shifted)')
}

/** The text that a page copied last. */
export function copiedBy(page: Page): Promise<string> {
  return page.evaluate('copied')
}

function findChromium(): (() => Promise<Chromium>) | undefined {
  const { CHROMIUM } = process.env
  const executablePath = CHROMIUM === PACKAGED ? undefined : [CHROMIUM, ...PLACES].find(isExecutable)
  if (executablePath !== undefined) return async () => ({ executablePath, args: [] })
  return hasPackagedChromium() ? packagedChromium : undefined
}

/** A service reads `dist` at startup. */
function requireBuild(): void {
  const root = join(import.meta.dirname, '../..')
  if (!isBuilt(root, digestInputs(root))) throw new Error('dist was built of other sources: run npm run build first')
}

function isExecutable(path: string | undefined): path is string {
  try {
    accessSync(path ?? '', constants.X_OK)
    return true
  } catch {
    return false
  }
}
