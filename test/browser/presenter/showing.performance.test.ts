import { after, type TestContext, test } from 'node:test'
import { median } from '../../../bench/rounds.ts'
import { choice } from '../../api/fixtures.ts'
import { newAdminClient } from '../../dashboard/admin-client.ts'
import { expectFigure } from '../../figure.ts'
import { call, startService } from '../../harness.ts'
import { inBrowser } from '../chromium.ts'
import { followAdminLink } from '../dashboard/dashboard.ts'
import { fillIn, LUNCH, linkOf, send, thanked } from '../survey.ts'
import { connected, group, hasFocus, row, starter } from './moderation.ts'
import { showingLimit, timed } from './pace.ts'

const service = await startService({ now: Date.now() })
after(() => service.close())

/** How long the list keeps its order after a key press. */
const KEY_MS = 600
/** Longest time between two connection attempts. */
const RETRY_MS = 2_000
/** The thanks page on a shared device promises eight seconds. */
const NEXT_PERSON_MS = 12_000

function expectTime(t: TestContext, subject: string, took: number, limit: number): void {
  expectFigure(t, { subject, measured: `${took} ms`, value: took, gate: { sign: '<', limit, unit: 'ms' } })
}

inBrowser('how soon an open page shows a change', open => {
  const start = starter(service, options => open({ ...options, ownProfile: true }))

  test('a question asked on a phone is listed on the dashboard sooner than that page loads', async t => {
    const { admin, ask, page } = await start()
    const loading = await timed(() => followAdminLink(page, service, admin, 'Board'))
    const { page: phone } = await open()
    await phone.goto(linkOf(service, admin.id))
    await connected(page)
    await ask('First?')
    await group(page, 'Waiting').getByText('First?').waitFor()
    const times: number[] = []
    for (const text of ['Is it vegan?', 'What does it cost?', 'Why?']) {
      await phone.getByLabel('Your question').fill(text)
      const took = await timed(async () => {
        await phone.getByRole('button', { name: 'Ask' }).click()
        await group(page, 'Waiting').getByText(text).waitFor()
      })
      times.push(took)
    }
    expectTime(t, 'a question asked until it is on the dashboard', median(times), showingLimit(loading))
  })

  test('a question appears on the dashboard while keys are used and the mouse rests on the list', async t => {
    const { admin, ask, page } = await start()
    await ask('One?', 'Two?', 'Three?')
    const loading = await timed(() => followAdminLink(page, service, admin, 'Board'))
    await connected(page)
    await row(page, 'Two?').hover()
    await row(page, 'One?').focus()
    await page.keyboard.press('a')
    await hasFocus(page, 'Two?')
    const took = await timed(async () => {
      await ask('Four?')
      await group(page, 'Waiting').getByText('Four?').waitFor()
    })
    expectTime(t, 'a question asked until it is in a list that is in use', took, showingLimit(loading, KEY_MS))
  })

  test('after an interruption the numbers are right as soon as the page has reconnected', async t => {
    const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
    const { page, context } = await open({ ownProfile: true })
    const loading = await timed(() => followAdminLink(page, service, admin))
    await context.setOffline(true)
    await page.evaluate('dispatchEvent(new Event("online"))')
    await page.getByText('Reconnecting').waitFor()
    await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers: ['Yes'] } })
    await context.setOffline(false)
    const took = await timed(async () => {
      await page.locator('.survey-status', { hasText: '1 response' }).waitFor()
      await page.getByText('Reconnecting').waitFor({ state: 'hidden' })
    })
    expectTime(t, 'a lost network back until the numbers are right', took, showingLimit(loading, RETRY_MS))
  })

  for (const javaScriptEnabled of [true, false])
    test(`${javaScriptEnabled ? 'with' : 'without'} JavaScript, a shared device is ready for the next person`, async t => {
      const admin = await newAdminClient(service, LUNCH, { title: 'Team lunch' })
      await admin.send('PATCH', '', { shared_device: true })
      const { page } = await open({ javaScriptEnabled })
      await page.goto(linkOf(service, admin.id))
      await fillIn(page)
      await send(page)
      await page.waitForURL('**/thanks?lang=en')
      await thanked(page)
      const took = await timed(async () => {
        await page.waitForURL(url => !url.pathname.endsWith('/thanks'))
        await page.locator('#send').waitFor()
      })
      expectTime(t, 'thanks on a shared device until an empty page', took, NEXT_PERSON_MS)
    })
})
