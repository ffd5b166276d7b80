import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { median } from '../../bench/rounds.ts'
import { PASSWORD_COST } from '../../src/service/accounts/password-hash.ts'
import { expectFigure } from '../figure.ts'
import { type Service, startService } from '../harness.ts'
import { newBrowser, submitForm } from './browser.ts'

/** Sign-ins of each kind, alternating. */
const ROUNDS = 60
/** Allowed difference between the medians in percent: far less than one password hash, which an attacker would measure. */
const TOLERANCE = 25

let service: Service
before(async () => {
  service = await startService({ trustProxy: 1, passwordCost: PASSWORD_COST })
})
after(() => service.close())

test('an unknown address takes as long as a wrong password [account-sign-in]', async t => {
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
  const known = median(times.known)
  for (const [what, other] of [
    ['an unknown address', median(times.unknown)],
    ['no address', median(times.none)],
  ] as const)
    expectFigure(t, {
      subject: `sign-in with ${what}, difference from a wrong password`,
      measured: `${other.toFixed(1)} ms, ${known.toFixed(1)} ms`,
      value: (100 * Math.abs(other - known)) / known,
      gate: { sign: '<', limit: TOLERANCE, unit: '%' },
    })
})
