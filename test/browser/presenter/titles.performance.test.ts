import { after, test } from 'node:test'
import { choice } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { expectFigure } from '../../figure.ts'
import { startService } from '../../harness.ts'
import { inBrowser } from '../chromium.ts'
import { present } from './presenter.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

const RECORD_TASKS = `
  globalThis.longest = 0
  const note = list => list.getEntries().forEach(({ duration }) => (longest = Math.max(longest, duration)))
  new PerformanceObserver(note).observe({ type: 'longtask', buffered: true })`

inBrowser('measuring the titles of a presented survey', open => {
  for (const [count, options] of [
    [30, 10],
    [1_000, 20],
  ] as const)
    test(`a survey of ${count} questions with ${options} options each does not stop the screen`, async t => {
      const labels = Array.from({ length: options }, (_, at) => `Option ${at}`)
      const questions = Array.from({ length: count }, (_, at) => choice(`Question ${at}?`, labels))
      const admin = await newAdminClient(service, questions)
      const { page } = await open({ viewport: { width: 1280, height: 720 } })
      await page.addInitScript(RECORD_TASKS)
      await present(page, service, admin, '#2')
      const value = Math.round((await page.evaluate('longest')) as number)
      expectFigure(t, {
        subject: 'the longest task of the script until the first question is shown',
        measured: `${count} questions with ${options} options each`,
        value,
        gate: { sign: '≤', limit: 1_000, unit: 'ms' },
      })
    })
})
