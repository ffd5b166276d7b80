import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice, freeText, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { openDashboard } from '../dashboard/dashboard.ts'
import { assertWellMade } from '../look.ts'
import { linkOf, send } from '../survey.ts'
import { present, project, rowsOf, shown } from './presenter.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const FALL = 'Which falls faster?'
const LECTURE = [choice(FALL, ['The hammer', 'The feather', 'Neither']), freeText('Why?'), rating('How sure?')]

async function newLecture(): Promise<AdminClient> {
  const admin = await newAdminClient(service, LECTURE, { title: 'Falling' })
  const question_settings = [{ right: { options: [2] } }, null, { right: { from: 7, to: 10 } }]
  const settings = { paced: true, share_results: 'when_revealed', question_settings }
  assert.equal((await admin.send('PATCH', '', settings)).status, 200)
  return admin
}

const step = async (admin: AdminClient, body: object) =>
  assert.equal((await admin.send('PATCH', '/presentation', body)).status, 200)

async function answer({ id }: AdminClient, ...answers: unknown[]): Promise<void> {
  assert.equal((await call(service, 'POST', `/s/${id}/responses`, { body: { answers } })).status, 201)
}

const place = (page: Page, text: string) => page.locator('#pace').getByText(text, { exact: true }).waitFor()
const figures = (page: Page, text: RegExp) =>
  until(async () => text.test((await page.locator('.figures').innerText()).replaceAll(/\s+/g, ' ')))
/** Figures that begin a line, with their dots inside the line instead of cut off before it. */
const DOTS_AT_BEGINNINGS = `(() => {
  const { left } = document.querySelector('.figures').getBoundingClientRect()
  const figures = [...document.querySelectorAll('.figures p:first-child > *')].map(one => {
    const dot = parseFloat(getComputedStyle(one).paddingInlineStart)
    return { text: one.textContent, from: one.getBoundingClientRect().left, dot }
  })
  return figures.filter(({ from, dot }, at) => from <= (figures[at - 1]?.from ?? from) && from + dot > left + 1)
})()`
/** The options or points that a phone marks as right. */
const markedOn = async (page: Page) =>
  (await page.locator('#result th:has(.right)').allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' ').trim())
const outlines = (page: Page) => page.locator('.chart .before').count()

inBrowser('right answers and second rounds', open => {
  test('the screen marks what is right once results are revealed, asks again by a key, and shows both rounds [second-round, right-answers-revealed]', async () => {
    const admin = await newLecture()
    const { page } = await open({ viewport: { width: 1280, height: 720 } })
    const { page: projector } = await open({ viewport: { width: 1280, height: 720 } })
    const errors = [recordErrors(page), recordErrors(projector)]
    await present(page, service, admin, '#1')
    await projector.goto(await project(admin))
    await step(admin, { screen: '1' })
    for (const option of ['The hammer', 'The hammer', 'The hammer', 'Neither']) await answer(admin, option)
    for (const one of [page, projector]) {
      await shown(one, FALL)
      assert.equal(await one.getByText('Right').count(), 0)
    }
    await page.keyboard.press('r')
    for (const one of [page, projector]) {
      await one.locator('.bars tr', { hasText: 'Neither' }).getByText('✓ Right').waitFor()
      await figures(one, /25% right/)
      assert.equal(await outlines(one), 0)
      await assertWellMade(one, 'a right answer')
    }
    await page.keyboard.press('a')
    for (const one of [page, projector]) {
      await figures(one, /second round/)
      assert.equal(await one.locator('.heading, h1').first().innerText(), FALL)
      assert.equal(await one.getByText('✓ Right').count(), 0)
      assert.equal(await outlines(one), 0)
    }
    for (const option of ['The hammer', 'Neither', 'Neither', 'Neither']) await answer(admin, null, null, null, option)
    await figures(projector, /^4 /)
    await page.keyboard.press('r')
    for (const one of [page, projector]) {
      await figures(one, /75% right/)
      assert.equal(await outlines(one), 3)
      const changes = (await rowsOf(one)).map(([, , share = '']) => share.replaceAll(/\s+/g, ' '))
      assert.deepEqual(changes, [
        '25% −50 points; first round 75%',
        '0% ±0 points; first round 0%',
        '75% +50 points; first round 25%',
      ])
      await one.locator('.chart .round-key').waitFor()
      assert.deepEqual(await one.evaluate(DOTS_AT_BEGINNINGS), [])
      await assertWellMade(one, 'two rounds')
    }
    await page.keyboard.press('ArrowLeft')
    await figures(projector, /25% right/)
    await page.keyboard.press('a')
    await figures(projector, /second round results hidden/)
    assert.equal((await admin.get<{ questions: object[] }>()).questions.length, 4)
    await page.keyboard.press('ArrowRight')
    await shown(projector, 'Why?')
    assert.deepEqual(errors, [[], []])
  })

  test('the dashboard shows both rounds as one card, and what is right of each', async () => {
    const admin = await newLecture()
    await step(admin, { screen: '1' })
    for (const option of ['The hammer', 'Neither']) await answer(admin, option)
    await admin.send('POST', '/presentation/rounds', { index: 0 })
    await answer(admin, null, null, null, 'Neither')
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    await openDashboard(page, service, admin)
    const cards = page.locator('.results > li')
    await cards.first().getByText('2 answered in the first round, 1 in the second').waitFor()
    assert.deepEqual(await cards.getByRole('heading').allInnerTexts(), [FALL, 'Why?', 'How sure?'])
    await cards.first().getByText('100% right, 50% in the first round').waitFor()
    await cards.locator('.bars tr', { hasText: 'Neither' }).getByText('✓ Right').waitFor()
    assert.equal(await cards.first().locator('.before').count(), 3)
    await assertWellMade(page, 'two rounds as one card')
  })

  test('a phone says whether its answer was right, and takes the second round with what is typed [right-answers-phones]', async () => {
    const admin = await newLecture()
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    const { page: other } = await open({ viewport: { width: 390, height: 844 } })
    await step(admin, { screen: '1' })
    for (const [one, option] of [
      [page, 'Neither'],
      [other, 'The hammer'],
    ] as const) {
      await one.goto(linkOf(service, admin.id))
      await one.getByRole('radio', { name: option }).check()
      await send(one)
      await place(one, 'Sent. Look up.')
    }
    for (let at = 0; at < 3; at++) await answer(admin, 'Neither')
    for (const one of [page, other]) assert.doesNotMatch(await one.content(), /✓|class="right"/)
    await step(admin, { screen: '1', revealed: true })
    await place(page, 'Yours was right.')
    await place(other, 'The right answer: Neither')
    for (const one of [page, other]) {
      await until(async () => (await markedOn(one)).join() === 'Neither ✓ Right')
      await assertWellMade(one, 'the right row on a phone')
    }
    await page.reload()
    await place(page, 'Yours was right.')
    await until(async () => (await markedOn(page)).join() === 'Neither ✓ Right')
    await step(admin, { screen: '2' })
    await page.getByRole('textbox').fill('Because of the air')
    await admin.send('POST', '/presentation/rounds', { index: 0 })
    await other.getByRole('radio', { name: 'The feather' }).waitFor()
    await page.getByRole('button', { name: 'Next question' }).waitFor()
    assert.equal(await page.getByRole('textbox').inputValue(), 'Because of the air')
    await page.getByRole('button', { name: 'Next question' }).click()
    await page.getByRole('radio', { name: 'Neither' }).check()
    await send(page)
    await place(page, 'Sent. Look up.')
    await step(admin, { screen: '3' })
    await page.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await send(page)
    await step(admin, { screen: '3', revealed: true })
    await until(async () => (await markedOn(page)).join() === '7✓ Right,8✓ Right,9✓ Right,10✓ Right')
    await step(admin, { screen: '1' })
    await until(async () => (await markedOn(page)).join() === 'Neither ✓ Right')
  })
})
