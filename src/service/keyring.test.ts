import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Keyring } from './keyring.ts'
import { Keys } from './keys.ts'

const FIRST = 'the first secret of an installation here'
const NONCE = '7d444840-9dc0-41d1-b245-5ffdce74fad2'

const first = Keyring.parse(FIRST)
const rotated = first.rotated('the second secret of an installation')
const twice = rotated.rotated('the third secret of an installation')

test('a rotated keyring keeps the keys of stored data, and the links of every secret that is not retired [secret-rotation]', () => {
  const before = new Keys(FIRST)
  for (const [keyring, works] of [
    [rotated, true],
    [twice, true],
    [Keyring.parse(twice.toString()), true],
    [rotated.retired(), false],
    [twice.retired(), false],
  ] as const) {
    const keys = new Keys(keyring.toString())
    assert.equal(keys.check, before.check)
    assert.equal(keys.slugHash('lunch'), before.slugHash('lunch'))
    assert.equal(keys.responseId(17, NONCE, '["Yes"]'), before.responseId(17, NONCE, '["Yes"]'))
    assert.equal(keys.vote(17, NONCE, NONCE), before.vote(17, NONCE, NONCE))
    const token = keys.adminToken('lunch', NONCE)
    assert.notEqual(token, before.adminToken('lunch', NONCE))
    assert.equal(keys.hasSecret(keys.adminTokenSecret(token, 'lunch', NONCE) ?? ''), true)
    const secretId = before.adminTokenSecret(before.adminToken('lunch', NONCE), 'lunch', NONCE) ?? ''
    assert.equal(keys.adminTokenSecret(before.adminToken('lunch', NONCE), 'lunch', NONCE), works ? secretId : undefined)
    assert.equal(keys.hasSecret(secretId), works)
    for (const link of ['projector', 'remote'] as const) {
      assert.notEqual(keys.linkToken(link, NONCE), before.linkToken(link, NONCE))
      assert.equal(keys.isLinkToken(link, keys.linkToken(link, NONCE), NONCE), true)
      assert.equal(keys.isLinkToken(link, before.linkToken(link, NONCE), NONCE), works)
    }
  }
})

test('the text of a retired keyring contains no earlier secret [secret-rotation]', () => {
  const text = Buffer.from(twice.retired().toString().split(':')[1] ?? '', 'base64url').toString()
  for (const secret of [FIRST, 'the second secret']) assert.ok(!text.includes(secret))
  assert.ok(text.includes('the third secret'))
  assert.deepEqual(
    [first, rotated, twice, twice.retired()].map(one => one.earlierSecrets),
    [0, 1, 2, 0],
  )
})

test('a truncated or altered keyring is refused', () => {
  const text = rotated.toString()
  for (const damaged of [text.slice(0, -1), text.slice(0, 30), `${text.slice(0, 20)}`, `${text.split(':')[0]}:e30`])
    assert.throws(() => Keyring.parse(damaged), /^Error: SECRET is a damaged keyring/)
})
