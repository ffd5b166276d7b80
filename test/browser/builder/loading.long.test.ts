import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { button, openApp, openDraft } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

/** The scripts that a page has requested, and those in its markup, which are loaded at the same time. */
const SCRIPTS = `({
  asked: performance.getEntriesByType('resource').map(({ name }) => name).filter(name => name.endsWith('.js')).toSorted(),
  named: [...document.querySelectorAll('script, link[rel=modulepreload]')].map(({ src, href }) => src || href).toSorted(),
})`

inBrowser('loading the application', open => {
  test('a page loads the scripts in its markup, and no others', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, {})
    for (const path of [
      `/app/drafts/${id}`,
      '/app/templates/1',
      '/app/published/1',
      '/app/settings',
      '/app/templates',
    ]) {
      await page.goto(service.baseUrl + path)
      await page.locator('h1, #title').first().waitFor()
      const scripts = async () => (await page.evaluate(SCRIPTS)) as Record<'asked' | 'named', string[]>
      // A preloaded script may arrive after the heading is shown.
      await until(async () => (await scripts()).asked.length >= (await scripts()).named.length)
      const { asked, named } = await scripts()
      assert.ok(named.length >= 3, path)
      // These come after the builder is there, which does not wait for them.
      const needed = asked.filter(script => !/\/app-(?:draft-language|outline-drag)\.js$/.test(script))
      assert.deepEqual(needed, named, path)
    }
  })

  test('a script that cannot be loaded is reported, and works once it can be', async () => {
    const { page } = await openApp(service, open, { path: '/app/templates' })
    await page.getByRole('heading', { name: 'Good starting points' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await assertWellMade(page, 'a page that is missing')
    await button(page, 'Try again').click()
    await page.getByText('The server can’t be reached.').waitFor()
    await page.context().setOffline(false)
    await page.route('**/app/api/sessions', route => route.abort())
    await button(page, 'Try again').click()
    const sessions = page.getByRole('region', { name: 'Where you’re signed in' })
    await sessions.getByText('The server can’t be reached.').waitFor()
    await page.unroute('**/app/api/sessions')
    await sessions.getByRole('button', { name: 'Try again' }).click()
    await sessions.getByText('This browser').waitFor()
  })

  test('a list that failed to load can be retried; people who have left it meanwhile are not redirected', async () => {
    const { page, send } = await openApp(service, open, { path: '/app/templates' })
    const left = Promise.withResolvers<void>()
    await page.route('**/app/api/surveys', route => left.promise.then(() => route.continue()))
    const asked = page.waitForRequest('**/app/api/surveys')
    await page.getByRole('link', { name: 'Surveys', exact: true }).click()
    await page.locator('.waiting').waitFor()
    await asked
    await page.getByRole('link', { name: 'Templates' }).click()
    const answered = page.waitForResponse('**/app/api/surveys')
    left.resolve()
    await answered
    await page.unroute('**/app/api/surveys')
    await page.route('**/app/api/drafts', route => route.abort())
    await page.reload()
    await page.getByRole('link', { name: 'Surveys', exact: true }).click()
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    assert.deepEqual((await send('GET', '/drafts')).body.drafts, [])
    await page.unroute('**/app/api/drafts')
    await button(page, 'Try again').click()
    await page.getByLabel('Title', { exact: true }).waitFor()
    assert.equal((await send('GET', '/drafts')).body.drafts?.length, 1, 'an example to begin with')
  })
})
