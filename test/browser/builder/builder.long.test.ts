import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { publish } from '../../account/browser.ts'
import { board, choice, freeText, optional, rating, requiredWhen } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { addQuestion, button, openApp, openDraft, outline, saved, stored } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertFits, assertWellMade } from '../look.ts'
import { assertTouchable, PHONE } from '../touch.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const COMING = choice('Coming?', ['Yes', 'No'])
const text = (page: Page) => page.getByLabel('Question', { exact: true })
const option = (page: Page, at: number) => page.getByRole('textbox', { name: `Option ${at}` })
const row = (page: Page, name: string) => page.locator('.outline-row').filter({ hasText: name })

/** The visible part of the preview: the page that loads next is hidden. */
const preview = (page: Page) => page.frameLocator('.phone iframe:not(.loading)')

/** From here on, each reading takes long enough to be noticed. */
const SLOW_READER = `
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (...request) { setTimeout(() => postMessage.apply(this, request), 600) }`

/** Concurrent tests share the browser’s clipboard, so it is not used. */
async function paste(page: Page, id: string, text: string, { html = '' } = {}): Promise<void> {
  await page.locator(`#${id}`).waitFor()
  await page.evaluate(`
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    clipboardData.setData('text/html', ${JSON.stringify(html)})
    document.getElementById('${id}').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))`)
}

inBrowser('the builder', open => {
  test('by mouse: a survey is written, arranged, previewed, and kept as it is shown', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: [COMING] })
    await addQuestion(page)
    await text(page).fill('What would')
    await text(page).press('Shift+Enter')
    await page.keyboard.type('you like?')
    assert.equal(await text(page).inputValue(), 'What would\nyou like?')
    await text(page).fill('What would you like?')
    await text(page).press('Enter')
    await page.keyboard.type('Noodles')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Pizza')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Salad')
    await page.getByLabel('Answer required').selectOption('Only when…')
    await page.getByRole('checkbox', { name: 'Yes' }).check()
    await addQuestion(page, 'One answer', { below: true })
    await text(page).fill('How good?')
    await page.getByLabel('Type', { exact: true }).selectOption('Rating from 1 to 10')
    await button(page, 'Duplicate').click()
    await text(page).fill('Ask us')
    await page.getByLabel('Type', { exact: true }).selectOption('Question board')
    await row(page, 'How good?').click()
    await button(page, 'Delete').click()
    assert.deepEqual(await outline(page), ['Coming?', 'What would you like?', 'Ask us'])
    assert.equal(await text(page).inputValue(), 'Ask us', 'its neighbour is open')
    await button(page, 'Undo').click()
    await until(async () => (await outline(page)).length === 4)
    assert.equal(await text(page).inputValue(), 'How good?')
    await row(page, 'Ask us').dragTo(row(page, 'What would'), { targetPosition: { x: 40, y: 2 } })
    await until(async () => (await outline(page)).join() === 'Coming?,Ask us,What would you like?,How good?')
    await button(page, 'Theme').click()
    await page.getByLabel('Forest').check()
    await page.getByText('Custom colours need a subscription.').waitFor()
    await saved(page)
    await preview(page).getByRole('heading', { name: 'Team lunch' }).waitFor()
    await preview(page).getByText('Salad').waitFor()
    const topOf = (name: string) =>
      preview(page)
        .getByRole('group', { name })
        .evaluate(question => question.getBoundingClientRect().top)
    for (const name of ['How good?', 'Coming?']) {
      await row(page, name).click()
      await until(async () => (await topOf(name)) >= 0 && (await topOf(name)) < 400)
    }
    const { questions, theme } = await stored(creator, id)
    const dishes = choice('What would you like?', ['Noodles', 'Pizza', 'Salad'], requiredWhen('all', [0, 'Yes']))
    assert.deepEqual([questions, theme], [[COMING, board('Ask us'), dishes, rating('How good?')], 'forest'])
  })

  test('a right answer is kept with its question, and published with it', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const settings = [{ right: { options: [1] } }, { right: { from: 8, to: 8 } }]
    const questions = [COMING, rating('How sure?')]
    const id = await openDraft(creator, service, { questions, question_settings: settings })
    await page.getByText('Right answer: No').click()
    await page.getByRole('group', { name: 'Right answer' }).getByLabel('Yes').check()
    await page.getByText('Right answer: Yes or No').waitFor()
    await saved(page)
    const chosen = [{ right: { options: [0, 1] } }, settings[1]]
    await until(async () => isDeepStrictEqual((await stored(creator, id)).question_settings, chosen))
    await row(page, 'How sure?').click()
    await page.getByText('Right answer: 8').waitFor()
    const published = await creator.send('POST', `/drafts/${id}/publish`, {})
    const { body } = await call(service, 'GET', `/admin/api/${published.body.id}`, {
      headers: { cookie: creator.cookie },
    })
    assert.deepEqual(body.question_settings, chosen)
  })

  test('the words below a question and its scale are in the preview as they are typed, and are kept [scale-words]', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: [rating('How sure?')] })
    await page.getByText('Description…').click()
    await page.getByLabel('Description', { exact: true }).fill('Of your answer before.')
    await page.getByText('Description: Of your answer before.').waitFor()
    await page.getByLabel('At 1', { exact: true }).fill('Guessed')
    await page.getByLabel('At 10', { exact: true }).fill('Certain')
    await saved(page)
    const words = { lowest: 'Guessed', highest: 'Certain' }
    const settings = [{ description: 'Of your answer before.', scale_words: words }]
    await until(async () => isDeepStrictEqual((await stored(creator, id)).question_settings, settings))
    await preview(page).getByText('10 Certain').waitFor()
    await preview(page).getByText('Of your answer before.').waitFor()
    await assertWellMade(page, 'words below a question')
  })

  test('options that look alike are noted beside them and before publishing, and can be published', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { title: 'Lunch', questions: [COMING, choice('Hot?', ['Yes', 'No'])] })
    await row(page, 'Hot?').click()
    await option(page, 2).fill('Yes ')
    const note = page.getByText('Same as option 1 but for a blank at the end.')
    await note.waitFor()
    assert.match((await option(page, 2).getAttribute('aria-describedby')) ?? '', /^note-1-1 /)
    await option(page, 2).fill('yes ')
    await option(page, 2).press('Tab')
    await page.getByText('Same as option 1 but for capitals.').waitFor()
    assert.equal(await note.count(), 0)
    await assertWellMade(page, 'look-alikes')
    await row(page, 'Coming?').click()
    await button(page, 'Publish').click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('option 2: Same as option 1 but for capitals.').waitFor()
    await assertWellMade(page, 'look-alikes before publishing')
    await sheet.getByRole('button', { name: 'Question 2' }).click()
    await until(async () => (await page.evaluate('document.activeElement?.id')) === 'option-1-1')
    await saved(page)
    assert.deepEqual((await stored(creator, id)).questions, [COMING, choice('Hot?', ['Yes', 'yes'])])
    await button(page, 'Publish').click()
    await button(page, 'Publish now').click()
    await page.waitForURL(/published/)
  })

  test('lines become options, text a survey; missing parts are reported after leaving a field, and before publishing', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    await openDraft(creator, service, { questions: [] })
    await button(page, 'Publish').click()
    await page.getByRole('region', { name: 'Not ready to publish yet' }).getByText('at least one question').waitFor()
    assert.equal(await page.locator('.to-question').count(), 0, 'neither the title nor a question is wrong')
    const id = await openDraft(creator, service, { title: '', questions: [choice('', ['', ''])] })
    await paste(page, 'option-0-0', '- Soup\n- Salad\n\n- Bread')
    await until(async () => (await page.locator('.options input').count()) === 3)
    assert.equal(
      await page.locator('.error:visible').filter({ hasText: /./ }).count(),
      0,
      'nothing is red before it was left',
    )
    await text(page).focus()
    await page.getByLabel('Type', { exact: true }).focus()
    await page.getByText('The question has no text. Enter it.').waitFor()
    await button(page, 'Publish').click()
    await page.getByRole('region', { name: 'Not ready to publish yet' }).getByText('The survey has no title.').waitFor()
    await assertWellMade(page, 'not ready')
    await button(page, 'Question 1').click()
    await page.keyboard.type('What will you eat?')
    await page.getByLabel('Title').fill('Lunch')
    await addQuestion(page, 'One answer', { below: true })
    await text(page).fill('Why?')
    await page.getByLabel('Type', { exact: true }).selectOption('Free text')
    await page.getByLabel('Answer required').selectOption('Only when…')
    await page.getByLabel('Question for condition 1').focus()
    await text(page).focus()
    await page.getByText('The rule selects no option').first().waitFor()
    assert.equal(await page.locator('#not-ready').count(), 0, 'what is filled in now is not pushed down by a list')
    await button(page, 'Delete').click()
    await button(page, 'Paste questions').click()
    await page.getByRole('dialog').getByLabel('Questions').fill('# Lunch\nHot?\n- Yes\n- yes\n- Yes')
    await page.getByText('The question has this option already.').waitFor()
    await page.getByText('Question 1, option 2: Same as option 1 but for capitals.').waitFor()
    await assertWellMade(page, 'pasting look-alikes')
    await page
      .getByRole('dialog')
      .getByLabel('Questions')
      .fill('# Lunch\nHow good? (1-10)\nAnything else? (optional)\n')
    await page.getByText('2 questions found.').waitFor()
    await assertWellMade(page, 'pasting')
    await button(page, 'Add 2 questions').click()
    await page.getByText('Added 2 questions.').waitFor()
    await button(page, 'Publish').click()
    await page.getByRole('heading', { name: 'Publish' }).waitFor()
    await saved(page)
    const { title, questions } = await stored(creator, id)
    const expected = [choice('What will you eat?', ['Soup', 'Salad', 'Bread']), rating('How good?')]
    assert.deepEqual([title, questions], ['Lunch', [...expected, freeText('Anything else?', optional)]])
    await page.getByText('On the free plan a survey is open for 30 days').waitFor()
    await assertWellMade(page, 'publishing')
  })

  test('what is pasted is shown before it is added, and what is unsure is decided by a press', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { title: '', questions: [choice('', ['', ''])] })
    await button(page, 'Paste questions').click()
    const dialog = page.getByRole('dialog')
    const result = dialog.getByRole('region', { name: 'What was read' })
    await paste(page, 'paste-text', 'Lunch\nWill you come?\nYes\nNo', {
      html: '<h1>Lunch</h1><img alt="A map"><p>Will you come?</p><ul><li>Yes</li><li>No</li></ul>',
    })
    await result.getByText('Yes · No').waitFor()
    const field = dialog.getByLabel('Questions')
    assert.equal(await field.inputValue(), '# Lunch\n<!-- picture: A map -->\nWill you come?\n- Yes\n- No')
    await result.getByText('Questions have neither pictures nor buttons.').waitFor()
    await field.fill('# Lunch\nWill you come?\nYes\nNo\nHow good was it? (1-5)')
    await dialog.getByText('2 questions found. The empty question is replaced. 2 lines are unsure.').waitFor()
    await assertWellMade(page, 'unsure lines')
    const run = dialog.getByRole('group', { name: 'Lines 3 to 4: what it is' })
    assert.equal(await run.getByRole('button', { name: 'Option' }).getAttribute('aria-pressed'), 'true')
    const scale = dialog.getByRole('group', { name: 'Line 5: what it is' })
    await page.evaluate(SLOW_READER)
    await scale.getByRole('button', { name: 'Rating 1–10' }).press('Enter')
    await dialog.getByText('Reading…').waitFor()
    await dialog.getByText('1 line is unsure.').waitFor()
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Rating 1–10', 'the focus stays')
    await run.getByRole('button', { name: 'Option' }).click()
    await dialog.getByText('2 questions found. The empty question is replaced. 2 notes.').waitFor()
    await field.fill('{ "title": "Lunch", ')
    await dialog.getByText('This begins like JSON, but is none').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await field.fill('# Lunch\nWelcome to our lunch.\nPlease answer soon.\nWill you come?\n- Yes\n- No')
    await result.getByText('It is neither a question nor an option.').first().waitFor()
    assert.equal(
      await result.getByText('Left out', { exact: true }).count(),
      1,
      'said once of lines one after the other',
    )
    const choices = await result.getByRole('group').first().getByRole('button').all()
    const tops = await Promise.all(choices.map(async one => (await one.boundingBox())?.y))
    assert.deepEqual([tops.length, new Set(tops).size], [4, 1], 'choices are in one line on a phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    await field.fill('{ "title": "Lunch", ')
    await dialog.getByText('This begins like JSON, but is none').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Add questions' }).getAttribute('aria-disabled'), 'true')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'survey.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from('title: Lunch\nquestions:\n  - type: rating\n    text: How good was it?\n'),
    })
    await button(page, 'Add 1 question').click()
    await saved(page)
    const { title, questions } = await stored(creator, id)
    assert.deepEqual([title, questions], ['Lunch', [rating('How good was it?')]])
  })

  test('by keyboard: everything can be done while typing, and the position is announced', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: [COMING, rating('How good?')] })
    await text(page).focus()
    await page.keyboard.press('Alt+n')
    const isEmpty = "document.activeElement.matches('textarea[id^=text-]') && document.activeElement.value === ''"
    await until(async () => (await page.evaluate(isEmpty)) === true)
    await page.keyboard.type('Where?')
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('“Where?” is now question 3 of 3.').waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('This is already the last question.').waitFor()
    await page.keyboard.press('Alt+PageUp')
    await page.keyboard.press('Alt+PageUp')
    await page.getByRole('heading', { name: 'Question 1 of 3' }).waitFor()
    await option(page, 2).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Maybe')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Backspace')
    await until(async () => (await page.locator('.options input').count()) === 3)
    await page.locator('.outline li .outline-row').nth(2).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Type', { exact: true }).focus()
    await page.keyboard.type('Free')
    await saved(page)
    assert.deepEqual((await stored(creator, id)).questions, [
      choice('Coming?', ['Yes', 'No', 'Maybe']),
      rating('How good?'),
      { ...freeText('Where?') },
    ])
    await page.getByRole('button', { name: 'Theme' }).focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Link', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('by touch at 320 px: one column, a preview to switch to, and a survey that is published', async () => {
    const creator = await openApp(service, open, { ...PHONE, path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: [rating('How good?'), COMING] })
    await assertWellMade(page, 'outline at 320 px')
    await assertTouchable(page, 'outline')
    await page.setViewportSize({ width: 768, height: 1024 })
    await assertFits(page, 'builder at 768 px')
    await page.setViewportSize({ width: 320, height: 640 })
    await row(page, 'Coming?').tap()
    await text(page).fill('Are you coming?')
    await assertWellMade(page, 'question at 320 px')
    await assertTouchable(page, 'question')
    const room = (await page.locator('.options').boundingBox())?.width
    assert.equal((await option(page, 1).boundingBox())?.width, room, 'an option has the whole width')
    await button(page, 'Move “Are you coming?” up').tap()
    await button(page, 'Move “No” up').tap()
    await button(page, 'All questions').tap()
    assert.deepEqual(await outline(page), ['Are you coming?', 'How good?'])
    await saved(page)
    assert.deepEqual((await stored(creator, id)).questions, [
      choice('Are you coming?', ['No', 'Yes']),
      rating('How good?'),
    ])
    await button(page, 'Preview').tap()
    await preview(page).getByText('Are you coming?').waitFor()
    await button(page, 'Theme').tap()
    await page.getByLabel('Ocean').tap()
    await assertWellMade(page, 'theme at 320 px')
    await assertTouchable(page, 'theme')
    await button(page, 'Publish').tap()
    for (const [typed, meant] of [
      ['Küche', 'kuche'],
      ['a–b c!', 'a-b-c'],
      ['Straße', 'strasse'],
      ['https://example.org/s/team-lunch?lang=de', 'team-lunch'],
    ] as const) {
      await page.getByLabel('Link', { exact: true }).fill(typed)
      await button(page, `Use “${meant}”`).waitFor()
    }
    await page.getByLabel('Link', { exact: true }).fill('Lunch Time')
    await page.getByText('lower-case letters, digits and single hyphens').waitFor()
    await button(page, 'Use “lunch-time”').tap()
    await page.getByText('This link is free.').waitFor()
    await assertWellMade(page, 'publishing at 320 px')
    await assertTouchable(page, 'publishing')
    await button(page, 'Publish now').tap()
    await page.getByRole('heading', { name: '“Team lunch” is open' }).waitFor()
    await assertWellMade(page, 'published at 320 px')
    assert.equal(new URL(page.url()).pathname, '/app/published/lunch-time')
    const { surveys } = (await creator.send('GET', '/surveys')).body
    assert.deepEqual([surveys?.[0]?.id, surveys?.[0]?.title], ['lunch-time', 'Team lunch'])
  })

  test('a suggested link that is taken gets a number; a typed one is reported as taken', async () => {
    const creator = await openApp(service, open, { subscribed: true, path: '' })
    const { page } = creator
    const content = { title: 'Weekly retro', questions: [rating('How good?')] }
    await publish(creator, content, 'weekly-retro')
    await openDraft(creator, service, content)
    await button(page, 'Publish').click()
    await page.getByText('This link is free.').waitFor()
    const link = page.getByLabel('Link', { exact: true })
    assert.equal(await link.inputValue(), 'weekly-retro-2')
    await link.fill('weekly-retro')
    await page.getByText('This link is taken. Choose other words.').waitFor()
    await button(page, 'Publish now').click()
    await page.getByText('Not published: This link is taken. Choose other words.').waitFor()
    await button(page, 'Use “weekly-retro-2”').click()
    await page.getByRole('checkbox', { name: 'This device is shared' }).check()
    await button(page, 'Publish now').click()
    await page.waitForURL('**/app/published/weekly-retro-2')
    const { text } = await call(service, 'GET', '/s/weekly-retro-2')
    assert.ok(text.includes('Several people use this device.'))
  })

  test('a suggested link that is taken before the server has said so gets a number when it is published', async () => {
    const creator = await openApp(service, open, { subscribed: true, path: '' })
    const { page } = creator
    const content = { title: 'Hasty retro', questions: [rating('How good?')] }
    await publish(creator, content, 'hasty-retro')
    await openDraft(creator, service, content)
    await page.route('**/app/api/slugs/*', () => {
      // Never answered.
    })
    await button(page, 'Publish').click()
    await button(page, 'Publish now').click()
    await page.waitForURL('**/app/published/hasty-retro-2')
  })
})
