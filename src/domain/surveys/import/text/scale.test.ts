import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isScale, rangeAlone, rangeBehind, rangeInside, wordsOfRange } from './scale.ts'

test('a range behind a question', () => {
  const cases: [text: string, low: number, high: number, before: string, words?: string][] = [
    ['How? (1-10)', 1, 10, 'How?'],
    ['How? [0–10]', 0, 10, 'How?'],
    ['How? 1 to 5', 1, 5, 'How?'],
    ['Wie? (1 bis 7)', 1, 7, 'Wie?'],
    ['怎么样？（1至5）', 1, 5, '怎么样？'],
    ['How? (-2 to 2)', -2, 2, 'How?'],
    ['How? (1-10, 10 = best)', 1, 10, 'How?', '10 = best'],
    ['How? (1 to 5 stars)', 1, 5, 'How?'],
  ]
  for (const [text, low, high, before, words = ''] of cases)
    assert.deepEqual(rangeBehind(text), { text: before, range: { low, high, words } }, text)
  for (const text of ['Ages 1-5', 'Why (10)?', 'In 2023-2024', '(1-10'])
    assert.equal(rangeBehind(text), undefined, text)
})

test('a range in a sentence, and one in a line of its own', () => {
  assert.deepEqual(rangeInside('On a scale of 1-5, how welcome?'), { low: 1, high: 5, words: '' })
  assert.deepEqual(rangeInside('From 1 (bad) to 7 (good), how was it?'), { low: 1, high: 7, words: '' })
  assert.deepEqual(rangeInside('Please rate the food 1-5'), { low: 1, high: 5, words: '' })
  assert.deepEqual(rangeBehind('How? (1 = bad, 5 = good)')?.range.ends, ['bad', 'good'])
  assert.equal(rangeInside('Were you here from 2019 to 2023?'), undefined)
  assert.deepEqual(rangeAlone('1-5'), { low: 1, high: 5, words: '' })
  assert.deepEqual(rangeAlone('1 = never, 5 = always')?.ends, ['never', 'always'])
  assert.equal(rangeAlone('Yes'), undefined)
  assert.equal(isScale({ low: 18, high: 25, words: '' }), false)
})

test('what the ends mean, said in a sentence', () => {
  for (const text of [
    'How? (1-5, where 1 is slow and 5 is fast)',
    'How? (1-5: 1 being slow and 5 being fast)',
    'Wie? (1–5, wobei 1 ist slow und 5 ist fast)',
    '¿Qué tal? (1-5, donde 1 es slow y 5 es fast)',
    'How? (1-5, slow – fast)',
    'How? (5-1, fast – slow)',
  ]) {
    const range = rangeBehind(text)?.range
    assert.deepEqual(range && wordsOfRange(range), { lowest: 'slow', highest: 'fast' }, text)
  }
  assert.deepEqual(rangeAlone('1 is slow, 5 is fast')?.ends, ['slow', 'fast'])
  for (const words of ['well-known', 'fast to use', 'see page 5 – thanks; or not'])
    assert.equal(wordsOfRange({ low: 1, high: 5, words }), undefined, words)
})
