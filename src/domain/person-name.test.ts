import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parsePersonName } from './person-name.ts'
import { Refusal } from './refusal.ts'

describe('the name of a person or a token', () => {
  for (const name of [
    'Ada',
    'Ada Lovelace',
    'Zoë O’Neil-Ünal',
    'Ада',
    'Ада (Ada)',
    '阿达',
    'my laptop, 2nd',
    '  spaced ',
  ])
    test(`${name} is unchanged`, () => assert.equal(parsePersonName(name), name))

  for (const name of [
    '',
    ' ',
    'a\u001b[2Jb',
    'a\u009bb',
    'a\tb',
    'a\nb',
    'a\u2028b',
    'a\u200bb',
    'a\u202eb',
    'a\ufeffb',
    'a\u{e0041}b',
    'a\ud800b',
    'a\u3164b',
    // A Cyrillic letter among Latin ones, a Greek one, and one that is as wide as a Chinese one.
    'Ad\u0430',
    'Ad\u03b1',
    '\uff21da',
    'a'.repeat(201),
  ])
    test(`${JSON.stringify(name).slice(0, 30)} is refused`, () =>
      assert.throws(() => parsePersonName(name), refusal('invalid_name')))
})

function refusal(code: string) {
  return (error: unknown) => error instanceof Refusal && error.refusal === code
}
