import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, bodyOf, choice, freeText, kept, optional, type Row, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { copiedBy, inBrowser } from '../chromium.ts'
import { assertFits, assertWellMade, WINDOWS } from '../look.ts'
import { openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now(), respondentLimit: 0 })
after(() => service.close())

const MEETING = [
  choice('Where do you live?', ['North', 'South']),
  rating('How safe is it to cycle?', optional),
  freeText('What should change?', optional),
  freeText('Anything else?', optional),
  board('Ask the council'),
]

const TEXTS = [
  '<b>bold</b> <img src=x onerror="alert(1)"> &amp; <script>alert(2)</script>',
  'W'.repeat(2_000),
  'שלום עולם, (אני) גר בצפון',
  '🚲👩‍👩‍👧‍👦 e\u0301 \u202Eabc',
  'one\ntwo\n\n  four',
  ' https://example.org/{{7*7}}%00 ',
]

inBrowser('responses on the dashboard', open => {
  test('shows fifty, newest first, and loads more near the end', async () => {
    const admin = await meeting(numbered(120))
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).first().waitFor()
    assert.deepEqual(await textsIn(page), numbered(120).toReversed().slice(0, 50))
    await page.mouse.wheel(0, 100_000)
    await until(async () => (await rows(page).count()) === 100)
    await page.mouse.wheel(0, 1_000_000)
    await until(async () => (await rows(page).count()) === 120)
    assert.deepEqual(await textsIn(page), numbered(120).toReversed())
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'hidden' })
  })

  test('the Show more button works by keyboard', async () => {
    const admin = await meeting(numbered(60))
    const { page } = await open()
    await page.addInitScript('globalThis.IntersectionObserver = class { observe() {} disconnect() {} }')
    await openDashboard(page, service, admin, 'Responses')
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await until(async () => (await rows(page).count()) === 60)
    await focusIs(page, rows(page).nth(50))
  })

  test('new responses are announced and shown on top on request', async () => {
    const admin = await meeting(numbered(20))
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).nth(15).scrollIntoViewIfNeeded()
    const before = await page.evaluate('scrollY')
    for (const text of ['two', 'one']) await kept(service, admin.id, ['North', null, text, null, null])
    await page.getByText('New responses have arrived').waitFor()
    assert.equal(await rows(page).count(), 20)
    assert.equal(await page.evaluate('scrollY'), before)
    await page.getByRole('button', { name: '2 new responses' }).press('Enter')
    await focusIs(page, rows(page).first())
    assert.deepEqual((await textsIn(page)).slice(0, 3), ['one', 'two', 'Answer 20'])
    await page.getByRole('button', { name: 'new response' }).waitFor({ state: 'hidden' })
    await kept(service, admin.id, ['North', null, 'last', null, null])
    await page.getByRole('button', { name: '1 new response' }).click()
    await until(async () => (await textsIn(page))[0] === 'last')
    assert.equal(await rows(page).count(), 23)
  })

  test('of very many new responses the newest are shown, and none is skipped after them', async () => {
    const admin = await meeting(numbered(3))
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).first().waitFor()
    await fill(admin, numbered(70))
    await page.getByRole('button', { name: '50+ new responses' }).click()
    await until(async () => (await rows(page).count()) === 50)
    await page.mouse.wheel(0, 1_000_000)
    await until(async () => (await rows(page).count()) === 73)
    assert.deepEqual(await textsIn(page), [...numbered(70).toReversed(), ...numbered(3).toReversed()])
  })

  test('a response is viewed in full, and arrow keys go to its neighbours', async () => {
    const admin = await meeting(['one', 'two', 'three'])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).nth(1).getByRole('button', { name: 'View in full' }).press('Enter')
    const whole = page.getByRole('dialog')
    await whole.getByText('two').waitFor()
    assert.deepEqual(
      await whole.locator('dt').allInnerTexts(),
      MEETING.slice(0, 4).map(({ text }) => text),
    )
    assert.deepEqual(await whole.locator('dd').allInnerTexts(), ['North', 'No answer', 'two', 'No answer'])
    await page.keyboard.press('ArrowRight')
    await whole.getByText('one').waitFor()
    assert.equal(await whole.getByRole('button', { name: 'Older' }).getAttribute('aria-disabled'), 'true')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await whole.getByRole('button', { name: 'Newer' }).click()
    await whole.getByText('three').waitFor()
    await page.keyboard.press('Escape')
    await focusIs(page, rows(page).first())
  })

  test('a response says where it was not asked, also of a question that is added while it is shown', async () => {
    const admin = await meeting(['one', 'two'])
    bodyOf(await admin.send('PATCH', '', { questions: [...MEETING, freeText('How?', optional)] }))
    await kept(service, admin.id, ['North', null, 'three', null, null, null])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).first().getByRole('button', { name: 'View in full' }).click()
    const last = page.getByRole('dialog').locator('dd').last()
    assert.equal(await last.innerText(), 'No answer')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog').getByText('two', { exact: true }).waitFor()
    assert.equal(await last.innerText(), 'Not asked')
    await page.emulateMedia({ media: 'print' })
    assert.equal(await last.innerText(), 'Not asked')
    await page.emulateMedia({ media: 'screen' })
    await assertWellMade(page, 'a response that was not asked everything')
    bodyOf(
      await admin.send('PATCH', '', {
        questions: [...MEETING, freeText('How?', optional), rating('How much?', optional)],
      }),
    )
    await page.getByRole('dialog').getByText('How much?').waitFor()
    assert.equal(await last.innerText(), 'Not asked')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('dialog').getByText('three').waitFor()
    assert.deepEqual((await page.getByRole('dialog').locator('dd').allInnerTexts()).slice(-2), [
      'No answer',
      'Not asked',
    ])
  })

  test('a response opens before the next key can be pressed', async () => {
    const { page } = await open()
    await openDashboard(page, service, await meeting(['one']), 'Responses')
    await rows(page).first().waitFor()
    const isOpen = page.evaluate(`(async () => {
      document.querySelector('.rows .head button:nth-last-child(2)').click()
      for (let n = 0; n < 10; n++) await undefined
      return document.querySelector('.response-dialog')?.open
    })()`)
    assert.equal(await isOpen, true)
  })

  test('print says how many responses are left out, and has long answers in full [dashboard-print]', async () => {
    const long = `${'A long answer. '.repeat(100)}The end.`
    const admin = await meeting([...numbered(59), long])
    const { page } = await open({ viewport: { width: 720, height: 400 } })
    await openDashboard(page, service, admin, 'Responses')
    const says = (text: string) => page.getByText(text, { exact: true })
    const note = says('50 of 60 responses are printed. Export has them all.')
    await note.waitFor({ state: 'attached' })
    assert.equal(await note.isVisible(), false)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await note.isVisible(), true)
    const cut = `(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight)(document.querySelectorAll('.rows dd')[1])`
    assert.equal(await page.evaluate(cut), 0)
    await page.emulateMedia({ media: 'screen' })
    assert.notEqual(await page.evaluate(cut), 0)
    await page.getByRole('button', { name: 'By question' }).click()
    await says('50 of 60 answers are printed. Export has them all.').waitFor({ state: 'attached' })
    await page.getByRole('searchbox').fill('a')
    await says('Not all responses were searched: 50 found so far are printed. Export has all responses.').waitFor({
      state: 'attached',
    })
    await page.getByRole('searchbox').fill('long')
    await page.getByText('1 found', { exact: true }).waitFor()
    assert.equal(await page.locator('.print-only').count(), 0)
  })

  test('stepping past the last loaded response loads more', async () => {
    const admin = await meeting(numbered(52))
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).nth(49).getByRole('button', { name: 'View in full' }).press('Enter')
    await page.getByRole('dialog').getByText('Answer 3', { exact: true }).waitFor()
    for (const text of ['Answer 2', 'Answer 1']) {
      await page.keyboard.press('ArrowRight')
      await page.getByRole('dialog').getByText(text, { exact: true }).waitFor()
    }
  })

  test('stepping past the last loaded response waits for a load in progress', async () => {
    const admin = await meeting(numbered(52))
    const { page } = await open()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/after=[1-9]/, route => held.then(() => route.continue()))
    await openDashboard(page, service, admin, 'Responses')
    const asked = page.waitForRequest(/after=[1-9]/)
    await rows(page).nth(49).getByRole('button', { name: 'View in full' }).press('Enter')
    await page.getByRole('dialog').getByText('Answer 3', { exact: true }).waitFor()
    await asked
    await page.keyboard.press('ArrowRight')
    letGo()
    await page.getByRole('dialog').getByText('Answer 2', { exact: true }).waitFor()
  })

  test('a response is deleted after confirmation, counts follow, the next gets the focus', async () => {
    const admin = await meeting(['one', 'two', 'three'])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    const button = rows(page).nth(1).getByRole('button', { name: 'Delete' })
    await button.click()
    await page.getByText('You can’t undo this').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await focusIs(page, button)
    assert.equal(await rows(page).count(), 3)
    await button.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await page.locator('.survey-status', { hasText: '2 responses' }).waitFor()
    // The event with the count may arrive before the response to the deletion.
    await until(async () => (await textsIn(page)).join() === 'three,one')
    await focusIs(page, rows(page).nth(1))
    const { responses } = await admin.get<{ responses: Row[] }>('/responses')
    assert.deepEqual(
      responses.map(({ answers }) => answers[2]),
      ['one', 'three'],
    )
  })

  test('holding Enter down on Delete only asks and deletes nothing', async () => {
    const admin = await meeting(['one'])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).getByRole('button', { name: 'Delete' }).focus()
    await page.keyboard.down('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete this response?' })
    await focusIs(page, dialog.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.down('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.up('Enter')
    assert.deepEqual(await textsIn(page), ['one'])
  })

  test('deletion from the dialog, down to the last response', async () => {
    const admin = await meeting(['one', 'two'])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).first().getByRole('button', { name: 'View in full' }).click()
    for (const next of ['one', undefined]) {
      await page.locator('.response-dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog', { name: 'Delete this response?' }).getByRole('button', { name: 'Delete' }).click()
      if (next !== undefined) await page.locator('.response-dialog').getByText(next).waitFor()
    }
    await page.getByText('No responses yet.').waitFor()
    await focusIs(page, page.locator('#responses-title'))
  })

  test('a response that someone else deleted disappears without an error', async () => {
    const admin = await meeting(['one', 'two'])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).first().getByRole('button', { name: 'Delete' }).click()
    const { responses } = await admin.get<{ responses: Row[] }>('/responses')
    assert.equal((await admin.send('DELETE', `/responses/${responses[1]?.id}`)).status, 204)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await until(async () => (await rows(page).count()) === 1)
    assert.deepEqual(await textsIn(page), ['one'])
  })

  test('texts of respondents are shown as text', async () => {
    const admin = await meeting(TEXTS)
    const { page } = await open({ viewport: { width: 320, height: 640 } })
    page.on('dialog', dialog => assert.fail(dialog.message()))
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).first().waitFor()
    assert.deepEqual(await textsIn(page), TEXTS.toReversed())
    await assertFits(page, 'by person')
    await page.getByRole('button', { name: 'By question' }).click()
    await page.locator('.rows .text').first().waitFor()
    assert.deepEqual(await page.locator('.rows .text').allTextContents(), TEXTS.toReversed())
    await assertFits(page, 'by question')
    assert.equal(await page.locator('.rows .text:dir(rtl)').textContent(), TEXTS[2])
    for (let at = 0; at < TEXTS.length; at++) {
      await rows(page).nth(at).getByRole('button', { name: 'View in full' }).click()
      assert.equal(await page.locator('.response-dialog dd').nth(2).textContent(), TEXTS.toReversed()[at])
      await assertFits(page, `whole ${at}`)
      await page.getByRole('button', { name: 'Close', exact: true }).click()
    }
    assert.equal(await page.locator('.view :is(b, img, script)').count(), 0)
  })

  test("times are in the reader's time zone", async () => {
    const admin = await meeting(['one'])
    const { page } = await open({ timezoneId: 'Asia/Tokyo', locale: 'de-DE' })
    await openDashboard(page, service, admin, 'Responses')
    const { responses } = await admin.get<{ responses: Row[] }>('/responses')
    const at = responses[0]?.submitted_at ?? ''
    const form = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' })
    assert.equal(await rows(page).locator('time').textContent(), form.format(new Date(at)))
    assert.equal(await rows(page).locator('time').getAttribute('datetime'), at)
  })

  test('edited questions appear with their new text', async () => {
    const admin = await meeting(['one'])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await rows(page).getByText('Where do you live?').waitFor()
    const [first, ...rest] = (await admin.get<{ questions: object[] }>()).questions
    const questions = [{ ...first, text: 'Which half of town?' }, ...rest, freeText('And why?', optional)]
    assert.equal((await admin.send('PATCH', '', { questions })).status, 200)
    await rows(page).getByText('Which half of town?').waitFor()
    await rows(page).getByRole('button', { name: 'View in full' }).click()
    await page.locator('.response-dialog').getByText('And why?').waitFor()
    assert.deepEqual((await page.locator('.response-dialog dl > div').allInnerTexts()).at(-1), 'And why?\nNot asked')
  })

  test('a failed load is reported and can be retried', async () => {
    const admin = await meeting(['one'])
    const { page } = await open()
    await page.route('**/responses?*', route => route.abort())
    await openDashboard(page, service, admin, 'Responses')
    await page.getByText('The responses could not be loaded').waitFor()
    await page.unroute('**/responses?*')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await rows(page).first().waitFor()
  })

  test('without responses the link is offered, and the first response appears by itself', async () => {
    const admin = await meeting([])
    const { page } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await openDashboard(page, service, admin, 'Responses')
    await page.getByText('No responses yet.').waitFor()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied').waitFor()
    assert.equal(await copiedBy(page), `${service.baseUrl}/s/${admin.id}`)
    await kept(service, admin.id, ['North', null, 'first', null, null])
    await rows(page).getByText('first').waitFor()
  })

  for (const [what, options] of WINDOWS) {
    test(`every state at ${what} has no accessibility violation and fits its width`, async () => {
      const admin = await meeting([...numbered(60), ...TEXTS])
      const { page } = await open(options)
      const check = (name: string) => assertWellMade(page, name)
      await openDashboard(page, service, await meeting([]), 'Responses')
      await check('empty')
      await page.goto('about:blank')
      await openDashboard(page, service, admin, 'Responses')
      await rows(page).first().waitFor()
      await kept(service, admin.id, ['North', null, 'one more', null, null])
      await page.getByRole('button', { name: '1 new response' }).waitFor()
      await check('by person')
      await rows(page).nth(1).getByRole('button', { name: 'View in full' }).click()
      await check('whole')
      await page.locator('.response-dialog').getByRole('button', { name: 'Delete' }).click()
      await check('removal')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await page.getByRole('button', { name: 'By question' }).click()
      await page.getByRole('searchbox').fill('o')
      await page.locator('.rows:not([aria-busy="true"]) mark').first().waitFor()
      await check('by question, searched')
      await page.getByRole('button', { name: 'Export responses' }).click()
      await check('files')
    })
  }
})

async function meeting(texts: readonly string[]): Promise<AdminClient> {
  const admin = await newAdminClient(service, MEETING, { title: 'Town meeting' })
  await fill(admin, texts)
  return admin
}

/** In the given order, each as the answer to the third question. */
async function fill(admin: AdminClient, texts: readonly string[]): Promise<void> {
  for (const text of texts) await kept(service, admin.id, ['North', null, text, null, null])
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `Answer ${at + 1}`)
}

function rows(page: Page) {
  return page.locator('.rows > li')
}

/** The displayed answers to the third question. */
function textsIn(page: Page): Promise<string[]> {
  return page.locator('.rows dt:text-is("What should change?") + dd').allTextContents()
}

async function focusIs(page: Page, wanted: ReturnType<Page['locator']>): Promise<void> {
  await wanted.and(page.locator(':focus')).waitFor({ state: 'attached' })
}
