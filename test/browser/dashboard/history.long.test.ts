import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { chromium } from 'playwright-core'
import { choice } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { startService } from '../../harness.ts'
import { reportMissing } from '../../missing-program.ts'
import { followAdminLink } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

/** The windowless shell, which other tests use, has no history on disk. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
/** The last page of a redirect chain: what the browser lists as visited. */
const CHAIN_END = 0x20000000

if (!existsSync(CHROMIUM)) reportMissing('the history of a browser', `There is no ${CHROMIUM}; set CHROMIUM.`)
else
  test('the pages that a browser lists as visited have no token in their address [dashboard-page-history]', async t => {
    const profile = mkdtempSync(join(tmpdir(), 'soundings-profile-'))
    t.after(() => rmSync(profile, { recursive: true, force: true }))
    const options = {
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--headless=new'],
      ignoreDefaultArgs: ['--headless'],
    }
    const context = await chromium.launchPersistentContext(profile, { ...options, headless: false })
    t.after(() => context.close())
    const admin = await newAdminClient(service, [choice()])
    const page = await context.newPage()
    await followAdminLink(page, service, admin)
    const session = await context.newCDPSession(page)
    const { entries } = await session.send('Page.getNavigationHistory')
    assert.deepEqual(
      entries.filter(({ url }) => url.includes(admin.adminToken)),
      [],
    )
    await context.close()
    const visited = visitedIn(profile)
    assert.ok(visited.includes(`${service.baseUrl}/admin/${admin.id}`), visited.join('\n'))
    assert.deepEqual(
      visited.filter(url => url.includes(admin.adminToken)),
      [],
    )
  })

/** The addresses of the pages in a profile's history, as the browser lists them. */
function visitedIn(profile: string): string[] {
  const [file = ''] = globSync('*/History', { cwd: profile })
  const history = new DatabaseSync(join(profile, file), { readOnly: true })
  const query = `select distinct urls.url from visits join urls on urls.id = visits.url where visits.transition & ${CHAIN_END}`
  const rows = history.prepare(query).all()
  history.close()
  return rows.map(({ url }) => String(url))
}
