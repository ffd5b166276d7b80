import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EARLIEST_MS } from '../../values/time.ts'
import { checkOpening, openingChange, parseOpening } from './opening.ts'

const NOW = 1_800_000_000_000
const [PASSED, AHEAD] = [NOW - 1, NOW + 1]

test('an opening is an RFC 3339 time from 2000 on, or null [opens-at]', () => {
  assert.equal(parseOpening(null), null)
  assert.equal(parseOpening('2000-01-01T00:00:00Z'), EARLIEST_MS)
  assert.equal(parseOpening('2026-12-01T10:00:00+01:00'), Date.UTC(2026, 11, 1, 9))
  for (const input of [
    undefined,
    '',
    'tomorrow',
    '2026-12-01',
    '2026-02-30T09:00:00Z',
    '1999-12-31T23:59:59Z',
    5,
    true,
    [],
  ])
    assert.throws(() => parseOpening(input), { kind: 'invalid', message: /^opens_at must be/ }, JSON.stringify(input))
})

const changes: [name: string, sent: Parameters<typeof openingChange>[0], change: object][] = [
  ['nothing', { status: undefined, opensAt: undefined }, {}],
  ['a time ahead', { status: undefined, opensAt: AHEAD }, { status: 'open', opensAt: AHEAD }],
  [
    'a time ahead of a closed survey, as it reads',
    { status: 'closed', opensAt: AHEAD },
    { status: 'open', opensAt: AHEAD },
  ],
  ['a time that has passed', { status: undefined, opensAt: PASSED }, { opensAt: null }],
  ['this moment', { status: undefined, opensAt: NOW }, { opensAt: null }],
  ['closing, with a time that has passed', { status: 'closed', opensAt: PASSED }, { status: 'closed', opensAt: null }],
  ['no time', { status: undefined, opensAt: null }, { opensAt: null }],
  ['opening by hand', { status: 'open', opensAt: undefined }, { status: 'open', opensAt: null }],
  ['closing by hand', { status: 'closed', opensAt: undefined }, { status: 'closed', opensAt: null }],
]
for (const [name, sent, change] of changes)
  test(`what changes with ${name} [opens-at]`, () => assert.deepEqual(openingChange(sent, NOW), change))

test('a survey opens before it expires [opens-at]', () => {
  for (const [opensAt, expiresAt] of [
    [null, NOW],
    [NOW, null],
    [PASSED, NOW],
  ] as const)
    assert.doesNotThrow(() => checkOpening({ opensAt, expiresAt }))
  for (const opensAt of [NOW, AHEAD])
    assert.throws(() => checkOpening({ opensAt, expiresAt: NOW }), { kind: 'conflict', code: 'opens_after_expiry' })
})
