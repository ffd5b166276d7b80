import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuestions, type Question } from '../../surveys/question.ts'
import type { Answer } from '../../values/answer.ts'
import { countAnswers, results } from '../tally.ts'
import { groupResult } from './group-results.ts'

const optional = { requirement: { mode: 'optional' } }
const choice = (text: string, options: readonly string[]) => ({ type: 'multiple_choice', text, options, ...optional })
const resultsOf = (questions: readonly Question[], answers: readonly (readonly Answer[])[]) =>
  results(questions, countAnswers({ questions, paced: false }, answers), [])

describe('the result of a group', () => {
  test('of a check-list has each option with its count', () => {
    const questions = parseQuestions([
      choice('How?', ['Well', 'Badly']),
      choice('Days', ['Monday']),
      choice('Days', ['Other']),
      { type: 'free_text', text: 'Which?', ...optional },
    ])
    const all = resultsOf(questions, [
      ['Well', 'Monday', 'Other', 'Sunday'],
      [null, 'Monday', null, null],
    ])
    assert.deepEqual(groupResult({ kind: 'check_list', from: 1, to: 3 }, all.slice(1, 3)), {
      kind: 'check_list',
      title: 'Days',
      options: [
        { index: 1, option: 'Monday', count: 2 },
        { index: 2, option: 'Other', count: 1 },
      ],
    })
  })

  test('of a grid has a row for each question', () => {
    const questions = parseQuestions([choice('Food', ['good', 'bad']), choice('Talks', ['good', 'bad'])])
    const all = resultsOf(questions, [
      ['good', 'bad'],
      ['good', null],
    ])
    assert.deepEqual(groupResult({ kind: 'grid', title: 'How was it?', from: 0, to: 1 }, all), {
      kind: 'grid',
      title: 'How was it?',
      columns: ['good', 'bad'],
      rows: [
        { index: 0, text: 'Food', answered: 2, counts: [2, 0] },
        { index: 1, text: 'Talks', answered: 1, counts: [0, 1] },
      ],
    })
  })

  test('of a ranking has the best mean rank first, then more first places, and last what nobody ranked', () => {
    const ranks = ['1', '2', '3', '4']
    const questions = parseQuestions(['Tea', 'Milk', 'Juice', 'Beer'].map(text => choice(text, ranks)))
    const all = resultsOf(questions, [
      ['2', null, '1', '3'],
      ['2', null, '3', '1'],
      [null, null, null, '2'],
    ])
    const result = groupResult({ kind: 'ranking', title: 'Drinks', from: 0, to: 3 }, all)
    assert.deepEqual(result.kind === 'ranking' && result.items, [
      { index: 2, text: 'Juice', ranked: 2, first: 1, mean: 2 },
      { index: 3, text: 'Beer', ranked: 3, first: 1, mean: 2 },
      { index: 0, text: 'Tea', ranked: 2, first: 0, mean: 2 },
      { index: 1, text: 'Milk', ranked: 0, first: 0, mean: null },
    ])
  })
})
