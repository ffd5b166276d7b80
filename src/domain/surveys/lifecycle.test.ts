import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  checkAccepting,
  checkReopening,
  type Lifecycle,
  nextOpening,
  parseArchived,
  parseStatus,
  statusAt,
} from './lifecycle.ts'

const NOW = 1_800_000_000_000
const REOPENING_EXPIRED =
  'this survey has expired, so reopening it would not accept responses; change its expiry from the admin dashboard first'

const never = null
const ahead = NOW + 1
const passed = NOW - 1

type Row = [clauses: string, life: Lifecycle, reads: string, reopens: boolean, refuses?: string]
const lives: Row[] = [
  ['new-survey-open', { status: 'open', expiresAt: never, opensAt: never, suspended: false }, 'open', true],
  ['expired-is-derived', { status: 'open', expiresAt: ahead, opensAt: never, suspended: false }, 'open', true],
  [
    'expired-is-derived, patch-open-when-expired, submission-expired',
    { status: 'open', expiresAt: passed, opensAt: never, suspended: false },
    'expired',
    false,
    'survey_expired',
  ],
  [
    'reopen-survey, submission-closed',
    { status: 'closed', expiresAt: never, opensAt: never, suspended: false },
    'closed',
    true,
    'survey_closed',
  ],
  [
    'reopen-survey, submission-closed',
    { status: 'closed', expiresAt: ahead, opensAt: never, suspended: false },
    'closed',
    true,
    'survey_closed',
  ],
  [
    'closed-beats-expired, reopen-expired-stays-closed, submission-closed',
    { status: 'closed', expiresAt: passed, opensAt: never, suspended: false },
    'closed',
    false,
    'survey_closed',
  ],
  [
    'disabled-account-surveys-closed',
    { status: 'open', expiresAt: never, opensAt: never, suspended: true },
    'closed',
    true,
    'survey_closed',
  ],
  [
    'expired-is-derived',
    { status: 'open', expiresAt: NOW, opensAt: never, suspended: false },
    'expired',
    false,
    'survey_expired',
  ],
  [
    'expired-is-derived',
    { status: 'open', expiresAt: 0, opensAt: never, suspended: false },
    'expired',
    false,
    'survey_expired',
  ],
]
for (const [clauses, life, reads, reopens, refuses] of lives) {
  describe(`${life.status}, expiry ${life.expiresAt === null ? 'none' : life.expiresAt - NOW} [${clauses}]`, () => {
    test(`reads as ${reads}`, () => assert.equal(statusAt(life, NOW), reads))

    test(reopens ? 'may be opened' : 'may not be opened [error-reopen-expired]', () => {
      if (reopens) assert.doesNotThrow(() => checkReopening(life, NOW))
      else {
        const refusal = { kind: 'conflict', code: 'survey_expired', message: REOPENING_EXPIRED }
        assert.throws(() => checkReopening(life, NOW), refusal)
      }
    })

    test(refuses === undefined ? 'takes responses' : `refuses responses as ${refuses}`, () => {
      if (refuses === undefined) assert.doesNotThrow(() => checkAccepting(life, NOW))
      else assert.throws(() => checkAccepting(life, NOW), { kind: 'conflict', code: refuses, message: /\S/ })
    })
  })
}

test('at the very instant of expiry, status, opening and responses agree [expired-is-derived]', () => {
  const life: Lifecycle = { status: 'open', expiresAt: NOW, opensAt: never, suspended: false }
  const refuses = (check: (life: Lifecycle, now: number) => void) => {
    try {
      check(life, NOW)
      return false
    } catch {
      return true
    }
  }
  const expired = statusAt(life, NOW) === 'expired'
  assert.deepEqual([refuses(checkReopening), refuses(checkAccepting)], [expired, expired])
})

test('a survey that waits for its time is closed until that very instant [opens-at]', () => {
  const open = { status: 'open', expiresAt: never, suspended: false } as const
  const cases: [life: Lifecycle, reads: string, opens: number | null][] = [
    [{ ...open, opensAt: ahead }, 'closed', ahead],
    [{ ...open, opensAt: NOW }, 'open', null],
    [{ ...open, opensAt: passed }, 'open', null],
    [{ ...open, opensAt: ahead, status: 'closed' }, 'closed', null],
    [{ ...open, opensAt: ahead, suspended: true }, 'closed', null],
    [{ ...open, opensAt: ahead, expiresAt: passed }, 'expired', null],
  ]
  for (const [life, reads, opens] of cases) {
    assert.deepEqual([statusAt(life, NOW), nextOpening(life, NOW)], [reads, opens], JSON.stringify(life))
    if (reads === 'open') assert.doesNotThrow(() => checkAccepting(life, NOW))
    else assert.throws(() => checkAccepting(life, NOW), { code: `survey_${reads}` })
  }
})

for (const status of ['open', 'closed']) {
  test(`${status} is a status [close-survey, reopen-survey]`, () => assert.equal(parseStatus(status), status))
}
for (const input of [undefined, null, '', 'Open', 'closed ', 'expired', 'archived', 0, 1, true, ['open'], {}]) {
  test(`${JSON.stringify(input)} is not a status [patch-status-value]`, () => {
    assert.throws(() => parseStatus(input), { kind: 'invalid', message: 'status must be "open" or "closed"' })
  })
}

for (const archived of [true, false]) {
  test(`archived ${archived} [archive-hides-from-list, unarchive-restores]`, () =>
    assert.equal(parseArchived(archived), archived))
}
for (const input of [undefined, null, 0, 1, '', 'true', [], {}]) {
  test(`archived ${JSON.stringify(input)} is refused [patch-archived-boolean]`, () => {
    assert.throws(() => parseArchived(input), { kind: 'invalid', message: /\barchived\b/ })
  })
}
