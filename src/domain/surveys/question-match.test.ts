import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_QUESTIONS } from './limits.ts'
import { parseQuestions } from './question.ts'
import { matchQuestions, readNames } from './question-match.ts'
import { questionNames } from './question-names.ts'

/** A list of questions as letters: a capital is a choice, another one a text. */
function namesOf(letters: string): string[] {
  const questions = [...letters].map(letter =>
    letter === letter.toUpperCase()
      ? { type: 'multiple_choice', text: letter, options: ['a', 'b'] }
      : { type: 'free_text', text: letter },
  )
  return readNames(questionNames(parseQuestions(questions)))
}

const match = (made: string, now: string, isFixed = false) => [...matchQuestions(namesOf(made), namesOf(now), isFixed)]

test('questions are found where they have moved, or in other words at their place [draft-follows]', () => {
  assert.deepEqual(match('abc', 'abc'), [0, 1, 2])
  assert.deepEqual(match('abc', 'cab'), [1, 2, 0])
  assert.deepEqual(match('abc', 'axc'), [0, 1, 2])
  assert.deepEqual(match('abC', 'abx'), [0, 1, undefined])
  assert.deepEqual(match('abc', 'xab'), [1, 2, undefined])
})

test('questions of one text keep their order, wherever they have moved [draft-follows]', () => {
  assert.deepEqual(match('aa', 'xaa'), [1, 2])
  assert.deepEqual(match('baa', 'aab'), [2, 0, 1])
  assert.deepEqual(match('abaca', 'bacaa'), [1, 0, 3, 2, 4])
})

test('which of several questions of one text has gone or come is not guessed, unless none has moved [draft-follows]', () => {
  assert.deepEqual(match('aa', 'aaa'), [0, 1])
  assert.deepEqual(match('aa', 'a'), [0, undefined])
  assert.deepEqual(match('aba', 'ba'), [undefined, 0, undefined])
  assert.deepEqual(match('aa', 'xaaa'), [undefined, undefined])
  assert.deepEqual(match('aa', 'ab'), [0, 1])
  assert.deepEqual(match('aa', 'ba'), [0, 1])
  assert.deepEqual(match('caa', 'acb'), [1, undefined, undefined])
})

test('with responses, places never change [draft-follows]', () => {
  assert.deepEqual(match('aab', 'aaba', true), [0, 1, 2])
  assert.deepEqual(match('ab', 'ba', true), [undefined, undefined])
  assert.deepEqual(match('aab', 'caa', true), [undefined, 1, 2])
})

test('no more questions are read than a survey can have', () => {
  assert.equal(readNames('.'.repeat(1_000_000)).length, MAX_QUESTIONS)
})
