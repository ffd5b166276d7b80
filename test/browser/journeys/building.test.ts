import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice, freeText, indexed, optional, rating, requiredWhen } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { addQuestion, button, openApp, outline, saved } from '../app.ts'
import { recordErrors } from '../browser-errors.ts'
import { copiedBy, inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { THANKS } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const QUESTIONS = [
  choice('Coming?', ['Yes', 'No']),
  choice('What would you like?', ['Noodles', 'Pizza'], requiredWhen('all', [0, 'Yes'])),
  rating('How good was it?'),
  freeText('Anything else?', optional),
]

inBrowser('a journey through building a survey', open => {
  test('a draft is written by keyboard and mouse, previewed, published, answered by its link and found in the list', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    const errors = recordErrors(page)
    await creator.send('POST', '/drafts', { title: 'Older draft', questions: [], theme: null })
    await page.goto(`${service.baseUrl}/app`)
    await button(page, 'New survey').click()
    await page.getByLabel('Title').fill('Team lunch')
    const text = page.getByLabel('Question', { exact: true })
    const type = page.getByLabel('Type', { exact: true })
    await text.fill('Coming?')
    await text.press('Enter')
    await page.keyboard.type('Yes')
    await page.keyboard.press('Enter')
    await page.keyboard.type('No')
    await addQuestion(page, 'One answer', { below: true })
    await text.fill('How good was it?')
    await type.selectOption('Rating from 1 to 10')
    await addQuestion(page, 'One answer', { below: true })
    await text.fill('What would you like?')
    await type.selectOption('Multiple choice')
    await text.press('Enter')
    await page.keyboard.type('Noodles')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Pizza')
    await page.getByLabel('Answer required').selectOption('Only when…')
    await page.getByRole('checkbox', { name: 'Yes' }).check()
    await text.focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('“What would you like?” is now question 2 of 3.').waitFor()
    await button(page, 'Paste questions').click()
    await page.getByRole('dialog').getByLabel('Questions').fill('Anything else? (optional)\nNo such question')
    await button(page, 'Add 2 questions').click()
    await page.locator('.outline-row', { hasText: 'No such question' }).click()
    await button(page, 'Delete').click()
    await until(async () => (await outline(page)).join() === QUESTIONS.map(question => question.text).join())
    await page.frameLocator('.phone iframe:not(.loading)').getByText('Pizza').waitFor()
    await assertWellMade(page, 'the builder')

    await saved(page)
    await page.reload()
    await until(async () => (await outline(page)).length === QUESTIONS.length)
    await button(page, 'Publish').click()
    await page.getByLabel('Link', { exact: true }).fill('friday-lunch')
    await page.getByText('This link is free.').waitFor()
    await button(page, 'Publish now').click()
    await page.getByRole('heading', { name: '“Team lunch” is open' }).waitFor()
    await button(page, 'Copy link').click()
    await page.getByText('Link copied.').waitFor()
    assert.equal(await copiedBy(page), `${service.baseUrl}/s/friday-lunch`)

    const [phone] = await Promise.all([page.waitForEvent('popup'), page.locator('.published-link a').click()])
    const phoneErrors = recordErrors(phone)
    await phone.getByRole('radio', { name: 'Yes' }).check()
    await phone.getByRole('radio', { name: 'Pizza' }).check()
    await phone.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await phone.locator('#send').click()
    await phone.getByRole('heading', { name: THANKS }).waitFor()

    await page.getByRole('link', { name: 'Open dashboard' }).click()
    await page.locator('.survey-status', { hasText: '1 response' }).waitFor()
    const survey = (await creator.send('GET', '/surveys')).body.surveys?.[0]
    assert.deepEqual([survey?.id, survey?.title, survey?.response_count], ['friday-lunch', 'Team lunch', 1])
    const headers = { cookie: creator.cookie }
    const { questions } = (await call(service, 'GET', '/admin/api/friday-lunch', { headers })).body
    assert.deepEqual(questions, indexed(QUESTIONS))
    await page.goto(`${service.baseUrl}/app`)
    await page.locator('.survey-row', { hasText: 'Team lunch' }).getByText('1 response').waitFor()
    assert.deepEqual([...errors, ...phoneErrors], [])
  })
})
