import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { button, openApp, openDraft, saved, stored } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const SURVEY = `# Summer camp

## Your week
It was the first one in the new house.

Which days were you there? (choose up to 2)
- Monday
- Tuesday
- Other: ____

How satisfied were you? not at all / fairly / very
- the food
- the rooms

## Next year

Rank these places:
- Lake
- Forest
- Coast

Anything else? (optional)
`

inBrowser('a survey with groups that is pasted', open => {
  for (const [what, options] of WINDOWS)
    test(`is shown as it will be, and becomes the same: ${what}`, async () => {
      const creator = await openApp(service, open, { path: '', ...options })
      const { page } = creator
      const id = await openDraft(creator, service, { title: '', questions: [choice('', ['', ''])] })
      const outline = page.getByRole('button', { name: 'All questions' })
      if (await outline.isVisible()) await outline.click()
      await button(page, 'Paste questions').click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('textarea').fill(SURVEY)
      await dialog.getByText(/^4 questions found\./).waitFor()
      const list = dialog.getByRole('region', { name: 'What was read' })
      const items = (await list.getByRole('listitem').allInnerTexts()).map(text => text.replace(/\s+/g, ' '))
      for (const text of [
        'Your week It was the first one in the new house.',
        'Which days were you there? (up to 2 answers) Monday · Tuesday · Other, with a text',
        'How satisfied were you? (grid) the food · the rooms Columns: not at all · fairly · very',
        'Next year',
        'Rank these places: (ranking) Lake · Forest · Coast',
        'Anything else? (optional)',
      ])
        assert.ok(items.includes(text), `${text} is not among\n${items.join('\n')}`)
      await assertWellMade(page, 'a survey with groups that was read')
      await dialog.getByRole('button', { name: 'Add 4 questions' }).click()
      await page.getByText('Added 4 questions.').waitFor()
      await saved(page)
      const { groups } = await stored(creator, id)
      assert.deepEqual(groups, [
        { kind: 'section', from: 0, to: 5, title: 'Your week', text: 'It was the first one in the new house.' },
        { kind: 'check_list', from: 0, to: 3, min: 1, max: 2 },
        { kind: 'grid', from: 4, to: 5, title: 'How satisfied were you?' },
        { kind: 'section', from: 6, to: 9, title: 'Next year' },
        { kind: 'ranking', from: 6, to: 8, title: 'Rank these places:', min: 3 },
      ])
      await page.goto(`${service.baseUrl}/app/drafts/${id}/preview?revision=2`)
      for (const name of ['Which days were you there?', 'How satisfied were you?', 'Rank these places:'])
        await page.getByRole('group', { name }).waitFor()
    })
})
