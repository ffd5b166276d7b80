import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { choice, freeText, optional, rating, requiredWhen } from '../../api/fixtures.ts'
import { GROUPS, QUESTIONS } from '../../dashboard/groups.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { addQuestion, button, type Creator, openApp, openDraft, outline, saved, stored } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertFits, assertWellMade } from '../look.ts'
import { assertTouchable, PHONE } from '../touch.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const text = (page: Page) => page.getByLabel('Question', { exact: true })
const row = (page: Page, name: string) => page.locator('.outline-row').filter({ hasText: name })
const focused = (page: Page, id: string) =>
  until(async () => String(await page.evaluate('document.activeElement?.id')).startsWith(id))

/** Types lines into a list, each followed by Enter. */
async function typeLines(page: Page, lines: readonly string[]): Promise<void> {
  for (const [at, line] of lines.entries()) {
    if (at > 0) await page.keyboard.press('Enter')
    await page.keyboard.type(line)
  }
}

/** Publishes the draft that is open. @returns the page of the survey */
async function published(creator: Creator): Promise<Page> {
  const { page } = creator
  await page.keyboard.press('Control+Enter')
  await button(page, 'Publish now').click()
  await page.waitForURL(/published/)
  const survey = await creator.newTab()
  await survey.goto(`${service.baseUrl}/s/${new URL(page.url()).pathname.split('/').at(-1)}`)
  return survey
}

async function assertStored(creator: Creator, id: string, questions: unknown, groups: unknown): Promise<void> {
  await saved(creator.page)
  await until(async () => isDeepStrictEqual((await stored(creator, id)).groups, groups)).catch(() => undefined)
  const body = await stored(creator, id)
  assert.deepEqual([body.questions, body.groups], [questions, groups])
}

/** Opens a draft with one question, and adds another one by keyboard. */
async function withNew(creator: Creator, kind: string): Promise<string> {
  const id = await openDraft(creator, service, { title: `Party ${kind}`, questions: [rating('How good?')] })
  const { page } = creator
  await page.locator('.outline').getByRole('button', { name: 'Add question' }).focus()
  await page.keyboard.press('Enter')
  await focused(page, '')
  await page.getByRole('group', { name: 'Add question' }).getByRole('button', { name: kind, exact: true }).focus()
  await page.keyboard.press('Enter')
  await focused(page, 'text-')
  return id
}

inBrowser('groups in the builder', open => {
  test('several answers, with numbers and another one in words, are one question to whoever writes and answers it', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await withNew(creator, 'Several answers')
    await page.keyboard.type('Which days?')
    await page.keyboard.press('Enter')
    await typeLines(page, ['Monday', 'Tuesday', 'Friday'])
    await page.getByLabel('“Other”, with a text').press('Space')
    await page.getByLabel('Label of the text').fill('Which one?')
    await page.getByLabel('At least').fill('7')
    await page.getByLabel('At most').fill('2')
    await text(page).focus()
    await page.getByText('Nobody can choose 7 of 4.').waitFor()
    await assertWellMade(page, 'several answers')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Not ready to publish yet' }).getByText('Nobody can choose 7').waitFor()
    await page.getByLabel('At least').fill('1')
    const day = (name: string) => choice('Which days?', [name], optional)
    const days = [rating('How good?'), ...['Monday', 'Tuesday', 'Friday', 'Other'].map(day)]
    const questions = [...days, freeText('Which one?', requiredWhen('all', [4, 'Other']))]
    await assertStored(creator, id, questions, [{ kind: 'check_list', from: 1, to: 5, min: 1, max: 2 }])
    await page.reload()
    await row(page, 'Which days?').click()
    await page.getByRole('heading', { name: 'Question 2 of 2' }).waitFor()
    await page.getByRole('textbox', { name: 'Option 3' }).waitFor()
    assert.deepEqual(await outline(page), ['How good?', 'Which days?'])
    const survey = await published(creator)
    assert.equal(await survey.getByRole('group', { name: 'Which days?' }).getByRole('checkbox').count(), 4)
    await survey.getByText('Choose 1 or 2.').waitFor()
  })

  test('one answer becomes several and back, and *Other* comes and goes', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const dishes = choice('What would you like?', ['Soup', 'Salad'])
    const id = await openDraft(creator, service, { questions: [dishes, choice('Coming?', ['Yes', 'No'])] })
    const several = page.getByLabel('Several answers can be chosen')
    const other = page.getByLabel('“Other”, with a text')
    await several.click()
    await page.getByLabel('At most').waitFor()
    await focused(page, 'several-')
    const soup = ['Soup', 'Salad'].map(name => choice('What would you like?', [name], optional))
    const coming = choice('Coming?', ['Yes', 'No'])
    await assertStored(creator, id, [...soup, coming], [{ kind: 'check_list', from: 0, to: 1, min: 1 }])
    await page.getByLabel('At most').fill('2')
    await several.click()
    await page.getByText('Clear the numbers first.').waitFor()
    assert.equal(await several.isChecked(), true)
    await page.getByLabel('At most').fill('')
    await several.click()
    await page.getByLabel('At most').waitFor({ state: 'detached' })
    await other.click()
    await page.getByLabel('Option with a text').fill('')
    await text(page).focus()
    await page.getByText('Option 3 is empty.').waitFor()
    await page.getByLabel('Option with a text').fill('Something else')
    await page.getByLabel('Label of the text').fill('')
    await text(page).focus()
    await page.getByText('The text for “Other” has no label.').waitFor()
    await page.getByLabel('Label of the text').fill('What?')
    const withOther = choice('What would you like?', ['Soup', 'Salad', 'Something else'])
    const what = freeText('What?', requiredWhen('all', [0, 'Something else']))
    await assertStored(creator, id, [withOther, what, coming], [{ kind: 'other', from: 0, to: 1 }])
    await assertWellMade(page, 'a choice with a text')
    await other.click()
    await assertStored(creator, id, [dishes, coming], [])
  })

  test('a grid has rows and columns, and an answer is required in each row or not', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await withNew(creator, 'Grid')
    await page.keyboard.type('How was it?')
    await page.keyboard.press('Enter')
    await typeLines(page, ['Food', 'Music', 'Food'])
    await page.getByRole('textbox', { name: 'Column 1' }).focus()
    await typeLines(page, ['Bad', 'Good', 'Great'])
    await page.getByText('Two rows are “Food”.').waitFor()
    await page.getByRole('textbox', { name: 'Row 3' }).fill('Room')
    await page.getByLabel('In every row').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await assertWellMade(page, 'a grid')
    const grade = (name: string, more = {}) => choice(name, ['Bad', 'Good', 'Great'], more)
    const rows = [grade('Food', optional), grade('Music'), grade('Room')]
    await assertStored(
      creator,
      id,
      [rating('How good?'), ...rows],
      [{ kind: 'grid', from: 1, to: 3, title: 'How was it?' }],
    )
    await page.reload()
    await row(page, 'How was it?').click()
    await page.getByRole('textbox', { name: 'Column 3' }).waitFor()
    const survey = await published(creator)
    assert.equal(await survey.getByRole('group', { name: 'How was it?' }).getByRole('radio').count(), 9)
  })

  test('a ranking has items, of which so many have to be ranked', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await withNew(creator, 'Ranking')
    await page.keyboard.type('What matters?')
    await page.keyboard.press('Enter')
    await typeLines(page, ['Time', 'Money', 'Rest'])
    await page.getByLabel('How many have to be ranked').selectOption('The first 2')
    await button(page, 'Move “Rest” up').press('Enter')
    await assertWellMade(page, 'a ranking')
    const item = (name: string) => choice(name, ['1', '2', '3'], optional)
    const items = [item('Time'), item('Rest'), item('Money')]
    await assertStored(
      creator,
      id,
      [rating('How good?'), ...items],
      [{ kind: 'ranking', from: 1, to: 3, title: 'What matters?', min: 2 }],
    )
    const survey = await published(creator)
    assert.equal(await survey.getByRole('group', { name: 'What matters?' }).getByRole('combobox').count(), 3)
  })

  test('a section has the questions below its heading, which are dragged into it and moved out by keyboard', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const [one, two, three] = [rating('One?'), rating('Two?'), rating('Three?')]
    const id = await openDraft(creator, service, { title: 'Party of sections', questions: [one, two, three] })
    await addQuestion(page, 'Section', { below: true })
    await focused(page, 'text-')
    await page.keyboard.type('The evening')
    await page.getByLabel('Text below the heading').fill('All of it.')
    await page.getByText('2 questions are in this section.').waitFor()
    assert.deepEqual(await outline(page), ['One?', 'The evening', 'Two?', 'Three?'])
    await assertWellMade(page, 'a section')
    const section = { kind: 'section', title: 'The evening', text: 'All of it.' }
    await assertStored(creator, id, [one, two, three], [{ ...section, from: 1, to: 2 }])
    await row(page, 'One?').dragTo(row(page, 'Three?'), { targetPosition: { x: 40, y: 4 } })
    await until(async () => (await outline(page)).join() === 'The evening,Two?,One?,Three?')
    await assertStored(creator, id, [two, one, three], [{ ...section, from: 0, to: 2 }])
    await row(page, 'Three?').click()
    await page.keyboard.press('Alt+ArrowDown')
    await assertStored(creator, id, [two, one, three], [{ ...section, from: 0, to: 1 }])
    await row(page, 'The evening').click()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('“The evening” is now section 1 of 1.').waitFor()
    assert.deepEqual(await outline(page), ['Three?', 'The evening', 'Two?', 'One?'])
    await button(page, 'Delete section').click()
    assert.deepEqual(await outline(page), ['Three?'])
    await button(page, 'Undo').click()
    await assertStored(creator, id, [three, two, one], [{ ...section, from: 1, to: 2 }])
    await button(page, 'Remove heading, keep questions').click()
    await until(async () => (await outline(page)).length === 3)
    await button(page, 'Undo').click()
    const survey = await published(creator)
    await survey.getByRole('heading', { name: 'The evening' }).waitFor()
  })

  test('each group is one entry, which is moved, deleted and brought back as a whole', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const id = await openDraft(creator, service, { questions: QUESTIONS, groups: GROUPS })
    const [DAYS, EVENING, HOW, WHAT, DRINK] = [
      'Which days suit you?',
      'The evening',
      'How was it?',
      'What matters most?',
      'Which drink?',
    ]
    assert.deepEqual(await outline(page), [DAYS, EVENING, HOW, WHAT, DRINK])
    await row(page, DRINK).dragTo(row(page, DAYS), { targetPosition: { x: 40, y: 2 } })
    await until(async () => (await outline(page))[0] === DRINK)
    await assertStored(
      creator,
      id,
      [
        ...QUESTIONS.slice(9, 10),
        freeText('Which one?', requiredWhen('all', [0, 'Other'])),
        ...QUESTIONS.slice(0, 3),
        freeText('Which other one?', requiredWhen('all', [4, 'Other'])),
        ...QUESTIONS.slice(4, 9),
      ],
      [
        { kind: 'other', from: 0, to: 1 },
        { kind: 'check_list', from: 2, to: 5, min: 1, max: 2 },
        { kind: 'section', from: 6, to: 10, title: EVENING, text: 'Think of <all> of it.' },
        { kind: 'grid', from: 6, to: 7, title: HOW },
        { kind: 'ranking', from: 8, to: 10, title: WHAT, min: 2 },
      ],
    )
    const before = await stored(creator, id)
    await row(page, DAYS).click()
    await button(page, 'Delete').click()
    await until(async () => (await outline(page)).length === 4)
    await saved(page)
    await button(page, 'Undo').click()
    await assertStored(creator, id, before.questions, before.groups)
    await row(page, HOW).click()
    await button(page, 'Duplicate').click()
    await until(async () => (await outline(page)).join() === [DRINK, DAYS, EVENING, HOW, HOW, WHAT].join())
    await page.getByRole('heading', { name: 'Question 4 of 5' }).waitFor()
  })

  test('a group that is just begun comes back after a reload, and what is missing is listed before publishing', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    await openDraft(creator, service, { questions: [] })
    for (const kind of ['Several answers', 'Grid', 'Ranking', 'Section'])
      await page
        .locator('.outline')
        .getByRole('button', { name: 'Add question' })
        .click()
        .then(() =>
          page
            .getByRole('group', { name: 'Add question' })
            .first()
            .getByRole('button', { name: kind, exact: true })
            .click(),
        )
    await saved(page)
    await page.reload()
    await until(async () => (await outline(page)).length === 5)
    assert.deepEqual(await outline(page), [...Array(3).fill('New question'), 'New section', 'New question'])
    await button(page, 'Publish').click()
    const list = page.getByRole('region', { name: 'Not ready to publish yet' })
    for (const problem of ['Row 1 is empty.', 'Item 2 is empty.', 'The section has no heading.', 'Option 1 is empty.'])
      await list.getByText(problem).first().waitFor()
    await list.getByRole('button', { name: 'Section' }).click()
    await focused(page, 'text-')
    await page.getByText('The section has no heading.').nth(1).waitFor()
    await assertWellMade(page, 'groups that are not ready')
  })

  test('by touch at 320 px: tiles, panes and the outline fit, and all can be pressed', async () => {
    const creator = await openApp(service, open, { ...PHONE, path: '' })
    const { page } = creator
    await openDraft(creator, service, { questions: QUESTIONS, groups: GROUPS })
    await assertTouchable(page, 'outline')
    await page.locator('.outline').getByRole('button', { name: 'Add question' }).tap()
    await assertWellMade(page, 'tiles at 320 px')
    await assertTouchable(page, 'tiles')
    for (const name of ['Which days suit you?', 'The evening', 'How was it?', 'What matters most?', 'Which drink?']) {
      await row(page, name).tap()
      await page.locator('.fields').waitFor()
      await assertFits(page, `${name} at 320 px`)
      await assertTouchable(page, name)
      await button(page, 'All questions').tap()
    }
  })
})
