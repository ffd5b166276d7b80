import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { hasNul, isBlank, isId, isLongerThan, isolated, isUuid, sanitizeText } from './text.ts'

/** Any code point. fast-check's own unit of this kind builds a table of all of them, which takes seconds. */
const CODE_POINT = fc.nat({ max: 0x10_ff_ff }).map(code => String.fromCodePoint(code))

describe('a text is blank if nothing in it is visible [title-blank-is-missing, invisible-is-blank]', () => {
  const spaces = ['', ' ', '\t\n\v\f\r', '\u00a0', '\u2003\u2028', '\u3000']
  const invisible = [
    ...'\u200b\u2060\u3164\u2800\u00ad\u{e0020}\ufe0f\u115f\u180e\u202e\u2066\u200d\uffa0\u034f\u0001\u0085\ufffb',
  ]
  for (const text of [...spaces, ...invisible, invisible.join(' ')]) {
    test(JSON.stringify(text), () => assert.equal(isBlank(text), true))
  }
  for (const text of ['a', ' a ', '.', '0', '\u0000', '\ud800', '\u200ba', '❤\ufe0f', '\u0301', '\ufffd']) {
    test(`not ${JSON.stringify(text)}`, () => assert.equal(isBlank(text), false))
  }
})

describe('a text inside one of our sentences changes neither the sentence’s direction nor its order [direction-isolated]', () => {
  const texts: [what: string, text: string, isolated: string][] = [
    ['left to right', 'Café “3” 日本 👨‍👩‍👧', 'Café “3” 日本 👨‍👩‍👧'],
    ['an override', 'a\u202ecba', '\u2068acba\u2069'],
    ['a mark that would end the isolation', '\u2069\u202ecba', '\u2068cba\u2069'],
    ['Hebrew', 'שלום', '\u2068שלום\u2069'],
    ['Arabic', 'مرحبا', '\u2068مرحبا\u2069'],
    ['Adlam', '𞤀𞤣𞤤𞤢𞤥', '\u2068𞤀𞤣𞤤𞤢𞤥\u2069'],
    ['direction marks, whose effect ends with the text', 'a\u200f!', '\u2068a\u200f!\u2069'],
  ]
  for (const [what, text, expected] of texts) test(what, () => assert.equal(isolated(text), expected))
})

describe('length is counted in code points [lengths-in-code-points]', () => {
  const texts: [what: string, text: string, length: number][] = [
    ['letters', 'abc', 3],
    ['emoji', '😀😀😀', 3],
    ['a family of joined emoji', '👨‍👩‍👧', 5],
    ['a combining accent', 'e\u0301', 2],
    ['lone surrogates', '\ud800a\udc00', 3],
  ]
  for (const [what, text, length] of texts) {
    test(what, () => {
      assert.equal(isLongerThan(text, length), false)
      assert.equal(isLongerThan(text, length - 1), true)
    })
  }

  test('of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT }), fc.nat({ max: 12 }), (text, limit) => {
        assert.equal(isLongerThan(text, limit), [...text].length > limit)
      }),
    )
  })
})

describe('a text is prepared for storage [text-nul-refused, text-surrogate-replaced]', () => {
  const kept: [text: string, kept: string][] = [
    [' a ', ' a '],
    ['\t\u0001\u007f\u200b\ufeff', '\t\u0001\u007f\u200b\ufeff'],
    ['e\u0301 \u00e9', 'e\u0301 \u00e9'],
    ['😀', '😀'],
    ['\ud800', '\ufffd'],
    ['a\udc00b\ud83d', 'a\ufffdb\ufffd'],
    ['\ude00\ud83d', '\ufffd\ufffd'],
  ]
  for (const [text, expected] of kept) {
    test(JSON.stringify(text), () => assert.equal(sanitizeText(text, 'title'), expected))
  }

  for (const text of ['\u0000', 'a\u0000', '\u0000b\ud800']) {
    test(`${JSON.stringify(text)} is refused, and the reason names it`, () => {
      assert.equal(hasNul(text), true)
      assert.throws(() => sanitizeText(text, 'question 3: text'), {
        kind: 'invalid',
        message: /^question 3: text .*NUL/,
      })
    })
  }
  for (const text of ['', '0', '\\0', '\u0001', '\u2400']) {
    test(`${JSON.stringify(text)} has no NUL`, () => assert.equal(hasNul(text), false))
  }
})

describe('a UUID [submission-malformed-key]', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  for (const text of [id, id.toUpperCase(), '00000000-0000-0000-0000-000000000000']) {
    test(text, () => assert.equal(isUuid(text), true))
  }
  const others = ['', 'key', id.slice(1), `${id}0`, `${id}\n`, ` ${id}`, `{${id}}`, id.replaceAll('-', '')]
  for (const text of [...others, id.replace('f', 'g'), id.replaceAll('-', '_'), id.replace('-', '--')]) {
    test(`not ${JSON.stringify(text)}`, () => assert.equal(isUuid(text), false))
  }
  test('is a valid id only in lower case', () =>
    assert.deepEqual([id, id.toUpperCase(), ''].map(isId), [true, false, false]))
})
