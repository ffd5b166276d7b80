import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { board, choice } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import {
  buttonsOf,
  connected,
  group,
  groupsOf,
  hasFocus,
  press,
  put,
  row,
  settled,
  starter,
  statesOf,
  textsIn,
  topOf,
  vote,
} from '../presenter/moderation.ts'
import { focused } from '../survey.ts'
import { followAdminLink, openDashboard } from './dashboard.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

inBrowser('stable order of a moderated board', open => {
  const start = starter(service, open)
  const startAnew = starter(service, options => open({ ...options, ownProfile: true }))

  test('a stale read does not revert a change', async () => {
    const { admin, ask, page } = await start()
    await ask('One?')
    await openDashboard(page, service, admin, 'Board')
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
    // A page that becomes visible again reads its boards.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await read.promise
    await ask('Two?')
    await row(page, 'One?').focus()
    await page.keyboard.press('a')
    await until(async () => (await statesOf(admin)).includes('shown'))
    await page.evaluate(NOTE_WHAT_WAITS)
    await settled(page)
    held.resolve()
    await group(page, 'Waiting').getByText('Two?').waitFor()
    assert.deepEqual(await page.evaluate('[...waited]'), ['Two?'])
  })

  test('votes reorder the list while the focused question keeps its focus and screen position', async () => {
    const { admin, ask, page } = await start([choice(), board('Ask')])
    await ask(...Array.from({ length: 20 }, (_, n) => `${n}?`))
    await openDashboard(page, service, admin, 'Board')
    await connected(page)
    await row(page, '15?').focus()
    await page.evaluate('scrollTo(0, 600)')
    const before = await topOf(page, '15?')
    await vote(service, admin, '18?')
    await until(async () => (await textsIn(page, 'Shown'))[0] === '18?')
    await hasFocus(page, '15?')
    assert.ok(Math.abs((await topOf(page, '15?')) - before) <= 1, 'it did not move')
    for (const _ of '12') await vote(service, admin, '15?')
    await until(async () => (await textsIn(page, 'Shown'))[0] === '15?')
    await hasFocus(page, '15?')
  })

  test('a question that someone else moderates keeps the focus', async () => {
    const { admin, ask, page } = await start()
    await ask('One?', 'Two?')
    await openDashboard(page, service, admin, 'Board')
    await connected(page)
    await row(page, 'Two?').focus()
    await put(admin, 'Two?', 'shown')
    await group(page, 'Shown').getByText('Two?').waitFor()
    await hasFocus(page, 'Two?')
    await put(admin, 'Two?', 'hidden')
    await until(async () => (await focused(page)).startsWith('SECTION Shown'))
  })

  test('nothing moves under the pointer; the list updates when the pointer leaves', async () => {
    const { admin, ask, page } = await start()
    await ask('One?', 'Two?')
    await put(admin, 'Two?', 'shown')
    await openDashboard(page, service, admin, 'Board')
    await connected(page)
    const button = row(page, 'Two?').getByRole('button', { name: 'Hide' })
    await button.hover()
    const { x = 0, y = 0 } = (await button.boundingBox()) ?? {}
    const before = await topOf(page, 'Two?')
    await ask('Three?')
    await put(admin, 'One?', 'hidden')
    await vote(service, admin, 'Two?')
    // Moving the pointer freezes the list for some seconds, so it keeps moving until everything has arrived.
    const texts = [page.getByText('1 vote', { exact: true }), page.getByText('1 more when you pause')]
    await until(async () => {
      for (const step of [5, 6]) await page.mouse.move(x + step, y + 5)
      return (await Promise.all(texts.map(text => text.isVisible()))).every(Boolean)
    })
    assert.deepEqual(await textsIn(page, 'Waiting'), ['One?'])
    assert.deepEqual(await buttonsOf(page, 'One?'), ['Approve', 'Hide'])
    assert.equal(await topOf(page, 'Two?'), before)
    await page.mouse.move(5, 5)
    await until(async () => (await textsIn(page, 'Waiting')).join() === 'Three?')
    assert.deepEqual(await groupsOf(page), ['Waiting 1', 'Shown 1', 'Hidden 1'])
  })

  test('a press on an item that has just moved under the pointer is ignored, with a notice', async () => {
    const { admin, ask, page } = await start([choice(), board('Ask')])
    await ask('One?', 'Two?')
    await openDashboard(page, service, admin, 'Board')
    await connected(page)
    await row(page, 'One?').waitFor()
    await page.evaluate(PRESS_WHEN_MOVED)
    await vote(service, admin, 'Two?')
    await page.getByText('The list just changed. Press again to confirm.').waitFor()
    assert.deepEqual(await statesOf(admin), ['shown', 'shown'])
    await settled(page)
    await press(page, 'Two?', 'Hide')
    await until(async () => (await statesOf(admin)).join() === 'hidden,shown')
  })

  test('a double click does not act on the next question', async () => {
    const { admin, ask, page } = await start()
    await ask('One?', 'Two?', 'Three?')
    await openDashboard(page, service, admin, 'Board')
    await row(page, 'One?').getByRole('button', { name: 'Approve' }).dblclick()
    await until(async () => (await statesOf(admin)).includes('shown'))
    await settled(page)
    assert.deepEqual(await textsIn(page, 'Waiting'), ['Two?', 'Three?'])
  })

  test('new questions appear while keys are used and the mouse rests on the list', async () => {
    const { admin, ask, page } = await startAnew()
    await ask('One?', 'Two?', 'Three?')
    await followAdminLink(page, service, admin, 'Board')
    await connected(page)
    await row(page, 'Two?').hover()
    await row(page, 'One?').focus()
    await page.keyboard.press('a')
    await hasFocus(page, 'Two?')
    await ask('Four?')
    await group(page, 'Waiting').getByText('Four?').waitFor()
    await hasFocus(page, 'Two?')
  })
})

/** Presses whatever is at the place of the first button, as soon as the list has moved. */
const PRESS_WHEN_MOVED = `{
  const list = document.querySelector('.questions')
  const { x, y } = list.querySelector('tr button').getBoundingClientRect()
  new MutationObserver((_, observer) => {
    observer.disconnect()
    document.elementFromPoint(x + 5, y + 5).click()
  }).observe(list, { childList: true, subtree: true })
}`

/** Records everything that waits from now on. */
const NOTE_WHAT_WAITS = `{
  globalThis.waited = new Set()
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('[data-group=held] .text')) waited.add(textContent)
  }).observe(document.querySelector('.questions'), { childList: true, subtree: true })
}`
