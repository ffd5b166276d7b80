import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizePassword, parseNewPassword } from './password.ts'

const isCommon = (word: string) => ['password', 'dragon', '12345678'].includes(word)
const parse = (password: string, email = 'ada.king@example.org') => parseNewPassword(password, email, isCommon)
const refused = (password: string, refusal: string) => assert.throws(() => parse(password), { refusal }, password)

test('a password has 8 to 200 characters, of any kind [password-rules]', () => {
  for (const password of ['shaft ru', '日本語のパスワー', '🎻🎺🥁🪕🎷🪗🎸🪈', `${'x'.repeat(196)}abcd`, ' pass\tw0rd '])
    assert.equal(parse(password), password)
  for (const password of ['', 'shaft r', '日本語のパスワ', `${'abcdefghij'.repeat(20)}x`])
    refused(password, 'invalid_password')
})

test('the most common ones are refused, even with capitals, or with digits and punctuation around them [password-rules]', () => {
  const common = ['password', 'PassWord', 'dragon2024!', '!!dragon!!', '12345678', 'aaaaaaaa', 'abababab', '++++++++++']
  const own = ['ada.king@example.org', 'ada.king', 'Ada.King1', 'example.org', 'example2026', 'Soundings!']
  for (const password of [...common, ...own]) refused(password, 'common_password')
  assert.equal(parse('dragon password'), 'dragon password')
})

test('each of 200 characters can be encoded with up to four code points, and anything longer is not normalized [password-rules]', () => {
  const ofOne = '\u03b1\u0313\u0300\u0345'
  assert.equal(normalizePassword(ofOne.repeat(200)), '\u1f82'.repeat(200))
  const longer = `a${'\u0301\u0316'.repeat(400)}`
  assert.notEqual(longer.normalize('NFC'), longer)
  assert.equal(normalizePassword(longer), longer)
  refused(longer, 'invalid_password')
})

test('the encodings of a password by different keyboards are equivalent', () => {
  assert.equal(parse('cafe\u0301 noir'), 'caf\u00e9 noir')
  assert.equal(normalizePassword('cafe\u0301 noir'), normalizePassword('caf\u00e9 noir'))
})
