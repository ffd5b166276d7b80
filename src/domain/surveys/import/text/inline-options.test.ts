import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inlineOptions, optionsIn } from './inline-options.ts'

test('options behind their question', () => {
  const cases: [text: string, options: string[]][] = [
    ['Where? Berlin / Paris', ['Berlin', 'Paris']],
    ['Where? A; B; C', ['A', 'B', 'C']],
    ['Coming? [Yes, No]', ['Yes', 'No']],
    ['How? (good/ok/bad)', ['good', 'ok', 'bad']],
    ['Coming? (y/n)', ['Yes', 'No']],
    ['Venez-vous ? o/n', ['Oui', 'Non']],
    ['Ready? ☐ Yes ☐ No', ['Yes', 'No']],
  ]
  for (const [text, options] of cases) assert.deepEqual(inlineOptions(text)?.options, options, text)
})

test('brackets and commas that explain are no options', () => {
  for (const text of [
    'Your pets? (e.g. cats/dogs/birds)',
    'Will you come? If so, when',
    'Name and/or team',
    'Where (city, country)?',
    'What is this?',
  ])
    assert.equal(inlineOptions(text), undefined, text)
})

test('a row of options', () => {
  assert.deepEqual(optionsIn('Strongly agree / Agree / Disagree'), ['Strongly agree', 'Agree', 'Disagree'])
  assert.deepEqual(optionsIn('Berlin, Paris', true), ['Berlin', 'Paris'])
  assert.equal(optionsIn('We met in Berlin, and it was good.'), undefined)
})
