import { choice, kept } from '../../test/api/fixtures.ts'
import { newAdminClient } from '../../test/dashboard/admin-client.ts'
import type { Studio } from './studio.ts'

const QUESTION = 'Where shall we meet next summer?'
const VOTES = { Lisbon: 21, Kraków: 34, Ghent: 16, 'In our own office': 9 }

/** The picture in README.md: a projected screen, as a projector link shows it. */
export async function pictureOfReadme({ service, address, open, take }: Studio): Promise<void> {
  const admin = await newAdminClient(service, [choice(QUESTION, Object.keys(VOTES))], { slug: 'next-summer' })
  for (const [option, count] of Object.entries(VOTES))
    for (let n = 0; n < count; n++) await kept(service, admin.id, [option])
  const { body } = await admin.send('POST', '/projector')
  const page = await open({ width: 1120, height: 630 })
  await page.goto(`${address}${new URL(String(body.url)).pathname}#1`)
  await page.getByRole('heading', { name: QUESTION }).waitFor()
  await page.keyboard.press('r')
  await take(page, 'docs/projected-screen.png')
}
