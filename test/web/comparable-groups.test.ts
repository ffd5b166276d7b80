import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuestionGroup } from '../../src/domain/surveys/groups/question-group.ts'
import { comparableGroups, questionNames } from '../../web/dashboard/results/comparable-groups.ts'

const choice = (index: number, text: string, counts: Readonly<Record<string, number>>) => ({
  ...{ index, text, type: 'multiple_choice' as const },
  answered: Object.values(counts).reduce((sum, count) => sum + count, 0),
  tally: Object.entries(counts).map(([option, count]) => ({ option, count })),
})
const results = [
  choice(0, 'Which days?', { Monday: 10 }),
  choice(1, 'Which days?', { Friday: 15 }),
  choice(2, 'Which days?', { Sunday: 2 }),
  choice(3, 'Food', { Good: 10, Bad: 10 }),
  choice(4, 'Talks', { Good: 20, Bad: 0 }),
  choice(5, 'Coming?', { Yes: 12, No: 8 }),
]
const groups: readonly QuestionGroup[] = [
  { kind: 'check_list', from: 0, to: 2 },
  { kind: 'grid', title: 'How was it?', from: 3, to: 4 },
]

test('the options of a check-list are offered below one name, and rows of a grid by the title of both', () => {
  const offered = comparableGroups({ results, groups, paced: false, response_count: 20 })
  assert.deepEqual(
    offered.map(({ name, answers }) => [
      name,
      ...answers.map(({ question, answer, count }) => `${question} ${answer} ${count}`),
    ]),
    [
      ['Which days?', '0 Monday 10', '1 Friday 15'],
      ['How was it? [Food]', '3 Good 10', '3 Bad 10'],
      ['How was it? [Talks]', '4 Good 20'],
      ['Coming?', '5 Yes 12', '5 No 8'],
    ],
  )
})

test('what people answered is called by the title of its group', () => {
  assert.deepEqual(questionNames({ results, groups }).slice(2), [
    'Which days?',
    'How was it? [Food]',
    'How was it? [Talks]',
    'Coming?',
  ])
})
