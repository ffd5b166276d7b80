import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { choice, freeText, kept, optional, rating } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { call, startService } from '../../harness.ts'
import { orderedUuids } from '../../ordered-uuids.ts'
import { inBrowser } from '../chromium.ts'
import { openDashboard } from '../dashboard/dashboard.ts'
import { assertWellMade, WINDOWS } from '../look.ts'

const service = await startService({ uuid: orderedUuids(), now: Date.now() })
after(() => service.close())

const ASK = { type: 'upvoted_question', text: 'Ask us' }
const QUESTIONS = [choice('Coming?', ['Yes', 'No']), rating('How was it?', optional), freeText('Why?', optional), ASK]

/** A survey that was presented and answered by three people. */
async function presented() {
  const admin = await newAdminClient(service, QUESTIONS, { title: 'Party' })
  await admin.send('PATCH', '/presentation', { screen: '1', revealed: true })
  for (const coming of ['Yes', 'Yes', 'No']) await kept(service, admin.id, [coming, 8, 'Good music'])
  const [first] = (await admin.get<{ responses: { id: string }[] }>('/responses')).responses
  await admin.send('PUT', `/projected-texts/2/${first?.id}`)
  await call(service, 'POST', `/s/${admin.id}/board/3`, { body: { text: 'When?' } })
  return admin
}

inBrowser('the record', open => {
  test('is reached from the results, and states each result in a sentence', async () => {
    const admin = await presented()
    const { page } = await open()
    await openDashboard(page, service, admin)
    await page.getByRole('link', { name: 'Open the record' }).click()
    await page.locator('.record .sentence').first().waitFor()
    const texts = await page.locator('.record .sentence').allTextContents()
    assert.deepEqual(texts, [
      'Yes was chosen most: 2 of 3, 67%.',
      '8 on average. At least half of the answers are 8.',
      '3 answered in their own words.',
      '0 of 1 questions were answered.',
    ])
    await page.getByText('Shown in minute 1, revealed in minute 1.').waitFor()
    await page.getByRole('table', { name: 'Coming?' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Good music 3' }).first().waitFor()
  })

  test('is downloaded as the Markdown that programs read', async () => {
    const admin = await presented()
    const { page } = await open()
    await openDashboard(page, service, admin, 'Record')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Markdown' }).click()
    const file = await coming
    assert.equal(file.suggestedFilename(), `${admin.id}.md`)
    const headers = { accept: 'text/markdown' }
    const { text } = await admin.bare('GET', '/record', { token: admin.adminToken, headers })
    const part = (all: string) => all.slice(all.indexOf('## 1.'))
    assert.equal(part(readFileSync(await file.path(), 'utf8')), part(text))
  })

  test('is printed on white paper without controls [dashboard-print]', async () => {
    const admin = await presented()
    const { page } = await open({ colorScheme: 'dark' })
    await openDashboard(page, service, admin, 'Record')
    await page.locator('.record .sentence').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)')
    assert.equal(await page.locator('button:visible, nav:visible, a.button:visible').count(), 0)
    assert.ok(await page.getByRole('heading', { name: 'Party' }).isVisible())
    assert.ok(await page.getByRole('heading', { name: 'What is stored' }).isVisible())
    // More would be an empty sheet.
    const below = 'document.body.scrollHeight - document.querySelector(".record-stored").getBoundingClientRect().bottom'
    assert.ok((await page.evaluate<number>(below)) < 16)
  })

  test('has a chart of thirty options on one sheet of paper, on the dashboard and for the room [dashboard-print]', async () => {
    const options = Array.from({ length: 30 }, (_, at) => `Dish number ${at + 1}`)
    const admin = await newAdminClient(service, [choice('What will you eat?', options)])
    await service.fillResponses(admin.id, 30, ['Dish number 1'])
    assert.equal((await admin.send('PATCH', '/presentation', { screen: '1', revealed: true })).status, 200)
    assert.equal((await admin.send('DELETE', '/presentation')).status, 204)
    assert.equal((await admin.send('PATCH', '', { share_record: true })).status, 200)
    // Letter, which is the lower one, with the margins of a browser.
    const { page } = await open({ viewport: { width: 740, height: 980 } })
    await page.emulateMedia({ media: 'print' })
    await openDashboard(page, service, admin, 'Record')
    const question = page.locator(':is(li, section, article):has(> .sentence, > * > .sentence)').first()
    for (const path of [undefined, `/s/${admin.id}/record`]) {
      if (path !== undefined) await page.goto(service.baseUrl + path)
      await question.getByText('Dish number 30', { exact: true }).waitFor()
      const height = (await question.boundingBox())?.height ?? 0
      assert.ok(height > 400 && height <= 980, `${path}: ${height}`)
    }
  })

  test('carries a chart of more options over to the next sheet, below the same headings [dashboard-print]', async () => {
    const options = Array.from({ length: 60 }, (_, at) => `Dish number ${at + 1}`)
    const admin = await newAdminClient(service, [choice('What will you eat?', options)])
    await service.fillResponses(admin.id, 30, ['Dish number 1'])
    assert.equal((await admin.send('PATCH', '', { share_record: true })).status, 200)
    const { page } = await open({ viewport: { width: 740, height: 980 } })
    await page.emulateMedia({ media: 'print' })
    await openDashboard(page, service, admin, 'Record')
    for (const path of [undefined, `/s/${admin.id}/record`]) {
      if (path !== undefined) await page.goto(service.baseUrl + path)
      await page.getByText('Dish number 60', { exact: true }).waitFor()
      const styles = await page.evaluate(BREAKS)
      assert.deepEqual(styles, { chart: 'auto', rows: 'avoid', heads: 'table-header-group', areHeadsSeen: true }, path)
      const sheets = String(await page.pdf({ format: 'A4' })).match(/\/Type \/Page\b/g)
      assert.equal(sheets?.length, 2, 'the chart begins on the first sheet')
    }
  })

  test('is one click away when its presenter has ended the session', async () => {
    const admin = await presented()
    const { page } = await open()
    await openDashboard(page, service, admin)
    await page.goto(`${service.baseUrl}/admin/${admin.id}/present`)
    await page.getByRole('button', { name: 'End session' }).click()
    await page.getByRole('link', { name: 'Record' }).click()
    await page.locator('.record .sentence').first().waitFor()
  })

  for (const [what, options] of WINDOWS)
    test(`at ${what} has no accessibility violation and fits its width`, async () => {
      const admin = await presented()
      const { page } = await open(options)
      await openDashboard(page, service, admin, 'Record')
      await page.locator('.record .sentence').first().waitFor()
      await assertWellMade(page, 'record')
    })
})

/** How the first chart of a printed page breaks. */
const BREAKS = `(() => {
  const table = document.querySelector('.bars')
  const styleOf = element => getComputedStyle(element)
  return {
    chart: styleOf(table.closest('li, .result')).breakInside,
    rows: styleOf(table.querySelector('tbody tr')).breakInside,
    heads: styleOf(table.tHead).display,
    areHeadsSeen: table.tHead.getBoundingClientRect().height > 10 && styleOf(table.tHead).clipPath === 'none',
  }
})()`
