import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, freeText, optional, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { answer, assertInside, present, project, shown } from './presenter.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

const BOARD = 1
const TALK = [freeText('What did you miss?', optional), board('Your questions', { moderated: true }), rating()]
const LAPTOP = { viewport: { width: 1280, height: 800 } }
const HALL = { viewport: { width: 1920, height: 1080 } }

inBrowser('what is shown is chosen on the slide', open => {
  /** A laptop that presents, and a projector that follows, both at a screen. */
  const openRoom = async (admin: AdminClient, screen: string, heading: string) => {
    const [{ page: laptop }, { page: projector }] = [await open(LAPTOP), await open(HALL)]
    await admin.send('PATCH', '/presentation', { screen })
    await present(laptop, service, admin)
    await projector.goto(await project(admin))
    for (const page of [laptop, projector]) await shown(page, heading)
    return { laptop, projector, errors: recordErrors(laptop, projector) }
  }
  const newTalk = () => newAdminClient(service, TALK, { title: 'Team lunch' })
  const ask = async ({ id }: AdminClient, text: string) =>
    `${(await call(service, 'POST', `/s/${id}/board/${BOARD}`, { body: { text } })).body.id}`
  const approve = (admin: AdminClient, item: string) =>
    admin.send('PATCH', `/board/${BOARD}/${item}`, { state: 'shown' })
  const vote = ({ id }: AdminClient, item: string) =>
    call(service, 'PUT', `/s/${id}/board/${BOARD}/${item}/vote`, { body: { voter: crypto.randomUUID() } })
  const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Choose what is shown' })
  const stageOf = (page: Page) => page.locator('.stage')
  /** The text of the entry with the focus. */
  const marked = (page: Page) => page.evaluate<string>(`document.activeElement.closest('li')?.innerText ?? ''`)
  const marks = (page: Page, text: string) => until(async () => (await marked(page)).includes(text))

  test('texts are listed after a warning, on the presenter’s screen only, and shown by ↑ ↓ and Enter', async () => {
    const admin = await newTalk()
    for (const text of ['First text', 'Second text', 'Third text']) await answer(service, admin, [text, null, 5])
    const { laptop, projector, errors } = await openRoom(admin, '1', 'What did you miss?')
    const { keyboard } = laptop
    await keyboard.press('ArrowDown')
    await keyboard.press('p')
    await panelOf(laptop).getByText('Everyone who sees this screen sees it.').waitFor()
    assert.equal(await laptop.getByText('First text').count(), 0)
    await assertWellMade(laptop, 'the warning of the panel')
    await keyboard.press('Enter')
    await panelOf(laptop).getByText('First text').waitFor()
    await assertWellMade(laptop, 'the panel with texts')
    await assertInside(laptop)
    await keyboard.press('ArrowDown')
    await marks(laptop, 'Third text')
    await keyboard.press('ArrowDown')
    await marks(laptop, 'Second text')
    const picks: string[] = []
    laptop.on('request', request => {
      if (request.method() !== 'GET') picks.push(request.method())
    })
    for (const _ of [1, 2, 3]) await keyboard.down('Enter')
    await keyboard.up('Enter')
    await projector.getByText('Second text').waitFor()
    assert.deepEqual(picks, ['PUT'])
    await stageOf(laptop).getByText('Second text').waitFor()
    await marks(laptop, 'Second text')
    assert.equal(await projector.getByText('First text').count(), 0)
    await keyboard.press('Enter')
    await projector.getByText('Second text').waitFor({ state: 'detached' })
    await keyboard.press('ArrowUp')
    await marks(laptop, 'Third text')
    await keyboard.press('Escape')
    await panelOf(laptop).waitFor({ state: 'detached' })
    await keyboard.press('p')
    await panelOf(laptop).getByText('First text').waitFor()
    await keyboard.press('ArrowRight')
    await shown(projector, 'Your questions')
    await panelOf(laptop).waitFor({ state: 'detached' })
    await keyboard.press('ArrowLeft')
    await shown(laptop, 'What did you miss?')
    assert.equal(await panelOf(laptop).count(), 0)
    await projector.keyboard.press('p')
    assert.equal(await panelOf(projector).count(), 0)
    assert.deepEqual(errors, [])
  })

  test('the words of the room are shown from the panel, once three people share them', async () => {
    const admin = await newTalk()
    for (const text of ['more examples', 'Examples!', 'examples please', 'a secret'])
      await answer(service, admin, [text, null, 5])
    const { laptop, projector } = await openRoom(admin, '1', 'What did you miss?')
    await laptop.getByRole('button', { name: 'Choose what is shown' }).click()
    await laptop.getByRole('button', { name: 'List it here' }).click()
    await laptop.getByRole('button', { name: 'Show the words of the room' }).click()
    await projector.locator('.words').getByRole('rowheader', { name: 'examples' }).waitFor()
    assert.equal(await projector.getByText('secret').count(), 0)
    await laptop.getByRole('button', { name: 'Hide the words of the room' }).click()
    await projector.locator('.words').waitFor({ state: 'detached' })
  })

  test('a question of the board is answered now, marked as answered and hidden by its keys', async () => {
    const admin = await newTalk()
    const [bread, cake, tea] = [
      await ask(admin, 'Who brings bread?'),
      await ask(admin, 'Cake?'),
      await ask(admin, 'Tea?'),
    ]
    for (const item of [bread, cake, tea]) await approve(admin, item)
    await vote(admin, bread)
    const { laptop, projector, errors } = await openRoom(admin, '2', 'Your questions')
    const { keyboard } = laptop
    const item = (page: Page, text: string) => stageOf(page).locator('li', { hasText: text })
    await item(laptop, 'Tea?').waitFor()
    await keyboard.press('ArrowDown')
    await marks(laptop, 'bread')
    await keyboard.press('ArrowDown')
    await marks(laptop, 'Cake?')
    await assertWellMade(laptop, 'a board with a marked question')
    // The list moves under the mark.
    for (const _ of [1, 2]) await vote(admin, cake)
    await until(async () => (await stageOf(laptop).locator('li').first().innerText()).includes('Cake?'))
    await marks(laptop, 'Cake?')
    for (const _ of [1, 2]) await keyboard.press('ArrowDown')
    await marks(laptop, 'Tea?')
    // From the last place to the first at once, which moves its element.
    for (const one of [bread, tea, tea]) await vote(admin, one)
    await item(laptop, 'Tea?').getByText('2 votes').waitFor()
    await vote(admin, tea)
    await until(async () => (await stageOf(laptop).locator('li').first().innerText()).includes('Tea?'))
    await marks(laptop, 'Tea?')
    for (const _ of [1, 2]) await keyboard.press('ArrowDown')
    await marks(laptop, 'Cake?')
    await keyboard.press('Enter')
    await projector.getByText('Now answering').waitFor()
    await stageOf(projector).getByText('Cake?').waitFor()
    await keyboard.press('m')
    await item(projector, 'Cake?').getByText('Answered').waitFor()
    await item(laptop, 'Tea?').waitFor()
    for (const _ of [1, 2]) await keyboard.press('ArrowUp')
    await marks(laptop, 'Tea?')
    await keyboard.press('h')
    await item(projector, 'Tea?').waitFor({ state: 'detached' })
    await laptop.getByRole('button', { name: 'Undo' }).click()
    await item(projector, 'Tea?').waitFor()
    await item(laptop, 'Tea?').hover()
    await item(laptop, 'Tea?').getByRole('button', { name: 'Mark as answered' }).click()
    await item(projector, 'Tea?').getByText('Answered').waitFor()
    await keyboard.press('?')
    await laptop.getByRole('dialog').getByText('Hide the question').waitFor()
    await laptop.getByRole('switch').or(laptop.getByRole('checkbox')).first().click()
    await laptop.getByRole('button', { name: 'Close' }).click()
    await keyboard.press('p')
    assert.equal(await panelOf(laptop).count(), 0)
    assert.deepEqual(errors, [])
  })

  test('questions that wait are approved and hidden in the panel, one with each press', async () => {
    const admin = await newTalk()
    for (const text of ['First?', 'Second?', 'Third?']) await ask(admin, text)
    const { laptop, projector, errors } = await openRoom(admin, '2', 'Your questions')
    const { keyboard } = laptop
    await keyboard.press('p')
    await panelOf(laptop).getByRole('button', { name: 'List it here' }).waitFor()
    await keyboard.press('Enter')
    await panelOf(laptop).getByText('Waiting (3)').waitFor()
    await assertWellMade(laptop, 'the panel with questions that wait')
    await keyboard.press('ArrowDown')
    const top = await marked(laptop)
    await keyboard.down('Enter')
    await keyboard.down('Enter')
    await keyboard.up('Enter')
    await panelOf(laptop).getByText('Waiting (2)').waitFor()
    await until(async () => top.includes(await stageOf(projector).locator('li .text').innerText()))
    await keyboard.press('ArrowDown')
    await keyboard.press('h')
    await panelOf(laptop).getByText('Waiting (1)').waitFor()
    assert.equal(await stageOf(projector).locator('li').count(), 1)
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    await until(async () => top.includes((await marked(laptop)).split('\n')[0] ?? '-'))
    await keyboard.press('m')
    await panelOf(laptop).getByText('Answered (1)').waitFor()
    await stageOf(projector).locator('li').getByText('Answered').waitFor()
    assert.deepEqual(errors, [])
  })
})
