import { after, before, test } from 'node:test'
import { median } from '../../bench/rounds.ts'
import { apiOf } from '../api/fixtures.ts'
import { expectFigure } from '../figure.ts'
import { type Service, startService } from '../harness.ts'
import { send } from '../http.ts'
import { type Browser, newBrowser } from './browser.ts'

/** Fewer than the calls that a token has per hour. */
const ROUNDS = 200

let service: Service
let browser: Browser
before(async () => {
  service = await startService()
  browser = await newBrowser(service, { subscribed: true })
  await service.fillSurveys(browser.accountId, 500)
})
after(() => service.close())

/** The median durations of two requests, sent in turns, so that both meet the same conditions. */
async function medians(asks: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = asks.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, ask] of asks.entries()) {
      const since = performance.now()
      await ask()
      times[at]?.push(performance.now() - since)
    }
  return times.map(median)
}

test('a list of 500 surveys takes at most five times as long as GET /me [app-surveys]', async t => {
  const api = apiOf(service, await service.newCaller({ accountId: browser.accountId }))
  // Bare requests, to leave out the time that the client needs to parse 150 kB.
  const list = () => send('GET', `${service.baseUrl}/app/api/surveys`, { cookie: browser.cookie })
  const me = () => send('GET', `${service.baseUrl}/api/v1/me`, { authorization: `Bearer ${api.caller.token}` })
  const [listed = 0, asked = 0] = await medians([list, me])
  expectFigure(t, {
    subject: 'list of 500 surveys / GET /me',
    measured: `${listed.toFixed(2)} ms / ${asked.toFixed(2)} ms`,
    value: listed / asked,
    gate: { sign: '≤', limit: 5, unit: '×' },
  })
})
