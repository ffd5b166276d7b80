import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { board, choice, freeText, kept, optional, rating } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { type Answer, call, startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { WAIT_MS } from '../../until.ts'
import { openApp, openDraft, saved } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { openDashboard } from '../dashboard/dashboard.ts'
import { answer, ask as askOnBoard, newTalk, present, project, shown, vote } from '../presenter/presenter.ts'
import { EXTENDED, extend, staleTexts, textsOf, translate } from '../translation.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now(), respondentLimit: 0 })
after(() => service.close())

const DESK = { viewport: { width: 1280, height: 800 } }
const QUESTIONS = [
  choice('Coming?', ['Yes', 'No', 'Perhaps'], optional),
  rating('How good was it?', optional),
  freeText('Anything else?', optional),
  board('Your questions'),
]

/** The views that show a change, where not all of them do. */
const SHOWN_IN: Readonly<Record<string, readonly string[]>> = {
  'a question is asked on the board': ['Results', 'Responses', 'Board'],
  'a question is reworded': ['Results', 'Responses', 'Questions'],
}

/** What can happen to a survey while somebody looks at it. */
const CHANGES: Readonly<Record<string, (admin: AdminClient) => Promise<unknown>>> = {
  // One at a time: a page that shows the first of several has not followed yet.
  'a response arrives': ({ id }) => kept(service, id, ['Yes', 9, 'Another text']),
  'a question is asked on the board': ({ id }) => ask(3, id, 'When?'),
  'the survey is closed': ({ send }) => changed(send('PATCH', '', { status: 'closed' })),
  'a question is reworded': async ({ send, get }) => {
    const { questions } = await get<{ questions: { text: string }[] }>()
    const [first, ...others] = questions
    return changed(send('PATCH', '', { questions: [{ ...first, text: 'Will you come?' }, ...others] }))
  },
}

async function changed(sent: Promise<Answer>): Promise<void> {
  const { status, body } = await sent
  assert.equal(status, 200, JSON.stringify(body))
}

async function ask(index: number, id: string, text: string): Promise<void> {
  assert.equal((await call(service, 'POST', `/s/${id}/board/${index}`, { body: { text } })).status, 201)
}

/** Lets an extension change one of two pages that show the same, then something happen, and compares them. */
async function assertSame(what: string, plain: Page, extended: Page, change: () => Promise<unknown>): Promise<void> {
  const before = await textsOf(plain)
  await change()
  let [expected, found] = [before, before]
  for (const end = Date.now() + WAIT_MS / 3; Date.now() < end; await delay(50)) {
    expected = await textsOf(plain)
    found = await textsOf(extended)
    const hasChanged = JSON.stringify([...expected]) !== JSON.stringify([...before])
    if (hasChanged && JSON.stringify([...expected]) === JSON.stringify([...found])) return
  }
  assert.notDeepEqual([...expected], [...before], `${what}: nothing has changed`)
  assert.deepEqual([...found], [...expected], what)
}

/** Translates one of two pages that show the same, lets something happen, and compares them. */
async function assertFollows(
  what: string,
  plain: Page,
  translated: Page,
  change: () => Promise<unknown>,
): Promise<void> {
  const before = await textsOf(plain)
  await translate(translated)
  await change()
  let stale: string[] = ['nothing has changed']
  for (const end = Date.now() + WAIT_MS / 3; stale.length > 0 && Date.now() < end; await delay(50)) {
    const after = await textsOf(plain)
    if (JSON.stringify([...after]) === JSON.stringify([...before])) continue
    stale = staleTexts(before, after, await textsOf(translated))
  }
  assert.deepEqual(stale, [], what)
}

inBrowser('pages that are translated by the browser', open => {
  const VIEWS = ['Results', 'Responses', 'Board', 'Questions', 'Settings']
  for (const extension of EXTENDED)
    test(`the dashboard follows if it ${extension}`, async () => {
      for (const view of VIEWS) {
        const admin = await newAdminClient(service, QUESTIONS, { title: 'Team lunch' })
        for (const one of ['Yes', 'No']) await kept(service, admin.id, [one, 5, 'A text'])
        await ask(3, admin.id, 'Where?')
        const [{ page: plain }, { page: extended }] = [await open(DESK), await open(DESK)]
        for (const page of [plain, extended]) {
          await openDashboard(page, service, admin, view)
          await page.locator('.survey-header[data-connected]').waitFor()
        }
        for (const [what, change] of Object.entries(CHANGES)) {
          if (SHOWN_IN[what]?.includes(view) === false) continue
          await extend(extended, extension)
          await assertSame(`${view}: ${what}`, plain, extended, () => change(admin))
        }
      }
    })

  for (const view of VIEWS)
    test(`the dashboard follows: ${view}`, async () => {
      const admin = await newAdminClient(service, QUESTIONS, { title: 'Team lunch' })
      for (const one of ['Yes', 'No']) await kept(service, admin.id, [one, 5, 'A text'])
      await ask(3, admin.id, 'Where?')
      const [{ page: plain }, { page: translated }] = [await open(DESK), await open(DESK)]
      for (const page of [plain, translated]) {
        await openDashboard(page, service, admin, view)
        await page.locator('.survey-header[data-connected]').waitFor()
      }
      for (const [what, change] of Object.entries(CHANGES)) {
        if (SHOWN_IN[what]?.includes(view) === false) continue
        await assertFollows(what, plain, translated, () => change(admin))
      }
    })

  /** A presenter's screen and two of its projectors, and the steps of a presentation. */
  const startPresentation = async () => {
    const admin = await newTalk(service)
    const item = await askOnBoard(service, admin, 'Where?')
    const [{ page: presenter }, { page: plain }, { page: changed }] = [await open(DESK), await open(), await open()]
    await present(presenter, service, admin)
    const link = await project(admin)
    for (const page of [plain, changed]) {
      await page.goto(link)
      await shown(page, 'Team lunch')
    }
    const press = (key: string) => () => presenter.keyboard.press(key)
    const arrive = () => answer(service, admin, ['Yes', 'Soup', 9, 'Another text'])
    const steps: [string, () => Promise<unknown>][] = [
      ['the first question', press('ArrowRight')],
      ['its result', press('r')],
      ['somebody answers the first question', arrive],
      ['the second question', press('ArrowRight')],
      ['more of its options', press('ArrowRight')],
      ['the third question', press('ArrowRight')],
      ['somebody answers the third question', arrive],
      ['the texts', press('ArrowRight')],
      ['the board', () => presenter.keyboard.press('ArrowRight').then(() => shown(plain, 'Your questions'))],
      ['a vote', () => vote(service, admin, item)],
      ['the survey is closed', () => admin.send('PATCH', '', { status: 'closed' })],
    ]
    return { plain, changed, steps }
  }

  test('a projector follows its presenter and the room', async () => {
    const { plain, changed, steps } = await startPresentation()
    for (const [what, step] of steps) await assertFollows(what, plain, changed, step)
  })

  for (const extension of EXTENDED)
    test(`a projector that ${extension} follows`, async () => {
      const { plain, changed, steps } = await startPresentation()
      for (const [what, step] of steps) {
        await extend(changed, extension)
        await assertSame(what, plain, changed, step)
      }
    })

  test('the builder says what it does', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    await openDraft(creator, service, { questions: [choice('Coming?', ['Yes', 'No'])] })
    const state = page.locator('.save-state')
    const says = async (text: string) => assert.ok((await state.innerText()).startsWith(text))
    await saved(page)
    await translate(page)
    await page.context().setOffline(true)
    await page.locator('#title').fill('Another title')
    await page.locator('.save-state[data-state=offline]').waitFor()
    await says('Not saved: kept in this browser')
    await translate(page)
    await page.context().setOffline(false)
    await saved(page)
    await says('Saved')
  })
})
