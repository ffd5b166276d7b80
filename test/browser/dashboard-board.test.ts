import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, bodyOf, choice } from '../api/fixtures.ts'
import { type Desk, newDesk } from '../dashboard/desk.ts'
import { call, startService } from '../harness.ts'
import { inBrowser } from './chromium.ts'
import { goTo, openDashboard } from './dashboard.ts'
import { assertAccessible, assertFits, MODES } from './look.ts'
import { focused, linkOf, until } from './survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const MODERATED = board('Ask us anything', { moderated: true })

const LONG = 'A long question. '.repeat(29).trim()
const HOSTILE = '<img src=x onerror="document.title=1"><b>bold</b> {{1}} &amp; \u202Eabc'

inBrowser('how a board is moderated', open => {
  const start = async (questions: readonly object[] = [choice(), MODERATED], index = 1) => {
    const desk = await newDesk(service, questions)
    const ask = async (...texts: string[]) => {
      for (const text of texts) await askOn(desk, index, text)
    }
    const { page, context } = await open({ viewport: { width: 1280, height: 800 } })
    return { desk, ask, page, context }
  }
  const visit = async (desk: Desk) => {
    const { page } = await open()
    await page.goto(linkOf(service, desk.id))
    return page
  }

  test('[D12-view-board-live] what is asked waits within a second, is shown by a key, and is seen', async () => {
    const { desk, ask, page } = await start()
    await openDashboard(page, service, desk, 'Board')
    const respondent = await visit(desk)
    await connected(page)
    await ask('First?')
    await group(page, 'Waiting').getByText('First?').waitFor()
    await row(page, 'First?').focus()
    const took = []
    for (const text of ['Is it vegan?', 'What does it cost?', 'Why?']) {
      await respondent.getByLabel('Your question').fill(text)
      const began = performance.now()
      await respondent.getByRole('button', { name: 'Ask' }).click()
      await group(page, 'Waiting').getByText(text).waitFor()
      const asked = performance.now()
      await page.keyboard.press('j')
      assert.equal(await focused(page), `TR ${text}ShowAnsweredHide`)
      await page.keyboard.press('s')
      await respondent.locator('.board .text', { hasText: text }).waitFor()
      took.push({ waits: Math.round(asked - began), seen: Math.round(performance.now() - asked) })
      await group(page, 'Shown').getByText(text).waitFor()
      await page.keyboard.press('Home')
    }
    console.log('asked until it waits on the dashboard, shown until it is seen, in ms:', JSON.stringify(took))
    const [, median = 0] = took.map(({ waits }) => waits).sort((a, b) => a - b)
    assert.ok(median < 1_000, JSON.stringify(took))
  })

  test('[D12-view-board] the groups, their order and their buttons, by mouse', async () => {
    const { desk, ask, page } = await start()
    await ask('One?', 'Two?', 'Three?')
    await openDashboard(page, service, desk, 'Board')
    const respondent = await visit(desk)
    assert.deepEqual(await textsIn(page, 'Waiting'), ['One?', 'Two?', 'Three?'])
    assert.deepEqual(await buttonsOf(page, 'One?'), ['Show', 'Answered', 'Hide'])
    for (const text of ['One?', 'Two?', 'Three?']) {
      await press(page, text, 'Show')
      await group(page, 'Shown').getByText(text).waitFor()
      await settled(page)
    }
    assert.deepEqual(await buttonsOf(page, 'One?'), ['Answered', 'Hold', 'Hide'])
    await seenBy(respondent, ['One?', 'Two?', 'Three?'])
    await press(page, 'One?', 'Answered')
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

  test('[D12-view-board] there is no such view where the survey has no board', async () => {
    const { desk, page } = await start([choice()])
    await openDashboard(page, service, desk)
    const names = await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').allInnerTexts()
    assert.ok(!names.includes('Board'), names.join())
  })

  test('[D12-view-board] what was asked stands there as text, however long', async () => {
    const { desk, ask, page } = await start()
    await ask(HOSTILE, LONG)
    await openDashboard(page, service, desk, 'Board')
    assert.deepEqual(await textsIn(page, 'Waiting'), [HOSTILE, LONG])
    await press(page, LONG, 'Show')
    await page
      .getByRole('status')
      .filter({ hasText: /^Shown: A long question\. .{0,40}…/ })
      .waitFor()
  })

  test('[D12-view-board-keys] every key, and the focus goes on to the next of the group', async () => {
    const { desk, ask, page } = await start()
    await ask('One?', 'Two?', 'Three?', 'Four?')
    await openDashboard(page, service, desk, 'Board')
    await row(page, 'One?').waitFor()
    await page.getByRole('link', { name: 'Settings' }).focus()
    await page.keyboard.press('Tab')
    await hasFocus(page, 'One?')
    const moves = { j: 'Two?', ArrowDown: 'Three?', k: 'Two?', ArrowUp: 'One?', End: 'Four?', Home: 'One?' }
    for (const [key, text] of Object.entries(moves)) {
      await page.keyboard.press(key)
      await hasFocus(page, text)
    }
    await page.keyboard.press('s')
    await hasFocus(page, 'Two?')
    await page.keyboard.press('h')
    await hasFocus(page, 'Three?')
    await page.keyboard.press('a')
    await hasFocus(page, 'Four?')
    await page.keyboard.press('s')
    await page.getByText('Nothing waits.').waitFor()
    assert.match(await focused(page), /^SECTION Waiting/)
    assert.deepEqual(await groupsOf(page), ['Waiting 0', 'Shown 2', 'Answered 1', 'Hidden 1'])
    await page.keyboard.press('j')
    await hasFocus(page, 'One?')
    await page.keyboard.press('w')
    await hasFocus(page, 'Four?')
    assert.deepEqual(await textsIn(page, 'Waiting'), ['One?'])
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
    await group(page, 'Answered').getByText('Four?').waitFor()
  })

  test('[D12-view-board-keys] a letter does nothing outside the list, with another key, or where it makes no sense', async () => {
    const { desk, ask, page } = await start()
    await ask('One?', 'Two?')
    await openDashboard(page, service, desk, 'Board')
    await row(page, 'One?').waitFor()
    await page.getByRole('link', { name: 'Settings' }).focus()
    await page.keyboard.press('s')
    await row(page, 'One?').focus()
    await page.keyboard.press('Alt+h')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('w')
    await page.keyboard.press('x')
    assert.deepEqual(await textsIn(page, 'Waiting'), ['One?', 'Two?'])
    await hasFocus(page, 'One?')
  })

  test('[D12-view-board-keys] one stop of the Tab key, with the buttons of the question that has it', async () => {
    const { desk, ask, page } = await start()
    await ask('One?', 'Two?')
    await openDashboard(page, service, desk, 'Board')
    await row(page, 'Two?').focus()
    await page.keyboard.press('ArrowRight')
    assert.equal(await focused(page), 'BUTTON Show')
    await page.keyboard.press('ArrowLeft')
    await hasFocus(page, 'Two?')
    for (const name of ['Show', 'Answered', 'Hide']) {
      await page.keyboard.press('Tab')
      assert.equal(await focused(page), `BUTTON ${name}`)
    }
    await page.keyboard.press('k')
    await hasFocus(page, 'One?')
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('Tab')
    assert.doesNotMatch(await focused(page), /^(TR|BUTTON)/)
  })

  test('[D12-view-board-keys] the keys are on the page, and digits change the board', async () => {
    const { desk, ask, page } = await start([MODERATED, choice(), board('And the venue?')], 2)
    await ask('Is there parking?')
    await askOn(desk, 0, 'One?')
    await openDashboard(page, service, desk, 'Board')
    assert.match(await page.locator('.keys').innerText(), /s show, w hold, a answered, h hide, u undo, 1 to 2 board/)
    await row(page, 'One?').focus()
    await page.keyboard.press('2')
    await page.getByRole('heading', { name: 'And the venue?' }).waitFor()
    await hasFocus(page, 'Is there parking?')
    await page.keyboard.press('1')
    await hasFocus(page, 'One?')
    await page.getByRole('combobox', { name: 'Board' }).selectOption({ index: 1 })
    await row(page, 'Is there parking?').waitFor()
  })

  test('[D12-view-board-undo] by key and by button, the last first, and the focus goes there', async () => {
    const { desk, ask, page } = await start()
    await ask('One?', 'Two?')
    await openDashboard(page, service, desk, 'Board')
    await row(page, 'One?').focus()
    await page.keyboard.press('s')
    await page.keyboard.press('h')
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
    await until(async () => (await statesOf(desk)).join() === 'held,held')
  })

  test('[D12-view-board-undo] on a full board it goes back, and the reason and the remedy are said', async () => {
    const { desk, page } = await start([choice(), board('Ask')])
    await askOn(desk, 1, 'Dealt with?')
    const [first] = (await desk.get<Items>('/board/1')).items
    await desk.send('PATCH', `/board/1/${first?.id}`, { state: 'answered' })
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => askOn(desk, 1, `${n}?`)))
    await openDashboard(page, service, desk, 'Board')
    await press(page, 'Dealt with?', 'Show')
    const said =
      'The board is full: 1,000 questions are shown or wait. Hide some or mark them as answered, then try again.'
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

  test('[D12-view-board-undo] a reading that began before does not take it back', async () => {
    const { desk, ask, page } = await start()
    await ask('One?')
    await openDashboard(page, service, desk, 'Board')
    await connected(page)
    await row(page, 'One?').waitFor()
    const held = Promise.withResolvers<void>()
    const read = Promise.withResolvers<void>()
    await page.route('**/board/1', async route => {
      const response = await route.fetch()
      read.resolve()
      await held.promise
      await route.fulfill({ response })
    })
    await ask('Two?')
    await read.promise
    await row(page, 'One?').focus()
    await page.keyboard.press('s')
    await until(async () => (await statesOf(desk)).includes('shown'))
    await page.evaluate(NOTE_WHAT_WAITS)
    await settled(page)
    held.resolve()
    await group(page, 'Waiting').getByText('Two?').waitFor()
    assert.deepEqual(await page.evaluate('[...waited]'), ['Two?'])
  })

  test('[D12-view-board-steady] votes reorder, and the question with the focus keeps it, at its place', async () => {
    const { desk, ask, page } = await start([choice(), board('Ask')])
    await ask(...Array.from({ length: 20 }, (_, n) => `${n}?`))
    await openDashboard(page, service, desk, 'Board')
    await connected(page)
    await row(page, '15?').focus()
    await page.evaluate('scrollTo(0, 600)')
    const before = await topOf(page, '15?')
    await vote(desk, '18?')
    await until(async () => (await textsIn(page, 'Shown'))[0] === '18?')
    await hasFocus(page, '15?')
    assert.ok(Math.abs((await topOf(page, '15?')) - before) <= 1, 'it did not move')
    for (const _ of '12') await vote(desk, '15?')
    await until(async () => (await textsIn(page, 'Shown'))[0] === '15?')
    await hasFocus(page, '15?')
  })

  test('[D12-view-board-steady] a question that somebody else deals with keeps the focus', async () => {
    const { desk, ask, page } = await start()
    await ask('One?', 'Two?')
    await openDashboard(page, service, desk, 'Board')
    await connected(page)
    await row(page, 'Two?').focus()
    await put(desk, 'Two?', 'shown')
    await group(page, 'Shown').getByText('Two?').waitFor()
    await hasFocus(page, 'Two?')
    await put(desk, 'Two?', 'hidden')
    await until(async () => (await focused(page)).startsWith('SECTION Shown'))
  })

  test('[D12-view-board-steady] nothing moves under the pointer, and all of it when the pointer leaves', async () => {
    const { desk, ask, page } = await start()
    await ask('One?', 'Two?')
    await put(desk, 'Two?', 'shown')
    await openDashboard(page, service, desk, 'Board')
    await connected(page)
    await row(page, 'Two?').getByRole('button', { name: 'Hide' }).hover()
    const before = await topOf(page, 'Two?')
    await ask('Three?')
    await put(desk, 'One?', 'hidden')
    await vote(desk, 'Two?')
    await page.getByText('1 vote', { exact: true }).waitFor()
    await page.getByText('1 more when you pause').waitFor()
    assert.deepEqual(await textsIn(page, 'Waiting'), ['One?'])
    assert.deepEqual(await buttonsOf(page, 'One?'), ['Show', 'Answered', 'Hide'])
    assert.equal(await topOf(page, 'Two?'), before)
    await page.mouse.move(5, 5)
    await until(async () => (await textsIn(page, 'Waiting')).join() === 'Three?')
    assert.deepEqual(await groupsOf(page), ['Waiting 1', 'Shown 1', 'Hidden 1'])
  })

  test('[D12-view-board-steady] a press on what has just moved there does nothing and says so', async () => {
    const { desk, ask, page } = await start([choice(), board('Ask')])
    await ask('One?', 'Two?')
    await openDashboard(page, service, desk, 'Board')
    await connected(page)
    await row(page, 'One?').waitFor()
    await page.evaluate(PRESS_WHEN_MOVED)
    await vote(desk, 'Two?')
    await page.getByText('The list has just moved. Press again.').waitFor()
    assert.deepEqual(await statesOf(desk), ['shown', 'shown'])
    await settled(page)
    await press(page, 'Two?', 'Hide')
    await until(async () => (await statesOf(desk)).join() === 'hidden,shown')
  })

  test('[D12-view-board-steady] the second click of two at one place does not meet the next question', async () => {
    const { desk, ask, page } = await start()
    await ask('One?', 'Two?', 'Three?')
    await openDashboard(page, service, desk, 'Board')
    await row(page, 'One?').getByRole('button', { name: 'Show' }).dblclick()
    await until(async () => (await statesOf(desk)).includes('shown'))
    await settled(page)
    assert.deepEqual(await textsIn(page, 'Waiting'), ['Two?', 'Three?'])
  })

  test('[D12-view-board-steady] with a mouse that rests on the list, what is asked still comes while keys are used', async () => {
    const { desk, ask, page } = await start()
    await ask('One?', 'Two?', 'Three?')
    await openDashboard(page, service, desk, 'Board')
    await connected(page)
    await row(page, 'Two?').hover()
    await row(page, 'One?').focus()
    await page.keyboard.press('s')
    await hasFocus(page, 'Two?')
    const began = performance.now()
    await ask('Four?')
    await group(page, 'Waiting').getByText('Four?').waitFor()
    assert.ok(performance.now() - began < 4_000)
    await hasFocus(page, 'Two?')
  })

  test('[D12-view-board-waiting] the navigation counts on every view, and it is announced', async () => {
    const { desk, ask, page } = await start()
    await openDashboard(page, service, desk)
    await connected(page)
    const link = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Board' })
    assert.equal(await link.innerText(), 'Board')
    await ask('One?', 'Two?')
    await page.getByRole('link', { name: 'Board (2) waiting' }).waitFor()
    await page.getByRole('status').filter({ hasText: '2 questions wait' }).waitFor()
    await goTo(page, 'Board')
    await row(page, 'One?').focus()
    await page.keyboard.press('s')
    await page.getByRole('link', { name: 'Board (1) waiting' }).waitFor()
  })

  test('[D12-view-board-empty] without questions it says how to come by some', async () => {
    const { desk, ask, page } = await start()
    await openDashboard(page, service, desk, 'Board')
    await page.getByText('No questions yet. They are asked on the survey’s page').waitFor()
    await page.getByText('A new question stands here until you show it.').waitFor()
    await desk.send('PATCH', '', { status: 'closed' })
    await page.getByText('the survey takes none while it is not open').waitFor()
    await desk.send('PATCH', '', { status: 'open' })
    await ask('One?')
    await page.getByText('Nothing is shown. Show one that waits.').waitFor()
  })

  test('[D12-view-board-empty] a board that is not moderated says why nothing waits, and where to change it', async () => {
    const { desk, ask, page } = await start([choice(), board('Ask')])
    await ask('One?')
    await openDashboard(page, service, desk, 'Board')
    await page.getByText('a question is shown as soon as it is asked').getByRole('link', { name: 'Questions' }).click()
    await page.getByRole('region', { name: 'Questions' }).waitFor()
  })

  for (const [what, options] of MODES)
    test(`[D12-view-board-accessible] a board in moderation, ${what}`, async () => {
      const { desk, ask } = await start([choice(), MODERATED, board('And another?')])
      const { page } = await open(options)
      await openDashboard(page, service, desk, 'Board')
      await page.getByText('No questions yet.').waitFor()
      await check(page, `${what}, empty`)
      await ask('One?', 'Two?', 'Three?', 'Four?', LONG, HOSTILE, 'Unbroken'.repeat(60))
      for (const [text, state] of Object.entries({ 'Two?': 'shown', 'Three?': 'answered', 'Four?': 'hidden' }))
        await put(desk, text, state)
      await page.getByRole('button', { name: 'Hidden 1' }).click()
      await row(page, 'One?').focus()
      assert.deepEqual(await page.evaluate(SMALL_BUTTONS), [])
      await check(page, what)
      await page.keyboard.press('s')
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await check(page, `${what}, done`)
    })
})

interface Items {
  readonly items: readonly { readonly id: string; readonly text: string; readonly state: string }[]
}

/** Presses whatever comes to be where the first button is, as soon as the list has moved. */
const PRESS_WHEN_MOVED = `{
  const list = document.querySelector('.questions')
  const { x, y } = list.querySelector('tr button').getBoundingClientRect()
  new MutationObserver((_, observer) => {
    observer.disconnect()
    setTimeout(() => document.elementFromPoint(x + 5, y + 5).click(), 50)
  }).observe(list, { childList: true, subtree: true })
}`

const SMALL_BUTTONS = `[...document.querySelectorAll('.questions button')]
  .filter(one => one.offsetHeight < 44 || one.offsetWidth < 44).map(one => one.textContent)`

/** Remembers all that waits from now on. */
const NOTE_WHAT_WAITS = `{
  globalThis.waited = new Set()
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('[data-group=held] .text')) waited.add(textContent)
  }).observe(document.querySelector('.questions'), { childList: true, subtree: true })
}`

async function askOn({ id }: Desk, index: number, text: string): Promise<void> {
  bodyOf(await call(service, 'POST', `/s/${id}/board/${index}`, { body: { text } }), 201)
}

async function idOf(desk: Desk, text: string): Promise<string | undefined> {
  return (await desk.get<Items>('/board/1')).items.find(item => item.text === text)?.id
}

async function statesOf(desk: Desk): Promise<string[]> {
  return (await desk.get<Items>('/board/1')).items.map(({ state }) => state)
}

async function put(desk: Desk, text: string, state: string): Promise<void> {
  assert.equal((await desk.send('PATCH', `/board/1/${await idOf(desk, text)}`, { state })).status, 200)
}

async function vote(desk: Desk, text: string): Promise<void> {
  const path = `/s/${desk.id}/board/1/${await idOf(desk, text)}/vote`
  assert.equal((await call(service, 'PUT', path, { body: { voter: randomUUID() } })).status, 200)
}

const connected = (page: Page) => page.getByText('Reconnecting').waitFor({ state: 'hidden' })

const group = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d`) })

const row = (page: Page, text: string) => page.locator('tr', { has: page.getByText(text, { exact: true }) })

const textsIn = (page: Page, name: string) => group(page, name).locator('.text').allTextContents()

const buttonsOf = (page: Page, text: string) => row(page, text).getByRole('button').allInnerTexts()

const press = (page: Page, text: string, name: string) => row(page, text).getByRole('button', { name }).click()

/** Until nobody has the list in hand by keys, and a press is taken for meant again. */
const settled = (page: Page) => page.evaluate('new Promise(done => setTimeout(done, 650))')

async function groupsOf(page: Page): Promise<string[]> {
  const names = await page.locator('.questions h3').allTextContents()
  return names.map(name => name.trim())
}

async function topOf(page: Page, text: string): Promise<number> {
  return (await row(page, text).boundingBox())?.y ?? Number.NaN
}

async function hasFocus(page: Page, text: string): Promise<void> {
  await until(async () => (await page.locator('tr:focus .text').allTextContents())[0] === text)
}

async function seenBy(respondent: Page, texts: readonly string[]): Promise<void> {
  await until(async () => (await respondent.locator('.board .text').allInnerTexts()).join() === texts.join())
}

async function check(page: Page, name: string): Promise<void> {
  await assertAccessible(page, name)
  await assertFits(page, name)
}
