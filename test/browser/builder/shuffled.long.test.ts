import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice } from '../../api/fixtures.ts'
import { GROUPS, QUESTIONS } from '../../dashboard/groups.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { openApp, openDraft, saved, stored } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const ALL = [...QUESTIONS, choice('Coming?', ['Yes', 'No', 'Maybe'])]

inBrowser('random order in the builder', open => {
  test('is chosen for options, rows, items and sections, kept over a reload, and taken back [question-shuffled, groups-shuffled]', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: ALL, groups: GROUPS })
    const choose = async (row: string, label: string) => {
      await page.locator('.outline-row').filter({ hasText: row }).click()
      await page.getByLabel(label, { exact: true }).focus()
      await page.keyboard.press('Space')
      await page.getByText('Everybody gets another order.').waitFor()
      await assertWellMade(page, `${row} in random order`)
    }
    await choose('Which days suit you?', 'Options in random order')
    await choose('The evening', 'Questions in random order')
    await choose('How was it?', 'Rows in random order')
    await choose('What matters most?', 'Items in random order')
    await choose('Which drink?', 'Options in random order')
    await choose('Coming?', 'Options in random order')
    await saved(page)
    const shuffled = GROUPS.map(group => (group.kind === 'other' ? group : { ...group, shuffled: true }))
    const settings = ALL.map((_, at) => (at === 9 || at === 11 ? { shuffled: true } : null))
    const body = await stored(creator, id)
    assert.deepEqual([body.groups, body.question_settings], [shuffled, settings])
    await page.reload()
    await page.locator('.outline-row').filter({ hasText: 'How was it?' }).click()
    const box = page.getByLabel('Rows in random order', { exact: true })
    await until(() => box.isChecked())
    await box.click()
    await saved(page)
    const groups = shuffled.map(group => (group.kind === 'grid' ? { ...group, shuffled: undefined } : group))
    assert.deepEqual((await stored(creator, id)).groups, JSON.parse(JSON.stringify(groups)))
  })
})
