import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice, freeText, newApi, optional } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { answerAgain, answersOf, FILLED, fillIn, focused, LUNCH, linkOf, send, THANKS, thanked } from '../survey.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())
const api = await newApi(service)

inBrowser('a journey through answering', open => {
  test('on a phone: an incomplete form, a reload, a lost network, the receipt, and an edit of the survey [form-summary, respondent-page]', async () => {
    const { id } = await api.create(LUNCH, { title: 'Team lunch' })
    const { page, context } = await open({ viewport: { width: 375, height: 700 } })
    const errors = recordErrors(page)
    await page.goto(linkOf(service, id))
    await assertWellMade(page, 'the form')

    await page.getByRole('radio', { name: 'Yes' }).check()
    assert.equal(await page.locator('#q1-help').innerText(), 'Now required because of an answer above')
    await page.getByLabel('Anything else?').fill('x'.repeat(10_001))
    await send(page)
    assert.match(await focused(page), /^DIV Not sent yet\. Please look at 3 answers:/)
    assert.deepEqual(await page.locator('.summary li').allInnerTexts(), [
      'What will you eat?: An answer is required.',
      'How good was it?: An answer is required.',
      'Anything else?: The answer must have at most 10,000 characters.',
    ])
    assert.deepEqual(await answersOf(api, id), [])
    await page.getByRole('link', { name: 'How good was it?' }).press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'q2')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    assert.equal(await page.getByRole('radio', { name: '2', exact: true }).isChecked(), true)
    await page.getByRole('radio', { name: 'Soup' }).check()
    await page.getByLabel('Anything else?').fill('Line one\nline two')
    assert.equal(await page.locator('.error, .summary').count(), 0)

    await page.reload()
    await page.getByText('What you typed before has been restored.').waitFor()
    await context.setOffline(true)
    await send(page)
    await page.getByText('You are offline. Keep this page open: your answer will be sent').waitFor()
    await context.setOffline(false)
    await thanked(page)
    const shown = await page.locator('.receipt dd').allInnerTexts()
    assert.deepEqual(shown, ['Yes', 'Soup', '2', 'Line one\nline two'])
    assert.deepEqual(await answersOf(api, id), [['Yes', 'Soup', 2, 'Line one\nline two', null]])
    await assertWellMade(page, 'the receipt')

    await answerAgain(page)
    await page.getByLabel('Anything else?').fill('Because.')
    await api.patch(`/surveys/${id}`, { status: 'closed' })
    await page.getByText('This survey is closed. It no longer accepts answers.').waitFor()
    assert.equal(await page.locator('#send').getAttribute('aria-disabled'), 'true')
    await api.patch(`/surveys/${id}`, { status: 'open' })
    await page.getByText('This survey is open again.').waitFor()
    const questions = [...LUNCH, choice('And next week?', ['Pasta', 'Pizza'], optional), freeText('Why?', optional)]
    await api.patch(`/surveys/${id}`, { questions })
    await page.getByRole('link', { name: 'Show the current version' }).click()
    await page.getByText('What you typed before has been restored.').waitFor()
    assert.equal(await page.getByLabel('Anything else?').inputValue(), 'Because.')
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    await page.getByRole('radio', { name: '8', exact: true }).check({ force: true })
    await page.getByRole('radio', { name: 'Pizza' }).check()
    await send(page)
    await thanked(page)
    assert.deepEqual((await answersOf(api, id))[1], ['No', null, 8, 'Because.', null, 'Pizza', null])
    assert.deepEqual(errors, [])
  })

  test('without JavaScript: an incomplete form comes back as it was, and leads to the thanks page [form-refused, form-accepted, thanks-page]', async () => {
    const { id } = await api.create(LUNCH, { title: 'Team lunch' })
    const { page } = await open({ javaScriptEnabled: false })
    const errors = recordErrors(page)
    await page.goto(linkOf(service, id))
    await page.getByLabel('Anything else?').fill('typed')
    await send(page)
    await until(async () => /^DIV Not sent yet\. Please look at 2 answers:/.test(await focused(page)))
    assert.equal(await page.getByLabel('Anything else?').inputValue(), 'typed')
    assert.deepEqual(await answersOf(api, id), [])
    await fillIn(page)
    await page.getByRole('textbox', { name: 'Your question' }).fill('Is it vegan?')
    await send(page)
    await page.getByRole('heading', { level: 1, name: THANKS, exact: true }).waitFor()
    await page.getByText('Your question has been posted.').waitFor()
    assert.equal(page.url().split('?')[0], `${service.baseUrl}/s/${id}/thanks`)
    assert.deepEqual(await answersOf(api, id), [FILLED])
    await page.getByRole('link', { name: 'Answer again' }).click()
    assert.deepEqual(await page.locator('.board .text').allInnerTexts(), ['Is it vegan?'])
    assert.deepEqual(errors, [])
  })
})
