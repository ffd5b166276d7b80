import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { getHeapSnapshot } from 'node:v8'
import { RespondentRateLimit } from './respondent-rate-limit.ts'

test('neither addresses nor slugs are kept in memory [respondent-addresses-forgotten]', async () => {
  const rateLimit = new RespondentRateLimit({ writes: 2, bytes: 0, misses: 300 }, () =>
    Date.parse('2026-06-01T12:00:00Z'),
  )
  const letters = [...randomBytes(20)].map(byte => 97 + (byte % 26))
  const name = () => String.fromCharCode(...letters)
  // A text that the test itself holds would be found too, so each exists only in this function.
  const use = (nameOfAddress: () => string, nameOfSlug: () => string) => {
    const [address, slug] = [nameOfAddress(), nameOfSlug()]
    const sender = rateLimit.senderOf(address, slug)
    rateLimit.consume(sender, 100)
    rateLimit.noteFound(sender)
    rateLimit.noteMissing(sender)
  }
  use(name, () => 'lecture')
  use(() => '192.0.2.1', name)
  const memory = await text(getHeapSnapshot())
  assert.ok(memory.includes('RespondentRateLimit'))
  assert.ok(!memory.includes(name()))
})
