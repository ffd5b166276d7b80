import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { choice } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { until } from '../until.ts'
import { button, openApp, openDraft } from './app.ts'
import { inBrowser } from './chromium.ts'
import { reportsOf } from './hostile.ts'
import { assertWellMade } from './look.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

/** A Word document whose text is about a megabyte. */
const PARAGRAPHS = Array.from(
  { length: 20_000 },
  (_, at) => `<w:p><w:r><w:t>Is number ${at} of all right?</w:t></w:r></w:p>`,
)
const DOCUMENT = zipSync({
  'word/document.xml': strToU8(`<w:document><w:body>${PARAGRAPHS.join('')}</w:body></w:document>`),
})
/** More members than data may have. */
const MEMBERS = JSON.stringify({ questions: Array.from({ length: 150_000 }, (_, at) => ({ a: at, b: at })) })
/** Messages that the page handles while a file is read: none if the reading blocks it. */
const MANY = 100

inBrowser('a large file', open => {
  const opened = async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const reports = await reportsOf(page)
    await openDraft(creator, service, { title: '', questions: [choice('', ['', ''])] })
    await button(page, 'Paste questions').click()
    return { page, reports, dialog: page.getByRole('dialog') }
  }

  const files: [name: string, content: Uint8Array, found: RegExp][] = [
    ['many.docx', DOCUMENT, /^1,000 questions found\./],
    ['many.json', strToU8(MEMBERS), /^No question found yet\. 1 note\./],
  ]
  for (const [name, content, found] of files)
    test(`${name} is read while the page goes on working`, async () => {
      const { page, reports, dialog } = await opened()
      const [worker] = await Promise.all([
        page.waitForEvent('worker'),
        dialog.locator('textarea').fill('Will you come?'),
        dialog.getByText('1 question found.').waitFor(),
      ])
      assert.match(worker.url(), /\/assets\/[\w-]{12}\/survey-reader\.js$/)
      await page.evaluate(COUNTING)
      const buffer = Buffer.from(content)
      await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
      await dialog.getByText('Reading…').waitFor()
      await assertWellMade(page, `reading ${name}`)
      const before = await messages(page)
      await until(async () => (await messages(page)) > before + MANY)
      assert.equal(await dialog.locator('#paste-found').innerText(), 'Reading…')
      await dialog.getByText(found).waitFor()
      await assertWellMade(page, `${name} read`)
      assert.deepEqual(reports, [])
    })

  test('is read no further when reading is stopped, or the dialog is closed', async () => {
    const { page, dialog } = await opened()
    const file = { name: 'many.docx', mimeType: 'application/octet-stream', buffer: Buffer.from(DOCUMENT) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    const [first] = await Promise.all([page.waitForEvent('worker'), dialog.getByText('Reading…').waitFor()])
    await Promise.all([first.waitForEvent('close'), button(page, 'Stop reading').click()])
    await dialog.getByText('No question found yet.').waitFor()
    await dialog.locator('input[type=file]').setInputFiles(file)
    const second = await page.waitForEvent('worker')
    await dialog.getByText('Reading…').waitFor()
    await Promise.all([second.waitForEvent('close'), page.keyboard.press('Escape')])
    assert.deepEqual(page.workers(), [])
  })
})

/** Sends messages to the page one after the other, each once the one before has been handled. */
const COUNTING = `
  const { port1, port2 } = new MessageChannel()
  globalThis.handled = 0
  port1.onmessage = () => {
    globalThis.handled++
    setTimeout(() => port2.postMessage(null))
  }
  port2.postMessage(null)
`

function messages(page: Page): Promise<number> {
  return page.evaluate('globalThis.handled')
}
