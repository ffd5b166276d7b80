import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { ASKED, LECTURE, LECTURE_SETTINGS, lectureAnswer } from '../../src/cli/demo/lecture.ts'
import { type AdminClient, newAdminClient } from '../../test/dashboard/admin-client.ts'
import { call, type Service } from '../../test/harness.ts'
import type { Studio } from './studio.ts'

const FOLDER = 'docs/guides/pictures'
const PEOPLE = 84
/** Some always look at something else. */
const ANSWERING = 61
const SCREEN = { width: 1280, height: 720 }
const PHONE = { width: 390, height: 700 }
const [CHOICE, RATING, BOARD, SECOND_ROUND] = [0, 1, 3, 4]
/** Votes of the questions on the board. */
const VOTES = [23, 17, 9, 5, 2]
/** What moves after a step has ended. */
const SETTLED_MS = 1_500

/** A lecture from its start to its record. */
export async function picturesOfGuides({ service, address, open, take, takeTogether }: Studio): Promise<void> {
  const admin = await newAdminClient(service, LECTURE.questions, { title: LECTURE.title, slug: 'physics-3' })
  await admin.send('PATCH', '', LECTURE_SETTINGS)
  const audience = await seat(service, admin)
  const [asked, told] = [await open(PHONE, 2), await open(PHONE, 2)]
  for (const phone of [asked, told]) await phone.goto(`${address}/s/${admin.id}`)
  const screen = await open(SCREEN)
  await signIn(screen, address, admin)
  await screen.goto(`${address}/admin/${admin.id}/present`)
  await screen.getByText(`${PEOPLE}`).waitFor()
  await take(screen, `${FOLDER}/start.png`)

  await screen.keyboard.press('ArrowRight')
  await answerAll(service, admin, CHOICE)
  await told.getByText('Both at once').click()
  await told.locator('#send').click()
  await told.getByText('Sent. Look up.').waitFor()
  await asked.getByText('The hammer').waitFor()
  await take(screen, `${FOLDER}/hidden.png`)
  await screen.keyboard.press('r')
  await told.waitForTimeout(SETTLED_MS)
  await takeTogether([asked, told], `${FOLDER}/phones.png`)

  await screen.keyboard.press('a')
  await screen.getByText('Second round').first().waitFor()
  await answerAll(service, admin, SECOND_ROUND)
  await screen.keyboard.press('r')
  await take(screen, `${FOLDER}/rounds.png`)

  await screen.keyboard.press('ArrowRight')
  await answerAll(service, admin, RATING)
  await screen.keyboard.press('r')
  await take(screen, `${FOLDER}/scale.png`)
  await fillBoard(service, admin)
  await screen.goto(`${address}/admin/${admin.id}/present#${BOARD + 1}`)
  await screen.getByText(ASKED[0] ?? '').waitFor()
  await take(screen, `${FOLDER}/board.png`)

  await admin.send('DELETE', '/presentation')
  await screen.goto(`${address}/admin/${admin.id}#record`)
  await screen.getByRole('heading', { name: LECTURE.title }).first().waitFor()
  await take(screen, `${FOLDER}/record.png`)
  audience.abort()
}

/** Opens the event streams of people who follow. @returns what ends them */
async function seat(service: Service, { id }: AdminClient): Promise<AbortController> {
  const leaving = new AbortController()
  const follow = () => fetch(`${service.baseUrl}/s/${id}/events`, { signal: leaving.signal })
  await Promise.all(Array.from({ length: PEOPLE - 2 }, follow))
  return leaving
}

async function signIn(page: Page, address: string, { id, adminToken }: AdminClient): Promise<void> {
  await page.goto(`${address}/admin/${id}#${adminToken}`)
  await page.getByRole('heading', { name: LECTURE.title }).first().waitFor()
}

/** Of the questions of the lecture, and of a second round behind them. */
async function answerAll(service: Service, { id }: AdminClient, index: number): Promise<void> {
  const round = index === SECOND_ROUND ? 1 : 0
  const { type } = LECTURE.questions[index] ?? LECTURE.questions[CHOICE] ?? { type: '' }
  for (let person = 0; person < ANSWERING; person++) {
    const answer = lectureAnswer(person, type, round)
    const answers = LECTURE.questions.map((_, at) => (at === index ? answer : null))
    if (index === SECOND_ROUND) answers.push(answer)
    const { status } = await call(service, 'POST', `/s/${id}/responses`, { body: { key: randomUUID(), answers } })
    if (status !== 201) throw new Error(`answer of ${person} to ${index}: ${status}`)
  }
}

async function fillBoard(service: Service, { id }: AdminClient): Promise<void> {
  for (const [at, text] of ASKED.entries()) {
    const asked = await call(service, 'POST', `/s/${id}/board/${BOARD}`, { body: { text, key: randomUUID() } })
    const path = `/s/${id}/board/${BOARD}/${asked.body.id}/vote`
    for (let vote = 0; vote < (VOTES[at] ?? 0); vote++)
      await call(service, 'PUT', path, { body: { voter: randomUUID() } })
  }
}
