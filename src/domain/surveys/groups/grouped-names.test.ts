import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupedNames } from './grouped-names.ts'
import type { QuestionGroup } from './question-group.ts'

const question = (text: string, ...options: readonly string[]) => {
  return { text, options: new Map(options.map((option, at) => [option, at])) }
}

test('a question in a group is called by the title of the group, with what is its own', () => {
  const questions = [
    question('Why?'),
    question('Days', 'Monday'),
    question('Days', 'Other'),
    question('Which?'),
    question('Food', 'good', 'bad'),
    question('Talks', 'good', 'bad'),
    question('Tea', '1', '2'),
    question('Milk', '1', '2'),
    question('Where from?', 'Here', 'Elsewhere'),
    question('Please say where'),
  ]
  const groups: QuestionGroup[] = [
    { kind: 'section', title: 'All', from: 0, to: 9 },
    { kind: 'check_list', from: 1, to: 3 },
    { kind: 'grid', title: 'How was it?', from: 4, to: 5 },
    { kind: 'ranking', title: 'Drinks', from: 6, to: 7 },
    { kind: 'other', from: 8, to: 9 },
  ]
  assert.deepEqual(groupedNames(questions, groups), [
    'Why?',
    'Days [Monday]',
    'Days [Other]',
    'Days [Which?]',
    'How was it? [Food]',
    'How was it? [Talks]',
    'Drinks [Tea]',
    'Drinks [Milk]',
    'Where from?',
    'Where from? [Please say where]',
  ])
})
