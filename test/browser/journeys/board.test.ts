import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { choice } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { openDashboard } from '../dashboard/dashboard.ts'
import { assertWellMade } from '../look.ts'
import { group, MODERATED, press, row } from '../presenter/moderation.ts'
import { linkOf } from '../survey.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

interface Item {
  readonly text: string
  readonly state: string
  readonly votes: number
}

const PHONE = { viewport: { width: 375, height: 700 } }

/** The list keeps its order while the mouse rests on it, but at most this long. */
const KEPT_STILL_MS = 5_000

const texts = (page: Page) => page.locator('.board .items .text').allInnerTexts()

const voteButton = (page: Page, text: string) =>
  page.locator('.board .items li', { hasText: text }).getByRole('button', { name: 'Vote for this question' })

async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your question').fill(text)
  await page.getByRole('button', { name: 'Ask' }).click()
}

/** Resolves when a page shows this number of votes. */
function shows(page: Page, text: string, votes: string): Promise<void> {
  return page.locator('.board .items li', { hasText: text }).locator('.votes', { hasText: votes }).waitFor()
}

inBrowser('a journey through a board', open => {
  test('two phones ask and vote, and the dashboard approves, answers and hides', async () => {
    const admin = await newAdminClient(service, [choice(), MODERATED], { title: 'Town hall' })
    const items = async () =>
      (await admin.get<{ items: Item[] }>('/board/1')).items
        .map(({ text, state, votes }) => `${text} ${state} ${votes}`)
        .toSorted()
    const [{ page: ada }, { page: ben }] = [await open(PHONE), await open(PHONE)]
    const { page: moderator } = await open({ viewport: { width: 1280, height: 800 }, ownProfile: true })
    await moderator.clock.install()
    /** Presses a button long after the list has moved: the page takes an earlier press for a mistake. */
    const pressCalmly = async (text: string, name: string) => {
      for (const milliseconds of [KEPT_STILL_MS, 1_000]) await moderator.clock.fastForward(milliseconds)
      await press(moderator, text, name)
    }
    const errors = recordErrors(ada, ben, moderator)
    for (const phone of [ada, ben]) await phone.goto(linkOf(service, admin.id))
    await openDashboard(moderator, service, admin, 'Board')

    await ask(ada, 'Is it vegan?')
    await ada.getByText('Your question has been sent. It will appear once it is approved.').waitFor()
    await group(moderator, 'Waiting').getByText('Is it vegan?').waitFor()
    assert.deepEqual(await texts(ben), [])
    await row(moderator, 'Is it vegan?').focus()
    await moderator.keyboard.press('a')
    await group(moderator, 'Shown').getByText('Is it vegan?').waitFor()
    await voteButton(ben, 'Is it vegan?').click()
    // Who asked has voted too.
    for (const phone of [ada, ben]) await shows(phone, 'Is it vegan?', '2')
    assert.deepEqual(await items(), ['Is it vegan? shown 2'])

    await ask(ben, 'What does it cost?')
    await row(moderator, 'What does it cost?').waitFor()
    await pressCalmly('What does it cost?', 'Approve')
    await voteButton(ada, 'What does it cost?').click()
    for (const phone of [ada, ben])
      await voteButton(phone, 'What does it cost?').and(phone.locator('[aria-pressed=true]')).waitFor()
    await until(async () => (await items()).join() === 'Is it vegan? shown 2,What does it cost? shown 2')
    await ben.reload()
    await voteButton(ben, 'Is it vegan?').and(ben.locator('[aria-pressed=true]')).click()
    await shows(ada, 'Is it vegan?', '1')
    await ben.reload()
    assert.deepEqual(await texts(ben), ['What does it cost?', 'Is it vegan?'])
    await ada.getByLabel('Your question').fill('is it VEGAN')
    await ada.getByText('Already asked? Vote for it instead:').waitFor()
    await assertWellMade(ada, 'a board on a phone')
    await assertWellMade(moderator, 'a board on the dashboard')

    await pressCalmly('What does it cost?', 'Mark answered')
    await ada.locator('.board .items li', { hasText: 'What does it cost?' }).getByText('Answered').waitFor()
    await pressCalmly('Is it vegan?', 'Hide')
    await until(async () => (await texts(ben)).join() === 'What does it cost?')
    assert.deepEqual(await items(), ['Is it vegan? hidden 1', 'What does it cost? answered 2'])
    assert.deepEqual(errors, [])
  })
})
