import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { STARTER_SURVEYS } from '../../../src/domain/surveys/starters/starter-surveys.ts'
import { submitForm } from '../../account/browser.ts'
import { choice, HOUR } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { button, openApp, saved, stored } from '../app.ts'
import { copiedBy, inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'

const LINKS = { imprintUrl: 'https://example.org/imprint', contact: 'surveys@example.org' }
const service = await startService({ now: Date.now(), siteLinks: LINKS })
after(() => service.close())

const rows = (page: Page) => page.locator('.survey-row')
const focusedText = (page: Page) => page.evaluate('document.activeElement.textContent.trim()')

inBrowser('the list of surveys', open => {
  test('with nothing: an example once, then what to do next', async () => {
    const { page, send } = await openApp(service, open)
    await page.locator('.builder').waitFor()
    await saved(page)
    await page.getByRole('link', { name: 'Surveys' }).click()
    await page.getByRole('button', { name: 'Delete draft “Team lunch on Friday”' }).click()
    await page.getByRole('heading', { name: 'Ask your first question' }).waitFor()
    await assertWellMade(page, 'empty')
    // A failed undo can be retried: only this page still has the draft.
    await page.context().setOffline(true)
    await button(page, 'Undo').click()
    await page.getByText('The server can’t be reached.').waitFor()
    await page.context().setOffline(false)
    await button(page, 'Undo').click()
    await page.getByRole('link', { name: 'Team lunch on Friday' }).waitFor()
    assert.equal((await send('GET', '/drafts')).body.drafts?.length, 1)
  })

  test('a starting point opens with all that it has', async () => {
    const creator = await openApp(service, open, { path: '/app/templates' })
    const { page } = creator
    await page.getByRole('heading', { name: 'Usability test' }).waitFor()
    assert.equal(await page.locator('.gallery .survey-picture').count(), 12)
    await assertWellMade(page, 'starting points')
    await button(page, 'Use “Course evaluation”').click()
    await page.locator('.builder').waitFor()
    const { title, questions, groups, question_settings, theme } = await stored(
      creator,
      page.url().split('/').at(-1) ?? '',
    )
    const expected = STARTER_SURVEYS.find(({ id }) => id === 'course-evaluation')
    assert.ok(expected)
    assert.deepEqual(
      { title, questions, groups, theme },
      {
        title: expected.title,
        questions: expected.questions,
        groups: expected.groups,
        theme: expected.theme,
      },
    )
    const words = [question_settings].flat().at(-1)
    assert.deepEqual(words, { scale_words: { lowest: 'Not at all', highest: 'Completely' } })
  })

  test('notices of one page do not appear on another', async () => {
    const { page } = await openApp(service, open)
    await page.locator('.builder').waitFor()
    await saved(page)
    await page.getByRole('link', { name: 'Surveys' }).click()
    await page.getByRole('button', { name: 'Delete draft “Team lunch on Friday”' }).click()
    await button(page, 'Undo').waitFor()
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
    assert.equal(await button(page, 'Undo').count(), 0)
  })

  test('on a laptop whose clock is a day ahead, a survey is open until its deadline, which can be today', async () => {
    const creator = await openApp(service, open, { subscribed: true, path: '', ownProfile: true })
    const { page } = creator
    const draft = { title: 'Lunch', questions: [choice()], theme: null }
    const { body } = await creator.send('POST', '/drafts', draft)
    const inTwoHours = new Date(service.clock.now() + 2 * HOUR).toISOString()
    await creator.send('POST', `/drafts/${body.id}/publish`, { slug: 'lunch-today', expires_at: inTwoHours })
    await page.clock.setFixedTime(Date.now() + 24 * HOUR)
    await page.goto(`${service.baseUrl}/app`)
    await rows(page).locator('.status', { hasText: 'Open' }).waitFor()
    await page.goto(`${service.baseUrl}/admin/lunch-today#settings`)
    await page.getByText(/^The deadline is /).waitFor()
  })

  test('500 surveys: tabs, search, keys and copied links', async t => {
    const creator = await openApp(service, open, { subscribed: true, path: '' })
    const { page, accountId } = creator
    await service.fillSurveys(accountId, 500)
    await creator.send('POST', '/drafts', { title: 'Wie war die Crème brûlée?', questions: [], theme: null })
    await page.goto(`${service.baseUrl}/app`)
    const loading = await timeOf(page, () => rows(page).first().waitFor())
    assert.equal(await rows(page).count(), 501)
    assert.match(await rows(page).first().innerText(), /Draft\s+–\s+0 questions, changed (?:just now|\d min ago)/)
    assert.equal(await page.locator('.survey-link span').first().getAttribute('lang'), 'de')
    await page.keyboard.press('/')
    const typing = await timeOf(page, async () => {
      await page.keyboard.type('survey 49')
      await until(async () => (await rows(page).count()) === 15)
    })
    t.diagnostic(`first row after ${loading} ms, nine keys of a search ${typing} ms`)
    const tabs = (await page.locator('.quiet-tabs button').allTextContents()).join()
    assert.equal(tabs, 'All 15,Open 15,Closed 0,Archived 0,Drafts 0')
    await assertWellMade(page, 'surveys')
    assert.equal(await page.locator('.late').evaluate(one => one.getBoundingClientRect().height), 0)
    await page.setViewportSize({ width: 320, height: 640 })
    const ends = await page.locator('.tab-count').evaluateAll(all => all.map(one => one.getBoundingClientRect().right))
    assert.ok(Math.max(...ends) <= 320, `counts end at ${ends.join(', ')} px`)
    await assertWellMade(page, 'surveys at 320 px')
    const tops = await page
      .locator('.quiet-tabs, #search, .survey-rows')
      .evaluateAll(parts => parts.map(part => part.getBoundingClientRect().top))
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
      'keys move down the page',
    )
    await page.setViewportSize({ width: 768, height: 1024 })
    const title = await page.locator('.survey-link').first().boundingBox()
    assert.ok((title?.width ?? 0) > 500, `a title of ${title?.width} px on a tablet`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    assert.equal(await focusedText(page), 'Survey 498')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('creme')
    await page.getByRole('link', { name: 'Wie war die Crème brûlée?' }).waitFor()
    await page.getByLabel('Search surveys').fill('nothing like it')
    await page.getByText('Nothing matches “nothing like it”.').waitFor()
    await button(page, 'Clear search').click()
    await button(page, 'Closed 0').click()
    await page.getByText('No survey is closed.').waitFor()
    await page.getByRole('button', { name: /^Open/ }).click()
    await rows(page).first().hover()
    await page.getByRole('button', { name: 'Copy link of “Survey 499”' }).click()
    await page.getByText('Link copied.').waitFor()
    assert.match(await copiedBy(page), /^http.*\/s\/[a-z-]+$/)
    await rows(page).getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/**')
    await page.goBack()
    await rows(page).first().waitFor()
    await page.keyboard.press('n')
    await page.waitForURL('**/app/drafts/**')
    await until(async () => (await page.evaluate('document.activeElement.id')) === 'title')
  })

  test('drafts have no responses in the column of responses, and stand below the same headings as surveys', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    await service.fillSurveys(creator.accountId, 1)
    const questions = [choice('Coming?'), choice('Hungry?'), choice('Late?')]
    await creator.send('POST', '/drafts', { title: 'Lunch', questions, theme: null })
    await page.goto(`${service.baseUrl}/app`)
    await rows(page).nth(1).waitFor()
    const cellsOf = (title: string) => rows(page).filter({ hasText: title }).locator('.row-count, .row-last')
    const [count, last] = await cellsOf('Lunch').allInnerTexts()
    assert.equal(count, '–')
    assert.match(last ?? '', /^3 questions, changed (?:just now|\d min ago)$/)
    const leftsOf = (parts: Locator) => parts.evaluateAll(all => all.map(one => one.getBoundingClientRect().left))
    const headings = (await leftsOf(page.locator('.survey-columns > *'))).slice(-2)
    assert.deepEqual([await leftsOf(cellsOf('Lunch')), await leftsOf(cellsOf('Survey 0'))], [headings, headings])
  })

  test('after returning from a survey or a draft, or reloading, the list is as it was left', async () => {
    const creator = await openApp(service, open, { subscribed: true, path: '' })
    const { page, accountId } = creator
    await service.fillSurveys(accountId, 200)
    await creator.send('POST', '/drafts', { title: 'Draft of survey 9', questions: [], theme: null })
    await page.goto(`${service.baseUrl}/app`)
    const isAsLeft = async (focused: string) => {
      await until(async () => (await focusedText(page)) === focused)
      assert.equal(await page.getByLabel('Search surveys').inputValue(), 'survey 9')
      assert.match(await page.locator('.quiet-tabs [aria-pressed=true]').innerText(), /^Open/)
      const { y = -1 } = (await rows(page).getByRole('link', { name: focused, exact: true }).boundingBox()) ?? {}
      assert.ok(y >= 0 && y < 400, `${focused} stands at ${y}`)
    }
    await page.setViewportSize({ width: 1280, height: 400 })
    await page.getByLabel('Search surveys').fill('survey 9')
    await page.getByRole('button', { name: /^Open/ }).click()
    for (const way of ['history', 'link'] as const) {
      await page.getByRole('link', { name: 'Survey 9', exact: true }).click()
      await page.waitForURL('**/admin/**')
      if (way === 'history') await page.goBack()
      else await page.getByRole('link', { name: 'Surveys', exact: true }).click()
      await isAsLeft('Survey 9')
    }
    await page.reload()
    await isAsLeft('Survey 9')
    await button(page, 'Drafts 1').click()
    for (const way of ['history', 'link'] as const) {
      await page.getByRole('link', { name: 'Draft of survey 9' }).click()
      await page.locator('.builder').waitFor()
      if (way === 'history') await page.goBack()
      else await page.getByRole('link', { name: 'Surveys', exact: true }).click()
      await until(async () => (await focusedText(page)) === 'Draft of survey 9')
      assert.equal(await rows(page).count(), 1)
    }
    await page.getByRole('link', { name: 'Surveys', exact: true }).click()
    await button(page, 'All 201').waitFor()
    assert.equal(await page.getByLabel('Search surveys').inputValue(), '')
  })

  test('a cached list says at once that it may be out of date', async () => {
    const { page, send } = await openApp(service, open, { path: '' })
    await send('POST', '/drafts', { title: 'Retro', questions: [], theme: null })
    await page.goto(`${service.baseUrl}/app`)
    await rows(page).first().waitFor()
    const goTo = (name: string) => page.getByRole('link', { name, exact: true }).click()
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const old = page.getByText('This list may be out of date.')
    await goTo('Templates')
    await heading('Templates')
    await page.getByText('You have no templates yet').waitFor()
    await page.route('**/app/api/{surveys,templates}', route => route.abort())
    for (const name of ['Surveys', 'Templates']) {
      await goTo(name)
      await heading(name)
      await old.waitFor()
    }
    await page.unroute('**/app/api/{surveys,templates}')
    await goTo('Surveys')
    await heading('Surveys')
    await old.waitFor({ state: 'detached' })
  })

  test('on a slow network a survey is started once; without one the list says that it may be out of date', async () => {
    const { page, send } = await openApp(service, open, { path: '', ownProfile: true })
    await send('POST', '/drafts', { title: 'Retro', questions: [], theme: null })
    await page.clock.install()
    await page.goto(`${service.baseUrl}/app`)
    await rows(page).first().waitFor()
    await page.route('**/app/api/surveys', route => route.abort())
    await page.clock.runFor(31_000)
    await page.getByText('This list may be out of date.').waitFor()
    await assertWellMade(page, 'out of date')
    await page.unroute('**/app/api/surveys')
    await page.clock.runFor(31_000)
    await page.getByText('This list may be out of date.').waitFor({ state: 'detached' })
    // People who return to the tab need not wait for the next interval.
    await Promise.all([
      page.waitForResponse('**/app/api/surveys'),
      page.evaluate('document.dispatchEvent(new Event("visibilitychange"))'),
    ])
    const slow = Promise.withResolvers<void>()
    await page.route('**/app/api/drafts', route => slow.promise.then(() => route.continue()))
    await button(page, 'New survey').click()
    await button(page, 'New survey').and(page.locator('[aria-disabled=true]')).waitFor()
    await page.keyboard.press('n')
    slow.resolve()
    await page.waitForURL('**/app/drafts/**')
    assert.equal((await send('GET', '/drafts')).body.drafts?.length, 2)
  })

  test('people who are not signed in are asked to sign in, and led back', async () => {
    const { page } = await open()
    await page.goto(`${service.baseUrl}/app/settings`)
    await page.waitForURL('**/sign-in**')
    const creator = await openApp(service, open, { path: '' })
    await page.getByLabel('E-mail address').fill(creator.email)
    await page.getByLabel('Password').fill(creator.password)
    await button(page, 'Sign in').click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    const { cookie } = creator
    assert.equal((await submitForm(service, '/sign-out', {}, { cookie })).status, 303)
  })
})

async function timeOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  const startedAt = Number(await page.evaluate('performance.now()'))
  await act()
  return Math.round(Number(await page.evaluate('performance.now()')) - startedAt)
}
