import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newBrowser, submitForm } from '../../account/browser.ts'
import { choice } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { button, openApp, openDraft, saved, signIn, stored } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const QUESTIONS = [choice('Coming?', ['Yes', 'No'])]
const title = (page: Page) => page.getByLabel('Title', { exact: true })
const mainColour = (page: Page) => page.getByLabel('Main colour', { exact: true })
const question = (page: Page) => page.getByLabel('Question', { exact: true })

/** How many copies of unsaved content the browser keeps. */
const kept = (page: Page) =>
  page.evaluate(`Object.keys(localStorage).filter(name => name.startsWith('soundings unsaved')).length`)

const FULL_SESSION_STORAGE = `{
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = function (...pair) {
    if (this === sessionStorage) throw new DOMException('There is no room', 'QuotaExceededError')
    setItem.apply(this, pair)
  }
}`

inBrowser('nothing typed in the builder is lost', open => {
  test('without a network: kept in the browser, restored in a new tab, and saved when it is back', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: QUESTIONS })
    await page.route('**/app/api/drafts/**', route => route.abort())
    await question(page).fill('Are you coming?')
    await page.getByText('Not saved: kept in this browser').waitFor()
    assert.deepEqual((await stored(creator, id)).questions, QUESTIONS)
    const other = await creator.newTab()
    await other.goto(page.url())
    await other.getByText('Restored your unsaved changes.').waitFor()
    assert.equal(await question(other).inputValue(), 'Are you coming?')
    await saved(other)
    assert.deepEqual((await stored(creator, id)).questions, [choice('Are you coming?', ['Yes', 'No'])])
    // While still offline, since once online the next attempt may come before the click.
    await Promise.all([page.waitForRequest('**/app/api/drafts/**'), button(page, 'Try now').click()])
    await page.unroute('**/app/api/drafts/**')
    await saved(page)
    await page.reload()
    await until(async () => (await question(page).inputValue()) === 'Are you coming?')
  })

  test('in a full browser on a network that loses replies, what was saved is not taken for a change made elsewhere', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    await page.addInitScript(FULL_SESSION_STORAGE)
    const id = await openDraft(creator, service, { questions: QUESTIONS })
    await page.route('**/app/api/drafts/*', async route => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await title(page).fill('Lunch')
    await page.getByText('Not saved: kept in this browser').waitFor()
    await title(page).fill('Lunch on Mond')
    // A response still being truncated would be truncated after the reload.
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await until(async () => (await title(page).inputValue()) === 'Lunch on Mond')
    await saved(page)
    assert.equal((await stored(creator, id)).title, 'Lunch on Mond')
  })

  test('leaving at once by the back button or to another page', async () => {
    const creator = await openApp(service, open, { path: '/app/templates' })
    const { page } = creator
    await page.getByRole('heading', { name: 'Templates', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Use “Team lunch”' }).click()
    const slow = Promise.withResolvers<void>()
    await page.route('**/app/api/drafts/*', async route => {
      if (route.request().method() === 'PUT') await slow.promise
      await route.continue()
    })
    await Promise.all([page.waitForRequest('**/app/api/drafts/*'), title(page).fill('Lunch')])
    await title(page).fill('Lunch on Mond')
    await page.goBack()
    await page.getByRole('heading', { name: 'Templates', exact: true }).waitFor()
    await page.goForward()
    slow.resolve()
    await until(async () => (await title(page).inputValue()) === 'Lunch on Mond')
    await title(page).fill('Lunch on Monday')
    await saved(page)
    await page.unroute('**/app/api/drafts/*')
    await title(page).fill('Lunch on Tuesday')
    await page.goto(`${service.baseUrl}/app`)
    await page.getByRole('link', { name: /^Lunch on/ }).click()
    await until(async () => (await title(page).inputValue()) === 'Lunch on Tuesday')
  })

  test('the list has the last change of a draft, however soon it is opened', async () => {
    const creator = await openApp(service, open)
    const { page } = creator
    await openDraft(creator, service, { questions: QUESTIONS })
    await page.route('**/app/api/drafts/*', async route => {
      if (route.request().method() === 'PUT') await new Promise(resolve => setTimeout(resolve, 500))
      await route.continue()
    })
    await title(page).fill('Dinner')
    await page.getByRole('link', { name: 'Surveys' }).first().click()
    await page.locator('.survey-row', { hasText: 'Dinner' }).waitFor({ timeout: 10_000 })
  })

  test('two tabs: both versions are offered, and the choice can be undone [draft-revision]', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const theme = { primary: '#aa0000', background: '#ffffff' }
    const id = await openDraft(creator, service, { questions: QUESTIONS, theme })
    const other = await creator.newTab()
    await other.goto(page.url())
    for (const [tab, name, colour] of [
      [other, 'Dinner', '#00aa00'],
      [page, 'Breakfast', '#0000aa'],
    ] as const) {
      await button(tab, 'Theme').click()
      await mainColour(tab).fill(colour)
      await title(tab).fill(name)
      if (tab === other) await saved(tab)
    }
    await page.getByRole('heading', { name: 'This draft was changed in another tab' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const { x, width } = (await page.locator('.conflict > .notice').boundingBox()) ?? {}
    assert.deepEqual([x, width], [16, 358])
    await page.setViewportSize({ width: 1280, height: 800 })
    await assertWellMade(page, 'two versions')
    assert.equal((await stored(creator, id)).title, 'Dinner')
    await button(page, 'Use the other version').click()
    assert.deepEqual([await title(page).inputValue(), await mainColour(page).inputValue()], ['Dinner', '#00aa00'])
    await button(page, 'Undo').click()
    await saved(page)
    await until(async () => `${(await stored(creator, id)).title}` === 'Breakfast')
    await title(other).fill('Supper')
    await button(other, 'Keep my version').click()
    await saved(other)
    assert.equal((await stored(creator, id)).title, 'Supper')
    await creator.send('DELETE', `/drafts/${id}`)
    await title(page).fill('Brunch')
    await button(page, 'Save it as a new draft').click()
    await page.getByText('Saved as a new draft.').waitFor()
    assert.equal(await title(page).inputValue(), 'Brunch')
  })

  test('a page that cannot be loaded without a session says so once, with a sign-in button', async () => {
    const creator = await openApp(service, open, { path: '/app/templates' })
    const { page } = creator
    await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
    await submitForm(service, '/sign-out', {}, { cookie: creator.cookie })
    await page.getByRole('link', { name: 'Surveys' }).click()
    await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
    assert.equal((await page.locator('main').innerText()).match(/Sign in again to continue/g)?.length, 1)
    assert.equal(await page.getByRole('link', { name: 'Sign in again' }).getAttribute('href'), '/sign-in?next=%2Fapp')
    await assertWellMade(page, 'signed out page')
  })

  test('an expired session without room for a copy: the page says so, and asks before it is closed', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    await page.addInitScript(
      "Storage.prototype.setItem = () => { throw new DOMException('There is no room', 'QuotaExceededError') }",
    )
    await openDraft(creator, service, { questions: QUESTIONS })
    await submitForm(service, '/sign-out', {}, { cookie: creator.cookie })
    await title(page).fill('Typed without a session')
    await page.getByText('Signed out, and this browser has no room for a copy. Keep this page open.').waitFor()
    assert.doesNotMatch(await page.locator('body').innerText(), /kept/i)
    const asked = page.waitForEvent('dialog')
    const closed = page.close({ runBeforeUnload: true })
    const dialog = await asked
    assert.equal(dialog.type(), 'beforeunload')
    await Promise.all([dialog.dismiss(), closed])
    assert.equal(await title(page).inputValue(), 'Typed without a session')
  })

  test('signing out: other tabs show and keep nothing of a draft or a template any more', async () => {
    const creator = await openApp(service, open, { path: '/app/settings' })
    const { page, send } = creator
    const content = { questions: QUESTIONS, theme: null }
    const draft = await send('POST', '/drafts', { title: 'Team lunch', ...content })
    const template = await send('POST', '/templates', { name: 'Team lunch', ...content })
    const tabs: Page[] = []
    for (const path of [`drafts/${draft.body.id}`, `templates/${template.body.id}`]) {
      const tab = await creator.newTab()
      await tab.route(`**/app/api/${path}`, route =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      )
      await tab.goto(`${service.baseUrl}/app/${path}`)
      await tab.locator('.builder').waitFor()
      await question(tab).fill('Whose secret?')
      tabs.push(tab)
    }
    assert.equal(await kept(page), 2)
    await button(page, 'Sign out').click()
    await page.waitForURL('**/sign-in')
    for (const tab of tabs) {
      await tab.getByRole('heading', { name: 'You’re signed out' }).waitFor()
      assert.doesNotMatch(await tab.content(), /Whose secret|Team lunch/)
      await tab.unrouteAll()
      await tab.evaluate(`dispatchEvent(new Event('online'))`)
      await assertWellMade(tab, 'signed out in another tab')
    }
    assert.equal(await kept(page), 0)
  })

  test('an expired session: signed in again, work continues where it was', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: QUESTIONS })
    await submitForm(service, '/sign-out', {}, { cookie: creator.cookie })
    await title(page).fill('Typed without a session')
    await page.getByText('Signed out: kept in this browser').waitFor()
    await assertWellMade(page, 'signed out')
    await page.setViewportSize({ width: 375, height: 700 })
    const [text, link] = await Promise.all(['p', 'a'].map(tag => page.getByRole('alert').locator(tag).boundingBox()))
    assert.deepEqual([link?.x, link?.width], [text?.x, 343], 'the button is as wide as the phone')
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByLabel('E-mail address').fill(creator.email)
    await page.getByLabel('Password').fill(creator.password)
    await button(page, 'Sign in').click()
    await until(async () => (await title(page).inputValue()) === 'Typed without a session')
    await saved(page)
    const again = await newBrowser(service)
    assert.equal((await again.send('GET', `/drafts/${id}`)).status, 404, 'for others it is not there')
    await signIn(page, service, again)
    await page.goto(`${service.baseUrl}/app/drafts/${id}`)
    await page.getByRole('heading', { name: 'This draft is no longer here' }).waitFor()
    await page.getByRole('link', { name: 'Go to your surveys' }).waitFor()
    await page.getByRole('link', { name: 'Templates' }).waitFor()
  })
})
