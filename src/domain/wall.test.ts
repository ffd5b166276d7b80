import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from './refusal.ts'
import { EMPTY_WALL, hiddenWords, hideWord, parseWordsChange, pickText, unpickText, withoutResponse } from './wall.ts'

test('[wall-pick] texts stay in the order in which they were picked, each once', () => {
  const [a, b] = [
    { question: 2, id: 'a' },
    { question: 0, id: 'a' },
  ]
  const wall = pickText(pickText(pickText(EMPTY_WALL, a), b), a)
  assert.deepEqual(wall.picks, [a, b])
  assert.deepEqual(unpickText(wall, a).picks, [b])
  assert.equal(unpickText(wall, { question: 1, id: 'a' }), wall)
})

test('[wall-removed] a removed response takes all of its texts along', () => {
  const picks = ['a', 'b', 'a'].map((id, question) => ({ question, id }))
  assert.deepEqual(withoutResponse({ ...EMPTY_WALL, picks }, 'a').picks, [{ question: 1, id: 'b' }])
})

test('[words-hidden] words are hidden by question, whatever their case, 200 in a survey', () => {
  let wall = hideWord(EMPTY_WALL, 1, 'Parking', true)
  assert.deepEqual([...hiddenWords(wall, 1)], ['PARKING'])
  assert.equal(hiddenWords(wall, 0).size, 0)
  assert.deepEqual(hideWord(wall, 1, 'PARKING', false).hidden, [])
  for (let n = 1; n < 200; n++) wall = hideWord(wall, 1, `word ${n}`, true)
  assert.equal(hideWord(wall, 1, 'parking', true).hidden.length, 200)
  assert.throws(
    () => hideWord(wall, 0, 'one more', true),
    error => error instanceof Refusal && error.refusal === 'too_many_hidden_words',
  )
})

test('[words-shown] a change is whether words are shown, or whether one is hidden', () => {
  assert.deepEqual(parseWordsChange({ shown: true }), { shown: true })
  assert.deepEqual(parseWordsChange({ word: 'a b', hidden: false }), { word: 'a b', hidden: false })
  const refused = [{}, { shown: 1 }, { word: 'a' }, { hidden: true }, { word: ' ', hidden: true }]
  for (const body of [...refused, { word: 'x'.repeat(82), hidden: true }, { shown: true, word: 'a', hidden: true }])
    assert.throws(
      () => parseWordsChange(body),
      error => error instanceof Refusal && error.refusal === 'invalid_words_change',
    )
})

test('[wall-limit] a hundred texts can be picked, and one more is refused', () => {
  let wall = EMPTY_WALL
  for (let n = 0; n < 100; n++) wall = pickText(wall, { question: 0, id: `${n}` })
  assert.equal(pickText(wall, { question: 0, id: '0' }), wall)
  assert.throws(
    () => pickText(wall, { question: 1, id: '0' }),
    error => error instanceof Refusal && error.refusal === 'too_many_picks',
  )
})
