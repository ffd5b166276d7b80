import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, choice, freeText, optional, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { assertFits, assertWellMade } from '../look.ts'
import { assertTouchable } from '../touch.ts'
import { answer, present, project, rowsOf, shown } from './presenter.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

const CITIES = Array.from({ length: 14 }, (_, at) => `City ${at + 1}`)
const TALK = [
  choice('Coming?', ['Yes', 'No']),
  rating('How good was it?'),
  freeText('Anything else?', optional),
  choice('Which city?', CITIES),
  board('Your questions', { moderated: true }),
]
const RIGHT = [{ right: { options: [0] } }]

const LAPTOP = { viewport: { width: 1280, height: 720 } }
const HALL = { viewport: { width: 1920, height: 1080 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const SMALL_PHONE = { ...PHONE, viewport: { width: 320, height: 568 } }
/** The size of 1 rem in pixels: twice the browser’s default. */
const LARGE_TEXT = 32

/** What a thumb rests on, by name. */
const THUMB = `Object.fromEntries([...document.querySelectorAll('.thumb button')].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return [one.textContent, [x, y, width, height].join()]
}))`

inBrowser('the remote', open => {
  const newTalk = async (more: object = {}) => {
    const admin = await newAdminClient(service, TALK, { title: 'Team lunch' })
    await admin.send('PATCH', '', { question_settings: RIGHT, ...more })
    await answer(service, admin, ['Yes', 9, 'A text of the room', 'City 1'])
    await answer(service, admin, ['No', 6, null, 'City 9'])
    return admin
  }
  /** A phone with the admin link, a laptop that presents, and a projector that follows. */
  const openRoom = async () => {
    const admin = await newTalk()
    const [{ page: phone }, { page: laptop }, { page: projector }] = [
      await open(PHONE),
      await open(LAPTOP),
      await open(HALL),
    ]
    await present(phone, service, admin)
    await present(laptop, service, admin)
    await projector.goto(await project(admin))
    const allShow = async (heading: string) => {
      for (const screen of [phone, laptop, projector]) await shown(screen, heading)
    }
    await allShow('Team lunch')
    return { admin, phone, laptop, projector, allShow }
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()
  const ask = async ({ id }: AdminClient, text: string) =>
    `${(await call(service, 'POST', `/s/${id}/board/4`, { body: { text } })).body.id}`

  test('each step is on every screen: start, next, reveal, code, blank, countdown and end', async () => {
    const { phone, laptop, projector, allShow } = await openRoom()
    const errors = recordErrors(phone, laptop, projector)
    await phone.getByText('Nobody presents now.').waitFor()
    await assertWellMade(phone, 'a remote before the start')
    await press(phone, 'Start')
    await phone.getByText('The link and its QR code are on the screen.').waitFor()
    await press(phone, 'Next')
    await allShow('Coming?')
    await phone.getByText('Question 1 of 5 · hidden').waitFor()
    await phone.getByText('Only you see this').waitFor()
    await phone.getByText('Next: How good was it?').waitFor()
    assert.deepEqual(
      (await rowsOf(phone)).map(row => row.join()),
      ['Yes ✓ Right,1,50%', 'No,1,50%'],
    )
    assert.deepEqual((await rowsOf(projector))[0], ['Yes', '', ''])
    await assertWellMade(phone, 'a remote with hidden results')
    await press(phone, 'Reveal')
    for (const screen of [laptop, projector]) await until(async () => (await rowsOf(screen))[1]?.join() === 'No,1,50%')
    await phone.getByText('Question 1 of 5 · revealed').waitFor()
    await press(phone, 'Code')
    const [code, blank] = ['Link and QR code', /^The screen is blank/].map(name =>
      projector.getByRole('dialog', { name }),
    )
    await code?.waitFor()
    await phone.getByText('Covered: link and QR code').waitFor()
    await press(phone, 'Blank')
    await blank?.waitFor()
    await assertWellMade(phone, 'a remote of a covered screen')
    await press(phone, 'Blank')
    for (const screen of [laptop, projector]) await screen.getByRole('dialog').waitFor({ state: 'detached' })
    await press(phone, 'Countdown')
    await assertWellMade(phone, 'the lengths of a countdown')
    await press(phone, '1 minute')
    for (const screen of [phone, laptop, projector]) await screen.getByRole('timer').waitFor()
    await press(phone, 'Countdown')
    await press(phone, '30 seconds more')
    await until(async () => (await projector.getByRole('timer').innerText()).startsWith('1:2'))
    await press(phone, 'Countdown')
    await press(phone, 'Stop')
    await projector.getByRole('timer').waitFor({ state: 'detached' })
    await laptop.keyboard.press('ArrowRight')
    await allShow('How good was it?')
    await press(phone, 'Back')
    await allShow('Coming?')
    await press(phone, 'More')
    await assertWellMade(phone, 'what is done now and then')
    await press(phone, 'Most chosen first')
    await until(
      async () =>
        (await laptop.getByRole('button', { name: 'Most chosen first' }).getAttribute('aria-pressed')) === 'true',
    )
    await press(phone, 'More')
    await press(phone, 'End session')
    await allShow('Team lunch')
    await phone.getByRole('link', { name: 'Record' }).waitFor()
    assert.deepEqual(errors, [])
  })

  test('questions of the audience are approved, hidden and answered, and answers are picked', async () => {
    const { admin, phone, projector, allShow } = await openRoom()
    await ask(admin, 'Who brings bread?')
    await ask(admin, 'Nonsense')
    await press(phone, 'Start')
    for (const heading of ['Coming?', 'How good was it?', 'Anything else?']) {
      await press(phone, 'Next')
      await allShow(heading)
    }
    const text = phone.locator('li', { hasText: 'A text of the room' })
    assert.equal(await projector.getByText('A text of the room').count(), 0)
    await text.getByRole('button', { name: 'Show' }).tap()
    await projector.getByText('A text of the room').waitFor()
    await assertWellMade(phone, 'a remote with a picked text')
    await text.getByRole('button', { name: 'Shown' }).tap()
    await projector.getByText('A text of the room').waitFor({ state: 'detached' })
    assert.equal(await phone.getByRole('button', { name: 'No newer answers' }).isDisabled(), true)
    await answer(service, admin, ['Yes', 1, 'Another one', 'City 2'])
    await press(phone, 'Show 1 newer')
    await phone.getByText('Another one').waitFor()

    await admin.send('PATCH', '/presentation', { screen: '5' })
    await allShow('Your questions')
    await phone.getByText('Waiting (2)').waitFor()
    await assertWellMade(phone, 'a remote with questions that wait')
    const item = (of: string) => phone.locator('li', { hasText: of })
    await item('Nonsense').getByRole('button', { name: 'Hide' }).tap()
    await item('Nonsense').waitFor({ state: 'detached' })
    await press(phone, 'Undo')
    await phone.getByText('Waiting (2)').waitFor()
    await item('Who brings').getByRole('button', { name: 'Approve' }).tap()
    await projector.getByText('Who brings bread?').waitFor()
    await item('Who brings').getByRole('button', { name: 'Answer now' }).tap()
    await projector.getByText('Now answering').waitFor()
    await assertWellMade(phone, 'a remote with a question in the spotlight')
    await item('Who brings').getByRole('button', { name: 'Answered' }).tap()
    await projector.locator('li', { hasText: 'Who brings bread?' }).getByText('Answered').waitFor()
    await phone.getByText('Answered (1)').waitFor()
  })

  test('options of another screen are next, and listed with those of this one', async () => {
    const { admin, phone } = await openRoom()
    await admin.send('PATCH', '/presentation', { screen: '4.1-6' })
    await shown(phone, 'Which city?')
    await phone.getByText('On the screen: 1–6 of 14').waitFor()
    await phone.getByText('Next: 7–12 of 14').waitFor()
    assert.equal((await rowsOf(phone)).length, 14)
    await press(phone, 'Next')
    await phone.getByText('On the screen: 7–12 of 14').waitFor()
  })

  test('a link to the remote conducts without ending anything, and says when it works no longer', async () => {
    const { admin, laptop, projector, phone: other } = await openRoom()
    const { page, context } = await open(SMALL_PHONE)
    await page.goto(`${(await admin.send('POST', '/remote')).body.url}`)
    await shown(page, 'Team lunch')
    await press(page, 'Start')
    await press(page, 'Next')
    for (const screen of [page, laptop, projector, other]) await shown(screen, 'Coming?')
    assert.equal((await rowsOf(page))[0]?.join(), 'Yes ✓ Right,1,50%')
    await press(page, 'Reveal')
    await until(async () => (await rowsOf(projector))[0]?.[2] === '50%')
    await assertWellMade(page, 'a remote by its link')
    await assertTouchable(page, 'a remote by its link')
    await press(page, 'More')
    assert.deepEqual(await page.getByRole('dialog').getByRole('button').allInnerTexts(), ['Most chosen first', 'Close'])
    await press(page, 'Close')
    assert.deepEqual(await context.cookies(), [])
    await admin.send('DELETE', '/remote')
    await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
    await shown(projector, 'Coming?')
  })

  test('steps without a connection are said to wait, and are made when it is back', async () => {
    const { phone, projector, allShow } = await openRoom()
    await press(phone, 'Start')
    await press(phone, 'Next')
    await allShow('Coming?')
    await phone.context().setOffline(true)
    await phone.evaluate(`dispatchEvent(new Event('online'))`)
    await phone.getByRole('navigation').getByText('No connection. Your steps are sent once it is back.').waitFor()
    await press(phone, 'Reveal')
    await press(phone, 'Next')
    await shown(phone, 'How good was it?')
    await shown(projector, 'Coming?')
    await phone.context().setOffline(false)
    await allShow('How good was it?')
    await press(phone, 'Back')
    await until(async () => (await rowsOf(projector))[0]?.[2] === '50%')
  })

  test('held sideways it is the presenter’s screen, where it was; a narrow window of a computer is no remote', async () => {
    const { admin, phone, projector } = await openRoom()
    await press(phone, 'Start')
    await press(phone, 'Next')
    await shown(projector, 'Coming?')
    await press(phone, 'Countdown')
    await press(phone, '1 minute')
    await phone.setViewportSize({ width: 844, height: 390 })
    await phone.locator('.presenter').waitFor()
    await shown(phone, 'Coming?')
    assert.deepEqual((await rowsOf(phone))[0], ['Yes', '', ''])
    await phone.getByRole('timer').waitFor()
    await phone.keyboard.press('ArrowRight')
    await shown(projector, 'How good was it?')
    await phone.setViewportSize(PHONE.viewport)
    await phone.locator('.remote').waitFor()
    await shown(phone, 'How good was it?')
    await press(phone, 'Next')
    await shown(projector, 'Anything else?')
    const { page: narrow } = await open({ viewport: PHONE.viewport })
    await present(narrow, service, admin)
    await narrow.locator('.presenter').waitFor()
  })

  test('nothing under the thumb moves when counts arrive, and everything can be reached on a small phone and in large text', async () => {
    const admin = await newTalk()
    for (const options of [PHONE, SMALL_PHONE]) {
      const { page } = await open(options)
      await present(page, service, admin)
      await admin.send('PATCH', '/presentation', { screen: '1' })
      await shown(page, 'Coming?')
      const before = await page.evaluate(THUMB)
      const answered = page.locator('.counts')
      const count = await answered.innerText()
      await answer(service, admin, ['Yes', 3, 'Not at all', 'City 3'])
      await until(async () => (await answered.innerText()) !== count)
      assert.deepEqual(await page.evaluate(THUMB), before)
      for (const screen of ['', '1', '2', '3', '4.1-6', '5']) {
        await admin.send('PATCH', '/presentation', { screen })
        await shown(
          page,
          ['Team lunch', ...TALK.map(({ text }) => `${text}`)][Number.parseInt(screen || '0', 10)] ?? '',
        )
        await assertTouchable(page, screen)
        const { y = 0, height = 0 } = (await page.getByRole('button', { name: 'Next' }).boundingBox()) ?? {}
        assert.ok(height >= 64 && y + height <= options.viewport.height, `${screen}: ${y} ${height}`)
      }
      const session = await page.context().newCDPSession(page)
      await session.send('Page.setFontSizes', { fontSizes: { standard: LARGE_TEXT } })
      await assertFits(page, 'large text')
      const next = await page.getByRole('button', { name: 'Next' }).boundingBox()
      assert.ok((next?.y ?? 0) + (next?.height ?? 0) <= options.viewport.height)
      await session.send('Page.setFontSizes', { fontSizes: { standard: LARGE_TEXT / 2 } })
      await admin.send('DELETE', '/presentation')
    }
  })
})
