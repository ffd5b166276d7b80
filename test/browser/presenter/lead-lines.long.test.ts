import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice, freeText } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { present, project, shown } from './presenter.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const QUESTIONS = [choice('Which falls first?', ['The hammer', 'The feather']), freeText('What would you change?')]

/** How wide the lines beside the time left are, in pixels. */
async function linesLeft(page: Page, place: string): Promise<number> {
  return Number.parseFloat(
    `${await page.evaluate(`getComputedStyle(document.querySelector('${place}'), '::after').width`)}`,
  )
}

/** Whether the picture below what a phone says shows a line of whoever reads it. */
async function hasOwnLine(phone: Page): Promise<boolean> {
  return (await phone.evaluate(`(([others, own]) => getComputedStyle(own).stroke !== getComputedStyle(others).stroke)(
    document.querySelectorAll('#pace + .leads path'))`)) as boolean
}

inBrowser('lead lines', open => {
  test('show a phone its answer only once that is sent, and are drawn in during the last minute', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', { paced: true })
    const phones = [(await open()).page, (await open()).page] as const
    const [answering, watching] = phones
    for (const phone of phones) {
      await phone.goto(`${service.baseUrl}/s/${admin.id}`)
      await phone.locator('.leads').waitFor()
      assert.equal(await hasOwnLine(phone), false, 'before the first question')
    }
    await admin.send('PATCH', '/presentation', { screen: '1', countdown: 4 })
    for (const phone of phones) {
      await phone.locator('#time').waitFor()
      assert.ok(await phone.locator('.leads').isHidden(), 'the question is in its place')
    }
    const most = await linesLeft(answering, '#time')
    await answering.getByText('The hammer').click()
    await answering.locator('#send').click()
    await answering.getByText('Sent. Look up.').waitFor()
    assert.equal(await hasOwnLine(answering), true, 'after the answer')
    await until(async () => (await linesLeft(watching, '#time')) < most)
    await until(async () => (await linesLeft(watching, '#time')) === 0)
    await admin.send('DELETE', '/presentation')
    await answering.getByText('This session is over.').waitFor()
    assert.ok(await answering.locator('.leads').isHidden(), 'links are in its place')
  })

  test('are beside the button on a phone that is held sideways, where they are seen with the question', async () => {
    const { page } = await open({ viewport: { width: 844, height: 390 } })
    const boxOf = async (element: string) => {
      const box = await page.locator(element).boundingBox()
      assert.ok(box !== null, element)
      return box
    }
    for (const language of ['en', 'ar']) {
      const admin = await newAdminClient(service, QUESTIONS)
      await admin.send('PATCH', '', { paced: true, language })
      await admin.send('PATCH', '/presentation', { screen: '1' })
      await page.goto(`${service.baseUrl}/s/${admin.id}`)
      await page.locator('#send').waitFor()
      const before = await boxOf('#send')
      await admin.send('PATCH', '/presentation', { screen: '1', countdown: 50 })
      await page.locator('#time').waitFor()
      assert.deepEqual(await boxOf('#send'), before, `${language}: the button stays`)
      const time = await boxOf('#time')
      assert.ok(time.y + time.height <= 390, `${language}: ${time.y + time.height}`)
      assert.equal(time.x > before.x, language === 'en')
    }
  })

  test('are let down by the first people who come and answer, and beside the time left on every screen', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    const { page: hall } = await open({ viewport: { width: 1920, height: 1080 } })
    const { page: remote } = await open()
    await present(page, service, admin)
    await hall.goto(await project(admin))
    const down = page.locator('.lead-lines [data-down=true]')
    assert.ok(await page.locator('.figures .lead-lines').isVisible())
    assert.equal(await down.count(), 0)
    await page.goto(`${service.baseUrl}/admin/${admin.id}/present#2`)
    await shown(page, 'What would you change?')
    const answered = async (answer: string) => {
      const body = { answers: ['The hammer', answer] }
      assert.equal((await call(service, 'POST', `/s/${admin.id}/responses`, { body })).status, 201)
    }
    await answered('More time')
    await answered('Nothing')
    await until(async () => (await down.count()) === 2)
    for (let person = 2; person < 9; person++) await answered(`Person ${person}`)
    await until(async () => (await down.count()) === 7)
    await admin.send('PATCH', '/presentation', { screen: '1', countdown: 50 })
    await remote.goto(`${(await admin.send('POST', '/remote')).body.url}`)
    for (const screen of [page, hall, remote]) {
      await screen.locator('.countdown').waitFor()
      assert.ok((await linesLeft(screen, '.countdown')) > 0, screen.url())
    }
  })
})
