import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { freeText, kept, optional, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now(), respondentLimit: 0 })
after(() => service.close())

const QUESTIONS = [
  freeText('What should change?', optional),
  rating('How safe is it to cycle?', optional),
  freeText('Anything else?', optional),
]

inBrowser('search on the dashboard', open => {
  test('answers to one question are listed with their times', async () => {
    const admin = await survey([
      ['more trees', null, 'thanks'],
      [null, 4, null],
      ['fewer cars', null, null],
    ])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await page.getByRole('button', { name: 'By question' }).press('Enter')
    // The number of answers is known before the answers are.
    await page.getByText('2 answers', { exact: true }).waitFor()
    const shown = async () => (await page.locator('.rows .text').allTextContents()).join()
    await until(async () => (await shown()) === 'fewer cars,more trees')
    assert.equal(await page.locator('.rows time[datetime]').count(), 2)
    assert.deepEqual(await page.getByLabel('Question').locator('option').allInnerTexts(), [
      'What should change?',
      'Anything else?',
    ])
    const asked = page.waitForResponse(/question=2/)
    await page.getByLabel('Question').selectOption('Anything else?')
    await asked
    await page.locator('.rows[aria-busy=false]').waitFor()
    await page.getByText('1 answer', { exact: true }).waitFor()
    assert.equal(await shown(), 'thanks')
    await kept(service, admin.id, ['no', null, null])
    await kept(service, admin.id, [null, null, 'well done'])
    await page.getByRole('button', { name: '2 new responses' }).click()
    await until(async () => (await shown()) === 'well done,thanks')
  })

  test('without a free-text question there is no search and no view switch', async () => {
    const admin = await newAdminClient(service, [rating()])
    await kept(service, admin.id, [7])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await page.getByText('7 of 10').waitFor()
    assert.equal(await page.getByRole('searchbox').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'By question' }).count(), 0)
  })

  test('matches are found in any case, marked and counted', async () => {
    const admin = await survey([
      ['Die Straße, STRASSE und strasse', null, null],
      [`${'before '.repeat(60)}🚲 a straße after`, null, null],
      ['nothing of it', 3, 'Ａ strasse'],
      ['nothing', null, null],
    ])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await page.getByLabel('Search text answers').pressSequentially('strasse ')
    await page.getByText('3 found', { exact: true }).waitFor()
    assert.deepEqual(await marked(page), ['strasse', 'straße', 'Straße', 'STRASSE', 'strasse'])
    assert.ok(await page.locator('mark').nth(1).isVisible())
    assert.match((await page.locator('.rows dd').nth(3).textContent()) ?? '', /^… .*🚲 a straße after$/)
    await page.getByRole('button', { name: 'By question' }).click()
    await page.getByText('2 found', { exact: true }).waitFor()
    assert.equal(await page.locator('.rows .text').first().textContent(), `${'before '.repeat(60)}🚲 a straße after`)
    await page.getByRole('searchbox').fill('🚲')
    await page.getByText('1 found', { exact: true }).waitFor()
    assert.deepEqual(await marked(page), ['🚲'])
    await page.getByRole('searchbox').fill('<mark>')
    await page.getByText('No results for “<mark>”.').waitFor()
    assert.equal(await page.locator('.rows > li').count(), 0)
    await page.getByRole('searchbox').fill('ａ  STRÄSSE')
    await page.getByText('1 found', { exact: true }).waitFor()
    assert.deepEqual(await marked(page), ['a straße'])
    await page.getByRole('searchbox').fill('')
    await page.getByText('4 answers', { exact: true }).waitFor()
    assert.deepEqual(await marked(page), [])
  })

  test('no request is sent while someone types', async () => {
    const admin = await survey([['a word', null, null]])
    const { page } = await open({ ownProfile: true })
    await page.clock.install()
    await openDashboard(page, service, admin, 'Responses')
    await page.locator('.rows > li').waitFor()
    const asked: (string | null)[] = []
    page.on('request', request => asked.push(new URL(request.url()).searchParams.get('text')))
    // The page’s clock stands still, so that a slow machine is not taken for a slow typist.
    await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1_000'))
    await page.getByRole('searchbox').pressSequentially('a word')
    await page.clock.resume()
    await page.getByText('1 found', { exact: true }).waitFor()
    // A request may be reported after its result is on the page.
    await until(() => asked.some(text => text !== null))
    assert.deepEqual(
      asked.filter(text => text !== null),
      ['a word'],
    )
  })

  test('a long search reports its progress and ends when another begins', async () => {
    const admin = await survey([['a needle', null, null]])
    await service.fillResponses(admin.id, 2_100, ['hay', null, null])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await page.locator('.rows > li').first().waitFor()
    const release = await hold(
      page,
      url => url.searchParams.get('text') === 'needle' && Number(url.searchParams.get('after')) > 0,
    )
    await page.getByRole('searchbox').fill('needle')
    await page.getByText('Searched 2,000 of 2,101…').waitFor()
    await page.getByRole('searchbox').fill('hay')
    await page.getByText('50 found so far', { exact: true }).waitFor()
    const late = page.waitForResponse(/text=needle/)
    release()
    await (await late).finished()
    await page.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    assert.equal(await page.locator('.search-status').innerText(), '50 found so far')
    assert.equal(await page.locator('.rows > li').count(), 50)
    await page.getByRole('searchbox').fill('needle')
    await page.getByText('1 found', { exact: true }).waitFor()
    assert.deepEqual(await marked(page), ['needle'])
  })
})

async function survey(answers: readonly (readonly unknown[])[]): Promise<AdminClient> {
  const admin = await newAdminClient(service, QUESTIONS)
  for (const each of answers) await kept(service, admin.id, each)
  return admin
}

function marked(page: Page): Promise<string[]> {
  return page.locator('.rows mark').allTextContents()
}

/** Holds requests back. @returns a function that releases them */
async function hold(page: Page, isHeld: (url: URL) => boolean): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(isHeld, async route => {
    await promise
    await route.continue()
  })
  return resolve
}
