import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { unzipSync } from 'fflate'
import type { Download, Page } from 'playwright-core'
import { board, choice, freeText, kept } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { inBrowser } from '../chromium.ts'
import { openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now(), respondentLimit: 0 })
after(() => service.close())

inBrowser('export from the dashboard', open => {
  test('the downloaded files equal the exports', async () => {
    const admin = await newAdminClient(service, [freeText('Why?'), board('Ask us')], { title: 'Town meeting' })
    for (const text of ['=1+1', 'a "b", c', 'é\n🚲']) await kept(service, admin.id, [text, null])
    const { page } = await open()
    await openFiles(page, admin)
    await page.getByText('3 rows, one per response').waitFor()
    for (const [name, path] of [
      ['CSV for spreadsheets', '/export.csv?for=spreadsheet'],
      ['CSV for programs', '/export.csv'],
      ['Boards (CSV)', '/export-boards.csv?for=spreadsheet'],
      ['JSON', '/export.json'],
    ] as const) {
      const file = await save(page, name)
      assert.equal(file.name, `${admin.id}${/export(.*?)(?:\?|$)/.exec(path)?.[1]}`)
      assert.deepEqual(file.content, await exported(admin, path), name)
    }
    const { name, content } = await save(page, 'Excel (XLSX)')
    assert.equal(name, `${admin.id}.xlsx`)
    assert.deepEqual(parts(content), parts(await exported(admin, '/export.xlsx')))
  })

  test('the export menu works by keyboard and closes with Escape', async () => {
    const admin = await newAdminClient(service, [choice()])
    await kept(service, admin.id, ['Yes'])
    const { page } = await open()
    await openDashboard(page, service, admin, 'Responses')
    await page.getByRole('button', { name: 'Export responses' }).press('Enter')
    await page.getByText('1 row, one per response').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Boards' }).count(), 0)
    for (let at = 0; at < 2; at++) await page.keyboard.press('Tab')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    assert.deepEqual(await contentOf(download), await exported(admin, '/export.csv'))
    await page.keyboard.press('Escape')
    await page.getByText('1 row, one per response').waitFor({ state: 'hidden' })
  })

  test('too many responses for XLSX: CSV is offered', async () => {
    const admin = await newAdminClient(service, [choice()])
    await service.fillResponses(admin.id, 20_001, ['Yes'])
    assert.equal((await admin.send('GET', '/export.xlsx')).status, 409)
    const { page } = await open()
    await openFiles(page, admin)
    await page.getByText('20,001 rows').waitFor()
    await page
      .getByText('is limited to 20,000 responses and one million cells. Use CSV for spreadsheets instead.')
      .waitFor()
    assert.equal(await page.getByRole('link', { name: 'XLSX' }).count(), 0)
    assert.deepEqual(
      (await save(page, 'CSV for spreadsheets')).content,
      await exported(admin, '/export.csv?for=spreadsheet'),
    )
  })

  test('the record is printed once it has loaded [dashboard-print]', async () => {
    const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
    await kept(service, admin.id, ['Yes'])
    const { page } = await open()
    await page.addInitScript(
      'globalThis.print = () => { document.body.dataset.printed = document.querySelector(".view").innerText }',
    )
    await openFiles(page, admin)
    await page.getByRole('button', { name: 'Print the record' }).press('Enter')
    await page.locator('body[data-printed*="Coming?"]').waitFor()
    assert.match(page.url(), /#record$/)
  })
})

async function openFiles(page: Page, admin: AdminClient): Promise<void> {
  await openDashboard(page, service, admin, 'Responses')
  await page.getByRole('button', { name: 'Export responses' }).click()
}

async function save(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const link = page.getByRole('link', { name, exact: true })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: download.suggestedFilename(), content: await contentOf(download) }
}

async function contentOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream())
}

/** The file as programs receive it, byte for byte. */
async function exported({ id, adminToken }: AdminClient, path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${adminToken}` }
  const answer = await fetch(`${service.baseUrl}/admin/api/${id}${path}`, { headers })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

/** The content of a spreadsheet, without the times in its archive. */
function parts(file: Uint8Array): Record<string, string> {
  const texts = Object.entries(unzipSync(file)).map(([name, content]) => [name, Buffer.from(content).toString()])
  return Object.fromEntries(texts.filter(([name]) => name !== 'docProps/core.xml'))
}
