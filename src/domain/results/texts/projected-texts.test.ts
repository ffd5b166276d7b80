import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../values/refusal.ts'
import {
  hiddenWords,
  hideWord,
  NO_PROJECTED_TEXTS,
  parseWordsChange,
  pickText,
  unpickText,
  withoutResponse,
} from './projected-texts.ts'

test('texts are kept once each, in the order in which they were picked [projected-texts-pick]', () => {
  const [a, b] = [
    { question: 2, id: 'a' },
    { question: 0, id: 'a' },
  ]
  const selection = pickText(pickText(pickText(NO_PROJECTED_TEXTS, a), b), a)
  assert.deepEqual(selection.picks, [a, b])
  assert.deepEqual(unpickText(selection, a).picks, [b])
  assert.equal(unpickText(selection, { question: 1, id: 'a' }), selection)
})

test('removing a response removes all of its picked texts [projected-texts-removed]', () => {
  const picks = ['a', 'b', 'a'].map((id, question) => ({ question, id }))
  assert.deepEqual(withoutResponse({ ...NO_PROJECTED_TEXTS, picks }, 'a').picks, [{ question: 1, id: 'b' }])
})

test('words are hidden per question and regardless of case, at most 200 per survey [words-hidden]', () => {
  let selection = hideWord(NO_PROJECTED_TEXTS, 1, 'Parking', true)
  assert.deepEqual([...hiddenWords(selection, 1)], ['PARKING'])
  assert.equal(hiddenWords(selection, 0).size, 0)
  assert.deepEqual(hideWord(selection, 1, 'PARKING', false).hidden, [])
  for (let n = 1; n < 200; n++) selection = hideWord(selection, 1, `word ${n}`, true)
  assert.equal(hideWord(selection, 1, 'parking', true).hidden.length, 200)
  assert.throws(
    () => hideWord(selection, 0, 'one more', true),
    error => error instanceof Refusal && error.refusal === 'too_many_hidden_words',
  )
})

test('a change says whether words are shown, or whether one of them is hidden [words-shown]', () => {
  assert.deepEqual(parseWordsChange({ shown: true }), { shown: true })
  assert.deepEqual(parseWordsChange({ word: 'a b', hidden: false }), { word: 'a b', hidden: false })
  const refused = [{}, { shown: 1 }, { word: 'a' }, { hidden: true }, { word: ' ', hidden: true }]
  for (const body of [...refused, { word: 'x'.repeat(82), hidden: true }, { shown: true, word: 'a', hidden: true }])
    assert.throws(
      () => parseWordsChange(body),
      error => error instanceof Refusal && error.refusal === 'invalid_words_change',
    )
})

test('a hundred texts can be picked, and one more is refused [projected-texts-limit]', () => {
  let selection = NO_PROJECTED_TEXTS
  for (let n = 0; n < 100; n++) selection = pickText(selection, { question: 0, id: `${n}` })
  assert.equal(pickText(selection, { question: 0, id: '0' }), selection)
  assert.throws(
    () => pickText(selection, { question: 1, id: '0' }),
    error => error instanceof Refusal && error.refusal === 'too_many_picks',
  )
})
