import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-text.ts'

const RANGED = 'How loud was it? (1-5)'

const CASES: [text: string, options: unknown][] = [
  [
    `${RANGED}\n1 - silent\n2 - low\n3 - fair\n4 - loud\n5 - deafening`,
    ['1 - silent', '2 - low', '3 - fair', '4 - loud', '5 - deafening'],
  ],
  [`${RANGED}\n1 = silent\n5 = deafening`, ['1 (silent)', '2', '3', '4', '5 (deafening)']],
  [`${RANGED}\n1 - silent 5 - deafening`, ['1 (silent)', '2', '3', '4', '5 (deafening)']],
  [
    'How loud was it? (5-1)\n5: silent\n4: low\n3: fair\n2: loud\n1: deafening',
    ['5: silent', '4: low', '3: fair', '2: loud', '1: deafening'],
  ],
  ['Q: Which?\nA: One\nB: Two', ['One', 'Two']],
]
for (const [text, options] of CASES)
  test(`labels are no questions: ${text.split('\n').slice(0, 2).join(', ')} …`, () => {
    const { questions } = readText(text, new Map())
    assert.deepEqual(
      questions.map(one => one.options),
      [options],
    )
  })

test('other numbers and letters below a scale are', () => {
  for (const below of ['1. Will you come?\n2. Why?', '2 - one\n3 - two', 'B: One\nC: Two'])
    assert.ok(readText(`${RANGED}\n\n${below}`, new Map()).questions.length > 1, below)
})
