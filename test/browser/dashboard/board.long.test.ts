import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, choice } from '../../api/fixtures.ts'
import type { AdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'
import {
  askOn,
  buttonsOf,
  connected,
  group,
  groupsOf,
  hasFocus,
  type Items,
  MODERATED,
  press,
  put,
  row,
  settled,
  starter,
  statesOf,
  textsIn,
} from '../presenter/moderation.ts'
import { focused, linkOf } from '../survey.ts'
import { followAdminLink, goTo, openDashboard } from './dashboard.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

const LONG = 'A long question. '.repeat(29).trim()
const HOSTILE = '<img src=x onerror="document.title=1"><b>bold</b> {{1}} &amp; \u202Eabc'

inBrowser('board moderation', open => {
  const start = starter(service, open)
  const startAnew = starter(service, options => open({ ...options, ownProfile: true }))
  const visit = async (admin: AdminClient) => {
    const { page } = await open()
    await page.goto(linkOf(service, admin.id))
    return page
  }

  test('a new question is listed, is shown by a key, and respondents see it', async () => {
    const { admin, ask, page } = await startAnew()
    await followAdminLink(page, service, admin, 'Board')
    const respondent = await visit(admin)
    await connected(page)
    await ask('First?')
    await group(page, 'Waiting').getByText('First?').waitFor()
    await row(page, 'First?').focus()
    for (const text of ['Is it vegan?', 'What does it cost?', 'Why?']) {
      await respondent.getByLabel('Your question').fill(text)
      await respondent.getByRole('button', { name: 'Ask' }).click()
      await group(page, 'Waiting').getByText(text).waitFor()
      // Its asker has voted for it, so it is above.
      await page.keyboard.press('k')
      assert.equal(await focused(page), `TR ${text}1 voteApproveHide`)
      await page.keyboard.press('a')
      await respondent.locator('.board .text', { hasText: text }).waitFor()
      await group(page, 'Shown').getByText(text).waitFor()
      await page.keyboard.press('Home')
      await settled(page)
    }
  })

  test('groups, their order and their buttons, by mouse', async () => {
    const { admin, ask, page } = await start()
    await ask('One?', 'Two?', 'Three?')
    await openDashboard(page, service, admin, 'Board')
    const respondent = await visit(admin)
    await row(page, 'Three?').waitFor()
    assert.deepEqual(await textsIn(page, 'Waiting'), ['One?', 'Two?', 'Three?'])
    assert.deepEqual(await buttonsOf(page, 'One?'), ['Approve', 'Hide'])
    for (const text of ['One?', 'Two?', 'Three?']) {
      await press(page, text, 'Approve')
      await group(page, 'Shown').getByText(text).waitFor()
      await settled(page)
    }
    assert.deepEqual(await buttonsOf(page, 'One?'), ['Mark answered', 'Hold', 'Hide'])
    await seenBy(respondent, ['One?', 'Two?', 'Three?'])
    await press(page, 'One?', 'Mark answered')
    await settled(page)
    await press(page, 'Two?', 'Hide')
    await settled(page)
    assert.deepEqual(await buttonsOf(page, 'One?'), ['Show', 'Hide'])
    await seenBy(respondent, ['One?', 'Three?'])
    await respondent.locator('.board li', { hasText: 'One?' }).getByText('Answered').waitFor()
    assert.equal(await row(page, 'Two?').count(), 0)
    await page.getByRole('button', { name: 'Hidden 1' }).click()
    assert.deepEqual(await buttonsOf(page, 'Two?'), ['Show', 'Hold'])
    await press(page, 'Two?', 'Hold')
    await group(page, 'Waiting').getByText('Two?').waitFor()
    assert.deepEqual(await groupsOf(page), ['Waiting 1', 'Shown 1', 'Answered 1'])
  })

  test('a survey without a board has no Board tab', async () => {
    const { admin, page } = await start([choice()])
    await openDashboard(page, service, admin)
    const names = await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').allInnerTexts()
    assert.ok(!names.includes('Board'), names.join())
  })

  test('questions are shown as text, however long', async () => {
    const { admin, ask, page } = await start()
    await ask(HOSTILE, LONG)
    await openDashboard(page, service, admin, 'Board')
    await row(page, LONG).waitFor()
    assert.deepEqual(await textsIn(page, 'Waiting'), [HOSTILE, LONG])
    await press(page, LONG, 'Approve')
    await page
      .getByRole('status')
      .filter({ hasText: /^Shown: A long question\. .{0,40}…/ })
      .waitFor()
  })

  test('every key works and the focus moves to the next item of the group', async () => {
    const { admin, ask, page } = await start()
    await ask('One?', 'Two?', 'Three?', 'Four?')
    await openDashboard(page, service, admin, 'Board')
    await connected(page)
    await row(page, 'One?').waitFor()
    await page.keyboard.press('j')
    await hasFocus(page, 'One?')
    const moves = { j: 'Two?', ArrowDown: 'Three?', k: 'Two?', ArrowUp: 'One?', End: 'Four?', Home: 'One?' }
    for (const [key, text] of Object.entries(moves)) {
      await page.keyboard.press(key)
      await hasFocus(page, text)
    }
    await page.keyboard.press('a')
    await hasFocus(page, 'Two?')
    await page.keyboard.press('d')
    await hasFocus(page, 'Three?')
    await page.keyboard.press('m')
    await page.getByText('Only a question that is shown can be marked as answered.').waitFor()
    await hasFocus(page, 'Three?')
    await page.keyboard.press('a')
    await hasFocus(page, 'Four?')
    await page.keyboard.press('a')
    await page.getByText('Nothing is waiting.').waitFor()
    assert.match(await focused(page), /^SECTION Waiting/)
    await page.keyboard.press('d')
    assert.deepEqual(await groupsOf(page), ['Waiting 0', 'Shown 3', 'Hidden 1'])
    await page.keyboard.press('j')
    await hasFocus(page, 'One?')
    await page.keyboard.press('w')
    await hasFocus(page, 'Three?')
    assert.deepEqual(await textsIn(page, 'Waiting'), ['One?'])
    await page.keyboard.press('m')
    await hasFocus(page, 'Four?')
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
    await group(page, 'Answered').getByText('Four?').waitFor()
    await until(async () => (await statesOf(admin)).toSorted().join() === 'answered,answered,held,hidden')
    // Overlapping changes may be read together; a single one comes with its event.
    await settled(page)
    const reads: string[] = []
    page.on('request', request => request.method() === 'GET' && reads.push(request.url()))
    await press(page, 'One?', 'Approve')
    await until(async () => (await statesOf(admin)).toSorted().join() === 'answered,answered,hidden,shown')
    await settled(page)
    assert.deepEqual(reads, [])
  })

  test('moderating by keyboard: keys work wherever the focus is, unless they are turned off or something is typed', async () => {
    const { admin, ask, page } = await start()
    await ask(...Array.from({ length: 12 }, (_, at) => `${at + 1}?`))
    await openDashboard(page, service, admin, 'Board')
    await row(page, '12?').waitFor()
    await page.getByRole('link', { name: 'Settings' }).focus()
    for (const key of ['Alt+d', 'Control+a', 'w', 'x']) await page.keyboard.press(key)
    assert.equal((await textsIn(page, 'Waiting')).length, 12)
    await page.keyboard.press('a')
    await hasFocus(page, '2?')
    assert.deepEqual(await textsIn(page, 'Shown'), ['1?'])
    await page.getByRole('link', { name: 'Settings' }).focus()
    await page.evaluate('scrollTo(0, 0)')
    await row(page, '12?').focus()
    await page.getByRole('link', { name: 'Settings' }).focus()
    await page.evaluate('scrollTo(0, 0)')
    await page.keyboard.press('d')
    await hasFocus(page, '12?')
    assert.equal((await textsIn(page, 'Waiting')).length, 11, 'what could not be seen is only brought into view')
    await page.keyboard.press('d')
    await page.getByRole('button', { name: 'Hidden 1' }).waitFor()
    await page.keyboard.press('u')
    await hasFocus(page, '12?')
    const letters = page.getByLabel('Use letter and symbol keys')
    await letters.uncheck()
    await page.getByRole('link', { name: 'Settings' }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    assert.equal((await textsIn(page, 'Waiting')).length, 11)
    await row(page, '3?').focus()
    await page.keyboard.press('a')
    await hasFocus(page, '4?')
    await letters.check()
  })

  test('the list is one tab stop, with the buttons of the focused question', async () => {
    const { admin, ask, page } = await start()
    await ask('One?', 'Two?')
    await openDashboard(page, service, admin, 'Board')
    await row(page, 'Two?').focus()
    await page.keyboard.press('ArrowRight')
    assert.equal(await focused(page), 'BUTTON Approve')
    await page.keyboard.press('ArrowLeft')
    await hasFocus(page, 'Two?')
    for (const name of ['Approve', 'Hide']) {
      await page.keyboard.press('Tab')
      assert.equal(await focused(page), `BUTTON ${name}`)
    }
    await page.keyboard.press('k')
    await hasFocus(page, 'One?')
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Tab')
    assert.doesNotMatch(await focused(page), /^(TR|BUTTON)/)
  })

  test('the page lists the keys, and digits choose the board', async () => {
    const { admin, ask, page } = await start([MODERATED, choice(), board('And the venue?')], 2)
    await ask('Is there parking?')
    await askOn(service, admin, 0, 'One?')
    await openDashboard(page, service, admin, 'Board')
    assert.match(
      await page.locator('.keys').innerText(),
      /a approve or show, d hide, m mark answered, w hold, u undo, 1 to 2 choose a board/,
    )
    await row(page, 'One?').focus()
    await page.keyboard.press('2')
    await page.getByRole('heading', { name: 'And the venue?' }).waitFor()
    await hasFocus(page, 'Is there parking?')
    await page.keyboard.press('1')
    await hasFocus(page, 'One?')
    await page.getByRole('combobox', { name: 'Board' }).selectOption({ index: 1 })
    await row(page, 'Is there parking?').waitFor()
  })

  test('undo by key and by button reverts the latest first and moves the focus', async () => {
    const { admin, ask, page } = await start()
    await ask('One?', 'Two?')
    await openDashboard(page, service, admin, 'Board')
    await row(page, 'One?').focus()
    await page.keyboard.press('a')
    await page.keyboard.press('d')
    for (const text of ['Two?', 'One?']) {
      await page.keyboard.press('u')
      await hasFocus(page, text)
    }
    assert.deepEqual(await textsIn(page, 'Waiting'), ['One?', 'Two?'])
    await page.keyboard.press('u')
    await page.getByText('There is nothing to undo.').waitFor()
    await settled(page)
    await press(page, 'One?', 'Hide')
    await page.getByRole('status').filter({ hasText: 'Hidden: One?' }).getByRole('button', { name: 'Undo' }).click()
    await hasFocus(page, 'One?')
    await until(async () => (await statesOf(admin)).join() === 'held,held')
  })

  test('a notice about a question does not appear in another view', async () => {
    const { ask, admin, page } = await start()
    await ask('One?')
    await openDashboard(page, service, admin, 'Board')
    await press(page, 'One?', 'Hide')
    const said = page.getByText('Hidden: One?')
    await said.waitFor()
    await goTo(page, 'Results')
    assert.equal(await said.count(), 0)
  })

  test('on a full board the change is reverted, with the reason and the remedy', async () => {
    const { admin, page } = await start([choice(), board('Ask')])
    await askOn(service, admin, 1, 'Dealt with?')
    const [first] = (await admin.get<Items>('/board/1')).items
    await admin.send('PATCH', `/board/1/${first?.id}`, { state: 'answered' })
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => askOn(service, admin, 1, `${n}?`)))
    await openDashboard(page, service, admin, 'Board')
    await press(page, 'Dealt with?', 'Show')
    const said =
      'The board is full: 1,000 questions are shown or waiting. Hide some or mark them as answered, then try again.'
    await page.getByText(said).waitFor()
    assert.deepEqual(await textsIn(page, 'Answered'), ['Dealt with?'])
    await page.mouse.move(5, 5)
    await settled(page)
    assert.deepEqual(await textsIn(page, 'Answered'), ['Dealt with?'])
    await row(page, '500?').focus()
    const began = performance.now()
    for (let n = 0; n < 20; n += 1) await page.keyboard.press('j')
    console.log('a key on a board of 1,000 questions, in ms:', Math.round((performance.now() - began) / 20))
  })

  test('every view shows the waiting count, which is announced', async () => {
    const { admin, ask, page } = await start()
    await openDashboard(page, service, admin)
    await connected(page)
    const link = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Board' })
    assert.equal(await link.innerText(), 'Board')
    await ask('One?', 'Two?')
    await page.getByRole('link', { name: 'Board (2) waiting' }).waitFor()
    await page.getByRole('status').filter({ hasText: '2 questions waiting' }).waitFor()
    await goTo(page, 'Board')
    await row(page, 'One?').focus()
    await page.keyboard.press('a')
    await page.getByRole('link', { name: 'Board (1) waiting' }).waitFor()
  })

  test('an empty board says how to get questions', async () => {
    const { admin, ask, page } = await start()
    await openDashboard(page, service, admin, 'Board')
    await page.getByText('No questions yet. People ask them on the survey page').waitFor()
    await page.getByText('New questions stay here until you approve them.').waitFor()
    await admin.send('PATCH', '', { status: 'closed' })
    await page.getByText('The survey isn’t open, so nobody can ask').waitFor()
    await admin.send('PATCH', '', { status: 'open' })
    await ask('One?')
    await page.getByText('No questions are shown. Approve one that is waiting.').waitFor()
  })

  test('an unmoderated board says why nothing is waiting and where to change it', async () => {
    const { admin, ask, page } = await start([choice(), board('Ask')])
    await ask('One?')
    await openDashboard(page, service, admin, 'Board')
    await page
      .locator('p', { hasText: 'questions appear as soon as they are asked' })
      .getByRole('link', { name: 'Questions' })
      .click()
    await page.getByRole('region', { name: 'Questions' }).waitFor()
  })

  for (const [what, options] of WINDOWS)
    test(`board moderation, ${what}`, async () => {
      const { admin, ask } = await start([choice(), MODERATED, board('And another?')])
      const { page } = await open(options)
      await openDashboard(page, service, admin, 'Board')
      await page.getByText('No questions yet.').waitFor()
      await assertWellMade(page, `${what}, empty`)
      await ask('One?', 'Two?', 'Three?', 'Four?', LONG, HOSTILE, 'Unbroken'.repeat(60))
      for (const [text, state] of Object.entries({ 'Two?': 'shown', 'Three?': 'answered', 'Four?': 'hidden' }))
        await put(admin, text, state)
      await page.getByRole('button', { name: 'Hidden 1' }).click()
      await row(page, 'One?').focus()
      assert.deepEqual(await page.evaluate(SMALL_BUTTONS), [])
      await assertWellMade(page, what)
      await page.keyboard.press('a')
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await assertWellMade(page, `${what}, done`)
    })
})

const SMALL_BUTTONS = `[...document.querySelectorAll('.questions button')]
  .filter(one => one.offsetHeight < 44 || one.offsetWidth < 44).map(one => one.textContent)`

async function seenBy(respondent: Page, texts: readonly string[]): Promise<void> {
  const seen = async () => (await respondent.locator('.board .text').allInnerTexts()).toSorted().join()
  await until(async () => (await seen()) === texts.toSorted().join())
}
