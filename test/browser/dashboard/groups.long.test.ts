import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { GROUPS, QUESTIONS } from '../../dashboard/groups.ts'
import { startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { assertWellMade, WINDOWS } from '../look.ts'
import { button } from '../questions.ts'
import { openDashboard } from './dashboard.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

inBrowser('groups on the dashboard', open => {
  for (const [what, options] of WINDOWS)
    test(`an edit that dissolves some is told of until it is dismissed: ${what} [groups-follow]`, async () => {
      const admin = await newAdminClient(service, QUESTIONS, { title: 'Party' })
      assert.equal((await admin.send('PATCH', '', { groups: GROUPS })).status, 200)
      const { page } = await open(options)
      await openDashboard(page, service, admin, 'Questions')
      const remove = async (count: number) => {
        const { questions } = await admin.get<{ questions: object[] }>()
        assert.equal((await admin.send('PATCH', '', { questions: questions.slice(0, count) })).status, 200)
      }
      await remove(QUESTIONS.length - 1)
      await page.getByRole('status').getByText('A group of questions no longer fitted and was dissolved.').waitFor()
      await remove(QUESTIONS.length - 3)
      const notice = page.getByText('2 groups of questions no longer fitted and were dissolved.')
      await notice.waitFor()
      await page.reload()
      await notice.waitFor()
      await assertWellMade(page, what)
      const { groups } = await admin.get()
      await button(page, 'Dismiss').click()
      await notice.waitFor({ state: 'detached' })
      await until(async () => (await page.evaluate('document.activeElement.id')) === 'questions-top')
      const after = await admin.get()
      assert.deepEqual([after.groups, after.dissolved_groups], [groups, 0])
    })
})
