import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nameProblem, parsePersonName } from './person-name.ts'

describe('the name of a person or a token [account-names]', () => {
  for (const name of [
    'Ada',
    'Ada Lovelace',
    'Zoë O’Neil-Ünal',
    'Ада',
    'Ада (Ada)',
    '阿达',
    '葛\u{e0100}',
    'my laptop, 2nd',
    // With joiners: Hindi, Sinhala, Persian, an older Malayalam spelling at the end of a word.
    'क्\u200dष',
    'ශ්\u200dරී',
    'علی\u200cرضا',
    'മോഹന്\u200d കുമാര്\u200d',
    'Ada 👨\u200d👩\u200d👧',
    '👩🏽\u200d🚀',
    '❤\ufe0f\u200d🔥',
    'Kane 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ])
    test(`${JSON.stringify(name)} is unchanged`, () => assert.equal(parsePersonName(name), name))

  for (const [name, kept] of [
    ['  spaced ', 'spaced'],
    ['Ada\u200e', 'Ada'],
    ['\u200f\u200eעדה\u200f ', 'עדה'],
    ['\ufeffAda\u00a0', 'Ada'],
    ['\u00adAda Love\u00adlace\u00ad', 'Ada Lovelace'],
  ] as const)
    test(`${JSON.stringify(name)} is ${kept}`, () => assert.equal(parsePersonName(name), kept))

  for (const [name, reason] of [
    ['', 'a name has 1 to 200 characters'],
    [' ', 'a name has 1 to 200 characters'],
    ['\u200e', 'a name has 1 to 200 characters'],
    ['a'.repeat(201), 'a name has 1 to 200 characters'],
    ['a\u001b[2Jb', 'character 2 of the name, U+001B (control character), is not allowed in names'],
    ['a\u009bb', 'character 2 of the name, U+009B (control character), is not allowed in names'],
    ['a\tb', 'character 2 of the name, U+0009 (tab), is not allowed in names'],
    ['a\nb', 'character 2 of the name, U+000A (line feed), is not allowed in names'],
    ['a\u2028b', 'character 2 of the name, U+2028 (line separator), is not allowed in names'],
    ['🚲a\u200bb', 'character 3 of the name, U+200B (zero width space), is not allowed in names'],
    ['a\u200eb', 'character 2 of the name, U+200E (left-to-right mark), is not allowed in names'],
    ['a\u202eb', 'character 2 of the name, U+202E (right-to-left override), is not allowed in names'],
    ['Ada\u202e', 'character 4 of the name, U+202E (right-to-left override), is not allowed in names'],
    ['\u202dAda', 'character 1 of the name, U+202D (left-to-right override), is not allowed in names'],
    ['a\ufeffb', 'character 2 of the name, U+FEFF (zero width no-break space), is not allowed in names'],
    ['a\u{e0041}b', 'character 2 of the name, U+E0041 (tag character), is not allowed in names'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0078}\u{e007f}',
      'character 2 of the name, U+E0067 (tag character), is not allowed in names',
    ],
    [
      '🚲\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      'character 2 of the name, U+E0067 (tag character), is not allowed in names',
    ],
    ['a\ud800b', 'character 2 of the name, U+D800 (half of a character), is not allowed in names'],
    ['a\ue000b', 'character 2 of the name, U+E000 (private-use character), is not allowed in names'],
    ['a\u0378b', 'character 2 of the name, U+0378 (unassigned character), is not allowed in names'],
    ['a\u2061b', 'character 2 of the name, U+2061 (invisible character), is not allowed in names'],
    ['a\u3164b', 'character 2 of the name, U+3164 (Hangul filler), is not allowed in names'],
    ['Ada \u200d', 'character 5 of the name, U+200D (zero width joiner), is not allowed in names'],
    ['A\u200c\u200dda', 'character 2 of the name, U+200C (zero width non-joiner), is not allowed in names'],
    ['\uff21da', 'character 1 of the name, U+FF21 (full-width letter), is not allowed in names'],
    ['Ad\u0430', 'character 3 of the name, “а” (U+0430), is Cyrillic in a word with Latin letters'],
    ['Ada \u0410da', 'character 5 of the name, “А” (U+0410), is Cyrillic in a word with Latin letters'],
    ['Ad\u03b1', 'character 3 of the name, “α” (U+03B1), is Greek in a word with Latin letters'],
    ['Ad\u200d\u0430', 'character 4 of the name, “а” (U+0430), is Cyrillic in a word with Latin letters'],
  ] as const)
    test(`${JSON.stringify(name).slice(0, 30)} is refused`, () => {
      assert.throws(() => parsePersonName(name), { refusal: 'invalid_name', message: reason })
    })

  test('pages show the reason as a sentence', () => {
    assert.equal(nameProblem('a\tb'), 'Character 2 of the name, U+0009 (tab), is not allowed in names.')
    assert.equal(nameProblem(' Ada '), undefined)
  })
})
