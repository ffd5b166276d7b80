import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import type { Route } from 'playwright-core'
import { choice } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { button, openApp, openDraft } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { reportsOf } from '../hostile.ts'
import { assertWellMade } from '../look.ts'

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
/** Data that takes its parser long. */
const LIST = `title: All\nquestions:\n${'  - type: rating\n    text: How good was it?\n'.repeat(1_000)}`
/** Messages that the page handles while a file is read: hardly any if the reading blocks it. */
const MANY = 20

inBrowser('a large file', open => {
  const opened = async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const reports = await reportsOf(page)
    await openDraft(creator, service, { title: '', questions: [choice('', ['', ''])] })
    await button(page, 'Paste questions').click()
    return { page, reports, dialog: page.getByRole('dialog') }
  }

  const files: [name: string, content: Uint8Array][] = [
    ['many.docx', DOCUMENT],
    ['many.yaml', strToU8(LIST)],
  ]
  for (const [name, content] of files)
    test(`${name} is read while the page goes on working`, async () => {
      const { page, reports, dialog } = await opened()
      await dialog.locator('textarea').fill('Will you come?')
      await dialog.getByText('1 question found.').waitFor()
      assert.match(page.workers()[0]?.url() ?? '', /\/assets\/[\w-]{12}\/survey-reader\.js$/)
      await page.evaluate(COUNTING)
      const buffer = Buffer.from(content)
      await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
      await dialog.getByText(/^1,000 questions found\./).waitFor()
      const [before, after] = await page.evaluate<[number, number]>('[handledBefore, handledAfter]')
      assert.ok(after - before > MANY, `${after - before} messages`)
      await assertWellMade(page, `${name} read`)
      assert.deepEqual(reports, [])
    })

  test('says that it is being read, for as long as that takes', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    await openDraft(creator, service, { title: '', questions: [choice('', ['', ''])] })
    const held = Promise.withResolvers<Route>()
    await page.route('**/survey-reader.js', route => held.resolve(route))
    await button(page, 'Paste questions').click()
    await page.getByRole('dialog').locator('textarea').fill('Will you come?')
    await page.getByText('Reading…').waitFor()
    await assertWellMade(page, 'reading')
    await (await held.promise).abort()
    await page.getByText('It couldn’t be read. Check your connection and try again.').waitFor()
  })

  test('is read no further when reading is stopped, or the dialog is closed', async () => {
    const { page, dialog } = await opened()
    const file = { name: 'many.docx', mimeType: 'application/octet-stream', buffer: Buffer.from(DOCUMENT) }
    const first = page.workers()[0] ?? (await page.waitForEvent('worker'))
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByText('Reading…').waitFor()
    await Promise.all([first.waitForEvent('close'), button(page, 'Stop reading').click()])
    await dialog.getByText('No question found yet.').waitFor()
    const [second] = await Promise.all([
      page.waitForEvent('worker'),
      dialog.locator('input[type=file]').setInputFiles(file),
    ])
    await dialog.getByText('Reading…').waitFor()
    await Promise.all([second.waitForEvent('close'), page.keyboard.press('Escape')])
    // Not compared as a list: a failure would print all that belongs to a worker.
    assert.equal(page.workers().length, 0)
  })

  test('is given up when something else is chosen before its bytes are there', async () => {
    const { page, dialog } = await opened()
    const slow = { name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.from('Was it slow?\n- Yes\n- No') }
    await page.evaluate(HOLDING)
    await dialog.locator('input[type=file]').setInputFiles(slow)
    await dialog.getByText('Reading…').waitFor()
    await dialog.locator('textarea').fill('Is this newer?')
    await dialog.getByText('1 question found.').waitFor()
    await page.evaluate('release()')
    assert.equal(await dialog.locator('textarea').inputValue(), 'Is this newer?')
    await page.evaluate('hold()')
    await dialog.locator('input[type=file]').setInputFiles({ ...slow, name: 'again.txt' })
    await button(page, 'Stop reading').click()
    await dialog.getByText('No question found yet.').waitFor()
    await page.evaluate('release()')
    await dialog.locator('textarea').fill('Is it stopped?')
    await dialog.locator('.found-question').getByText('Is it stopped?').waitFor()
  })

  test('can be chosen again, since it may have been changed', async () => {
    const { page, dialog } = await opened()
    const file = { name: 'again.txt', mimeType: 'text/plain', buffer: Buffer.from('Was it slow?') }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByText('1 question found.').waitFor()
    assert.equal(await dialog.locator('input[type=file]').inputValue(), 'C:\\fakepath\\again.txt')
    await Promise.all([page.waitForEvent('filechooser'), button(page, 'Choose a file').click()])
    assert.equal(await dialog.locator('input[type=file]').inputValue(), '')
  })

  test('that cannot be opened any more is said to be no text', async () => {
    const { page, dialog } = await opened()
    await page.evaluate("File.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'))")
    const gone = { name: 'gone.txt', mimeType: 'text/plain', buffer: Buffer.from('Is it gone?') }
    await dialog.locator('input[type=file]').setInputFiles(gone)
    await dialog.locator('#paste-found').getByText('This file is not text.').waitFor()
  })
})

/** Holds back the bytes of files. `release` resolves once what waited for them had its turn. */
const HOLDING = `
  const { arrayBuffer } = File.prototype
  let gate
  globalThis.hold = () => (gate = Promise.withResolvers())
  globalThis.release = async () => {
    gate.resolve()
    await gate.promise
    await arrayBuffer.call(new File(['-'], '-'))
    await new Promise(resolve => setTimeout(() => requestAnimationFrame(resolve)))
  }
  hold()
  File.prototype.arrayBuffer = async function () {
    const bytes = await arrayBuffer.call(this)
    await gate.promise
    return bytes
  }
`

/** Sends messages to the page one after the other, and notes how many it has handled when a file comes and when it is read. */
const COUNTING = `
  const { port1, port2 } = new MessageChannel()
  let handled = 0
  port1.onmessage = () => {
    handled++
    setTimeout(() => port2.postMessage(null))
  }
  port2.postMessage(null)
  document.querySelector('input[type=file]').addEventListener('change', () => (globalThis.handledBefore = handled))
  const status = document.getElementById('paste-found')
  new MutationObserver(() => {
    if (status.textContent.startsWith('1,000')) globalThis.handledAfter ??= handled
  }).observe(status, { childList: true, characterData: true, subtree: true })
`
