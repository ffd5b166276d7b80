import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuestions } from '../surveys/question.ts'
import type { Json } from '../values/json.ts'
import { initialState, parseItemText, parseVoter } from './board.ts'

const TOO_LONG = 'text must have at most 500 characters'

describe('a text is stored as sent [board-text]', () => {
  const family = '👩‍👩‍👧‍👦'
  for (const text of [
    '?',
    ' spaced \n out ',
    `${' '.repeat(499)}?`,
    'x'.repeat(500),
    '🙂'.repeat(500),
    family,
    '<b>&amp;',
  ]) {
    test(JSON.stringify(text.slice(0, 20)), () => assert.equal(parseItemText(text), text))
  }
  test('except that lone surrogates are replaced', () => assert.equal(parseItemText('a\ud83d?'), 'a\ufffd?'))
})

describe('a text is refused [board-text]', () => {
  const rows: [what: string, input: Json | undefined, message: string][] = [
    ['that is missing', undefined, 'text is required'],
    ['that is null', null, 'text is required'],
    ['that is a number', 5, 'text is required'],
    ['that is a list', ['?'], 'text is required'],
    ['that is empty', '', 'text is required'],
    ['that is blank', ' \n\u00a0\u3000', 'text is required'],
    ['of 501 characters', 'x'.repeat(501), TOO_LONG],
    ['of 501 characters of two units', '🙂'.repeat(501), TOO_LONG],
    ['of 501 characters with the blanks around it', `${' '.repeat(500)}?`, TOO_LONG],
    ['with a NUL', 'a\0b', 'text must not contain a NUL character'],
  ]
  for (const [what, input, message] of rows) {
    test(what, () => assert.throws(() => parseItemText(input), { kind: 'invalid', message }))
  }
})

describe('the first state of a new question [board-ask]', () => {
  const rows: [moderated: Json | undefined, state: string][] = [
    [true, 'held'],
    [false, 'shown'],
    [undefined, 'shown'],
  ]
  for (const [moderated, state] of rows) {
    test(`is ${state} when moderated is ${moderated}`, () => {
      const more = moderated === undefined ? {} : { moderated }
      const [board] = parseQuestions([{ type: 'upvoted_question', text: 'Ask', ...more }])
      assert.equal(board && initialState(board), state)
    })
  }
})

describe('a voter is refused if it [voter-uuid]', () => {
  for (const input of [
    undefined,
    null,
    '',
    'me',
    5,
    {},
    '7d444840-9dc0-41d1-b245-5ffdce74fad',
    `7d444840-9dc0-41d1-b245-5ffdce74fad2\0`,
  ]) {
    test(`is ${JSON.stringify(input)}`, () =>
      assert.throws(() => parseVoter(input), { kind: 'invalid', message: 'voter must be a UUID' }))
  }
})
