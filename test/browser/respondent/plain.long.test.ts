import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newApi } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { post } from '../../pages/page.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { answersOf, FILLED, fillIn, focused, LUNCH, linkOf, send, THANKS } from '../survey.ts'

const service = await startService({ uuid: orderedUuids('descending'), now: Date.now() })
after(() => service.close())
const api = await newApi(service)

inBrowser('answering without JavaScript', open => {
  const start = async (lang?: string) => {
    const { id } = await api.create(LUNCH, { title: 'Team lunch' })
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto(linkOf(service, id, lang))
    return { id, page }
  }

  test('the form leads to the thanks page, and from there to a new one [respondent-page, form-accepted, thanks-page]', async () => {
    const { id, page } = await start()
    await fillIn(page)
    await send(page)
    await heading(page, THANKS)
    assert.equal(page.url(), `${service.baseUrl}/s/${id}/thanks?lang=en`)
    assert.deepEqual(await answersOf(api, id), [FILLED])
    await page.getByRole('link', { name: 'Answer again' }).click()
    await fillIn(page)
    await send(page)
    await heading(page, THANKS)
    assert.deepEqual(await answersOf(api, id), [FILLED, FILLED])
  })

  test('“No answer” clears an answer that is not required [second-tap]', async () => {
    const { id, page } = await start()
    await fillIn(page)
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    await page.getByRole('radio', { name: 'No answer' }).check()
    await send(page)
    await heading(page, THANKS)
    assert.deepEqual(await answersOf(api, id), [['No', null, 8, 'Line one\nline two', null]])
  })

  test('the page warns that each submission counts, before people go back and send again [counts-again]', async () => {
    const { id, page } = await start()
    const warning = page.locator('form > noscript p', { hasText: 'Each time you send' })
    await fillIn(page)
    assert.equal(await warning.isVisible(), true)
    await send(page)
    await heading(page, THANKS)
    await page.goBack()
    assert.equal(await warning.isVisible(), true)
    await fillIn(page)
    await send(page)
    await heading(page, THANKS)
    assert.deepEqual(await answersOf(api, id), [FILLED, FILLED])
  })

  test('an incomplete form is shown again with its content and the summary focused [form-refused]', async () => {
    const { id, page } = await start('de')
    await page.getByRole('radio', { name: 'Yes' }).check()
    await page.getByLabel('Anything else?').fill('typed')
    await send(page)
    await until(async () => /^DIV Noch nicht gesendet\. Bitte prüfen Sie 2 Antworten/.test(await focused(page)))
    assert.match(await page.title(), /^Noch nicht gesendet: /)
    assert.equal(await page.getByLabel('Anything else?').inputValue(), 'typed')
    await page.getByRole('link', { name: 'How good was it?' }).click()
    await page.keyboard.press('Space')
    await page.getByRole('radio', { name: 'Soup' }).check()
    await send(page)
    await heading(page, 'Danke. Ihre Antwort ist angekommen.')
    assert.deepEqual(await answersOf(api, id), [['Yes', 'Soup', 1, 'typed', null]])
  })

  test('a second send of the same form keeps one row, and the back button leads to a form [form-accepted, submission-key-once]', async () => {
    const { id, page } = await start()
    await fillIn(page)
    const key = await page.locator('[name=key]').inputValue()
    await send(page)
    await page.waitForURL(/\/thanks/)
    const again = await post(service, `/s/${id}`, { key, q0: '0', q1: '0', q2: '8', q3: 'Line one\nline two' })
    assert.equal(again.status, 303)
    await page.goBack()
    await fillIn(page)
    assert.deepEqual(await answersOf(api, id), [FILLED])
  })

  test('a board can be read and asked on, and says that voting needs JavaScript [form-asks]', async () => {
    const { id, page } = await start()
    await page.request.post(`${service.baseUrl}/s/${id}/board/4`, { data: { text: 'Is it <vegan>?' } })
    await page.reload()
    assert.deepEqual(await page.locator('.board li').locator('.votes, .text').allInnerTexts(), ['0', 'Is it <vegan>?'])
    const hint = page.locator('.board > noscript p')
    assert.deepEqual([await hint.isVisible(), await hint.innerText()], [true, 'To vote, please turn on JavaScript.'])
    await page.getByLabel('Anything else?').fill('typed')
    await page.getByRole('textbox', { name: 'Your question' }).fill('What does it cost?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await until(async () => /^P Your question has been posted\./.test(await focused(page)))
    assert.equal(await page.getByLabel('Anything else?').inputValue(), 'typed')
    await fillIn(page)
    await page.getByRole('textbox', { name: 'Your question' }).fill('And to drink?')
    await page.locator('[name=q3]').press('Tab')
    await page.getByRole('radio', { name: 'Yes' }).press('Enter')
    await heading(page, THANKS)
    await page.getByText('Your question has been posted.').waitFor()
    assert.deepEqual(await answersOf(api, id), [FILLED])
    await page.goto(linkOf(service, id))
    assert.deepEqual(await page.locator('.board .text').allInnerTexts(), [
      'And to drink?',
      'What does it cost?',
      'Is it <vegan>?',
    ])
  })
})

/** Resolves when the page after a form has loaded. */
function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}
