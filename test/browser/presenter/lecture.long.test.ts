import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ASKED, LECTURE, LECTURE_SETTINGS, lectureAnswer } from '../../../src/cli/demo/lecture.ts'
import { call } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { send } from '../survey.ts'
import { Installation, openRoom, PHONES, type Room } from './lecture.ts'
import { rowsOf, shown } from './presenter.ts'

const installation = await Installation.start()
after(() => installation.close())

const [CHOICE, RATING, TEXT, BOARD] = LECTURE.questions.map(({ text }) => text) as [string, string, string, string]
const PICKED = 'Why do heavy things not fall faster?'
const RIGHT = 'Both at once'
const WRONG = 'The hammer'
/** Index of the second round of the choice, which follows all others. */
const AGAIN = LECTURE.questions.length
const PHYSICS = {
  ...LECTURE,
  questions: LECTURE.questions.map(one => (one.text === BOARD ? { ...one, moderated: true } : one)),
  settings: { ...LECTURE_SETTINGS, share_results: 'when_revealed' },
}

const TOGETHER = 'تصلان معًا'
const HAMMER = 'المطرقة'
const ARABIC = {
  title: 'الفيزياء، الأسبوع الثالث: السقوط الحر',
  questions: [
    {
      type: 'multiple_choice',
      text: 'على سطح القمر تسقط مطرقة وريشة معًا. أيهما تصل أولًا؟',
      options: [TOGETHER, HAMMER, 'الريشة'],
    },
    { type: 'rating', text: 'إلى أي مدى يمكنك شرح السقوط الحر لصديق؟' },
    { type: 'free_text', text: 'ما أصعب شيء هذا الأسبوع؟' },
    { type: 'upvoted_question', text: 'عمَّ نتحدث في الدقائق العشر الأخيرة؟', moderated: true },
  ],
  settings: { paced: true, share_results: 'when_revealed', question_settings: [{ right: { options: [0] } }] },
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()
const entry = (page: Page, text: string) => page.locator('li', { hasText: text })
const FIRST_STEP = 'The link and its QR code are on the screen.'

/** The phones that are pages answer; the last one chooses what is wrong. */
async function choose(phones: Room['phones'], last: string): Promise<void> {
  for (const [at, phone] of phones.entries()) {
    await phone.getByRole('radio', { name: at === phones.length - 1 ? last : RIGHT }).check()
    await send(phone)
  }
}

inBrowser('a lecture on two processes', open => {
  test('is conducted from a laptop and a remote, and every screen and phone shows each of its steps', async t => {
    const room = await openRoom(t, open, installation, PHYSICS)
    await begin(room)
    await askAndReveal(room)
    await askAgain(room)
    await rate(room)
    await restart(room)
    await readTexts(room)
    await answerQuestions(room)
    await cover(room)
    await end(room)
    assert.deepEqual(room.errors, [])
  })

  test('is laid out for a survey that is written from right to left', async t => {
    const room = await openRoom(t, open, installation, ARABIC)
    const { admin, presenter, hall, remote, phones, audience } = room
    const [question, rating, text, board] = ARABIC.questions.map(one => one.text) as [string, string, string, string]
    await press(remote, 'Start')
    await room.allShow(ARABIC.title)
    await room.figures(new RegExp(`${PHONES} here`))
    await room.assertAllWellMade('the start')
    await press(remote, 'Next')
    await room.allShow(question)
    await presenter.keyboard.press('t')
    await presenter.getByRole('button', { name: '1 minute' }).click()
    await audience.answer(0, place => (place % 3 === 0 ? HAMMER : TOGETHER))
    await room.figures(/^17 of 20 answered/)
    await room.assertAllWellMade('a question against time')
    await presenter.keyboard.press('r')
    await room.figures(/^(?!.*results hidden)/)
    await presenter.keyboard.press('a')
    await room.figures(/second round/)
    await audience.answer(AGAIN, place => (place % 9 === 0 ? HAMMER : TOGETHER))
    await room.figures(/^17 of 20 answered/)
    await press(remote, 'Reveal')
    await room.figures(/88% right/)
    for (const screen of [presenter, hall, remote]) {
      const { x = 0, width = 0 } = (await screen.locator('.bars th').first().boundingBox()) ?? {}
      const { x: share = 0 } = (await screen.locator('.bars tbody td').last().boundingBox()) ?? {}
      assert.ok(x + width > share, 'options are on the right, and their shares left of them')
      const [option, mark] = await Promise.all(
        ['.bars th > span[dir=auto]', '.bars .right'].map(one => screen.locator(one).first().boundingBox()),
      )
      assert.ok((option?.x ?? 0) - (mark?.x ?? 0) - (mark?.width ?? 0) > 2, 'the mark of a right answer stands apart')
    }
    await room.assertAllWellMade('two rounds')
    await press(remote, 'Next')
    await room.allShow(rating)
    await audience.answer(1, place => (place % 10) + 1)
    await room.figures(/^17 of 20 answered/)
    await press(remote, 'Reveal')
    for (const screen of [presenter, hall, remote]) await screen.locator('.histogram .mean').waitFor()
    await room.assertAllWellMade('a rating')
    await press(remote, 'Next')
    await room.allShow(text)
    await audience.answer(2, place => ['مقاومة الهواء', 'لماذا تختفي الكتلة؟'][place % 2])
    await readNewer(remote, 'لماذا تختفي الكتلة؟')
    await entry(remote, 'لماذا تختفي الكتلة؟').first().getByRole('button', { name: 'Show' }).tap()
    for (const screen of [presenter, hall]) await screen.locator('blockquote').waitFor()
    const [newest, newer] = await Promise.all(
      ['h2', 'button'].map(one => remote.locator(`.on-screen .heading ${one}`).boundingBox()),
    )
    assert.ok((newest?.x ?? 0) > (newer?.x ?? 0), 'a remote is laid out from the right')
    await room.assertAllWellMade('a picked text')
    await press(remote, 'Next')
    await room.allShow(board)
    const asked = 'هل ستكون مقاومة الهواء في الامتحان؟'
    for (const one of [asked, 'ماذا يحدث على المريخ؟'])
      await call(installation.other, 'POST', `/s/${admin.id}/board/3`, { body: { text: one } })
    await pressUntil(remote, 'المريخ', 'Approve', () => seen(hall, 'ماذا يحدث على المريخ؟'))
    await pressUntil(remote, asked, 'Approve', () => seen(hall, asked))
    await phones[0].getByText(asked).first().waitFor()
    await room.assertAllWellMade('a board')
    await pressUntil(remote, asked, 'Answer now', () => seen(hall, 'Now answering'))
    await room.assertAllWellMade('the question that is answered')
    await press(remote, 'Code')
    await hall.getByRole('dialog', { name: 'Link and QR code' }).waitFor()
    await room.assertAllWellMade('the code on the screen')
    assert.deepEqual(room.errors, [])
  })
})

async function begin(room: Room): Promise<void> {
  const { presenter, hall, remote } = room
  await room.allShow(LECTURE.title)
  for (const screen of [presenter, hall]) await screen.locator('.figures').getByText('here').waitFor()
  await room.figures(new RegExp(`\\b${PHONES} here`))
  await remote.getByText('Nobody presents now.').waitFor()
  await room.allPhonesSay('The first question appears here by itself.')
  await room.assertAllWellMade('before the start')
  await press(remote, 'Start')
  await remote.getByText(FIRST_STEP).waitFor()
  await remote.getByText(`${PHONES} here`).waitFor()
  await room.allPhonesSay('The next question appears here by itself.')
  await room.assertAllWellMade('the start')
}

/** A choice with a right answer, against time. */
async function askAndReveal(room: Room): Promise<void> {
  const { presenter, hall, remote, phones, audience } = room
  await press(remote, 'Next')
  await room.allShow(CHOICE)
  await presenter.keyboard.press('t')
  await presenter.getByRole('button', { name: '1 minute' }).click()
  for (const screen of [presenter, hall, remote]) await screen.getByRole('timer').waitFor()
  for (const phone of phones) await phone.getByText(/^Time left: /).waitFor()
  await room.assertAllWellMade('a question against time')
  await choose(phones, WRONG)
  await room.allPhonesSay('Sent. Look up.')
  await audience.answer(0, place => lectureAnswer(place, 'multiple_choice', 0))
  await room.figures(new RegExp(`^${PHONES} of ${PHONES} answered.* results hidden`))
  await remote.locator('.counts').getByText(`of ${PHONES} answered`).waitFor()
  for (const screen of [presenter, hall]) assert.deepEqual((await rowsOf(screen))[0], [WRONG, '', ''])
  assert.equal((await rowsOf(remote)).length, 3)
  await room.assertAllWellMade('hidden results')
  await press(remote, 'Countdown')
  await press(remote, 'Stop')
  await hall.getByRole('timer').waitFor({ state: 'detached' })
  await press(remote, 'Reveal')
  await room.figures(/50% right/)
  for (const screen of [presenter, hall, remote])
    await until(async () => (await rowsOf(screen)).at(-1)?.join() === 'Both at once ✓ Right,10,50%')
  const [first, second, last] = phones
  for (const phone of [first, second]) await phone.getByText('Yours was right.').waitFor()
  await last.getByText(`The right answer: ${RIGHT}`).waitFor()
  for (const phone of phones) await phone.getByRole('region', { name: 'Results' }).getByText('Answers: 20').waitFor()
  await room.assertAllWellMade('revealed results')
}

/** The same question after a discussion: both rounds are beside each other. */
async function askAgain(room: Room): Promise<void> {
  const { presenter, hall, remote, phones, audience } = room
  await presenter.keyboard.press('a')
  await room.figures(/second round.* results hidden/)
  await remote.getByText('Question 1 of 4 · second round · hidden').waitFor()
  await choose(phones, RIGHT)
  await audience.answer(AGAIN, place => lectureAnswer(place, 'multiple_choice', 1))
  await room.figures(new RegExp(`^${PHONES} of ${PHONES} answered`))
  await presenter.keyboard.press('r')
  await room.figures(/85% right/)
  for (const screen of [presenter, hall, remote]) {
    await screen.locator('.round-key', { hasText: 'first round' }).waitFor()
    assert.equal(await screen.locator('.bars .before').count(), 3)
    const share = (await rowsOf(screen)).at(-1)?.[2]?.replaceAll(/\s+/g, ' ')
    assert.equal(share, '85% +35 points; first round 50%')
  }
  await room.allPhonesSay('Yours was right.')
  await room.assertAllWellMade('two rounds')
}

async function rate(room: Room): Promise<void> {
  const { presenter, hall, remote, phones, audience } = room
  await press(remote, 'Next')
  await room.allShow(RATING)
  for (const phone of phones) {
    await phone.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await send(phone)
  }
  await audience.answer(1, place => lectureAnswer(place, 'rating', 0))
  await room.figures(new RegExp(`^${PHONES} of ${PHONES} answered`))
  await room.assertAllWellMade('a hidden rating')
  await press(remote, 'Reveal')
  for (const screen of [presenter, hall, remote]) await screen.locator('.histogram .mean').waitFor()
  await room.assertAllWellMade('a rating')
}

/** The process that most are at is restarted while the room waits: nobody has to do anything. */
async function restart({ presenter, hall, remote, phones, audience }: Room): Promise<void> {
  await installation.restartOther()
  await audience.told(step => step.index === 1)
  for (const screen of [hall, remote, ...phones]) await until(() => screen.getByText('Reconnecting').isHidden())
  await presenter.getByText('Reconnecting').waitFor({ state: 'detached' })
}

/** Words of the room, and answers that the remote puts on the slide. */
async function readTexts(room: Room): Promise<void> {
  const { admin, presenter, hall, remote, phones, audience } = room
  await press(remote, 'Next')
  await room.allShow(TEXT)
  await audience.answer(2, place => lectureAnswer(place, 'free_text', 0))
  for (const phone of phones) {
    await phone.getByRole('textbox', { name: TEXT }).fill(phone === phones[0] ? PICKED : 'Air resistance')
    await send(phone)
  }
  await room.allPhonesSay('Sent. Look up.')
  await room.figures(/^14 of 20 answered/)
  await readNewer(remote, PICKED)
  await entry(remote, PICKED).getByRole('button', { name: 'Show' }).tap()
  for (const screen of [presenter, hall]) await screen.locator('blockquote', { hasText: PICKED }).waitFor()
  await room.assertAllWellMade('a picked text')
  assert.equal((await admin.send('PATCH', '/words/2', { shown: true })).status, 204)
  await remote.getByText('Next: the words of the room').waitFor()
  await press(remote, 'Next')
  for (const screen of [presenter, hall]) await screen.getByRole('cell').first().waitFor()
  await room.assertAllWellMade('the words of the room')
}

async function answerQuestions(room: Room): Promise<void> {
  const { admin, presenter, hall, remote, phones } = room
  await press(remote, 'Next')
  await room.allShow(BOARD)
  await room.assertAllWellMade('an empty board')
  const [question = '', second = ''] = ASKED
  for (const [at, phone] of phones.entries()) {
    await phone.getByLabel('Your question').fill(ASKED[at] ?? '')
    await phone.getByRole('button', { name: 'Ask' }).click()
    await entry(remote, ASKED[at] ?? '').waitFor()
  }
  for (const text of ASKED.slice(phones.length))
    await call(installation.other, 'POST', `/s/${admin.id}/board/3`, { body: { text } })
  await remote.getByText(`Waiting (${ASKED.length})`).waitFor()
  for (const screen of [presenter, hall]) await screen.getByText('No questions yet.').waitFor()
  await room.assertAllWellMade('questions that wait')
  for (const text of [question, second]) await pressUntil(remote, text, 'Approve', () => seen(hall, text))
  for (const screen of [presenter, ...phones]) await screen.getByText(second).first().waitFor()
  await phones[2].locator('.items li', { hasText: second }).locator('.vote').click()
  await entry(hall, second).getByText('1 vote').waitFor()
  await room.assertAllWellMade('approved questions')
  await pressUntil(remote, second, 'Answer now', () => seen(hall, 'Now answering'))
  await presenter.getByText('Now answering').waitFor()
  for (const screen of [presenter, hall]) assert.equal(await screen.locator('blockquote').innerText(), second)
  await room.assertAllWellMade('the question that is answered')
  await pressUntil(remote, second, 'Answered', () => seen(remote, 'Answered (1)'))
  for (const screen of [presenter, hall]) await entry(screen, second).getByText('Answered').waitFor()
  await room.assertAllWellMade('an answered question')
}

/**
 * Reads newer answers on a remote, which lists them on request, until it has this one. A reading that is under way may
 * take the button away, which ends the wait for it.
 */
async function readNewer(remote: Page, text: string): Promise<void> {
  const newer = remote.getByRole('button', { name: /^Show \d+ newer$/ })
  await until(async () => {
    if (await newer.isVisible()) await newer.tap({ timeout: 1_000 }).catch(() => undefined)
    return entry(remote, text).first().isVisible()
  })
}

const seen = (page: Page, text: string) => page.getByText(text).first().isVisible()

/**
 * Taps until it takes effect: a remote refuses a tap on a list that has just moved, so that nobody presses what they did
 * not mean. What has taken effect may take the button away, which ends the wait for it.
 */
async function pressUntil(remote: Page, item: string, name: string, isDone: () => Promise<boolean>): Promise<void> {
  const button = entry(remote, item).getByRole('button', { name, exact: true })
  await until(async () => {
    await button.tap({ timeout: 1_000 }).catch(() => undefined)
    return isDone()
  })
}

async function cover(room: Room): Promise<void> {
  const { presenter, hall, remote } = room
  await presenter.keyboard.press('b')
  await remote.getByText('Covered: blank').waitFor()
  await hall.getByRole('dialog', { name: /^The screen is blank/ }).waitFor()
  await press(remote, 'Code')
  for (const screen of [presenter, hall]) await screen.getByRole('dialog', { name: 'Link and QR code' }).waitFor()
  await remote.getByText('Covered: link and QR code').waitFor()
  await room.assertAllWellMade('the code on the screen')
  await press(remote, 'Code')
  for (const screen of [presenter, hall]) await screen.getByRole('dialog').waitFor({ state: 'detached' })
}

async function end(room: Room): Promise<void> {
  const { presenter, remote, phones } = room
  await presenter.getByRole('button', { name: 'End session' }).click()
  await room.allShow(LECTURE.title)
  await remote.getByText('Nobody presents now.').waitFor()
  await room.allPhonesSay('This session is over. Thank you for taking part.')
  await room.assertAllWellMade('the end')
  await presenter.getByRole('link', { name: 'Record' }).click()
  await presenter.getByRole('heading', { name: CHOICE }).first().waitFor()
  await presenter.getByText(PICKED).first().waitFor()
  await presenter.getByText('1 of 2 questions were answered.').waitFor()
  await presenter.getByRole('checkbox', { name: 'Let the room read this record' }).check()
  await phones[0].getByRole('link', { name: 'Read the record' }).waitFor()
  await phones[0].getByRole('link', { name: 'Read the record' }).click()
  await shown(phones[0], LECTURE.title)
  await phones[0].getByText(PICKED).first().waitFor()
}
