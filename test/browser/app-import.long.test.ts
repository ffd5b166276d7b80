import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { choice } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { button, openApp, openDraft, saved } from './app.ts'
import { inBrowser } from './chromium.ts'
import { assertWellMade } from './look.ts'

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
})
