import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { apiOf, board, choice, freeText, indexed, kept, optional, rating, requiredWhen } from '../api/fixtures.ts'
import { type Desk, newDesk } from '../dashboard/desk.ts'
import { call, startService } from '../harness.ts'
import { inBrowser } from './chromium.ts'
import { goTo, openDashboard } from './dashboard.ts'
import { assertAccessible, assertFits, MODES } from './look.ts'
import { until } from './survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const COMING = choice('Coming?', ['Yes', 'No'])
const EAT = choice('Eating?', ['Soup', 'Bread'])
const RULED = freeText('Why not?', requiredWhen('any', [0, 'Yes'], [1, 'Soup']))
const WHY = freeText('Why not?', requiredWhen('all', [0, 'No']))

inBrowser('the questions of a survey, edited', open => {
  const start = async (questions: readonly object[]) => {
    const desk = await newDesk(service, questions, { title: 'Team lunch' })
    const { page, context } = await open()
    await openDashboard(page, service, desk, 'Questions')
    return { desk, page, context }
  }

  test('[D12-edit-list] by mouse: questions are added, written, duplicated, removed and moved, and saved so', async () => {
    const { desk, page } = await start([COMING, EAT])
    await page.getByText('Nobody has answered yet, so everything can be changed.').waitFor()
    await button(page, 'Add a question').click()
    await page.getByLabel('Question', { exact: true }).fill('How good?')
    await page.getByLabel('Type', { exact: true }).selectOption('Rating from 1 to 10')
    await openQuestion(page, 'Coming?')
    await page.getByRole('textbox', { name: 'Option 2' }).fill('Never')
    await button(page, 'Add an option').click()
    await page.getByRole('textbox', { name: 'Option 3' }).fill('Maybe')
    await button(page, 'Move “Maybe” up').click()
    await button(page, 'Remove “Never”').click()
    await page.getByLabel('Answer required').selectOption('Never: it is optional')
    await button(page, 'Duplicate').click()
    await page.getByLabel('Question', { exact: true }).fill('Board?')
    await page.getByLabel('Type', { exact: true }).selectOption('Board to ask and vote on')
    await page.getByLabel('Hold new questions back until I show them').check()
    await button(page, 'Move “Board?” up').click()
    await openQuestion(page, 'Eating?')
    await button(page, 'Remove').click()
    assert.deepEqual(await texts(page), ['Board?', 'Coming?', 'How good?'])
    await button(page, 'Undo').click()
    await until(async () => (await texts(page)).join() === 'Board?,Coming?,Eating?,How good?')
    await save(page)
    const coming = choice('Coming?', ['Yes', 'Maybe'], optional)
    const asked = { ...board('Board?', { moderated: true }), options: ['Yes', 'Maybe'], ...optional }
    assert.deepEqual(await stored(desk), indexed([asked, coming, EAT, rating('How good?')]))
    assert.equal(await button(page, 'Save questions').getAttribute('aria-disabled'), 'true')
  })

  test('[D12-edit-list] by keyboard: the focus goes along with what is moved, and its place is said', async () => {
    const { desk, page } = await start([COMING, EAT, rating('How good?')])
    await button(page, 'Move “How good?” up').focus()
    await page.keyboard.press('Enter')
    await page.getByText('“How good?” is question 2 of 3 now.').waitFor()
    await focusOn(page, 'Move “How good?” up')
    await page.keyboard.press('Enter')
    await page.getByText('“How good?” is question 1 of 3 now.').waitFor()
    await focusOn(page, 'Move “How good?” up')
    await page.keyboard.press('Enter')
    await page.getByText('It is the first question.').waitFor()
    await entry(page, 'Coming?').locator('.opener').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Option 1' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(', gladly')
    await button(page, 'Move “Yes, gladly” down').focus()
    await page.keyboard.press('Enter')
    await page.getByText('“Yes, gladly” is option 2 of 2 now.').waitFor()
    await focusOn(page, 'Move “Yes, gladly” down')
    await button(page, 'Add a question after this').focus()
    await page.keyboard.press('Enter')
    await until(async () => (await page.evaluate('document.activeElement.tagName')) === 'TEXTAREA')
    await page.keyboard.type('Where?')
    await page.getByLabel('Type', { exact: true }).focus()
    await page.keyboard.type('Free')
    await button(page, 'Remove').focus()
    await page.keyboard.press('Enter')
    await focusOn(page, 'Eating?')
    await button(page, 'Save questions').focus()
    await page.keyboard.press('Enter')
    await page.getByText('The questions are saved.').waitFor()
    assert.deepEqual(await stored(desk), indexed([rating('How good?'), choice('Coming?', ['No', 'Yes, gladly']), EAT]))
  })

  test('[D12-edit-kept] unknown properties and numbers that a double would round survive an edit', async () => {
    const api = await newDesk(service, [COMING])
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

  test('[D12-edit-rule] a rule is chosen in words, follows what it depends on, and says when it cannot', async () => {
    const { desk, page } = await start([COMING, EAT, freeText('Why not?')])
    await openQuestion(page, 'Why not?')
    await page.getByLabel('Answer required').selectOption('Only when …')
    await entry(page, 'Why not?').getByText('Its rule names no option of “Eating?”.').waitFor()
    await page.getByLabel('Question of condition 1').selectOption('“Coming?”')
    await page.getByRole('checkbox', { name: 'No' }).check()
    await button(page, 'Add a condition').click()
    await page.getByRole('checkbox', { name: 'Bread' }).check()
    await page.getByLabel('Required when').selectOption('Any of these is so')
    await save(page)
    const rule = requiredWhen('any', [0, 'No'], [1, 'Bread'])
    assert.deepEqual(await stored(desk), indexed([COMING, EAT, freeText('Why not?', rule)]))
    await button(page, 'Move “Coming?” down').click()
    await entry(page, 'Why not?').getByText('The rule of question 3 followed “Coming?” to place 2.').waitFor()
    await button(page, 'Move “Coming?” down').click()
    await entry(page, 'Why not?').getByText('Its rule depends on “Coming?”, which now stands after it.').waitFor()
    await page.getByText('The service says: Question 2: a question that its requirement depends on').waitFor()
    await button(page, 'Save questions').click()
    await until(async () => (await page.evaluate('document.activeElement.id')) === 'in-the-way')
    assert.deepEqual(await stored(desk), indexed([COMING, EAT, freeText('Why not?', rule)]))
    await button(page, 'Question 2').click()
    await focusOn(page, 'Why not?')
    await button(page, 'Move “Why not?” down').click()
    await save(page)
    const moved = requiredWhen('any', [1, 'No'], [0, 'Bread'])
    assert.deepEqual(await stored(desk), indexed([EAT, COMING, freeText('Why not?', moved)]))
  })

  test('[D12-edit-rule] a rule follows an option to the end of its new name, whatever that looks like on the way', async () => {
    const { desk, page } = await start([EAT, freeText('Why not?', requiredWhen('all', [0, 'Bread']))])
    await openQuestion(page, 'Eating?')
    await page.getByRole('textbox', { name: 'Option 2' }).press('ControlOrMeta+a')
    await page.keyboard.type('Soup of the day')
    await save(page)
    const why = freeText('Why not?', requiredWhen('all', [0, 'Soup of the day']))
    assert.deepEqual(await stored(desk), indexed([choice('Eating?', ['Soup', 'Soup of the day']), why]))
  })

  test('[D12-edit-offered] with answers, what cannot be done is explained and what can be done is saved', async () => {
    const { desk, page } = await start([COMING, WHY])
    await kept(service, desk.id, ['Yes', null])
    await page.getByText('The survey has answers. They belong to').waitFor()
    await openQuestion(page, 'Coming?')
    await page
      .getByText('The survey has answers, so this stays question 1, of its type, and keeps its options')
      .waitFor()
    assert.equal(await button(page, 'Move “Coming?” down').count(), 0)
    assert.equal(await page.getByLabel('Type', { exact: true }).count(), 0)
    assert.equal(await page.getByRole('textbox', { name: 'Option 1' }).count(), 0)
    await button(page, 'Remove').press('Enter')
    await page.getByRole('status').getByText('The survey has answers, so “Coming?” cannot be removed.').waitFor()
    await page.getByLabel('Question', { exact: true }).fill('Are you coming?')
    await button(page, 'Add an option').click()
    await page.getByRole('textbox', { name: 'Option 3' }).fill('Maybe')
    await button(page, 'Move “Maybe” up').click()
    await openQuestion(page, 'Why not?')
    await page.getByRole('checkbox', { name: 'Maybe' }).check()
    await button(page, 'Add a question').click()
    await page.getByLabel('Question', { exact: true }).fill('How good?')
    await page.getByLabel('Type', { exact: true }).selectOption('Rating from 1 to 10')
    await button(page, 'Move “How good?” up').press('Enter')
    await page.getByRole('status').getByText('so “Why not?” stays question 2.').waitFor()
    await save(page)
    const coming = choice('Are you coming?', ['Yes', 'Maybe', 'No'])
    const why = freeText('Why not?', requiredWhen('all', [0, 'No', 'Maybe']))
    const good = rating('How good?')
    assert.deepEqual(await stored(desk), indexed([coming, why, good]))
  })

  test('[D12-edit-live, D12-edit-put-back] answers that arrive explain themselves, and what has answers is put back', async () => {
    const { desk, page } = await start([COMING, EAT, rating('How good?')])
    await button(page, 'Move “Coming?” down').click()
    await openQuestion(page, 'How good?')
    await page.getByLabel('Question', { exact: true }).fill('How good was it?')
    for (let sent = 0; sent < 3; sent++) await kept(service, desk.id, ['Yes', 'Soup', 7])
    await page.getByText('3 answers came in while you edited.').waitFor()
    await entry(page, 'Coming?').getByText('The survey has answers, so “Coming?” stays question 1.').waitFor()
    await page.getByText('The service says: Cannot reorder the questions of a survey that already has').waitFor()
    await button(page, 'See what can be done').click()
    await until(async () => (await page.evaluate('document.activeElement.id')) === 'in-the-way')
    await button(page, 'Put back what has answers').click()
    await page.getByText('This cannot be saved yet').waitFor({ state: 'hidden' })
    await save(page)
    assert.deepEqual(await stored(desk), indexed([COMING, EAT, rating('How good was it?')]))
  })

  test('[D12-edit-live] what has the focus stays until it is left, whatever arrives', async () => {
    const { desk, page } = await start([COMING])
    await openQuestion(page, 'Coming?')
    for (const id of ['type-0', 'option-0-1']) {
      await page.locator(`#${id}`).focus()
      await kept(service, desk.id, ['Yes'])
      await page.getByText('The survey has answers, so this stays question 1').waitFor()
      assert.equal(await page.evaluate('document.activeElement.id'), id)
      const [row] = (await desk.get<{ responses: { id: string }[] }>('/responses')).responses
      await desk.send('DELETE', `/responses/${row?.id}`)
      await page.getByText('Nobody has answered yet').waitFor()
    }
  })

  test('[D12-edit-live] a question that waits on a moderated board binds that board', async () => {
    const { desk, page } = await start([COMING, board('Ask', { moderated: true }), EAT])
    await button(page, 'Move “Ask” up').click()
    await call(service, 'POST', `/s/${desk.id}/board/1`, { body: { text: 'Is it vegan?' } })
    await page.getByText('Something was asked on a board while you edited.').waitFor()
    await entry(page, 'Ask').getByText('Something was asked on “Ask”, so “Ask” stays question 2.').waitFor()
    await button(page, 'Move “Ask” down').click()
    await page.getByText('This cannot be saved yet').waitFor({ state: 'hidden' })
    await openQuestion(page, 'Eating?')
    await button(page, 'Remove').click()
    await save(page)
    assert.deepEqual(await stored(desk), indexed([COMING, board('Ask', { moderated: true })]))
  })

  test('[D12-edit-copy] what answers do not allow is copied as the body of a new survey', async () => {
    const { desk, page, context } = await start([EAT, COMING, freeText('Why not?', requiredWhen('all', [1, 'No']))])
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await kept(service, desk.id, ['Soup', 'Yes', null])
    await button(page, 'Change more in a copy').click()
    await openQuestion(page, 'Eating?')
    await button(page, 'Remove').click()
    await button(page, 'Copy as a new survey').click()
    await page.getByText('Copied. Send it as the body of POST /api/v1/surveys').waitFor()
    const body = (await page.evaluate('navigator.clipboard.readText()')) as string
    const api = apiOf(service, await service.newCaller({ accountId: desk.accountId }))
    const made = await api.post('/surveys', body)
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.title, 'Team lunch')
    assert.deepEqual((await api.read(String(made.body.id))).questions, indexed([COMING, WHY]))
    await button(page, 'Back to this survey').click()
    await page.getByText('The survey has answers, so “Eating?” cannot be removed.').first().waitFor()
    await button(page, 'Copy as a new survey').waitFor()
  })

  test('[D12-edit-elsewhere] questions that were changed elsewhere are shown; the edit is kept, or given up', async () => {
    const { desk, page } = await start([COMING, EAT])
    await openQuestion(page, 'Coming?')
    await page.getByLabel('Question', { exact: true }).fill('Mine?')
    await desk.send('PATCH', '', { questions: indexed([EAT, rating('Theirs?')]) })
    await page.getByText('The questions were changed elsewhere while you edited.').waitFor()
    await page.getByText('See the questions as they are now').click()
    await page.getByRole('listitem').filter({ hasText: 'Theirs?' }).waitFor()
    await button(page, 'Take those instead').click()
    await until(async () => (await texts(page)).join() === 'Eating?,Theirs?')
    await button(page, 'Undo').click()
    await button(page, 'Keep my edit').click()
    await until(async () => (await texts(page)).join() === 'Mine?,Eating?')
    await save(page)
    assert.deepEqual(await stored(desk), indexed([choice('Mine?', ['Yes', 'No']), EAT]))
  })

  test('[D12-edit-elsewhere] a change that no event tells is found when the edit is saved', async () => {
    const { desk, page } = await start([COMING, EAT])
    await openQuestion(page, 'Coming?')
    await page.getByLabel('Question', { exact: true }).fill('Mine?')
    await desk.send('PATCH', '', { questions: indexed([COMING, { ...EAT, ...optional }]) })
    await button(page, 'Save questions').click()
    await page.getByText('The questions were changed elsewhere while you edited.').waitFor()
    assert.deepEqual(await stored(desk), indexed([COMING, { ...EAT, ...optional }]))
  })

  test('[D12-edit-refused] an answer that arrives as the edit is saved: the reason is shown, and nothing is lost', async () => {
    const { desk, page } = await start([COMING, EAT])
    await button(page, 'Move “Coming?” down').click()
    await page.route('**/admin/api/*', async route => {
      if (route.request().method() === 'PATCH') await kept(service, desk.id, ['Yes', 'Soup'])
      await route.continue()
    })
    await button(page, 'Save questions').click()
    await page.getByText('The service says: Cannot reorder the questions of a survey').waitFor()
    assert.deepEqual(await texts(page), ['Eating?', 'Coming?'])
    assert.deepEqual(await stored(desk), indexed([COMING, EAT]))
  })

  test('[D12-edit-refused] what the service refuses for reasons of its own is shown in its words', async () => {
    const { desk, page } = await start([COMING, EAT])
    await button(page, 'Move “Coming?” down').click()
    await page.route('**/admin/api/*', route =>
      route.request().method() === 'PATCH' ? route.continue({ postData: '{"questions":[]}' }) : route.continue(),
    )
    await button(page, 'Save questions').click()
    await page.getByRole('heading', { name: 'This was not saved' }).waitFor()
    await page.getByText('The service says: Questions must be a list of at least one question.').waitFor()
    await page.unroute('**/admin/api/*')
    await save(page)
    assert.deepEqual(await stored(desk), indexed([EAT, COMING]))
  })

  test('[D12-edit-unsaved] an edit outlasts a look at the results, warns on closing, and is discarded with a way back', async () => {
    const { page } = await start([COMING, EAT])
    await button(page, 'Move “Coming?” down').click()
    await goTo(page, 'Results')
    await page.getByText('Your changes to the questions are not saved yet.').waitFor()
    await goTo(page, 'Questions')
    assert.deepEqual(await texts(page), ['Eating?', 'Coming?'])
    const asked = new Promise<string>(resolve => {
      page.once('dialog', dialog => {
        resolve(dialog.type())
        dialog.dismiss()
      })
      page.once('close', () => resolve('closed'))
    })
    await page.close({ runBeforeUnload: true })
    assert.equal(await asked, 'beforeunload')
    await button(page, 'Discard').click()
    await until(async () => (await texts(page)).join() === 'Coming?,Eating?')
    await button(page, 'Undo').click()
    await until(async () => (await texts(page)).join() === 'Eating?,Coming?')
  })

  for (const [what, options] of MODES) {
    test(`[D12-edit-look] each state is accessible and fits: ${what}`, async () => {
      const long = choice(`Which of these, ${'Donaudampfschifffahrt'.repeat(3)}?`, ['Yes', 'Verylongoption'.repeat(5)])
      const desk = await newDesk(service, [long, { ...EAT, ...optional }, RULED, board('Ask'), rating('How good?')])
      const { page } = await open(options)
      await openDashboard(page, service, desk, 'Questions')
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
      await kept(service, desk.id, ['Yes', null, 'Because', null, 5])
      await page.getByText('came in while you edited').waitFor()
      await look('answers that came in')
      await button(page, 'Change more in a copy').click()
      await look('a copy')
    })
  }
})

function button(page: Page, name: string) {
  return page
    .getByRole('region', { name: 'Questions' })
    .or(page.locator('.notice-line'))
    .getByRole('button', { name, exact: true })
}

function entry(page: Page, text: string) {
  return page.locator('.entry').filter({ has: page.getByRole('heading', { name: text }) })
}

async function openQuestion(page: Page, text: string): Promise<void> {
  await entry(page, text).locator('.opener').click()
}

async function save(page: Page): Promise<void> {
  await button(page, 'Save questions').click()
  await until(async () => (await button(page, 'Save questions').getAttribute('aria-disabled')) === 'true')
  await page.getByText('The questions are saved.').waitFor()
}

function texts(page: Page): Promise<string[]> {
  return page.locator('.entry-text').allInnerTexts()
}

/** Resolves when the button of this name has the focus. */
function focusOn(page: Page, name: string): Promise<void> {
  const has = `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).includes(${JSON.stringify(name)})`
  return until(() => page.evaluate(has) as Promise<boolean>)
}

async function stored(desk: Desk): Promise<unknown> {
  return (await desk.get<{ questions: unknown }>()).questions
}
