import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shuffledCount } from './last-options.ts'

describe('options that stand for none, all or others of those before them are not shuffled', () => {
  for (const last of [
    'Other',
    'OTHER:',
    'Other (please specify)',
    'Other, please specify: ____',
    'Something else …',
    'None of the above.',
    'Don’t know',
    'I prefer not to say'.slice(2),
    'N/A',
    'Sonstiges – bitte angeben',
    'Keine Angabe',
    'Autre : précisez',
    'Ninguna de las anteriores',
    '其他（请注明）',
    'その他',
  ])
    test(last, () => assert.equal(shuffledCount(['Tea', 'Coffee', last]), 2))

  test('several of them', () => assert.equal(shuffledCount(['Tea', 'Coffee', 'Other', 'None', 'Not sure']), 2))
  test('one with a text beside it, whatever it is called', () =>
    assert.equal(
      shuffledCount(['Tea', 'Coffee', 'My own'], position => position === 2),
      2,
    ))
  test('all of them', () => assert.equal(shuffledCount(['None', 'Other']), 0))
})

describe('all others are shuffled', () => {
  for (const last of ['Nonesuch', 'Other people', 'Otherwise', 'No', 'Nothing Compares 2 U', 'All day', '(Other)', ''])
    test(last || 'an empty one', () => assert.equal(shuffledCount(['Tea', 'Coffee', last]), 3))
  test('one of them that is not at the end', () => assert.equal(shuffledCount(['Other', 'Tea']), 2))
})
