import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuestions } from '../surveys/question.ts'
import { Refusal } from '../values/refusal.ts'
import { comparableAnswers, GroupTallies, parseGroup } from './comparison.ts'
import { askedOf } from './edit-history/asked.ts'
import { NO_EDITS } from './edit-history/edit-history.ts'
import { results } from './tally.ts'

const QUESTIONS = parseQuestions([
  { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No', 'Perhaps'] },
  { type: 'rating', text: 'How good?' },
  { type: 'free_text', text: 'Why?' },
])

/** Results in which the first question has these counts. */
function resultsOf(...counts: number[]) {
  return results(
    QUESTIONS,
    counts.map((count, slot) => ({ question: 0, slot, count })),
    [],
  )
}

describe('the answers that can be compared [compare-small]', () => {
  const cases: [counts: [yes: number, no: number, perhaps: number, none: number], offered: string[]][] = [
    [[0, 0, 0, 0], []],
    [[4, 0, 0, 0], []],
    [[5, 0, 0, 0], ['Yes']],
    [[4, 5, 0, 0], []],
    [
      [5, 5, 5, 0],
      ['Yes', 'No', 'Perhaps'],
    ],
    // Subtracting the results of Yes from everybody's would reveal those of the four.
    [[20, 4, 0, 0], []],
    [[20, 4, 0, 1], ['Yes']],
    [[20, 0, 0, 4], []],
    // The smallest group is left out too, because otherwise those that are too small could be derived.
    [[20, 9, 2, 0], ['Yes']],
    [
      [20, 9, 2, 3],
      ['Yes', 'No'],
    ],
    [[20, 4, 4, 0], ['Yes']],
    [[9, 20, 0, 1], ['No']],
  ]
  for (const [[yes, no, perhaps, none], offered] of cases)
    test(`${yes} yes, ${no} no, ${perhaps} perhaps, ${none} without an answer: ${offered.join() || 'none'}`, () => {
      const [result] = resultsOf(yes, no, perhaps)
      assert.ok(result)
      const answers = comparableAnswers(result, yes + no + perhaps + none)
      assert.deepEqual(
        answers.map(({ answer }) => answer),
        offered,
      )
    })

  test('no union of offered groups leaves one to four people', () => {
    const sizes = [0, 1, 4, 5, 6, 9]
    for (const yes of sizes)
      for (const no of sizes)
        for (const perhaps of sizes)
          for (const none of sizes) {
            const total = yes + no + perhaps + none
            const [result] = resultsOf(yes, no, perhaps)
            assert.ok(result)
            const offered = comparableAnswers(result, total).map(({ count }) => count)
            for (let chosen = 1; chosen < 2 ** offered.length; chosen++) {
              const shown = offered.reduce((sum, count, at) => (chosen & (1 << at) ? sum + count : sum), 0)
              const left = total - shown
              assert.ok(left === 0 || left >= 5, `${yes} ${no} ${perhaps} ${none}: ${left} are left`)
            }
          }
  })
})

test('a query names an option or a rating of a question [compare-refused]', () => {
  const counted = resultsOf(5, 5, 5)
  assert.deepEqual(parseGroup({ question: '0', answer: 'No' }, counted, 15), { question: 0, answer: 'No' })
  for (const query of [
    {},
    { question: '0' },
    { question: '0', answer: 'Never' },
    { question: '00', answer: 'No' },
    { question: '1', answer: '11' },
    { question: '2', answer: 'x' },
    { question: '3', answer: 'x' },
    { question: ['0'], answer: 'No' },
    { question: '0', answer: ['No'] },
  ])
    assert.throws(() => parseGroup(query, counted, 15), isRefusal('invalid_page'), JSON.stringify(query))
  assert.throws(() => parseGroup({ question: '1', answer: '10' }, counted, 15), isRefusal('group_too_small'))
})

test('a group is counted by its answer, whatever the other answers are [compare-group]', () => {
  const all = [
    ['Yes', 8, 'a'],
    ['No', 8, 'b'],
    ['Yes', null, 'c'],
    [null, 8, null],
    ['Yes', 3],
  ] as const
  const yes = new GroupTallies(QUESTIONS, NO_EDITS, { question: 0, answer: 'Yes' })
  const eight = new GroupTallies(QUESTIONS, NO_EDITS, { question: 1, answer: '8' })
  for (const [at, answers] of all.entries()) for (const group of [yes, eight]) group.add(answers, at + 1)
  assert.deepEqual([yes.count, eight.count], [3, 3])
  const [coming, good, why] = results(QUESTIONS, yes.counts(), [])
  assert.deepEqual([coming?.answered, good?.answered, good?.mean, why?.answered], [3, 2, 5.5, 2])
  assert.deepEqual(
    results(QUESTIONS, eight.counts(), [])[0]?.tally?.map(({ count }) => count),
    [1, 1, 0],
  )
})

test('of a group, a question was asked of those who came after it, wherever in the group they are [compare-asked]', () => {
  const added = (sequence: number, index: number) => {
    return { sequence, responses: sequence, questions: [index], options: [], reworded: [] }
  }
  const history = [added(2, 1), added(4, 2), added(9, 3)]
  const members = [
    [
      [1, 2, 3],
      [1, 0, 0],
    ],
    [
      [1, 3, 5],
      [2, 1, 0],
    ],
    [
      [5, 6, 10],
      [3, 3, 1],
    ],
    [[], [0, 0, 0]],
  ] as const
  for (const [sequences, asked] of members) {
    const group = new GroupTallies(QUESTIONS, history, { question: 0, answer: 'Yes' })
    for (let sequence = 1; sequence <= 12; sequence++)
      group.add([sequences.some(one => one === sequence) ? 'Yes' : 'No'], sequence)
    const edited = group.edited()
    assert.deepEqual(
      [1, 2, 3].map(index => askedOf(edited, index, group.count)),
      asked,
    )
  }
})

function isRefusal(name: string): (error: unknown) => boolean {
  return error => error instanceof Refusal && error.refusal === name
}
