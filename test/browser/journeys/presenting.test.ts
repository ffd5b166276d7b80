import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { rating } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { answer, ask, newTalk, present, project, rowsOf, shown } from '../presenter/presenter.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

inBrowser('a journey through a presentation', open => {
  test('a laptop presents, a phone is its remote, and a projector follows: questions, results, covers, a countdown and the board', async () => {
    const admin = await newTalk(service)
    const [{ page: laptop }, { page: phone }, { page: projector }] = [
      await open({ viewport: { width: 1280, height: 720 } }),
      await open({ viewport: { width: 390, height: 844 }, hasTouch: true }),
      await open({ viewport: { width: 1920, height: 1080 } }),
    ]
    const errors = recordErrors(laptop, phone, projector)
    const screens = [laptop, phone, projector]
    const allShow = async (heading: string) => {
      for (const screen of screens) await shown(screen, heading)
    }
    await present(laptop, service, admin)
    await present(phone, service, admin)
    await projector.goto(await project(admin))
    await allShow('Team lunch')
    await projector.getByRole('img', { name: 'QR code for the public link' }).waitFor()
    await projector.getByText('2 responses').waitFor()
    await answer(service, admin, ['Yes', 'Pizza', 8])
    await projector.getByText('3 responses').waitFor()

    await laptop.keyboard.press('ArrowRight')
    await allShow('Coming?')
    assert.deepEqual(await rowsOf(projector), [
      ['Yes', '', ''],
      ['No', '', ''],
    ])
    await phone.getByRole('button', { name: 'Reveal' }).tap()
    for (const screen of screens) await until(async () => (await rowsOf(screen))[0]?.join() === 'Yes,2,67%')
    const { revealed } = await admin.get<{ revealed: number[] }>('/presentation')
    assert.deepEqual(revealed, [0])
    await answer(service, admin, ['Yes', 'Pizza', 8])
    for (const screen of screens) await until(async () => (await rowsOf(screen))[0]?.join() === 'Yes,3,75%')
    await assertWellMade(projector, 'a projector that follows')
    await laptop.keyboard.press('t')
    await laptop.getByRole('button', { name: '30 seconds' }).click()
    await projector.getByRole('timer').waitFor()
    await phone.getByRole('button', { name: 'Blank' }).tap()
    await projector.getByRole('dialog', { name: 'The screen is blank.' }).waitFor()

    await phone.getByRole('button', { name: 'Next' }).tap()
    await allShow('What will you eat?')
    await projector.getByRole('timer').waitFor({ state: 'detached' })

    await ask(service, admin, 'Who brings bread?')
    await laptop.keyboard.press('End')
    await projector.getByText('Who brings bread?').waitFor()
    await phone.getByRole('button', { name: 'Answer now' }).tap()
    for (const screen of [laptop, projector]) await screen.getByText('Now answering').waitFor()
    await phone.getByRole('button', { name: 'Answered' }).tap()
    await projector.locator('li', { hasText: 'Who brings bread?' }).getByText('Answered').waitFor()
    const { items } = await admin.get<{ items: { text: string; state: string }[] }>('/board/4')
    assert.deepEqual([items[0]?.text, items[0]?.state], ['Who brings bread?', 'answered'])
    await assertWellMade(phone, 'a remote')

    const { questions } = await admin.get<{ questions: object[] }>()
    await admin.send('PATCH', '', { questions: [...questions, rating('How long?')] })
    await until(async () => {
      await laptop.keyboard.press('End')
      return (await laptop.locator('h1').innerText()) === 'How long?'
    })
    await allShow('How long?')
    for (const screen of screens) await screen.getByText('0 of 0 asked').waitFor()
    for (const screen of [laptop, projector]) await screen.getByText(/^added after \d+ responses$/).waitFor()
    await assertWellMade(phone, 'a remote at a later question')

    await laptop.getByRole('button', { name: 'End session' }).click()
    await allShow('Team lunch')
    await admin.send('PATCH', '', { status: 'closed' })
    await projector.getByText('This survey is closed.').waitFor()
    assert.deepEqual(errors, [])
  })
})
