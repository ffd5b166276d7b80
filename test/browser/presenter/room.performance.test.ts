import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { board, choice } from '../../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { expectFigure } from '../../figure.ts'
import { call, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { inBrowser } from '../chromium.ts'
import { followAdminLink, goTo } from '../dashboard/dashboard.ts'
import { linkOf } from '../survey.ts'
import { timed } from './pace.ts'

const service = await startService({ now: Date.now(), respondentLimit: 0 })
after(() => service.close())

const PER_SECOND = 200
const SECONDS = 4
/** Time from the acknowledgement until the answer is visible. */
const SEEN_MS = 1_000
/** On an idle machine the dashboard loads in less than half of this; more is allowed only if the machine is slow. */
const LOADING_MS = 1_000

inBrowser('a room that answers at once', open => {
  test(`${PER_SECOND} answers a second appear on dashboard and presenter within a second, and so does a question`, async t => {
    const questions = [choice('Coming?', ['Yes', 'No']), { ...board('Your questions'), moderated: true }]
    const admin = await newAdminClient(service, questions, { title: 'A full hall' })
    const size = { viewport: { width: 1280, height: 720 } }
    const [dashboard, presenter, projector, phone] = [
      await open(size),
      await open(size),
      await open(size),
      await open(),
    ]
    const loading = await timed(() => followAdminLink(presenter.page, service, admin))
    await presenter.page.goto(`${service.baseUrl}/admin/${admin.id}/present#1`)
    await presenter.page.locator('.figures strong').waitFor()
    await projector.page.goto(`${(await admin.send('POST', '/projector')).body.url}#2`)
    await projector.page.locator('.presenter h1').waitFor()
    await followAdminLink(dashboard.page, service, admin)
    await phone.page.goto(linkOf(service, admin.id))
    await record(dashboard.page, '.figure')
    await record(presenter.page, '.figures strong')

    const sending = answerSteadily(admin)
    const taken = phone.page.waitForResponse(/\/board\/1$/)
    await phone.page.locator('.ask textarea').fill('Can you hear me?')
    await phone.page.locator('.ask button').click()
    await taken
    const asked = await timed(() => dashboard.page.getByRole('link', { name: 'Board (1)' }).waitFor())
    await goTo(dashboard.page, 'Board')
    await dashboard.page.getByRole('row', { name: 'Can you hear me?' }).focus()
    const shown = await timed(async () => {
      await dashboard.page.keyboard.press('a')
      await projector.page.getByText('Can you hear me?').waitFor()
    })
    const acknowledged = await sending
    const delays = [await delaysOf(dashboard.page, acknowledged), await delaysOf(presenter.page, acknowledged)]
    const [onDashboard = 0, onPresenter = 0] = delays.map(times => Math.max(...times))
    assert.equal(acknowledged.length, PER_SECOND * SECONDS)
    const limit = SEEN_MS * Math.max(1, loading / LOADING_MS)
    for (const [what, time] of [
      [`the slowest of ${acknowledged.length} answers is on the dashboard`, onDashboard],
      [`the slowest of ${acknowledged.length} answers is on the presenter`, onPresenter],
      ['a question is announced on the dashboard', asked],
      ['a released question is on the projector', shown],
    ] as const)
      expectFigure(t, {
        subject: `time until ${what}`,
        measured: `the dashboard loads in ${loading} ms`,
        value: time,
        gate: { sign: '≤', limit, unit: 'ms' },
      })
    const { tally } = (await admin.get<{ results: { tally: unknown }[] }>()).results[0] ?? {}
    assert.deepEqual(tally, [
      { option: 'Yes', count: acknowledged.length },
      { option: 'No', count: 0 },
    ])
  })
})

/** @returns when each answer was acknowledged, in order */
async function answerSteadily({ id }: AdminClient): Promise<number[]> {
  const acknowledged: number[] = []
  const began = Date.now()
  const sends: Promise<void>[] = []
  for (let sent = 0; sent < PER_SECOND * SECONDS; sent++) {
    const wait = began + (sent * 1_000) / PER_SECOND - Date.now()
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
    sends.push(
      call(service, 'POST', `/s/${id}/responses`, { body: { answers: ['Yes'] } }).then(({ status }) => {
        assert.equal(status, 201)
        acknowledged.push(Date.now())
      }),
    )
  }
  await Promise.all(sends)
  return acknowledged
}

/** Records each number that an element shows, and when. */
async function record(page: Page, selector: string): Promise<void> {
  await page.evaluate(`{
    window.seen = []
    const element = document.querySelector(${JSON.stringify(selector)})
    const note = () => window.seen.push([Date.now(), Number(element.textContent.replaceAll(',', ''))])
    new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true })
  }`)
}

/** Time from each answer’s acknowledgement until it was counted in the displayed number, in milliseconds. */
async function delaysOf(page: Page, kept: readonly number[]): Promise<number[]> {
  await until(() => page.evaluate<boolean>(`window.seen.at(-1)?.[1] === ${kept.length}`))
  const seen = (await page.evaluate('window.seen')) as [at: number, count: number][]
  return kept.map((at, place) => (seen.find(([_, count]) => count > place)?.[0] ?? Number.POSITIVE_INFINITY) - at)
}
