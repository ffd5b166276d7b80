import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD_COST } from './password-hash.ts'
import { Passwords } from './passwords.ts'

test('a password is verified against its hash, in any Unicode form, and never without a hash', async () => {
  const passwords = new Passwords(PASSWORD_COST)
  const hash = await passwords.hashNew('cafe\u0301 noir', 'ada@example.org')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await passwords.verify(hash, 'caf\u00e9 noir'), true)
  assert.equal(await passwords.verify(hash, 'cafe noir'), false)
  assert.equal(await passwords.verify(undefined, 'caf\u00e9 noir'), false)
})

test('four run at a time and a hundred wait; any more are refused at once, and later ones are accepted again [password-queue]', async () => {
  const passwords = new Passwords({ memory: 8, passes: 1, parallelism: 1 })
  await passwords.verify(undefined, '')
  const all = await Promise.allSettled(Array.from({ length: 110 }, () => passwords.verify(undefined, 'x')))
  const refused = all.filter(outcome => outcome.status === 'rejected')
  assert.deepEqual(
    refused.map(({ reason }) => reason.refusal),
    Array(6).fill('unavailable'),
  )
  assert.equal(await passwords.verify(undefined, 'x'), false)
})
