import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasHash, hashPassword, PASSWORD_COST } from './password-hash.ts'

/** Made by @node-rs/argon2 2.2.1, which hashed passwords before version 0.1.0. */
const EARLIER: [password: string, hash: string][] = [
  [
    'correct horse battery staple',
    '$argon2id$v=19$m=19456,t=2,p=1$dxJhc4oBUifLAzRr4fL7yw$YqMf16mGxUHm+6hzi/oo/nwq8NIkOjaaJnDom/GgyPw',
  ],
  [
    'ünïcode 🥗 pässword',
    '$argon2id$v=19$m=19456,t=2,p=1$lDqigTFNOfsTZZHZOhkj0A$YXU6g2EEurs6qRbuzfAm6A4MuMrq9QJVX6RMkYZAO5g',
  ],
]

test('hashes stored by earlier versions are verified', async () => {
  for (const [password, hash] of EARLIER) {
    assert.equal(await hasHash(password, hash), true)
    assert.equal(await hasHash(`${password} `, hash), false)
  }
})

test('a password matches only its own hash, and each hash has its own salt', async () => {
  const hash = await hashPassword('hunter22 hunter22', PASSWORD_COST)
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(await hashPassword('hunter22 hunter22', PASSWORD_COST), hash)
  assert.equal(await hasHash('hunter22 hunter22', hash), true)
  assert.equal(await hasHash('hunter22 hunter23', hash), false)
})

test('the cost is read from the hash, so that it can be raised', async () => {
  const [, hash = ''] = EARLIER[0] ?? []
  assert.equal(await hasHash('correct horse battery staple', hash.replace('t=2', 't=3')), false)
})

test('text that is not a hash is not verified', async () => {
  for (const hash of ['', 'x', '$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA', '$2b$10$abcdefghijklmnopqrstuv'])
    await assert.rejects(hasHash('password', hash), /cannot be read/)
})
