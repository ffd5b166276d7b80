import assert from 'node:assert/strict'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

export interface ProfileOptions extends BrowserContextOptions {
  /**
   * For state that a profile keeps when it is emptied (clocks, scripts, listeners and permissions of all its pages),
   * and for tests that measure a page’s first load.
   */
  readonly ownProfile?: boolean
}

interface Profile {
  readonly options: string
  readonly context: BrowserContext
  /** Keeps the renderer process that all pages of a profile share: starting one takes as long as a short test. */
  readonly blank: Page
}

/** Upper bound on idle profiles, each of which is a process. */
const MAX_IDLE = 6

/**
 * The profiles of a browser. After a test, a profile is emptied, and reused by the next one that requests the same
 * options.
 */
export class Profiles {
  readonly #browser: Browser
  readonly #prepare: (context: BrowserContext) => Promise<void>
  /** The most recently used is last. */
  readonly #idle: Profile[] = []

  /** @param prepare prepares each new context */
  constructor(browser: Browser, prepare: (context: BrowserContext) => Promise<void>) {
    this.#browser = browser
    this.#prepare = prepare
  }

  /** @returns a context without traces of an earlier test, and how to return it */
  async take({ ownProfile, ...options }: ProfileOptions): Promise<[BrowserContext, release: () => Promise<void>]> {
    if (ownProfile) {
      const context = await this.#newContext(options)
      return [context, () => context.close()]
    }
    const profile = this.#takeIdle(JSON.stringify(options)) ?? (await this.#newProfile(options))
    return [profile.context, () => this.#release(profile)]
  }

  #takeIdle(options: string): Profile | undefined {
    const at = this.#idle.findLastIndex(profile => profile.options === options)
    return at === -1 ? undefined : this.#idle.splice(at, 1)[0]
  }

  async #newProfile(options: BrowserContextOptions): Promise<Profile> {
    const context = await this.#newContext(options)
    return { options: JSON.stringify(options), context, blank: await context.newPage() }
  }

  async #newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options)
    await this.#prepare(context)
    return context
  }

  async #release(profile: Profile): Promise<void> {
    await empty(profile)
    this.#idle.push(profile)
    if (this.#idle.length > MAX_IDLE) await this.#idle.shift()?.context.close()
  }
}

async function empty({ context, blank }: Profile): Promise<void> {
  await Promise.all(context.pages().map(page => page !== blank && page.close()))
  await context.unrouteAll()
  await context.setOffline(false)
  await context.clearCookies()
  const session = await context.newCDPSession(blank)
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
  await session.send('Network.clearBrowserCache')
  // Also clears the renderer’s memory cache.
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.detach()
  const hasClock = await blank.evaluate('"__pwClock" in globalThis')
  assert.equal(hasClock, false, 'a test that turns the clock of a page needs a profile of its own')
}
