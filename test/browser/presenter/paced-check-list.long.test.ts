import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice, freeText, optional, rating, requiredWhen } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { linkOf, send } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

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
})
