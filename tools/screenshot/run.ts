// The picture in README.md: a projected screen, as a projector link shows it. Run it again when the presenter changes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { choice, kept } from '../../test/api/fixtures.ts'
import { newAdminClient } from '../../test/dashboard/admin-client.ts'
import { startService } from '../../test/harness.ts'

const FILE = join(import.meta.dirname, '../../docs/projected-screen.png')
const QUESTION = 'Where shall we meet next summer?'
const VOTES = { Lisbon: 21, Kraków: 34, Ghent: 16, 'In our own office': 9 }
/** The controls of a projected screen fade out after three seconds without pointer movement. */
const IDLE_MS = 3_500

const service = await startService({ publicUrl: 'https://soundings.example.org' })
const options = Object.keys(VOTES)
const admin = await newAdminClient(service, [choice(QUESTION, options)], { slug: 'next-summer' })
for (const [option, count] of Object.entries(VOTES))
  for (let n = 0; n < count; n++) await kept(service, admin.id, [option])
const { body } = await admin.send('POST', '/projector')

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage({ viewport: { width: 1120, height: 630 } })
await page.goto(`${service.baseUrl}${new URL(String(body.url)).pathname}#1`)
await page.getByRole('heading', { name: QUESTION }).waitFor()
await page.keyboard.press('r')
await page.waitForTimeout(IDLE_MS)
writeFileSync(FILE, await page.screenshot())
await browser.close()
await service.close()
