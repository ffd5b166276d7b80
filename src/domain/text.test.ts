import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { hasNul, isBlank, isId, isLongerThan, isUuid, sanitizeText } from './text.ts'

/** Any. fast-check's own unit of this kind makes a table of all of them, which takes seconds. */
const CODE_POINT = fc.nat({ max: 0x10_ff_ff }).map(code => String.fromCodePoint(code))

describe('[title-blank-is-missing] a text is blank if it has nothing but white space', () => {
  for (const text of ['', ' ', '\t\n\v\f\r', '\u00a0', '\u2003\u2028', '\u3000']) {
    test(JSON.stringify(text), () => assert.equal(isBlank(text), true))
  }
  for (const text of ['a', ' a ', '.', '0', '\u0000', '\ud800', '\u200b']) {
    test(`not ${JSON.stringify(text)}`, () => assert.equal(isBlank(text), false))
  }
})

describe('[lengths-in-code-points] length is counted in code points', () => {
  const texts: [what: string, text: string, length: number][] = [
    ['letters', 'abc', 3],
    ['emoji', '😀😀😀', 3],
    ['a family of joined emoji', '👨‍👩‍👧', 5],
    ['an accent of its own', 'e\u0301', 2],
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

describe('[text-nul-refused, text-surrogate-replaced] a text is prepared for storage', () => {
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

describe('[submission-malformed-key] a UUID', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  for (const text of [id, id.toUpperCase(), '00000000-0000-0000-0000-000000000000']) {
    test(text, () => assert.equal(isUuid(text), true))
  }
  const others = ['', 'key', id.slice(1), `${id}0`, `${id}\n`, ` ${id}`, `{${id}}`, id.replaceAll('-', '')]
  for (const text of [...others, id.replace('f', 'g'), id.replaceAll('-', '_'), id.replace('-', '--')]) {
    test(`not ${JSON.stringify(text)}`, () => assert.equal(isUuid(text), false))
  }
  test('is an id of ours in lower case only', () =>
    assert.deepEqual([id, id.toUpperCase(), ''].map(isId), [true, false, false]))
})
