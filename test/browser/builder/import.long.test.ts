import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { choice } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { button, openApp, openDraft, saved } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

/** Files of other tools, with the question that is read first, its options, and those that are right. */
const FILES = [
  ['kahoot/01-template.xlsx', 'Which bee makes the comb?', 'Queen · Worker ✓ right · Drone', [1]],
  ['gift/01-kinds.gift', 'Which bee builds the comb?', 'The queen · The worker ✓ right · The drone', [1]],
  ['lss/01-v6-lists-and-other.lss', 'Did you climb the tower?', 'Yes · No', undefined],
  ['docx/02-typed-numbers-boxes-tables.docx', 'How often do you swim?', 'daily · weekly · other', undefined],
] as const

inBrowser('files of other tools', open => {
  for (const [name, text, options, right] of FILES)
    test(`${name} is read in the browser, shown, and added with its right answers`, async () => {
      const creator = await openApp(service, open, { path: '' })
      const { page } = creator
      const id = await openDraft(creator, service, { title: '', questions: [choice('', ['', ''])] })
      await button(page, 'Paste questions').click()
      const dialog = page.getByRole('dialog')
      const buffer = readFileSync(`test/import/tools/${name}`)
      await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
      await dialog.getByText(text).first().waitFor()
      await dialog.getByText(options).waitFor()
      await assertWellMade(page, name)
      await dialog.getByRole('button', { name: /^Add \d+ questions$/ }).click()
      await saved(page)
      const { questions = [], question_settings: settings = [] } = (await creator.send('GET', `/drafts/${id}`)).body
      assert.equal(questions[0]?.text, text)
      assert.deepEqual(settings[0]?.right, right && { options: right })
    })

  test('a question for those who said yes is said to be one', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    await openDraft(creator, service, { title: '', questions: [choice('', ['', ''])] })
    await button(page, 'Paste questions').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Questions').fill('Are you coming?\n- Yes\n- No\n\nIf yes, when?')
    await dialog.getByText('If yes, when? (only after certain answers)').waitFor()
  })

  test('descriptions and words of scales are shown and added, and another scale becomes one of 1 to 10 by one press', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { title: '', questions: [choice('', ['', ''])] })
    await button(page, 'Paste questions').click()
    const dialog = page.getByRole('dialog')
    const element = { type: 'rating', isRequired: true }
    const file = {
      description: 'Two minutes.',
      completedHtml: '<p>Bye.<br>See <a href="https://lunch.example/">the menu</a>.</p>',
      pages: [
        {
          name: 'page',
          elements: [
            {
              ...element,
              name: 'a',
              title: 'How clear?',
              rateMax: 10,
              minRateDescription: 'not at all',
              description: 'Think of all.',
            },
            { ...element, name: 'b', title: 'How long?', rateMax: 5, maxRateDescription: 'endless' },
          ],
        },
      ],
    }
    await dialog.getByLabel('Questions').fill(JSON.stringify(file))
    for (const text of ['Think of all.', '1 not at all', '1 · 2 · 3 · 4 · 5 (endless)'])
      await dialog.getByText(text, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Rating 1–10' }).click()
    await dialog.getByText('10 endless', { exact: true }).waitFor()
    await dialog.getByText('Introduction: Two minutes.').waitFor()
    await assertWellMade(page, 'words of scales')
    await button(page, 'Add 2 questions').click()
    await saved(page)
    const {
      questions = [],
      question_settings: settings = [],
      texts,
    } = (await creator.send('GET', `/drafts/${id}`)).body
    assert.deepEqual(texts, { introduction: 'Two minutes.', thanks: 'Bye.\nSee the menu (https://lunch.example/).' })
    assert.deepEqual(
      questions.map(({ type }) => type),
      ['rating', 'rating'],
    )
    assert.deepEqual(settings, [
      { description: 'Think of all.', scale_words: { lowest: 'not at all' } },
      { scale_words: { highest: 'endless' } },
    ])
    await button(page, 'Paste questions').click()
    await dialog.getByLabel('Questions').fill(JSON.stringify({ ...file, description: 'Ten minutes.' }))
    await dialog.getByText('Introduction: Ten minutes. Left out: the survey has its own.').waitFor()
    await button(page, 'Add 2 questions').click()
    await saved(page)
    const { texts: after } = (await creator.send('GET', `/drafts/${id}`)).body
    assert.deepEqual(after, texts)
  })

  test('a line below a question becomes its description by one press', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { title: '', questions: [choice('', ['', ''])] })
    await button(page, 'Paste questions').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Questions').fill('What did you like?\nThink of all the days.')
    await dialog.getByRole('button', { name: 'Description' }).click()
    await dialog.locator('.found-question').getByText('Think of all the days.', { exact: true }).waitFor()
    await dialog.locator('.found-question [lang=en]').getByText('What did you like?', { exact: true }).waitFor()
    await assertWellMade(page, 'a description')
    await button(page, 'Add 1 question').click()
    await saved(page)
    const { question_settings: settings } = (await creator.send('GET', `/drafts/${id}`)).body
    assert.deepEqual(settings, [{ description: 'Think of all the days.' }])
  })
})
