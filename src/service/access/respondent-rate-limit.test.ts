import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RespondentRateLimit } from './respondent-rate-limit.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const MINUTE = 60_000
const MISSES = 300

test('the limit applies per address, survey and minute, and does not affect others [respondent-limit, respondent-limit-429]', () => {
  let now = NOW
  const rateLimit = new RespondentRateLimit({ writes: 3, bytes: 0, misses: MISSES }, () => now)
  for (let write = 0; write < 3; write++) rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100)
  now += 45_500
  assert.throws(() => rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100), {
    kind: 'too_many',
    message: 'rate limit exceeded',
    details: { retryAfter: 15 },
  })
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'another'), 100)
  rateLimit.consume(rateLimit.senderOf('192.0.2.2', 'lecture'), 100)
  now = NOW + MINUTE
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100)
})

test('100,000 pairs of address and survey are counted, and then the one that has been quiet longest is forgotten [respondent-limit]', () => {
  const rateLimit = new RespondentRateLimit({ writes: 1, bytes: 0, misses: MISSES }, () => NOW)
  const write = (sender: number) => rateLimit.consume(rateLimit.senderOf(`${sender}`, 'lecture'), 1)
  for (let sender = 0; sender < 100_000; sender++) write(sender)
  assert.throws(() => write(0), { message: 'rate limit exceeded' })
  write(100_000)
  assert.throws(() => write(0), { message: 'rate limit exceeded' })
  write(1)
})

test('0 lifts the limit [respondent-limit]', () => {
  const rateLimit = new RespondentRateLimit({ writes: 0, bytes: 0, misses: MISSES }, () => NOW)
  for (let write = 0; write < 10_000; write++) rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100)
})

test('setting the clock back locks nobody out [respondent-limit]', () => {
  let now = NOW
  const rateLimit = new RespondentRateLimit({ writes: 1, bytes: 0, misses: MISSES }, () => now)
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100)
  now -= 10 * 365 * 86_400_000
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100)
})

test('counts are forgotten within the hour, even if no more requests arrive [respondent-addresses-forgotten]', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const rateLimit = new RespondentRateLimit({ writes: 1, bytes: 0, misses: MISSES }, () => NOW)
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100)
  assert.throws(() => rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100))
  t.mock.timers.tick(30 * MINUTE)
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100)
})

test('bytes are counted per address, survey and minute; refused ones are not [respondent-bytes]', () => {
  let now = NOW
  const rateLimit = new RespondentRateLimit({ writes: 0, bytes: 1_000, misses: MISSES }, () => now)
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 900)
  assert.throws(() => rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 101), {
    kind: 'too_many',
    code: 'storage_limit_reached',
    details: { retryAfter: 60 },
  })
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100)
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'another'), 1_000)
  rateLimit.consume(rateLimit.senderOf('192.0.2.2', 'lecture'), 1_000)
  now += MINUTE
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 1_000)
})

test('an address that requests too many missing surveys cannot open others for a minute [guessing-limited]', () => {
  let now = NOW
  const rateLimit = new RespondentRateLimit({ writes: 0, bytes: 0, misses: MISSES }, () => now)
  const check = (address: string, slug: string, isPublic = false) =>
    rateLimit.checkLookup(rateLimit.senderOf(address, slug), () => isPublic)
  rateLimit.noteFound(rateLimit.senderOf('192.0.2.1', 'lecture'))
  for (let guess = 0; guess < 299; guess++) rateLimit.noteMissing(rateLimit.senderOf('192.0.2.1', 'guess'))
  check('192.0.2.1', 'secret')
  rateLimit.noteMissing(rateLimit.senderOf('192.0.2.1', 'guess'))
  now += 30_000
  assert.throws(() => check('192.0.2.1', 'secret'), { message: 'rate limit exceeded', details: { retryAfter: 30 } })
  check('192.0.2.1', 'lecture')
  check('192.0.2.1', 'shown on a slide', true)
  check('192.0.2.2', 'secret')
  now += 30_000
  check('192.0.2.1', 'secret')
})

test('refused guesses do not displace the counts of others [guessing-limited]', () => {
  const rateLimit = new RespondentRateLimit({ writes: 1, bytes: 0, misses: MISSES }, () => NOW)
  rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100)
  for (let miss = 0; miss < MISSES; miss++) rateLimit.noteMissing(rateLimit.senderOf('192.0.2.2', 'guess'))
  for (let guess = 0; guess < 100_001; guess++)
    assert.throws(() => rateLimit.checkLookup(rateLimit.senderOf('192.0.2.2', `guess-${guess}`), () => false))
  assert.throws(() => rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100))
})

test('with only bytes limited, forms are returned after any number of accepted writes [respondent-limit-429]', () => {
  const rateLimit = new RespondentRateLimit({ writes: 0, bytes: 100_000, misses: MISSES }, () => NOW)
  for (let write = 0; write < 1_000; write++) rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100)
  assert.throws(() => rateLimit.consume(rateLimit.senderOf('192.0.2.1', 'lecture'), 100))
  assert.equal(rateLimit.isFlooding(rateLimit.senderOf('192.0.2.1', 'lecture')), false)
})
