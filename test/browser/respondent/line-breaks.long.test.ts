import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newBrowser } from '../../account/browser.ts'
import { board, bodyOf, choice, freeText, rating } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { openApp, openDraft, saved, signIn, stored } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { goTo, openDashboard } from '../dashboard/dashboard.ts'
import { present } from '../presenter/presenter.ts'
import { linkOf, send } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const broken = (text: string) => `${text} one\n${text} two`
const QUESTIONS = [
  choice(broken('Choice'), [broken('Option'), 'No']),
  rating(broken('Rating')),
  freeText(broken('Text')),
  board(broken('Board')),
]

/**
 * Texts shown on two lines, and those typed on two lines but shown on one. They may be combined with our own sentences.
 */
const LINES = `(() => {
  const seen = { broken: [], joined: [] }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode
    if (!/^\\S+ one\\n\\S+ two$/.test(data) || parentElement.closest('textarea, select, script, :not(label) > bdi, .help, .visually-hidden, details:not([open]) > :not(summary)') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const rectangles = [...range.getClientRects()].filter(({ width }) => width > 0)
    if (rectangles.length === 0) continue
    const isBroken = new Set(rectangles.map(({ top }) => Math.round(top))).size > 1
    seen[isBroken ? 'broken' : 'joined'].push(data.split(' ')[0])
  }
  return seen
})()`

inBrowser('line breaks in the texts of a survey', open => {
  test('are shown on the page of the survey, in the receipt and beside shared results [respondent-line-breaks]', async () => {
    const admin = await newAdminClient(service, QUESTIONS, { title: broken('Title') })
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    await page.goto(linkOf(service, admin.id))
    await assertBroken(page, ['Title', 'Choice', 'Option', 'Rating', 'Text', 'Board'])
    await assertBrokenOnPaper(page, ['Title', 'Choice', 'Option', 'Rating', 'Text', 'Board'])
    await page.getByRole('radio', { name: /Option/ }).check()
    await page.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await page.getByLabel(/Text/).fill(broken('Answer'))
    await send(page)
    await page.locator('.receipt').waitFor()
    await assertBroken(page, ['Title', 'Choice', 'Option', 'Rating', 'Text', 'Answer', 'Board'])
    await admin.send('PATCH', '', { share_results: 'after_answering' })
    await page.goto(`${service.baseUrl}/s/${admin.id}/thanks?lang=en`)
    await page.locator('.results').waitFor()
    await page.locator('.receipt summary').click()
    const texts = ['Choice', 'Option', 'Rating', 'Choice', 'Option', 'Rating', 'Text', 'Answer']
    await assertBroken(page, texts)
    await assertBrokenOnPaper(page, texts)
  })

  test('are shown in every view of the dashboard, by the presenter, on the list and in the builder [respondent-line-breaks]', async () => {
    const admin = await newAdminClient(service, QUESTIONS, { title: broken('Title') })
    const answers = [broken('Option'), 8, broken('Answer'), null]
    bodyOf(await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers } }), 201)
    bodyOf(await call(service, 'POST', `/s/${admin.id}/board/3`, { body: { text: broken('Item') } }), 201)
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    await openDashboard(page, service, admin)
    await page.locator('.quotes blockquote').waitFor()
    await assertBroken(page, ['Title', 'Choice', 'Option', 'Rating', 'Text', 'Answer', 'Board'])
    await assertBrokenOnPaper(page, ['Title', 'Choice', 'Option', 'Rating', 'Text', 'Answer', 'Board'])
    await goTo(page, 'Responses')
    await page.locator('.answers').waitFor()
    await assertBroken(page, ['Title', 'Choice', 'Option', 'Rating', 'Text', 'Answer'])
    await goTo(page, 'Board')
    await page.getByRole('row').waitFor()
    await assertBroken(page, ['Title', 'Board', 'Item'])
    await goTo(page, 'Questions')
    await page.locator('#open-0').click()
    await assertBroken(page, ['Title', 'Choice', 'Option', 'Rating', 'Text', 'Board'])
    await present(page, service, admin)
    for (const texts of [['Title'], ['Choice', 'Option'], ['Rating'], ['Text'], ['Board', 'Item']]) {
      await page.locator('.stage h1', { hasText: texts[0] ?? '' }).waitFor()
      if (texts.includes('Item')) await page.locator('.asked li').waitFor()
      await assertBroken(page, texts)
      await page.keyboard.press('ArrowRight')
    }
    const owner = await newBrowser(service)
    await signIn(page, service, owner)
    await openDraft({ ...owner, page, newTab: () => open().then(one => one.page) }, service, { questions: QUESTIONS })
    await assertBroken(page, ['Choice', 'Rating', 'Text', 'Board'])
  })
})

inBrowser('blanks at the ends of what is typed in the builder', open => {
  test('are removed when a field is left or the survey is published, but not during typing', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: [choice('', ['', ''])] })
    const text = page.getByLabel('Question', { exact: true })
    const [first, second] = [
      page.getByRole('textbox', { name: 'Option 1' }),
      page.getByRole('textbox', { name: 'Option 2' }),
    ]
    await text.pressSequentially('How was ')
    await saved(page)
    await page.keyboard.type('it?')
    await page.keyboard.press('Shift+Enter')
    assert.equal(await text.inputValue(), 'How was it?\n')
    await first.pressSequentially(' Good ')
    assert.equal(await text.inputValue(), 'How was it?')
    await page.keyboard.press('Enter')
    await second.pressSequentially('Bad ')
    await page.locator('#title').fill(' Quarter ')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await saved(page)
    const { title, questions } = await stored(creator, id)
    assert.deepEqual([title, questions], ['Quarter', [choice('How was it?', ['Good', 'Bad'])]])
  })

  test('and invisible characters alone count as nothing: a draft is saved without them', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: [rating('How sure?')] })
    await page.getByText('Description…').click()
    await page.getByLabel('Description', { exact: true }).fill('\u3164')
    await page.getByLabel('At 1', { exact: true }).fill('\u200b')
    await page.getByRole('button', { name: 'Introduction…' }).click()
    await page.getByLabel('Introduction', { exact: true }).fill('\u2060')
    await page.locator('#title').fill('Fall')
    await until(async () => String((await stored(creator, id)).title) === 'Fall')
    await saved(page)
    const { question_settings: settings, texts } = await stored(creator, id)
    assert.deepEqual([settings, texts], [[], {}])
    await page.getByRole('button', { name: 'Introduction…' }).waitFor()
    await page.locator('#title').fill('\u3164')
    await until(async () => String((await stored(creator, id)).title) === '\u3164')
    assert.match(await page.title(), /Untitled survey/)
    await page.goto(`${service.baseUrl}/app`)
    await page.getByRole('link', { name: 'Untitled survey' }).waitFor()
  })
})

async function assertBroken(page: Page, expected: readonly string[]): Promise<void> {
  assert.deepEqual(await page.evaluate(LINES), { broken: expected, joined: [] })
}

async function assertBrokenOnPaper(page: Page, expected: readonly string[]): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await assertBroken(page, expected)
  await page.emulateMedia({ media: 'screen' })
}
