import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, choice, rating } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { button, openApp, saved } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { linkOf, send } from '../survey.ts'
import { answer, present, project, rowsOf, shown } from './presenter.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const QUESTIONS = [choice('Where to?', ['Park', 'Lake']), choice('Which is right?', ['This', 'That']), rating('How?')]
const SETTINGS = { paced: true, share_results: 'when_revealed', revealed_at_once: true }
const RIGHT = { question_settings: [null, { right: { options: [0] } }] }
/** Records from when the presenter's view is there whether it has ever said that results are hidden. */
const WATCH_HIDDEN = `
  globalThis.wasHidden = false
  const watch = () => {
    if (document.querySelector('.figures')?.innerText.includes('results hidden')) wasHidden = true
    requestAnimationFrame(watch)
  }
  watch()`

inBrowser('results that are shown as they come in', open => {
  test('are a choice beside the pace, when publishing and afterwards, also once somebody has answered [revealed-at-once]', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const content = { title: 'Trip', questions: QUESTIONS, theme: null }
    const { id } = bodyOf<{ id: string }>(await creator.send('POST', '/drafts', content), 201)
    await page.goto(`${service.baseUrl}/app/drafts/${id}`)
    await button(page, 'Publish').click()
    const choice = page.getByRole('checkbox', { name: 'The screen shows results as they come in' })
    assert.equal(await choice.isChecked(), false)
    await choice.check()
    await assertWellMade(page, 'the sheet for publishing')
    await button(page, 'Cancel').click()
    await saved(page)
    await page.reload()
    await button(page, 'Publish').click()
    assert.equal(await choice.isChecked(), true)
    await page.getByLabel('Link', { exact: true }).fill('our-trip')
    await page.getByText('This link is free.').waitFor()
    await button(page, 'Publish now').click()
    await page.getByRole('link', { name: 'Open dashboard' }).click()
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
    assert.equal(await choice.isChecked(), true)
    const body = { answers: ['Park', 'This', 3] }
    assert.equal((await call(service, 'POST', '/s/our-trip/responses', { body })).status, 201)
    await page.getByText('It stays as it is, because there are responses.').waitFor()
    await choice.uncheck()
    await page.getByText('The screen shows results when you reveal them.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(() => choice.isChecked())
    await assertWellMade(page, 'the settings')
  })

  test('grow on every screen from the first answer on, without having been hidden, until R hides them [revealed-at-once]', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', { ...SETTINGS, paced: false, ...RIGHT })
    const screens = [(await open()).page, (await open({ viewport: { width: 1920, height: 1080 } })).page] as const
    const [presenter, hall] = screens
    await present(presenter, service, admin)
    await hall.goto(await project(admin))
    for (const screen of screens) await screen.evaluate(WATCH_HIDDEN)
    await presenter.keyboard.press('ArrowRight')
    for (const screen of screens) {
      await shown(screen, 'Where to?')
      await until(async () => (await rowsOf(screen))[1]?.join() === 'Lake,0,0%')
    }
    await answer(service, admin, ['Lake', 'This', 3])
    for (const screen of screens) {
      await until(async () => (await rowsOf(screen))[1]?.join() === 'Lake,1,100%')
      assert.equal(await screen.evaluate('wasHidden'), false)
    }
    await presenter.keyboard.press('r')
    for (const screen of screens) await screen.getByText('results hidden', { exact: true }).waitFor()
    await presenter.keyboard.press('ArrowRight')
    for (const screen of screens) {
      await shown(screen, 'Which is right?')
      await screen.getByText('results hidden', { exact: true }).waitFor()
    }
    await presenter.keyboard.press('ArrowLeft')
    for (const screen of screens) await screen.getByText('results hidden', { exact: true }).waitFor()
    await presenter.keyboard.press('r')
    for (const screen of screens) await until(async () => (await rowsOf(screen))[1]?.join() === 'Lake,1,100%')
  })

  test('come to phones with the question, and only who has answered sees them [revealed-at-once, paced-results]', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', SETTINGS)
    await admin.send('PATCH', '/presentation', { screen: '1' })
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    await page.goto(linkOf(service, admin.id))
    await page.getByRole('radio', { name: 'Lake' }).check()
    for (let person = 0; person < 5; person++) await answer(service, admin, ['Park', null, null])
    const { page: late } = await open({ viewport: { width: 390, height: 844 } })
    await late.goto(linkOf(service, admin.id))
    await late.getByRole('radio', { name: 'Lake' }).waitFor()
    await send(page)
    await page.locator('#result').getByText('Park').waitFor()
    for (let person = 0; person < 5; person++) await answer(service, admin, ['Park', null, null])
    await page.locator('#result tr', { hasText: 'Park' }).getByText('10', { exact: true }).waitFor()
    assert.ok(await late.locator('#result').isHidden(), 'who can still answer sees no result')
  })
})
