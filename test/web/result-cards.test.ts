import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Result } from '../../src/domain/results/tally.ts'
import { type Card, cardsOf } from '../../web/dashboard/results/cards.ts'

const RIGHT = { options: [1] }

function choice(index: number, counts: readonly [number, number]): Result {
  const tally = [
    { option: 'Hammer', count: counts[0] },
    { option: 'Neither', count: counts[1] },
  ]
  return { index, type: 'multiple_choice', text: 'Which?', answered: counts[0] + counts[1], tally }
}

const text = (index: number): Result => ({ index, type: 'free_text', text: 'Why?', answered: 2 })
const settings = [{ right: RIGHT }, null, { right: RIGHT, round_of: 0 }]
const cards = (second: readonly [number, number], paced = true) =>
  cardsOf({ results: [choice(0, [7, 3]), text(1), choice(2, second)], question_settings: settings, paced })
const shown = (list: readonly Card[]) =>
  list.map(({ result, first, rounds, right }) => [result.index, first?.index, rounds, right])

test('both rounds of a question have one card, where the first was', () => {
  assert.deepEqual(shown(cards([1, 4])), [
    [2, 0, [10, 5], RIGHT],
    [1, undefined, undefined, undefined],
  ])
})

test('until somebody has answered the second round, the card shows the first', () => {
  assert.deepEqual(shown(cards([0, 0])), [
    [0, undefined, [10, 0], RIGHT],
    [1, undefined, undefined, undefined],
  ])
})

test('where everybody goes at their own pace, both are questions of their own', () => {
  assert.deepEqual(shown(cards([1, 4], false)), [
    [0, undefined, undefined, RIGHT],
    [1, undefined, undefined, undefined],
    [2, undefined, undefined, RIGHT],
  ])
})
