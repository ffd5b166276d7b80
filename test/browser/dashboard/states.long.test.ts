import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { board, choice, HOUR } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertStill, assertWellMade } from '../look.ts'
import { ask, newTalk, project } from '../presenter/presenter.ts'
import { goTo, openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

inBrowser('what a dashboard says of its survey', open => {
  test('closed, expired and taken down: why nobody can respond, and what to do [dashboard-read]', async () => {
    const admin = await newAdminClient(service, [choice()])
    const { page } = await open()
    await openDashboard(page, service, admin)
    const status = page.locator('.survey-status')
    const code = page.getByRole('img', { name: 'QR code for the public link' })
    await code.waitFor()
    await assertStill(page, 'open')
    await admin.send('PATCH', '', { status: 'closed' })
    await page.getByText('This survey is closed, so nobody can respond. Open it').waitFor()
    assert.equal(await code.count(), 0)
    await admin.send('PATCH', '', { status: 'open', expires_at: new Date(service.clock.now() + HOUR).toISOString() })
    await code.waitFor()
    service.clock.advance(2 * HOUR)
    await page.getByText('This survey has expired, so nobody can respond. Open it with a new deadline').waitFor()
    assert.match(await status.innerText(), /Expired\s.* at \d\d:\d\d/)
    await service.takeDown(admin.id, true)
    await page.getByText('has taken this survey down, so respondents can’t see it. Everything collected').waitFor()
    assert.match(await status.innerText(), /Taken down/)
    assert.equal(await page.getByRole('button', { name: 'Open survey' }).count(), 0)
    await goTo(page, 'Responses')
    await page.getByText('taken this survey down, so nobody can respond.').waitFor()
    await goTo(page, 'Settings')
    await page.getByText('so this link doesn’t work').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Download QR code' }).count(), 0)
    await assertWellMade(page, 'taken down')
    await service.takeDown(admin.id, false)
    await page.getByRole('button', { name: 'Open survey' }).waitFor()
  })

  test('content that failed to load can be reloaded, on the dashboard and in the presenter', async () => {
    const admin = await newAdminClient(service, [choice()], { title: 'Team lunch' })
    const { page } = await open()
    await openDashboard(page, service, admin)
    for (const path of ['', '/present']) {
      const survey = `${service.baseUrl}/admin/api/${admin.id}`
      await page.route(survey, route => route.fulfill({ status: 503, body: '{}' }))
      await page.goto(service.baseUrl)
      await page.goto(`${service.baseUrl}/admin/${admin.id}${path}`)
      await page.getByText('Something went wrong on the server. Try again in a moment.').waitFor()
      await page.unroute(survey)
      // The presenter retries by itself.
      if (path === '') await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Team lunch' }).waitFor()
    }
  })

  test('a page whose script does not load says what to do', async () => {
    const { page } = await open()
    await page.route('**/dashboard.js', route => route.abort())
    await page.goto(`${service.baseUrl}/admin/team-lunch`)
    const late = page.getByText('This page hasn’t loaded yet.')
    assert.equal(await late.isVisible(), false)
    await late.waitFor()
    await assertWellMade(page, 'without its script')
  })

  test('requests that fail temporarily while the page is open are retried automatically, even where nobody can reload', async () => {
    const admin = await newTalk(service)
    await ask(service, admin, 'Is it vegan?')
    const { page } = await open()
    const failed = new Set<string>()
    await page.route(/\/(?:arrivals|texts|compare|projected-texts|board\/4|qr\.svg)(?:\?|$)/, route => {
      const { pathname } = new URL(route.request().url())
      if (failed.has(pathname)) return route.continue()
      failed.add(pathname)
      return route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })
    })
    await openDashboard(page, service, admin)
    await page.locator('.arrivals svg').waitFor()
    await page.locator('.quotes').getByText('A text of the room').waitFor()
    await page.goto(await project(admin))
    await until(() => page.evaluate('document.querySelector(".qr")?.naturalWidth > 0'))
    await page.goto(`${page.url()}#5`)
    await page.getByText('Is it vegan?').waitFor()
    assert.ok(failed.size >= 5, [...failed].join())
  })

  test('a survey of boards alone counts questions and votes, and does not mention responses', async () => {
    const admin = await newAdminClient(service, [board('Ask the team')])
    const { page } = await open()
    await openDashboard(page, service, admin)
    await page.getByText('People ask and vote on the boards of this survey.').waitFor()
    await call(service, 'POST', `/s/${admin.id}/board/0`, { body: { text: 'Why?' } })
    await until(async () => /^1 question\s+0 votes/.test(await page.locator('.survey-status').innerText()))
    await goTo(page, 'Responses')
    await page.getByRole('link', { name: 'View the board' }).click()
    await page.getByText('Why?').waitFor()
  })

  test('on a phone all tabs are in sight, also with questions that wait, and forced colours mark the current one', async () => {
    const admin = await newAdminClient(service, [choice(), board('Your questions', { moderated: true })])
    await call(service, 'POST', `/s/${admin.id}/board/1`, { body: { text: 'Why?' } })
    const { page } = await open({ forcedColors: 'active' })
    await openDashboard(page, service, admin, 'Settings')
    const tabs = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
    await tabs.filter({ hasText: /^Board.*1/ }).waitFor()
    await assertWellMade(page, 'tabs on a phone')
    for (const width of [320, 375, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const boxes = await tabs.evaluateAll(links => links.map(link => link.getBoundingClientRect()))
      assert.equal(boxes.length, 5)
      for (const { left, right } of boxes) assert.ok(left >= 0 && right <= width, `${left} to ${right} of ${width} px`)
    }
    const line = (link: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('.views ${link}')).borderBottomColor`)
    assert.notEqual(await line('[aria-current]'), await line(':not([aria-current])'))
  })
})
