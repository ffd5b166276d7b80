import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { RespondentRateLimit } from './respondent-rate-limit.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const MINUTE = 60_000

test('[respondent-limit, respondent-limit-429] the limit counts per address, survey and minute, and leaves others alone', () => {
  let now = NOW
  const rateLimit = new RespondentRateLimit(3, () => now)
  for (let write = 0; write < 3; write++) rateLimit.consume('192.0.2.1', 'lecture')
  now += 45_500
  assert.throws(() => rateLimit.consume('192.0.2.1', 'lecture'), {
    kind: 'too_many',
    message: 'rate limit exceeded',
    details: { retryAfter: 15 },
  })
  rateLimit.consume('192.0.2.1', 'another')
  rateLimit.consume('192.0.2.2', 'lecture')
  now = NOW + MINUTE
  rateLimit.consume('192.0.2.1', 'lecture')
})

test('[respondent-limit] 0 lifts the limit', () => {
  const rateLimit = new RespondentRateLimit(0, () => NOW)
  for (let write = 0; write < 10_000; write++) rateLimit.consume('192.0.2.1', 'lecture')
})

test('[respondent-limit] a clock set back locks nobody out', () => {
  let now = NOW
  const rateLimit = new RespondentRateLimit(1, () => now)
  rateLimit.consume('192.0.2.1', 'lecture')
  now -= 10 * 365 * 86_400_000
  rateLimit.consume('192.0.2.1', 'lecture')
})

test('[respondent-addresses-forgotten] neither addresses nor slugs are kept in memory, and their hashes change within the hour', () => {
  let now = NOW
  const rateLimit = new RespondentRateLimit(2, () => now)
  rateLimit.consume('192.0.2.1', 'lecture')
  const before = inspect(rateLimit, { depth: 9, showHidden: true })
  assert.doesNotMatch(before, /192\.0|lecture/)
  rateLimit.consume('192.0.2.1', 'lecture')
  now += 30 * MINUTE
  rateLimit.consume('192.0.2.1', 'lecture')
  rateLimit.consume('192.0.2.1', 'lecture')
  assert.throws(() => rateLimit.consume('192.0.2.1', 'lecture'))
})
