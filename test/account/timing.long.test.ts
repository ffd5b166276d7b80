import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { median } from '../../bench/rounds.ts'
import { type Service, startService } from '../harness.ts'
import { newBrowser, submitForm } from './browser.ts'

/** Sign-ins of each kind, alternating. */
const ROUNDS = 60
/** Allowed difference between the medians: far less than one password hash, which is what an attacker would measure. */
const TOLERANCE = 0.25

let service: Service
before(async () => {
  service = await startService({ trustProxy: 1 })
})
after(() => service.close())

test('an unknown address takes as long as a wrong password [account-sign-in]', async () => {
  const times: Record<'known' | 'unknown' | 'none', number[]> = { known: [], unknown: [], none: [] }
  const emails = { known: '', unknown: 'nobody@example.org', none: 'no address' }
  for (let round = 0; round < ROUNDS; round++) {
    // Attempts for one account are limited.
    if (round % 9 === 0) emails.known = (await newBrowser(service)).email
    if (round % 9 === 0) service.clock.advance(900_000)
    for (const kind of ['known', 'unknown', 'none'] as const) {
      const startedAt = performance.now()
      const fields = { email: emails[kind], password: 'wrong password' }
      const { status } = await submitForm(service, '/sign-in', fields, { 'x-forwarded-for': `10.0.${round}.1` })
      times[kind].push(performance.now() - startedAt)
      assert.equal(status, 400)
    }
  }
  const [known, unknown, none] = [times.known, times.unknown, times.none].map(median)
  for (const other of [unknown, none])
    assert.ok(Math.abs((other ?? 0) - (known ?? 0)) < TOLERANCE * (known ?? 0), `${known} ${unknown} ${none}`)
})
