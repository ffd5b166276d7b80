import assert from 'node:assert/strict'
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Random } from '../context.ts'
import { couldBeToken, makeToken, tokenHash } from './token.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'snd_pat_'

const secure: Random = { uuid: randomUUID, integer: below => randomInt(below) }

/** A source that returns these numbers in turn, and records the bounds it was called with. */
function turning(numbers: readonly number[]): { random: Random; asked: number[] } {
  const asked: number[] = []
  const integer = (below: number) => numbers[(asked.push(below) - 1) % numbers.length] ?? 0
  return { random: { uuid: randomUUID, integer }, asked }
}

describe('a personal token [token-format]', () => {
  /** Independently computed checksums: the CRC32 of everything before them, in base62, six digits. */
  const known: [numbers: number[], token: string][] = [
    [[0], `${PREFIX}${'0'.repeat(40)}3YrsxJ`],
    [[61], `${PREFIX}${'z'.repeat(40)}4VFbwE`],
    [[...BASE62].map((_, at) => at), `${PREFIX}0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd2CFWJc`],
  ]
  for (const [numbers, token] of known) {
    test(`is ${token} for this randomness`, () => {
      assert.equal(makeToken(turning(numbers).random), token)
      assert.equal(couldBeToken(token), true)
    })
  }

  test('is snd_pat_, 40 base62 characters and 6 more', () => {
    for (let time = 0; time < 500; time++) {
      const token = makeToken(secure)
      assert.match(token, /^snd_pat_[0-9A-Za-z]{40}[0-9A-Za-z]{6}$/)
      assert.equal(couldBeToken(token), true)
    }
  })

  test('uses all base62 characters equally often', () => {
    const { random, asked } = turning([...BASE62].map((_, at) => at))
    const secrets = Array.from({ length: 62 }, () => makeToken(random).slice(8, 48)).join('')
    for (const char of BASE62) assert.equal(secrets.split(char).length - 1, 40, char)
    assert.deepEqual(new Set(asked), new Set([62]))
    assert.equal(asked.length, 62 * 40)
  })
})

describe('text that cannot be a personal token [token-checksum]', () => {
  test('a token with any one character changed', () => {
    const place = fc.integer({ min: PREFIX.length, max: PREFIX.length + 45 })
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 61 }), { minLength: 40, maxLength: 40 }),
        place,
        fc.nat(),
        (secret, at, pick) => {
          const token = makeToken(turning(secret).random)
          const others = [...BASE62].filter(char => char !== token[at])
          const changed = token.slice(0, at) + others[pick % others.length] + token.slice(at + 1)
          assert.equal(couldBeToken(changed), false)
        },
      ),
      { numRuns: 1000 },
    )
  })

  const token = `${PREFIX}${'0'.repeat(40)}3YrsxJ`
  const misshapen = [PREFIX, token.slice(0, -1), `${token}0`, `${token}\n`, `${token} `, token.replace('3Y', 'Y3')]
  for (const text of [...misshapen, `${PREFIX}${'-'.repeat(46)}`, `${PREFIX}${token}`]) {
    test(`is ${JSON.stringify(text)}`, () => assert.equal(couldBeToken(text), false))
  }
})

describe('the stored form of a token [token-hash-only]', () => {
  test('is its SHA-256', () => {
    assert.equal(tokenHash('abc'), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
    const token = makeToken(secure)
    assert.equal(tokenHash(token), createHash('sha256').update(token).digest('base64url'))
  })
})
