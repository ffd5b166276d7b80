import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startService } from '../../harness.ts'
import { GROUPED, newGrouped } from '../../pages/grouped-survey.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { answer, assertInside, present, project, rowsOf, shown } from './presenter.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const LAPTOP = { viewport: { width: 1280, height: 720 } }
const HALL = { viewport: { width: 1920, height: 1080 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const DAYS = 'On which days were you there?'
/** What is shown as one has one screen. */
const SCREENS = [DAYS, 'Which other day?', 'How did you come?', 'How else?', 'How was it?', 'What did you like best?']

const FIRST = [
  ['Monday', null, null, 'Other', 'Sunday'],
  ['Other', 'On foot'],
  ['Good', 'Poor', null],
  ['2', null, '1'],
].flat()
const SECOND = [
  ['Monday', 'Wednesday', null, null, null],
  ['By train', null],
  ['Very good', 'Good', 'Fair'],
  ['3', '2', '1'],
].flat()

/** The cells of a chart, row by row. */
const cellsOf = (page: Page, chart: string) =>
  page.evaluate(
    `[...document.querySelectorAll('.${chart} tbody tr')].map(row => [...row.cells].map(cell => cell.textContent.trim()).join('|'))`,
  ) as Promise<string[]>

inBrowser('presenting groups', open => {
  const openRoom = async () => {
    const admin = await newGrouped(service, GROUPED)
    await answer(service, admin, FIRST)
    const [{ page: presenter }, { page: hall }, { page: remote }] = [
      await open(LAPTOP),
      await open(HALL),
      await open(PHONE),
    ]
    const errors = recordErrors(presenter, hall, remote)
    await present(presenter, service, admin)
    await hall.goto(await project(admin))
    await remote.goto(`${(await admin.send('POST', '/remote')).body.url}`)
    const all = [presenter, hall, remote]
    return {
      ...{ admin, presenter, hall, remote, errors },
      async allShow(heading: string) {
        for (const page of all) await shown(page, heading)
      },
      async allHave(chart: string, cells: string[]) {
        for (const page of all) await until(async () => (await cellsOf(page, chart)).join() === cells.join())
      },
      /** Rows that have changed their order have moved. */
      async loadAgain() {
        await Promise.all(all.map(page => page.reload()))
      },
      async assertAllWellMade(name: string) {
        for (const [what, page] of Object.entries({ presenter, hall, remote })) {
          await assertWellMade(page, `${name}: ${what}`)
          await assertInside(page)
        }
      },
    }
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()

  test('each is one screen on presenter, projector and remote, hidden until it is revealed, and live', async () => {
    const { admin, presenter, hall, remote, errors, allShow, allHave, loadAgain, assertAllWellMade } = await openRoom()
    await press(remote, 'Start')
    await press(remote, 'Next')
    await allShow(DAYS)
    await remote.getByText('Question 1 of 6 · hidden').waitFor()
    await remote.getByText('Next: Which other day?').waitFor()
    assert.equal(await hall.locator('.section-title').innerText(), 'Coming and going')
    assert.deepEqual(await rowsOf(hall), [
      ['Monday', '', ''],
      ['Wednesday', '', ''],
      ['Friday', '', ''],
      ['Other', '', ''],
    ])
    await hall.locator('.figures', { hasText: 'of 1 person' }).waitFor()
    await press(remote, 'Reveal')
    await allHave('bars', ['Monday|1|100%', 'Wednesday|0|0%', 'Friday|0|0%', 'Other|1|100%'])
    await answer(service, admin, SECOND)
    await allHave('bars', ['Monday|2|100%', 'Wednesday|1|50%', 'Friday|0|0%', 'Other|1|50%'])
    await hall.locator('.figures', { hasText: 'of 2 people' }).waitFor()
    await presenter.keyboard.press('o')
    await allHave('bars', ['Monday|2|100%', 'Wednesday|1|50%', 'Other|1|50%', 'Friday|0|0%'])
    await loadAgain()
    await allHave('bars', ['Monday|2|100%', 'Wednesday|1|50%', 'Other|1|50%', 'Friday|0|0%'])
    await assertAllWellMade('check-list')
    for (const heading of SCREENS.slice(1, 5)) {
      await press(remote, 'Next')
      await allShow(heading)
    }
    await remote.getByText('Question 5 of 6 · hidden').waitFor()
    assert.equal(await hall.locator('.section-title').innerText(), 'Looking back')
    const [, , long] = ['Food', 'Rooms', 'Talks about things that take a while to explain']
    await until(async () => (await cellsOf(hall, 'stacked')).join() === ['Food||||', 'Rooms||||', `${long}||||`].join())
    await assertAllWellMade('hidden grid')
    await press(remote, 'Reveal')
    await allHave('stacked', [
      'Food 2 answers|50%|50%|0%|0%',
      'Rooms 2 answers|0%|50%|0%|50%',
      `${long} 1 answer|0%|0%|100%|0%`,
    ])
    await assertAllWellMade('grid')
    await press(remote, 'Next')
    await allShow('What did you like best?')
    await until(async () => (await cellsOf(hall, 'ranks')).join() === 'Keynote||,Workshops||,Evening||')
    await press(remote, 'Reveal')
    await allHave('ranks', ['Evening|1.00|2', 'Workshops|2.00|0', 'Keynote|2.50|0'])
    await loadAgain()
    await allHave('ranks', ['Evening|1.00|2', 'Workshops|2.00|0', 'Keynote|2.50|0'])
    await remote.getByText('This is the last screen.').waitFor()
    await assertAllWellMade('ranking')
    for (const key of ['b', 'b', 'q', 'q', 'a', 'm', 'p', 'End', 'ArrowLeft']) await presenter.keyboard.press(key)
    await allShow('How was it?')
    assert.deepEqual(errors, [])
  })

  test('a session that stands on an inner question shows its group once there is one', async () => {
    const { admin, hall, remote, allShow } = await openRoom()
    await admin.send('PATCH', '', { groups: [] })
    await press(remote, 'Start')
    await admin.send('PATCH', '/presentation', { screen: '9' })
    await allShow('Rooms')
    await admin.send('PATCH', '', { groups: GROUPED.groups })
    await allShow('How was it?')
    assert.equal(await hall.locator('.stacked tbody tr').count(), 3)
    await press(remote, 'Back')
    await allShow('How else?')
  })

  test('at the presenter’s pace each question has its own screen', async () => {
    const admin = await newGrouped(service, GROUPED)
    await admin.send('PATCH', '', { paced: true })
    const { page } = await open(LAPTOP)
    await present(page, service, admin, '#9')
    await shown(page, 'Rooms')
    assert.equal(await page.locator('.section-title').count(), 0)
  })
})
