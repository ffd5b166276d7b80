import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../values/json.ts'
import { parseName, parseSavedName, parseTitle } from './title.ts'

type Parse = (input: Json | undefined) => string

const parsers: [parse: Parse, clauses: string, missing: string, tooLong: string][] = [
  [parseTitle, 'error-title-required, error-title-too-long', 'title is required', 'title is too long'],
  [parseName, 'error-name-required, error-name-too-long', 'name is required', 'name is too long'],
  [parseSavedName, 'save-template-blank-name, error-name-too-long', 'name is required', 'title is too long'],
]

for (const [parse, clauses, missing, tooLong] of parsers) {
  describe(`${parse.name} [${clauses}]`, () => {
    for (const input of [undefined, null, 0, 5, true, [], ['a'], {}, '', ' ', '\t\n', '\u3000', ' '.repeat(300)]) {
      test(`${JSON.stringify(input)?.slice(0, 20)} counts as missing [title-blank-is-missing]`, () => {
        assert.throws(() => parse(input), { kind: 'invalid', message: missing })
      })
    }

    const lengths: [what: string, unit: string][] = [
      ['letters', 'a'],
      ['emoji', '😀'],
      ['lone surrogates', '\ud800'],
    ]
    for (const [what, unit] of lengths) {
      test(`200 ${what} pass and 201 do not [limit-title-200, lengths-in-code-points]`, () => {
        assert.equal(parse(unit.repeat(200)), unit.repeat(200).toWellFormed())
        assert.throws(() => parse(unit.repeat(201)), { kind: 'invalid', message: tooLong })
      })
    }

    for (const text of [' a ', '<b>"\\', 'e\u0301', 'a\u200b', 'a\nb', '0', '😀']) {
      test(`${JSON.stringify(text)} is kept as sent [titles-kept-as-sent]`, () => assert.equal(parse(text), text))
    }

    test('a lone surrogate becomes U+FFFD [text-surrogate-replaced]', () => assert.equal(parse('a\ud800b'), 'a\ufffdb'))
    test('a NUL is refused with a reason [text-nul-refused]', () => {
      assert.throws(() => parse('a\u0000b'), { kind: 'invalid', message: /NUL/ })
    })
  })
}
