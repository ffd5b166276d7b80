import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { button, openApp, openDraft, saved, stored } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { openDashboard } from '../dashboard/dashboard.ts'
import { assertWellMade } from '../look.ts'
import { linkOf, thanked } from '../survey.ts'
import { PHONE } from '../touch.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const QUESTIONS = [choice('Which?', ['Tea', 'Coffee'])]
const WHY = 'Why we ask: https://example.org/why.'

inBrowser('introduction and thanks', open => {
  test('are written in the builder, shown in its preview, and read by respondents', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: QUESTIONS })
    await button(page, 'Introduction…').click()
    await page.locator('#survey-introduction:focus').waitFor()
    await page.keyboard.type(`${WHY} \n\n`)
    await page.getByLabel('Thanks', { exact: true }).fill('Bye')
    await assertWellMade(page, 'introduction and thanks in the builder')
    await saved(page)
    assert.deepEqual((await stored(creator, id)).texts, { introduction: WHY, thanks: 'Bye' })
    await page.frameLocator('.phone iframe:not(.loading)').getByText('Why we ask').waitFor()
    await page.reload()
    await page.locator('.outline-row').filter({ hasText: 'Why we ask' }).waitFor()
    await page.locator('.outline-row').filter({ hasText: 'Bye' }).click()
    await page.getByLabel('Thanks', { exact: true }).fill(' ')
    await saved(page)
    assert.deepEqual((await stored(creator, id)).texts, { introduction: WHY })
  })

  test('can be read and followed on a phone, and give way to the receipt', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', { texts: { introduction: WHY, thanks: 'Look at https://example.org/next' } })
    const { page } = await open(PHONE)
    await page.goto(linkOf(service, admin.id))
    const introduction = page.getByText('Why we ask')
    const link = introduction.getByRole('link', { name: 'https://example.org/why', exact: true })
    assert.equal(await link.getAttribute('target'), '_blank')
    await assertWellMade(page, 'a survey with an introduction')
    await page.getByText('Tea').click()
    await page.getByRole('button', { name: 'Send' }).click()
    await thanked(page)
    await page.getByRole('link', { name: 'https://example.org/next' }).waitFor()
    await introduction.waitFor({ state: 'hidden' })
    await assertWellMade(page, 'a receipt with thanks')
  })

  test('are changed on the dashboard, where undo brings the earlier ones back', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', { texts: { introduction: WHY } })
    const { page } = await open({})
    await openDashboard(page, service, admin, 'Settings')
    await button(page, 'Save texts').click()
    await page.getByText('Nothing has changed.').waitFor()
    assert.equal(await page.getByLabel('Introduction', { exact: true }).inputValue(), WHY)
    await page.getByLabel('Introduction', { exact: true }).fill('')
    await page.getByLabel('Thanks', { exact: true }).fill('Bye')
    await button(page, 'Save texts').click()
    await page.getByText('Introduction and thanks are saved.').waitFor()
    assert.deepEqual((await admin.get()).texts, { thanks: 'Bye' })
    await button(page, 'Undo').click()
    await until(async () => JSON.stringify((await admin.get()).texts) === JSON.stringify({ introduction: WHY }))
    await until(async () => (await page.getByLabel('Introduction', { exact: true }).inputValue()) === WHY)
    await assertWellMade(page, 'introduction and thanks in the settings')
  })

  test('are kept while another view is open, and replace those of somebody else only once these have been shown', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    const { page } = await open({})
    await openDashboard(page, service, admin, 'Settings')
    const introduction = page.getByLabel('Introduction', { exact: true })
    await introduction.fill('Mine')
    await page.getByRole('link', { name: 'Questions', exact: true }).click()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    assert.equal(await introduction.inputValue(), 'Mine')
    await admin.send('PATCH', '', { texts: { introduction: WHY } })
    const notice = page.getByRole('status').filter({ hasText: 'Someone else saved other texts' })
    await notice.getByText(WHY.split('\n')[0] ?? '').waitFor()
    await assertWellMade(page, 'texts of somebody else in the settings')
    await button(page, 'Use the other texts').click()
    assert.equal(await introduction.inputValue(), WHY)
    await introduction.fill('Mine')
    await page.route(
      url => url.pathname === `/admin/api/${admin.id}`,
      async route => {
        if (route.request().method() === 'PATCH') await admin.send('PATCH', '', { texts: { thanks: 'Theirs' } })
        await route.continue()
      },
      { times: 2 },
    )
    await button(page, 'Save texts').click()
    await notice.getByText('Theirs').waitFor()
    assert.deepEqual((await admin.get()).texts, { thanks: 'Theirs' })
    await page.unrouteAll()
    await button(page, 'Save texts').click()
    await page.getByText('Introduction and thanks are saved.').waitFor()
    assert.deepEqual((await admin.get()).texts, { introduction: 'Mine' })
  })

  test('stay with the phase of a session that a presenter conducts', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', { texts: { introduction: WHY, thanks: 'Bye' }, paced: true })
    const { page } = await open(PHONE)
    await page.goto(linkOf(service, admin.id))
    const introduction = page.getByText('Why we ask')
    const thanks = page.getByText('Bye')
    await introduction.waitFor()
    assert.equal(await thanks.isVisible(), false)
    await admin.send('PATCH', '/presentation', { screen: '1' })
    await page.getByText('Tea').click()
    assert.equal(await introduction.isVisible(), false)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Sent. Look up.').waitFor()
    assert.deepEqual([await introduction.isVisible(), await thanks.isVisible()], [false, false])
    await admin.send('DELETE', '/presentation')
    await thanks.waitFor()
    assert.equal(await introduction.isVisible(), false)
  })
})
