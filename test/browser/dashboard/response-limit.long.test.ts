import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choice, freeText, kept } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { button } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { linkOf, send } from '../survey.ts'
import { PHONE } from '../touch.ts'
import { openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

inBrowser('a number of responses', open => {
  test('closes the survey by itself, until a higher one reopens it', async () => {
    const admin = await newAdminClient(service, [choice()])
    const { page } = await open({})
    await openDashboard(page, service, admin, 'Settings')
    const setting = page.getByRole('region', { name: 'Number of responses' })
    await setting.getByText('No limit.').waitFor()
    await setting.getByLabel('Responses in all').fill('2')
    await button(page, 'Set limit').click()
    await setting.getByText('It closes with response 2: 2 to go.').waitFor()
    await kept(service, admin.id, ['Yes'])
    await setting.getByText('It closes with response 2: 1 to go.').waitFor()
    await assertWellMade(page, 'a limit of responses')
    await kept(service, admin.id, ['Yes'])
    await setting.getByText('It closed with response 2.').waitFor()
    await assertWellMade(page, 'a limit that is reached')
    await setting.getByLabel('Higher limit').fill('5')
    await button(page, 'Reopen with this limit').click()
    await setting.getByText('It closes with response 5: 3 to go.').waitFor()
    await button(page, 'Remove limit').click()
    await setting.getByText('No limit.').waitFor()
    await button(page, 'Undo').click()
    await setting.getByText('It closes with response 5: 3 to go.').waitFor()
    assert.equal((await admin.get()).response_limit, 5)
  })

  test('tells whoever comes too late, and leaves them their text', async () => {
    const admin = await newAdminClient(service, [freeText('Why?')])
    await admin.send('PATCH', '', { response_limit: 1 })
    const { page } = await open(PHONE)
    await page.goto(linkOf(service, admin.id))
    await page.getByRole('textbox', { name: /Why/ }).fill('Because it was late')
    await page.route('**/responses', async route => {
      await kept(service, admin.id, ['First'])
      await route.continue()
    })
    await send(page)
    await page.getByText('This survey is closed. It no longer accepts answers.').waitFor()
    assert.equal(await page.getByRole('textbox', { name: /Why/ }).inputValue(), 'Because it was late')
    assert.equal((await admin.get()).response_count, 1)
  })
})
