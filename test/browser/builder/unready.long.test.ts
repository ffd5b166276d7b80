import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../../harness.ts'
import { addQuestion, button, openApp } from '../app.ts'
import { inBrowser } from '../chromium.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

inBrowser('a survey that is not ready to be published', open => {
  test('says so in our words alone, and a rule that is being made is no mistake yet and moves nothing', async () => {
    const creator = await openApp(service, open, { path: '' })
    const { page } = creator
    await creator.send('POST', '/drafts', { title: 'Older draft', questions: [], theme: null })
    await page.goto(`${service.baseUrl}/app`)
    await button(page, 'New survey').click()
    const problems = page.getByRole('region', { name: 'Not ready to publish yet' })
    const text = page.getByLabel('Question', { exact: true })
    await page.getByLabel('Title').waitFor()
    await button(page, 'Publish').click()
    await problems.getByText('The survey has no title.').waitFor()
    await page.getByLabel('Title').fill('Team lunch')
    await text.fill('Coming?')
    await text.press('Enter')
    await page.keyboard.type('Yes')
    await page.keyboard.press('Enter')
    await page.keyboard.type('No')
    for (const question of ['Why?', 'What else?']) {
      await addQuestion(page, 'One answer', { below: true })
      await text.fill(question)
      await page.getByLabel('Type', { exact: true }).selectOption('Free text')
    }
    const required = page.getByLabel('Answer required')
    const before = await required.boundingBox()
    await required.selectOption('Only when…')
    await page.getByRole('checkbox', { name: 'Yes' }).waitFor()
    assert.deepEqual(await required.boundingBox(), before, 'what is pressed stays where it is')
    assert.equal(await problems.count(), 0)
    await button(page, 'Publish').click()
    const listed = await problems.getByRole('listitem').allInnerTexts()
    assert.deepEqual(listed, ['Question 3 The rule selects no option of “Coming?”. Select at least one.'])
    await problems.getByRole('button', { name: 'Question 3' }).click()
    await page.getByRole('checkbox', { name: 'Yes' }).check()
    await button(page, 'Publish').click()
    await page.getByRole('heading', { name: 'Publish' }).waitFor()
  })
})
