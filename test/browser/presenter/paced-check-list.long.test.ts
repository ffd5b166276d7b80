import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice, freeText, optional, rating, requiredWhen } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { linkOf, send } from '../survey.ts'
import { answer, assertInside, present, project, rowsOf, shown } from './presenter.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const TALKS = [
  rating('How awake are you?'),
  ...['Bees', 'Tides', 'Other'].map(option => choice('Which talks do you want?', [option], optional)),
  freeText('Which other one?', requiredWhen('all', [3, 'Other'])),
]

inBrowser('a check-list at the presenter’s pace', open => {
  test('is one step: kept over a reload, sent at once, and not asked again at its other options', async () => {
    const admin = await newAdminClient(service, TALKS, { title: 'Evening' })
    const groups = [{ kind: 'check_list', from: 1, to: 4, max: 2 }]
    assert.equal((await admin.send('PATCH', '', { paced: true, groups })).status, 200)
    const step = async (screen: string) =>
      assert.equal((await admin.send('PATCH', '/presentation', { screen })).status, 200)
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    const errors = recordErrors(page)
    const asked = () => page.locator('form > fieldset:visible legend').allInnerTexts()
    const asks = (text: string) => until(async () => (await asked()).join() === text)
    await step('2')
    await page.goto(linkOf(service, admin.id))
    await asks('Which talks do you want?')
    await page.getByRole('checkbox', { name: 'Bees' }).check()
    await page.getByRole('checkbox', { name: 'Other' }).check()
    await assertWellMade(page, 'a check-list')
    await page.getByRole('checkbox', { name: 'Bees' }).uncheck()
    await page.getByRole('checkbox', { name: 'Other' }).uncheck()
    await send(page)
    await page.getByText('An answer is required.').first().waitFor()
    await page.getByRole('checkbox', { name: 'Bees' }).check()
    await page.getByRole('checkbox', { name: 'Other' }).check()
    await page.reload()
    await asks('Which talks do you want?')
    assert.equal(await page.getByRole('checkbox', { name: 'Bees' }).isChecked(), true)
    await page.getByRole('textbox').fill('Mosses')
    // What somebody has begun stays until it is sent.
    await step('1')
    await page.getByText('The presenter has gone on.').waitFor()
    await send(page)
    await asks('How awake are you?')
    await step('4')
    await page.locator('#pace').getByText('Sent. Look up.').waitFor()
    assert.deepEqual(await asked(), [])
    const { responses } = await admin.get<{ responses: { answers: unknown[] }[] }>('/responses')
    assert.deepEqual(
      responses.map(({ answers }) => answers),
      [[null, 'Bees', null, 'Other', 'Mosses']],
    )
    assert.deepEqual(errors, [])
  })

  test('is one screen of the room, whose right options are marked at the reveal, and one result on phones', async () => {
    const admin = await newAdminClient(service, TALKS, { title: 'Evening' })
    const groups = [{ kind: 'check_list', from: 1, to: 4 }]
    const question_settings = [null, { right: { options: [0] } }, null, { right: { options: [0] } }]
    const settings = { paced: true, groups, question_settings, share_results: 'when_revealed' }
    assert.equal((await admin.send('PATCH', '', settings)).status, 200)
    const [{ page: presenter }, { page: hall }, { page: remote }, { page: phone }] = [
      await open({ viewport: { width: 1280, height: 800 } }),
      await open({ viewport: { width: 1920, height: 1080 } }),
      await open(PHONE),
      await open(PHONE),
    ]
    const screens = [presenter, hall, remote]
    const errors = recordErrors(...screens, phone)
    await present(presenter, service, admin)
    await hall.goto(await project(admin))
    await remote.goto(`${(await admin.send('POST', '/remote')).body.url}`)
    await remote.getByRole('button', { name: 'Start' }).tap()
    for (const heading of ['How awake are you?', 'Which talks do you want?']) {
      await remote.getByRole('button', { name: 'Next', exact: true }).tap()
      for (const page of screens) await shown(page, heading)
    }
    await remote.getByText('Question 2 of 3 · hidden').waitFor()
    await phone.goto(linkOf(service, admin.id))
    for (const chosen of [['Bees'], ['Bees', 'Tides'], ['Tides'], ['Bees', null, 'Other']]) {
      const options = ['Bees', 'Tides', 'Other'].map(option => (chosen.includes(option) ? option : null))
      await answer(service, admin, [null, ...options, chosen.includes('Other') ? 'Mosses' : null])
    }
    await phone.getByRole('checkbox', { name: 'Bees' }).check()
    await phone.getByRole('checkbox', { name: 'Tides' }).check()
    await send(phone)
    await phone.locator('#pace').getByText('Sent. Look up.').waitFor()
    await hall.locator('.figures', { hasText: '5 of 5 answered' }).waitFor()
    await presenter.getByRole('button', { name: 'Ask again' }).and(presenter.locator('[aria-disabled=true]')).waitFor()
    await remote.getByRole('button', { name: 'Reveal' }).tap()
    const rows = ['Bees|4|80%', 'Tides|3|60%', 'Other|1|20%']
    for (const page of screens) await until(async () => rowsWithoutMarks(await rowsOf(page)).join() === rows.join())
    for (const page of [...screens, phone]) await until(async () => (await rightIn(page)).join() === 'Bees,Other')
    assert.equal(await hall.locator('.right-share').count(), 0)
    await phone.locator('#result').getByText('Answers: 5').waitFor()
    assert.deepEqual(rowsWithoutMarks(await rowsOf(phone)), rows)
    await phone.locator('#pace').getByText('The right answer: Bees · Other').waitFor()
    for (const [at, page] of screens.entries()) {
      // Loaded as a whole, since the step to the question has moved what was there.
      await page.reload()
      await shown(page, 'Which talks do you want?')
      await assertWellMade(page, `a check-list, screen ${at + 1}`)
      await assertInside(page)
    }
    await assertWellMade(phone, 'a check-list on a phone')
    await remote.getByRole('button', { name: 'Hide' }).tap()
    await phone.locator('#result').waitFor({ state: 'hidden' })
    await remote.getByRole('button', { name: 'Next', exact: true }).tap()
    for (const page of screens) await shown(page, 'Which other one?')
    await presenter.goto(`${service.baseUrl}/admin/${admin.id}#results`)
    const card = presenter.locator('.results > li', { hasText: 'Which talks do you want?' })
    await card.getByText('5 answered').waitFor()
    assert.deepEqual(errors, [])
  })
})

const rowsWithoutMarks = (rows: readonly (readonly string[])[]) =>
  rows.map(([option = '', ...numbers]) => [option.split(/[\n✓]/)[0]?.trim(), ...numbers].join('|'))

/** The options that are marked as right. */
const rightIn = async (page: Page) =>
  rowsWithoutMarks(
    (await rowsOf(page)).filter(([option = '']) => option.includes('✓')).map(([option = '']) => [option]),
  )
