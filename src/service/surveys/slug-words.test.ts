import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { isSlug } from '../../domain/surveys/slug.ts'
import { SLUG_WORDS } from './slug-words.ts'

const kept = new Set(SLUG_WORDS)
const bip39 = new Set(wordlist)

describe('the words of random slugs [slug-word-list]', () => {
  test('are at least 1,600', () => assert.ok(SLUG_WORDS.length >= 1600, `${SLUG_WORDS.length}`))
  test('occur once each', () => assert.equal(kept.size, SLUG_WORDS.length))
  test('are all of the BIP39 English list', () => {
    assert.equal(bip39.size, 2048)
    assert.deepEqual(
      SLUG_WORDS.filter(word => !bip39.has(word)),
      [],
    )
  })
})

describe('include at most one of several words that sound alike [slug-words-distinct]', () => {
  const alike = [
    ...['right write', 'piece peace', 'pair pear', 'metal medal', 'wear where', 'source sauce', 'price prize'],
    ...['fine find', 'word world', 'advance advice', 'accuse excuse', 'seek sick', 'pool pull', 'half have'],
    ...['sense since', 'leave live', 'plate place', 'cloth close', 'sweet suit', 'write ride'],
  ]
  for (const pair of alike) {
    test(pair, () => {
      const words = pair.split(' ')
      assert.ok(words.every(word => bip39.has(word)))
      assert.ok(words.filter(word => kept.has(word)).length <= 1)
    })
  }

  const heardAsAnother = 'sun sea sail tail road hour flower night knife key hair deer steel meat one two eight right'
  for (const word of heardAsAnother.split(' ')) {
    test(`leave out ${word}, which sounds like an everyday word`, () => {
      assert.ok(bip39.has(word))
      assert.ok(!kept.has(word))
    })
  }
})

describe('leave out words that would embarrass [slug-words-distinct]', () => {
  const unwelcome =
    'abuse addict alcohol blood bomb crime disease dumb enemy evil fat gorilla gun prison skull toilet ugly'
  for (const word of unwelcome.split(' ')) {
    test(word, () => {
      assert.ok(bip39.has(word))
      assert.ok(!kept.has(word))
    })
  }
})

test('any three words make a legal slug [random-slug-three-words, slug-pattern, slug-length]', () => {
  const bySize = SLUG_WORDS.toSorted((one, other) => one.length - other.length)
  for (const word of SLUG_WORDS) {
    assert.match(word, /^[a-z]+$/)
    for (const other of [bySize.at(0), bySize.at(-1)]) {
      assert.ok(isSlug(`${word}-${other}-${other}`), word)
      assert.ok(isSlug(`${other}-${other}-${word}`), word)
    }
  }
})
