import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { choice, freeText, kept, optional, type Row, rating } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import { inBrowser } from '../chromium.ts'
import { followAdminLink, goTo } from '../dashboard/dashboard.ts'
import { assertWellMade } from '../look.ts'
import { button, openQuestion, save } from '../questions.ts'

const service = await startService({ now: Date.now(), respondentLimit: 0 })
after(() => service.close())

const QUESTIONS = [
  choice('Coming?', ['Yes', 'No'], optional),
  rating('How good was it?', optional),
  freeText('Anything else?', optional),
]

inBrowser('a journey through the dashboard', open => {
  test('results arrive and are compared, responses are searched, read, deleted and exported, and questions are edited', async () => {
    const admin = await newAdminClient(service, QUESTIONS, { title: 'Team lunch' })
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    const errors = recordErrors(page)
    await followAdminLink(page, service, admin)
    assert.ok(!page.url().includes(admin.adminToken))
    await page.getByText('No responses yet.').waitFor()
    await page.locator('.survey-header[data-connected]').waitFor()

    const quotes = page.getByRole('list', { name: 'Newest answers: Anything else?' }).locator('blockquote')
    await kept(service, admin.id, ['Yes', 8, 'Soup 1'])
    await quotes.getByText('Soup 1').waitFor()
    for (let n = 2; n <= 5; n++) await kept(service, admin.id, ['Yes', 8, `Soup ${n}`])
    for (let n = 1; n <= 5; n++) await kept(service, admin.id, ['No', 2, `Bread ${n}`])
    const rows = page.getByRole('table', { name: 'Coming?' }).locator('tbody tr')
    const results = async () => (await rows.allTextContents()).join()
    await until(async () => (await results()) === 'Yes550%,No550%')
    await page.getByText('Mean 5.00').waitFor()
    await page.getByRole('button', { name: 'Show 9 new' }).click()
    await quotes.first().getByText('Bread 5').waitFor()
    await page.getByLabel('Show').selectOption('Yes (5)')
    await page.getByText('Mean 8.00, all 5.00').waitFor()
    await assertWellMade(page, 'results')

    await goTo(page, 'Responses')
    const responses = page.locator('.rows > li')
    await until(async () => (await responses.count()) === 10)
    await page.getByRole('searchbox').fill('soup')
    await page.getByText('5 found', { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('BREAD 3')
    await page.getByText('1 found', { exact: true }).waitFor()
    assert.deepEqual(await page.locator('.rows mark').allTextContents(), ['Bread 3'])
    await responses.getByRole('button', { name: 'View in full' }).press('Enter')
    assert.deepEqual(await page.getByRole('dialog').locator('dd').allInnerTexts(), ['No', '2 of 10', 'Bread 3'])
    await page.keyboard.press('Escape')
    await responses.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.locator('.survey-status', { hasText: '9 responses' }).waitFor()
    const stored = (await admin.get<{ responses: Row[] }>('/responses')).responses.map(({ answers }) => answers[2])
    assert.deepEqual([stored.length, stored.includes('Bread 3')], [9, false])
    await page.getByRole('searchbox').fill('')
    await until(async () => (await responses.count()) === 9)
    await kept(service, admin.id, ['No', 2, 'Late'])
    await page.getByRole('button', { name: '1 new response' }).click()
    await responses.first().getByText('Late').waitFor()

    await page.getByRole('button', { name: 'Export responses' }).click()
    const link = page.getByRole('link', { name: 'CSV for programs', exact: true })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    assert.equal(download.suggestedFilename(), `${admin.id}.csv`)
    const lines = `${await buffer(await download.createReadStream())}`.trim().split('\r\n')
    assert.deepEqual([lines.length, lines.at(-1)?.endsWith('No,2,Late')], [11, true])

    await goTo(page, 'Questions')
    await openQuestion(page, 'How good was it?')
    await page.getByLabel('Question', { exact: true }).fill('How tasty was it?')
    await page.getByText('10 answers to question 2 stay under the new words.').first().waitFor()
    await button(page, 'Add question').click()
    await page.getByLabel('Question', { exact: true }).fill('Why?')
    await page.getByLabel('Type', { exact: true }).selectOption('Free text')
    await save(page)
    const { questions } = await admin.get<{ questions: { text: string }[] }>()
    const texts = ['Coming?', 'How tasty was it?', 'Anything else?', 'Why?']
    assert.deepEqual(
      questions.map(({ text }) => text),
      texts,
    )
    await assertWellMade(page, 'questions')

    const options = ['Yes', 'No', 'Perhaps']
    await admin.send('PATCH', '', { questions: [{ ...questions[0], options }, ...questions.slice(1)] })
    await kept(service, admin.id, ['Perhaps', null, null, 'Rain'])
    await goTo(page, 'Results')
    const noteOf = (name: string) => page.locator('.results > li', { hasText: name }).locator('h2 + p')
    await noteOf('How tasty').getByText('10 of 11 answered · reworded after 10 responses').waitFor()
    await noteOf('Why?').getByText('1 of 1 asked · added after 10 responses').waitFor()
    assert.equal(
      (await rows.nth(2).locator('th').innerText()).trim(),
      'Perhaps\n1 of 1 asked\nadded after 10 responses',
    )
    await assertWellMade(page, 'results of edited questions')

    await page.getByRole('button', { name: 'Close survey' }).click()
    await page.locator('.status', { hasText: 'Closed' }).waitFor()
    const body = { answers: ['Yes', 1, 'x', 'y'] }
    assert.equal((await call(service, 'POST', `/s/${admin.id}/responses`, { body })).status, 409)
    assert.deepEqual(errors, [])
  })
})
