import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { answer, ask, newTalk, present, project, rowsOf, shown } from './presenter.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

const HALL = { viewport: { width: 1920, height: 1080 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

inBrowser('a room with several screens', open => {
  /** A presenter, a phone as its remote, and a projector by its link. */
  const openRoom = async () => {
    const admin = await newTalk(service)
    const [presenter, phone, projector] = await Promise.all([open(), open(PHONE), open(HALL)])
    await present(presenter.page, service, admin)
    await present(phone.page, service, admin)
    await projector.page.goto(await project(admin))
    await shown(projector.page, 'Team lunch')
    const screens = [presenter.page, phone.page, projector.page]
    const allShow = async (heading: string) => {
      for (const screen of screens) await shown(screen, heading)
    }
    return { admin, presenter: presenter.page, phone: phone.page, projector: projector.page, screens, allShow }
  }

  test('every screen shows the steps of every presenter, and what they reveal', async () => {
    const { presenter, phone, projector, screens, allShow } = await openRoom()
    await presenter.keyboard.press('ArrowRight')
    await allShow('Coming?')
    await phone.getByRole('button', { name: 'Reveal' }).click()
    for (const screen of screens) await until(async () => (await rowsOf(screen))[0]?.join() === 'Yes,1,50%')
    await phone.getByRole('button', { name: 'Next' }).click()
    await allShow('What will you eat?')
    await assertWellMade(projector, 'a projector that follows')
    await assertWellMade(phone, 'a remote')
    for (const screen of [projector, phone]) await screen.reload()
    await allShow('What will you eat?')
    await presenter.getByRole('button', { name: 'End session' }).click()
    await allShow('Team lunch')
    await presenter.keyboard.press('ArrowRight')
    await allShow('Coming?')
    for (const screen of [presenter, projector]) await until(async () => (await rowsOf(screen))[0]?.join() === 'Yes,,')
  })

  test('options are shown by their counts on every screen, many of them in one row', async () => {
    const { admin, presenter, projector, allShow } = await openRoom()
    for (const dish of ['Pizza', 'Sushi', 'Sushi', 'Sushi']) await answer(service, admin, ['Yes', dish, 5])
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await presenter.keyboard.press(key)
    await presenter.keyboard.press('o')
    await projector.getByText('7–12 of 14').waitFor()
    // From here on, rows are expected to move.
    await projector.mouse.click(5, 5)
    await presenter.keyboard.press('r')
    const most = presenter.getByRole('button', { name: 'Most chosen first' })
    await most.click()
    await allShow('What will you eat?')
    const rows = ['Sushi,3,50%', 'Pizza,2,33%', 'Soup,1,17%', 'Bread,0,0%']
    await until(async () => (await rowsOf(projector)).slice(0, 4).join(' ') === rows.join(' '))
    const last = await rowsOf(projector)
    assert.deepEqual([last.length, last.at(-1)?.join()], [9, '6 others,0,0%'])
    assert.equal(await most.getAttribute('aria-pressed'), 'true')
    await assertWellMade(projector, 'sorted options')
    await presenter.keyboard.press('ArrowRight')
    await allShow('How good was it?')
    await presenter.keyboard.press('ArrowLeft')
    await presenter.keyboard.press('o')
    await projector.getByText('1–6 and 13 of 14').waitFor()
  })

  test('a countdown runs on every screen, is prolonged by the remote, and stopped', async () => {
    const { presenter, phone, projector, allShow } = await openRoom()
    await presenter.keyboard.press('ArrowRight')
    await allShow('Coming?')
    await presenter.keyboard.press('t')
    await presenter.getByRole('button', { name: '30 seconds' }).click()
    const left = async () => Number(/0:(\d\d)/.exec(await projector.getByRole('timer').innerText())?.[1])
    await until(async () => (await left()) <= 29 && (await left()) > 20)
    await assertWellMade(projector, 'a countdown')
    await phone.getByRole('button', { name: 'Countdown' }).click()
    await assertWellMade(phone, 'the choice of a countdown')
    await phone.getByRole('button', { name: '30 seconds more' }).click()
    await until(async () => (await left()) > 30)
    await projector.reload()
    await until(async () => (await left()) > 30)
    await presenter.keyboard.press('ArrowRight')
    await allShow('What will you eat?')
    assert.equal(await projector.getByRole('timer').count(), 0)
    await presenter.keyboard.press('ArrowLeft')
    await presenter.keyboard.press('t')
    await presenter.getByRole('button', { name: 'Stop' }).click()
    await projector.getByRole('timer').waitFor({ state: 'detached' })
  })

  test('a question of the board comes to the front, is answered, and makes room for the others', async () => {
    const { admin, presenter, phone, projector } = await openRoom()
    for (const text of ['When do we begin?', 'Who brings bread?']) await ask(service, admin, text)
    await presenter.keyboard.press('End')
    await projector.getByText('Who brings bread?').waitFor()
    await phone.locator('li', { hasText: 'Who brings bread?' }).getByRole('button', { name: 'Answer now' }).click()
    for (const screen of [presenter, projector]) {
      await screen.getByText('Now answering').waitFor()
      assert.equal(await screen.locator('blockquote').innerText(), 'Who brings bread?')
      assert.equal(await screen.getByText('When do we begin?').count(), 0)
    }
    assert.equal(await projector.getByRole('button', { name: 'All questions' }).count(), 0)
    await assertWellMade(projector, 'the spotlight')
    await assertWellMade(phone, 'the spotlight on a remote')
    await phone.getByRole('button', { name: 'Answered' }).click()
    await projector.locator('li', { hasText: 'Who brings bread?' }).getByText('Answered').waitFor()
    await presenter.getByRole('button', { name: 'When do we begin?' }).click()
    await projector.getByText('Now answering').waitFor()
    const { items } = await admin.get<{ items: { id: string; text: string }[] }>('/board/4')
    const id = items.find(({ text }) => text === 'When do we begin?')?.id
    await admin.send('PATCH', `/board/4/${id}`, { state: 'hidden' })
    await projector.getByText('Now answering').waitFor({ state: 'detached' })
    assert.doesNotMatch(await projector.content(), /When do we begin/)
  })

  test('a cover lies over every screen, and a projector that follows cannot take it away', async () => {
    const { admin, presenter, projector, allShow } = await openRoom()
    const methods = new Set<string>()
    projector.on('request', request => methods.add(request.method()))
    await presenter.keyboard.press('ArrowRight')
    await allShow('Coming?')
    await presenter.keyboard.press('b')
    const blank = projector.getByRole('dialog', { name: 'The screen is blank.' })
    await blank.waitFor()
    for (const key of ['Escape', 'Escape', 'x', 'Escape']) await projector.keyboard.press(key)
    await projector.mouse.click(200, 200)
    // As a gesture of the system does.
    await projector.evaluate(`document.querySelector('dialog').close()`)
    await assertWellMade(projector, 'a blank projector')
    await admin.send('PATCH', '/presentation', { screen: '1', revealed: true })
    await until(async () => (await rowsOf(projector))[0]?.join() === 'Yes,1,50%')
    assert.ok(await blank.isVisible())
    await presenter.keyboard.press('x')
    await blank.waitFor({ state: 'detached' })
    await presenter.keyboard.press('q')
    const code = projector.getByRole('dialog', { name: 'Link and QR code' })
    await code.waitFor()
    await projector.reload()
    await code.waitFor()
    await admin.send('PATCH', '/presentation', { screen: '2' })
    for (const screen of [presenter, projector]) await screen.getByRole('dialog').waitFor({ state: 'detached' })
    await allShow('What will you eat?')
    assert.deepEqual([...methods], ['GET'])
  })

  test('a projector follows only while somebody presents, and is independent otherwise', async () => {
    const { presenter, projector, allShow } = await openRoom()
    await projector.keyboard.press('End')
    await shown(projector, 'Your questions')
    await presenter.keyboard.press('ArrowRight')
    await allShow('Coming?')
    await projector.keyboard.press('End')
    await projector.keyboard.press('r')
    assert.equal(await projector.getByRole('button', { name: 'Next' }).count(), 0)
    await presenter.keyboard.press('ArrowRight')
    await allShow('What will you eat?')
    assert.equal((await rowsOf(projector))[0]?.join(), 'Bread,,')
  })

  test('a screen that joins late, reloads or was cut off shows what the others show', async () => {
    const { admin, presenter, projector, allShow } = await openRoom()
    for (const key of ['ArrowRight', 'ArrowRight', 'r']) await presenter.keyboard.press(key)
    await allShow('What will you eat?')
    await projector.reload()
    await until(async () => (await rowsOf(projector))[1]?.join() === 'Soup,1,50%')
    await projector.context().setOffline(true)
    await presenter.keyboard.press('End')
    await shown(presenter, 'Your questions')
    await projector.context().setOffline(false)
    await shown(projector, 'Your questions')
    const { page: late } = await open()
    await present(late, service, admin, '#1')
    await shown(late, 'Your questions')
  })

  test('a presenter whose connection is lost keeps working, and the others catch up', async () => {
    const { presenter, projector, allShow } = await openRoom()
    await presenter.keyboard.press('ArrowRight')
    await allShow('Coming?')
    await presenter.context().setOffline(true)
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await presenter.keyboard.press(key)
    await shown(presenter, 'How good was it?')
    await shown(projector, 'Coming?')
    await presenter.context().setOffline(false)
    await allShow('How good was it?')
  })
})
