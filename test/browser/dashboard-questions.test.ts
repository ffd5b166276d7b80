import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { board, choice, freeText, indexed, kept, optional, rating, requiredWhen } from '../api/fixtures.ts'
import { newAdminClient } from '../dashboard/admin-client.ts'
import { startService } from '../harness.ts'
import { inBrowser } from './chromium.ts'
import { openDashboard } from './dashboard.ts'
import { assertAccessible, assertFits, MODES } from './look.ts'
import { button, COMING, EAT, entry, focusOn, openQuestion, save, stored, texts, WHY } from './questions.ts'
import { until } from './survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const RULED = freeText('Why not?', requiredWhen('any', [0, 'Yes'], [1, 'Soup']))

inBrowser('the question editor', open => {
  const start = async (questions: readonly object[]) => {
    const admin = await newAdminClient(service, questions, { title: 'Team lunch' })
    const { page, context } = await open()
    await openDashboard(page, service, admin, 'Questions')
    return { admin, page, context }
  }

  test('by mouse: questions are added, edited, duplicated, deleted, moved and saved', async () => {
    const { admin, page } = await start([COMING, EAT])
    await page.getByText('Nobody has responded yet, so you can change everything.').waitFor()
    await button(page, 'Add question').click()
    await page.getByLabel('Question', { exact: true }).fill('How good?')
    await page.getByLabel('Type', { exact: true }).selectOption('Rating from 1 to 10')
    await openQuestion(page, 'Coming?')
    await page.getByRole('textbox', { name: 'Option 2' }).fill('Never')
    await button(page, 'Add option').click()
    await page.getByRole('textbox', { name: 'Option 3' }).fill('Maybe')
    await button(page, 'Move “Maybe” up').click()
    await button(page, 'Remove “Never”').click()
    await page.getByLabel('Answer required').selectOption('No, optional')
    await button(page, 'Duplicate').click()
    await page.getByLabel('Question', { exact: true }).fill('Board?')
    await page.getByLabel('Type', { exact: true }).selectOption('Question board')
    await page.getByLabel('Hold new questions until I approve them').check()
    await button(page, 'Move “Board?” up').click()
    await openQuestion(page, 'Eating?')
    await button(page, 'Delete').click()
    assert.deepEqual(await texts(page), ['Board?', 'Coming?', 'How good?'])
    await button(page, 'Undo').click()
    await until(async () => (await texts(page)).join() === 'Board?,Coming?,Eating?,How good?')
    await save(page)
    const coming = choice('Coming?', ['Yes', 'Maybe'], optional)
    const asked = { ...board('Board?', { moderated: true }), options: ['Yes', 'Maybe'], ...optional }
    assert.deepEqual(await stored(admin), indexed([asked, coming, EAT, rating('How good?')]))
    assert.equal(await button(page, 'Save questions').getAttribute('aria-disabled'), 'true')
  })

  test('by keyboard: the focus follows the moved element and its position is announced', async () => {
    const { admin, page } = await start([COMING, EAT, rating('How good?')])
    await button(page, 'Move “How good?” up').focus()
    await page.keyboard.press('Enter')
    await page.getByText('“How good?” is now question 2 of 3.').waitFor()
    await focusOn(page, 'Move “How good?” up')
    await page.keyboard.press('Enter')
    await page.getByText('“How good?” is now question 1 of 3.').waitFor()
    await focusOn(page, 'Move “How good?” up')
    await page.keyboard.press('Enter')
    await page.getByText('This is already the first question.').waitFor()
    await entry(page, 'Coming?').locator('.opener').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Option 1' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(', gladly')
    await button(page, 'Move “Yes, gladly” down').focus()
    await page.keyboard.press('Enter')
    await page.getByText('“Yes, gladly” is now option 2 of 2.').waitFor()
    await focusOn(page, 'Move “Yes, gladly” down')
    await button(page, 'Add question below').focus()
    await page.keyboard.press('Enter')
    await until(async () => (await page.evaluate('document.activeElement.tagName')) === 'TEXTAREA')
    await page.keyboard.type('Where?')
    await page.getByLabel('Type', { exact: true }).focus()
    await page.keyboard.type('Free')
    await button(page, 'Delete').focus()
    await page.keyboard.press('Enter')
    await focusOn(page, 'Eating?')
    await button(page, 'Save questions').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Questions saved.').waitFor()
    assert.deepEqual(await stored(admin), indexed([rating('How good?'), choice('Coming?', ['No', 'Yes, gladly']), EAT]))
  })

  test('unknown properties and numbers that a double would round survive an edit', async () => {
    const api = await newAdminClient(service, [COMING])
    const question =
      '{"type":"rating","text":"How good?","big":12345678901234567890,"deep":[{"__proto__":{"n":1e400}}]}'
    const body = `{"questions":[{"type":"multiple_choice","text":"Coming?","options":["Yes","No"],"index":0},${question}]}`
    const sent = await api.bare('PATCH', '', { token: api.adminToken, body })
    assert.equal(sent.status, 200, sent.text)
    const { page } = await open()
    await openDashboard(page, service, api, 'Questions')
    await button(page, 'Move “How good?” up').click()
    await openQuestion(page, 'Coming?')
    await page.getByLabel('Question', { exact: true }).fill('Coming along?')
    await save(page)
    const { text } = await api.send('GET')
    assert.match(text, /"big":12345678901234567890/)
    assert.match(text, /"deep":\[\{"__proto__":\{"n":1e400\}\}\]/)
    assert.match(text, /"Coming along\?"/)
  })

  test('a rule is chosen, follows its trigger, and says when it cannot', async () => {
    const { admin, page } = await start([COMING, EAT, freeText('Why not?')])
    await openQuestion(page, 'Why not?')
    await page.getByLabel('Answer required').selectOption('Only when…')
    await entry(page, 'Why not?').getByText('The rule selects no option of “Eating?”.').waitFor()
    await page.getByLabel('Question for condition 1').selectOption('“Coming?”')
    await page.getByRole('checkbox', { name: 'No' }).check()
    await button(page, 'Add condition').click()
    await page.getByRole('checkbox', { name: 'Bread' }).check()
    await page.getByLabel('Required when').selectOption('Any condition is met')
    await save(page)
    const rule = requiredWhen('any', [0, 'No'], [1, 'Bread'])
    assert.deepEqual(await stored(admin), indexed([COMING, EAT, freeText('Why not?', rule)]))
    await button(page, 'Move “Coming?” down').click()
    await entry(page, 'Why not?')
      .getByText('The rule of question 3 still refers to “Coming?”, now question 2.')
      .waitFor()
    await button(page, 'Move “Coming?” down').click()
    await entry(page, 'Why not?')
      .getByText('The rule depends on “Coming?”, which now comes after this question.')
      .waitFor()
    await page.getByText('Server message: Question 2: a question that its requirement depends on').waitFor()
    await button(page, 'Save questions').click()
    await until(async () => (await page.evaluate('document.activeElement.id')) === 'problems')
    assert.deepEqual(await stored(admin), indexed([COMING, EAT, freeText('Why not?', rule)]))
    await button(page, 'Question 2').click()
    await focusOn(page, 'Why not?')
    await button(page, 'Move “Why not?” down').click()
    await save(page)
    const moved = requiredWhen('any', [1, 'No'], [0, 'Bread'])
    assert.deepEqual(await stored(admin), indexed([EAT, COMING, freeText('Why not?', moved)]))
  })

  test('a rule follows an option through every keystroke of its new name', async () => {
    const { admin, page } = await start([EAT, freeText('Why not?', requiredWhen('all', [0, 'Bread']))])
    await openQuestion(page, 'Eating?')
    await page.getByRole('textbox', { name: 'Option 2' }).press('ControlOrMeta+a')
    await page.keyboard.type('Soup of the day')
    await save(page)
    const why = freeText('Why not?', requiredWhen('all', [0, 'Soup of the day']))
    assert.deepEqual(await stored(admin), indexed([choice('Eating?', ['Soup', 'Soup of the day']), why]))
  })

  test('with responses, locked changes are explained and allowed ones are saved', async () => {
    const { admin, page } = await start([COMING, WHY])
    await kept(service, admin.id, ['Yes', null])
    await page.getByText('This survey has responses. They refer to').waitFor()
    await openQuestion(page, 'Coming?')
    await page.getByText('This survey has responses, so this stays question 1, keeps its type and options').waitFor()
    assert.equal(await button(page, 'Move “Coming?” down').count(), 0)
    assert.equal(await page.getByLabel('Type', { exact: true }).count(), 0)
    assert.equal(await page.getByRole('textbox', { name: 'Option 1' }).count(), 0)
    await button(page, 'Delete').press('Enter')
    await page.getByRole('status').getByText('The survey has responses, so “Coming?” can’t be deleted.').waitFor()
    await page.getByLabel('Question', { exact: true }).fill('Are you coming?')
    await button(page, 'Add option').click()
    await page.getByRole('textbox', { name: 'Option 3' }).fill('Maybe')
    await button(page, 'Move “Maybe” up').click()
    await openQuestion(page, 'Why not?')
    await page.getByRole('checkbox', { name: 'Maybe' }).check()
    await button(page, 'Add question').click()
    await page.getByLabel('Question', { exact: true }).fill('How good?')
    await page.getByLabel('Type', { exact: true }).selectOption('Rating from 1 to 10')
    await button(page, 'Move “How good?” up').press('Enter')
    await page.getByRole('status').getByText('so “Why not?” stays question 2.').waitFor()
    await save(page)
    const coming = choice('Are you coming?', ['Yes', 'Maybe', 'No'])
    const why = freeText('Why not?', requiredWhen('all', [0, 'No', 'Maybe']))
    const good = rating('How good?')
    assert.deepEqual(await stored(admin), indexed([coming, why, good]))
  })

  for (const [what, options] of MODES) {
    test(`each state is accessible and fits: ${what}`, async () => {
      const long = choice(`Which of these, ${'Donaudampfschifffahrt'.repeat(3)}?`, ['Yes', 'Verylongoption'.repeat(5)])
      const admin = await newAdminClient(service, [
        long,
        { ...EAT, ...optional },
        RULED,
        board('Ask'),
        rating('How good?'),
      ])
      const { page } = await open(options)
      await openDashboard(page, service, admin, 'Questions')
      const look = async (state: string) => {
        await assertAccessible(page, `${what}, ${state}`)
        await assertFits(page, `${what}, ${state}`)
      }
      await look('closed')
      await page
        .getByRole('button', { name: /^Move “Which/ })
        .last()
        .click()
      await openQuestion(page, 'Why not?')
      await look('a rule that followed')
      await openQuestion(page, 'Eating?')
      await page.getByRole('textbox', { name: 'Option 2' }).fill('')
      await look('options, one without a text')
      await kept(service, admin.id, ['Yes', null, 'Because', null, 5])
      await page.getByText('arrived while you were editing').waitFor()
      await look('answers that came in')
      await button(page, 'Change more in a copy').click()
      await look('a copy')
    })
  }
})
