import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Pace } from '../../src/transport/pace.ts'
import { type Browser, newBrowser } from '../account/browser.ts'
import { begin, items, newSlug, surveyFile } from '../account/restoration-steps.ts'
import { choice, freeText } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { call, type Service, startService } from '../harness.ts'

const LARGE = 'x'.repeat(17_000)
const SMALL = 'x'

let waits = 0
let slices = 0
let busy = 0
let now = 0
/** Each request takes 22 ms, beside a hundred others in the same second. */
const pace = new Pace({
  now: () => now,
  busy: () => {
    busy += 22
    return busy
  },
  wait: async () => {
    waits++
  },
  turn: async () => {
    slices++
  },
})

let service: Service
let browser: Browser
let admin: AdminClient
before(async () => {
  service = await startService({ pace })
  browser = await newBrowser(service)
  admin = await newAdminClient(service, [choice(), freeText()])
})
after(() => service.close())
// Nobody has to rest any more.
beforeEach(() => {
  waits = 0
  now += 3_600_000
  for (let at = 0; at < 100; at++) pace.count()
})

const draft = (text: string) => ({ title: 'Lunch', questions: [freeText(text)], theme: null })

/** A request of each door, of which the second one waits for the first one's rest. */
const EXPENSIVE: Readonly<Record<string, () => Promise<unknown>>> = {
  'the steps of a restoration': () => browser.send('DELETE', '/restorations/x'),
  'a preview': () =>
    call(service, 'GET', '/app/drafts/x/preview', {
      headers: { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' },
    }),
  'a large body of an account': () => browser.send('POST', '/drafts', draft(LARGE)),
  'a large body to a dashboard': () => admin.send('PATCH', '', { title: LARGE }),
  'a large body of a respondent': () =>
    call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers: ['No', LARGE] } }),
}
const OTHERS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a small body of an account': () => browser.send('POST', '/drafts', draft(SMALL)),
  'a list of an account': () => browser.send('GET', '/surveys'),
  'a small body to a dashboard': () => admin.send('PATCH', '', { title: SMALL }),
  'an answer': () => call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers: ['No', SMALL] } }),
}

describe('senders of expensive requests rest [senders-keep-pace]', () => {
  for (const [name, send] of Object.entries(EXPENSIVE))
    test(`${name} waits after another one`, async () => {
      await send()
      assert.equal(waits, 0)
      await send()
      assert.equal(waits, 1)
    })

  for (const [name, send] of Object.entries(OTHERS))
    test(`${name} does not, whatever else its sender has sent`, async () => {
      for (const expensive of Object.values(EXPENSIVE)) await expensive()
      waits = 0
      await send()
      assert.equal(waits, 0)
    })
})

test('others are answered between the transactions of a large part [senders-keep-pace]', async () => {
  const { send } = await begin(browser)
  const slug = newSlug()
  await send('/surveys', surveyFile(slug))
  slices = 0
  await send(`/surveys/${slug}/boards`, { index: 1, items: items(1_000, { state: 'answered' }) })
  assert.equal(slices, 5)
})
