import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startService } from '../harness.ts'
import { WAIT_MS } from '../until.ts'
import { inBrowser, type Open } from './chromium.ts'
import { Profiles } from './profiles.ts'

const service = await startService()
after(() => service.close())
/** Two origins, of which each has its own storage. */
const PAGES = [service.baseUrl, service.baseUrl.replace('127.0.0.1', 'localhost')].map(origin => `${origin}/docs`)

const LEAVE_TRACES = `(async () => {
  localStorage.trace = sessionStorage.trace = document.cookie = 'trace=1'
  await caches.open('trace')
  await new Promise(done => indexedDB.open('trace').onsuccess = done)
})()`
const FIND_TRACES = `(async () => ({
  local: Object.keys(localStorage),
  session: Object.keys(sessionStorage),
  cookies: document.cookie,
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).map(({ name }) => name),
  cached: performance.getEntriesByType('resource').filter(one => one.transferSize === 0).map(one => one.name),
}))()`
const NO_TRACES = { local: [], session: [], cookies: '', caches: [], databases: [], cached: [] }

inBrowser('profiles of tests', open => {
  test('a reused profile has no traces of the previous test', async () => {
    const profiles = await newProfiles(open)
    const [context, release] = await profiles.take({})
    const page = await context.newPage()
    for (const url of PAGES) await leaveTraces(page, url)
    await context.route('**', route => route.abort())
    await context.setOffline(true)
    await release()
    const [again, end] = await profiles.take({})
    assert.equal(again, context)
    const next = await again.newPage()
    for (const url of PAGES) {
      await next.goto(url)
      assert.deepEqual(await next.evaluate(FIND_TRACES), NO_TRACES, url)
    }
    assert.equal(await next.evaluate('navigator.onLine'), true)
    await end()
  })

  test('a profile is reused only with the same options, and never if a test asks for a separate one', async () => {
    const profiles = await newProfiles(open)
    const [first, release] = await profiles.take({})
    await release()
    const [wide, endWide] = await profiles.take({ viewport: { width: 1280, height: 800 } })
    const [own, endOwn] = await profiles.take({ ownProfile: true })
    assert.equal(new Set([first, wide, own]).size, 3)
    await Promise.all([endWide(), endOwn()])
    assert.equal((await profiles.take({}))[0], first)
  })

  test('a test that changes the clock of a shared profile fails', async () => {
    const [context, release] = await (await newProfiles(open)).take({})
    await context.clock.install()
    await assert.rejects(release, /needs a profile of its own/)
  })
})

async function newProfiles(open: Open): Promise<Profiles> {
  const browser = (await open()).context.browser()
  assert.ok(browser)
  return new Profiles(browser, async context => context.setDefaultTimeout(WAIT_MS))
}

async function leaveTraces(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.evaluate(LEAVE_TRACES)
}
