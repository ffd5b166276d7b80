import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { Crowd } from './crowd.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const MINUTE = 60_000

test('[respondent-limit, respondent-limit-429] one address, one survey, one minute; others are not touched', () => {
  let now = NOW
  const crowd = new Crowd(3, () => now)
  for (let write = 0; write < 3; write++) crowd.admit('192.0.2.1', 'lecture')
  now += 45_500
  assert.throws(() => crowd.admit('192.0.2.1', 'lecture'), {
    kind: 'too_many',
    message: 'rate limit exceeded',
    details: { retryAfter: 15 },
  })
  crowd.admit('192.0.2.1', 'another')
  crowd.admit('192.0.2.2', 'lecture')
  now = NOW + MINUTE
  crowd.admit('192.0.2.1', 'lecture')
})

test('[respondent-limit] 0 lifts it', () => {
  const crowd = new Crowd(0, () => NOW)
  for (let write = 0; write < 10_000; write++) crowd.admit('192.0.2.1', 'lecture')
})

test('[respondent-limit] a clock set back locks nobody out', () => {
  let now = NOW
  const crowd = new Crowd(1, () => now)
  crowd.admit('192.0.2.1', 'lecture')
  now -= 10 * 365 * 86_400_000
  crowd.admit('192.0.2.1', 'lecture')
})

test('[respondent-addresses-forgotten] neither addresses nor slugs are kept, and what is kept of them changes within the hour', () => {
  let now = NOW
  const crowd = new Crowd(2, () => now)
  crowd.admit('192.0.2.1', 'lecture')
  const before = inspect(crowd, { depth: 9, showHidden: true })
  assert.doesNotMatch(before, /192\.0|lecture/)
  crowd.admit('192.0.2.1', 'lecture')
  now += 30 * MINUTE
  crowd.admit('192.0.2.1', 'lecture')
  crowd.admit('192.0.2.1', 'lecture')
  assert.throws(() => crowd.admit('192.0.2.1', 'lecture'))
})
