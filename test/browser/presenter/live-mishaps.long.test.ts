import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice, freeText, optional, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { linkOf } from '../survey.ts'
import { assertInside, present, project, rowsOf, shown } from './presenter.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const QUESTIONS = [choice('Coming?', ['Yes', 'No']), rating('How was it?'), freeText('Why?', optional)]
const LAPTOP = { viewport: { width: 1280, height: 800 } }
const HOUR_MS = 60 * 60 * 1_000
const PHONE = { viewport: { width: 390, height: 844 } }

async function newRoom(): Promise<AdminClient> {
  const admin = await newAdminClient(service, QUESTIONS, { title: 'A lecture' })
  assert.equal((await admin.send('PATCH', '', { paced: true })).status, 200)
  return admin
}

const step = async (admin: AdminClient, body: object) =>
  assert.equal((await admin.send('PATCH', '/presentation', body)).status, 200)

inBrowser('a room in trouble', open => {
  test('a question that is removed while it is on the screen gives way to the start, and phones wait for the next one', async () => {
    const admin = await newRoom()
    const [{ page: presenter }, { page: projector }] = [await open(LAPTOP), await open(LAPTOP)]
    const [{ page: phone }, { page: idle }] = [await open(PHONE), await open(PHONE)]
    await present(presenter, service, admin)
    await projector.goto(await project(admin))
    for (const one of [phone, idle]) await one.goto(linkOf(service, admin.id))
    await step(admin, { screen: '3' })
    for (const screen of [presenter, projector]) await shown(screen, 'Why?')
    await phone.getByLabel('Why?').fill('Because')
    const left = QUESTIONS.slice(0, 2).map((question, index) => ({ ...question, index }))
    assert.equal((await admin.send('PATCH', '', { questions: left })).status, 200)
    for (const screen of [presenter, projector]) {
      await shown(screen, 'A lecture')
      await assertInside(screen)
    }
    await presenter.keyboard.press('r')
    await presenter.keyboard.press('ArrowRight')
    for (const screen of [presenter, projector]) await shown(screen, 'Coming?')
    await idle.getByRole('group', { name: 'Coming?' }).waitFor()
    await phone.getByRole('button', { name: 'Send' }).click()
    await phone.getByRole('group', { name: 'Coming?' }).waitFor()
    await phone.getByText('Typed for a question that has changed.').waitFor()
    assert.equal(await phone.getByRole('textbox').inputValue(), 'Because')
  })

  test('a presenter’s laptop that sleeps for an hour shows the room as it is when it wakes, and goes on from there', async () => {
    const admin = await newRoom()
    const { page: laptop } = await open({ ...LAPTOP, ownProfile: true })
    await laptop.clock.install()
    await present(laptop, service, admin)
    await laptop.keyboard.press('ArrowRight')
    await shown(laptop, 'Coming?')
    await until(async () => `${(await admin.send('GET', '/presentation')).body.screen}` === '1.1-2')
    // Its stream dies without a word, and so does the first attempt to open another one.
    const asked = Promise.withResolvers<void>()
    await laptop.route('**/events', () => asked.resolve(), { times: 1 })
    await laptop.evaluate('dispatchEvent(new Event("online"))')
    await asked.promise
    await step(admin, { screen: '2', revealed: true })
    await step(admin, { screen: '1', revealed: true })
    await step(admin, { screen: '3' })
    await shown(laptop, 'Coming?')
    await laptop.clock.fastForward('01:00:00')
    await until(async () => {
      await laptop.clock.runFor(1_000)
      return (await laptop.locator('h1').innerText()) === 'Why?'
    })
    await laptop.keyboard.press('ArrowLeft')
    await shown(laptop, 'How was it?')
    await laptop.keyboard.press('ArrowLeft')
    await shown(laptop, 'Coming?')
    await until(async () => (await rowsOf(laptop))[0]?.join() === 'Yes,0,0%')
    assert.deepEqual((await admin.send('GET', '/presentation')).body.revealed, [1, 0])
  })

  test('phones and screens whose clocks are wrong show the same time left', async () => {
    const admin = await newRoom()
    const link = await project(admin)
    await step(admin, { screen: '1', countdown: 90 })
    // The clock of the server stands still, and so do those of the pages, each somewhere else.
    const pages: Page[] = []
    for (const [hours, address] of [
      [-1, link],
      [0, linkOf(service, admin.id)],
      [26, linkOf(service, admin.id)],
    ] as const) {
      const { page } = await open({ ...PHONE, ownProfile: true })
      await page.clock.install({ time: service.clock.now() + hours * HOUR_MS })
      await page.clock.pauseAt(service.clock.now() + hours * HOUR_MS + 1_000)
      await page.goto(address)
      pages.push(page)
    }
    const allSay = async (left: string) => {
      for (const page of pages)
        await until(async () => (await page.locator('#time, [role=timer]').innerText()).endsWith(left))
    }
    await allSay('1:30')
    // All of them turn to the next second between these two moments.
    for (const [passed, left] of [
      [9_850, '1:21'],
      [300, '1:20'],
    ] as const) {
      for (const page of pages) await page.clock.runFor(passed)
      await allSay(left)
    }
  })
})
