import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ASKED, LECTURE, LECTURE_SETTINGS, lectureAnswer } from '../../src/cli/demo/lecture.ts'
import { bodyOf } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { newPostgres } from '../database.ts'
import { call, type Service, startService } from '../harness.ts'
import { until } from '../until.ts'
import { recordErrors } from './browser-errors.ts'
import { inBrowser } from './chromium.ts'
import { assertWellMade } from './look.ts'
import { present, project, rowsOf, shown } from './presenter.ts'
import { linkOf, send } from './survey.ts'

/** Screens are open at one process, and phones at the other, each as far as it can be. */
const database = await newPostgres()
const service = await startService({ database, now: Date.now() })
const other = await startService({ beside: service, now: Date.now() })
after(async () => {
  await other.close()
  await service.close()
  await database.drop()
})

const [CHOICE, RATING, TEXT, BOARD] = LECTURE.questions.map(({ text }) => text) as [string, string, string, string]
const RIGHT = 'Both at once'
const PHONES = 20
/** Phones that are pages; the others answer as these would. */
const PAGES = 2
const HALL = { viewport: { width: 1920, height: 1080 } }
const LAPTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Those without a page, who follow the room at the other process and answer each question that is asked. */
async function seat({
  id,
}: AdminClient): Promise<{ answer(index: number, round?: number): Promise<void>; leave(): void }> {
  const leaving = new AbortController()
  for (let person = PAGES; person < PHONES; person++)
    await fetch(`${other.baseUrl}/s/${id}/events`, { signal: leaving.signal })
  const answer = async (index: number, round = 0) => {
    const headers = { accept: 'application/json' }
    const { questions } = bodyOf<{ questions: { type: string }[] }>(await call(other, 'GET', `/s/${id}`, { headers }))
    const { type = '' } = questions[index] ?? {}
    for (let person = PAGES; person < PHONES; person++) {
      const value = lectureAnswer(person, type, round)
      const answers = questions.map((_, at) => (at === index ? (value ?? null) : null))
      if (value === undefined) continue
      const { status } = await call(other, 'POST', `/s/${id}/responses`, { body: { key: randomUUID(), answers } })
      assert.equal(status, 201)
    }
  }
  return { answer, leave: () => leaving.abort() }
}

function at(process: Service, link: string): string {
  return link.replace(service.baseUrl, process.baseUrl)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()
const look = (page: Page, name: string) => page.getByText(name, { exact: false }).first().waitFor()

inBrowser('a lecture', open => {
  test('is conducted by presenter and remote, on every screen and phone, whichever process they are at', async () => {
    const admin = await newAdminClient(service, LECTURE.questions, { title: LECTURE.title })
    await admin.send('PATCH', '', LECTURE_SETTINGS)
    const [{ page: laptop }, { page: hall }, { page: remote }] = [
      await open(LAPTOP),
      await open(HALL),
      await open(PHONE),
    ]
    const phones = [(await open(PHONE)).page, (await open({ ...PHONE, colorScheme: 'dark' })).page]
    const errors = recordErrors(laptop, hall, remote, ...phones)
    const [first, second] = phones as [Page, Page]
    for (const phone of phones) await phone.goto(at(other, linkOf(service, admin.id)))
    const crowd = await seat(admin)
    await present(laptop, service, admin)
    await hall.goto(at(other, await project(admin)))
    await remote.goto(at(other, String((await admin.send('POST', '/remote')).body.url)))
    const screens = [laptop, hall, remote]
    const allShow = async (heading: string) => {
      for (const screen of screens) await shown(screen, heading)
    }
    await allShow(LECTURE.title)
    await press(remote, 'Start')
    await look(hall, `${PHONES}`)

    await laptop.keyboard.press('ArrowRight')
    await allShow(CHOICE)
    await first.getByText(RIGHT).click()
    await second.getByText('The hammer').click()
    for (const phone of phones) await send(phone)
    for (const phone of phones) await look(phone, 'Sent. Look up.')
    await crowd.answer(0)
    for (const screen of [laptop, hall])
      await look(screen, `${PHONES} of ${PHONES} answered`.slice(String(PHONES).length + 1))
    assert.deepEqual((await rowsOf(hall))[0], ['The hammer', '', ''])
    await press(remote, 'Reveal')
    await until(async () => (await rowsOf(hall)).some(row => row[0]?.includes('Right')))
    await look(first, 'Yours was right.')
    await look(second, 'The right answer is')
    await assertWellMade(hall, 'a revealed question in the hall')
    await assertWellMade(remote, 'the remote of a revealed question')
    await assertWellMade(second, 'a phone with a result')

    await laptop.keyboard.press('a')
    for (const phone of phones) await phone.getByText(RIGHT).click()
    for (const phone of phones) await send(phone)
    await crowd.answer(4, 1)
    await look(hall, 'second round')
    await press(remote, 'Reveal')
    await until(async () => (await rowsOf(hall)).some(row => row.join().includes('+')))

    await press(remote, 'Next')
    await allShow(RATING)
    await first.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await send(first)
    await crowd.answer(1)
    await press(remote, 'Next')
    await allShow(TEXT)
    await crowd.answer(2)
    await press(remote, 'Next')
    await allShow(BOARD)
    for (const text of ASKED) await call(other, 'POST', `/s/${admin.id}/board/3`, { body: { text } })
    const [question = ''] = ASKED
    await hall.getByText(question).waitFor()
    await remote.locator('li', { hasText: question }).getByRole('button', { name: 'Answer now' }).tap()
    await hall.getByText('Now answering').waitFor()

    await laptop.getByRole('button', { name: 'End session' }).click()
    for (const screen of [laptop, hall]) await shown(screen, LECTURE.title)
    const { status, body } = await admin.send('GET', '/record')
    assert.equal(status, 200)
    assert.match(JSON.stringify(body), new RegExp(question.replace('?', '\\?')))
    crowd.leave()
    assert.deepEqual(errors, [])
  })
})
