import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DAY_MS } from '../../../src/domain/values/time.ts'
import { choice } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { button } from '../app.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { present } from '../presenter/presenter.ts'
import { linkOf } from '../survey.ts'
import { PHONE } from '../touch.ts'
import { openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const ZONE = { timezoneId: 'Europe/Berlin' }

inBrowser('an opening time', open => {
  test('is set, undone and replaced by opening or keeping closed, and the header says it', async () => {
    const admin = await newAdminClient(service, [choice()])
    const { page } = await open(ZONE)
    await openDashboard(page, service, admin, 'Settings')
    const setting = page.getByRole('region', { name: 'Opens at' })
    const header = page.locator('.survey-status')
    await setting.getByText('The survey is open. With a time, it closes until then.').waitFor()
    await setting.getByLabel('Date and time').fill('2099-12-01T09:00')
    await button(page, 'Set opening time').click()
    await setting.getByText('It opens on Tuesday, 1 December 2099 at 09:00 CET.').waitFor()
    await header.getByText('Opens on Tuesday, 1 December 2099 at 09:00 CET').waitFor()
    assert.deepEqual(await stateOf(admin), ['closed', '2099-12-01T08:00:00.000Z'])
    await assertWellMade(page, 'a survey that waits for its time')
    await button(page, 'Open now').click()
    await header.getByText('Open', { exact: true }).waitFor()
    await button(page, 'Undo').click()
    await header.getByText(/^Opens on Tuesday/).waitFor()
    await button(page, 'Keep closed').click()
    await setting.getByText('The survey is closed until you open it.').waitFor()
    assert.deepEqual(await stateOf(admin), ['closed', null])
    await setting.getByLabel('Date and time').fill('2099-12-02T09:00')
    await button(page, 'Set opening time').click()
    await header.getByText(/^Opens on Wednesday/).waitFor()
    await button(page, 'Undo').click()
    await setting.getByText('The survey is closed until you open it.').waitFor()
    await admin.send('PATCH', '', { expires_at: '2099-01-01T00:00:00Z' })
    await setting.getByLabel('Date and time').fill('2099-12-02T09:00')
    await button(page, 'Set opening time').click()
    await page.getByText('The survey would open after its deadline.').waitFor()
  })

  test('is on the page in the reader’s own time, and the questions follow by themselves', async () => {
    const admin = await newAdminClient(service, [choice('Coming?')])
    const opens = service.clock.now() + DAY_MS
    await admin.send('PATCH', '', { opens_at: new Date(opens).toISOString() })
    const { page } = await open({ ...PHONE, ...ZONE })
    await page.goto(linkOf(service, admin.id))
    const time = await page.locator('time').innerText()
    assert.match(time, /^[A-Z][a-z]+day, \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d (CET|CEST|GMT\+[12])$/)
    await assertWellMade(page, 'the page of a survey that waits for its time')
    const later = new Date(opens + DAY_MS)
    await admin.send('PATCH', '', { opens_at: later.toISOString() })
    await page.locator(`time[datetime="${later.toISOString()}"]`).waitFor()
    service.clock.advance(2 * DAY_MS)
    await page.getByText('Coming?').waitFor()
  })

  test('is what the presenter’s start and the remote say in place of how to join, until it opens', async () => {
    const admin = await newAdminClient(service, [choice('Coming?')], { title: 'Team lunch' })
    await admin.send('PATCH', '', { opens_at: '2099-12-01T08:00:00Z' })
    const [{ page: laptop }, { page: phone }] = [await open(ZONE), await open({ ...PHONE, ...ZONE })]
    await present(laptop, service, admin)
    await present(phone, service, admin)
    await button(phone, 'Start').tap()
    for (const screen of [laptop, phone]) {
      await screen.getByText('Opens on Tuesday, 1 December 2099 at 09:00 CET').waitFor()
      await assertWellMade(screen, 'a survey that waits for its time, presented')
    }
    await admin.send('PATCH', '', { status: 'open' })
    await phone.getByText('The link and its QR code are on the screen.').waitFor()
    for (const screen of [laptop, phone])
      await screen.getByText('Opens on', { exact: false }).waitFor({ state: 'detached' })
  })
})

async function stateOf({ get }: AdminClient) {
  const { status, opens_at } = await get()
  return [status, opens_at]
}
