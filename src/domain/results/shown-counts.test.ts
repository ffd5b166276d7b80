import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NO_SHOWN_COUNTS, nextShownCounts, type ShownCounts } from './shown-counts.ts'
import type { Count } from './tally.ts'

test('nothing is shown before the fifth answer, and then all five', () => {
  assert.equal(nextShownCounts(NO_SHOWN_COUNTS, countsOf(4, [[4, 0]])), undefined)
  assert.deepEqual(nextShownCounts(NO_SHOWN_COUNTS, countsOf(6, [[5, 1]])), countsOf(6, [[5, 1]]))
})

test('each question waits for five answers to itself', () => {
  const shown = countsOf(10, [
    [10, 0],
    [5, 0],
  ])
  const current = countsOf(15, [
    [10, 5],
    [6, 3],
  ])
  assert.deepEqual(
    nextShownCounts(shown, current),
    countsOf(15, [
      [10, 5],
      [5, 0],
    ]),
  )
})

test('a removed answer still counts in what is shown until five have been removed', () => {
  const shown = countsOf(10, [[9, 1]])
  assert.equal(nextShownCounts(shown, countsOf(9, [[9, 0]])), undefined)
  assert.deepEqual(nextShownCounts(shown, countsOf(14, [[14, 0]])), countsOf(10, [[14, 1]]), 'additions alone')
  assert.deepEqual(nextShownCounts(shown, countsOf(5, [[4, 1]])), countsOf(5, [[4, 1]]))
})

test('no step covers fewer than five answers or mixes additions with removals, and larger changes are not held back', () => {
  const vote = fc.record({ question: fc.nat(2), slot: fc.nat(3), isRemoval: fc.nat(3).map(n => n === 0) })
  const batches = fc.array(fc.array(vote, { minLength: 4, maxLength: 16 }), { minLength: 4, maxLength: 40 })
  let steps = 0
  fc.assert(
    fc.property(batches, list => {
      const tally = [0, 1, 2].map(() => [0, 0, 0, 0])
      let shown: ShownCounts = NO_SHOWN_COUNTS
      for (const votes of list) {
        for (const { question, slot, isRemoval } of votes) count(tally[question] ?? [], slot, isRemoval)
        for (;;) {
          const next = nextShownCounts(shown, countsOf(0, tally))
          if (next === undefined) break
          for (const change of changesOf(shown, next)) {
            const [added, removed] = partsOf(change)
            assert.ok(added === 0 ? removed === 0 || removed >= 5 : added >= 5 && removed === 0, `${change}`)
          }
          shown = next
          steps++
        }
        for (const change of changesOf(shown, countsOf(0, tally))) assert.ok(partsOf(change).every(part => part < 5))
      }
    }),
  )
  assert.ok(steps > 100, `${steps} steps`)
})

function count(slots: number[], slot: number, isRemoval: boolean): void {
  slots[slot] = Math.max((slots[slot] ?? 0) + (isRemoval ? -1 : 1), 0)
}

/** @param questions counts by slot */
function countsOf(responses: number, questions: readonly (readonly number[])[]): ShownCounts {
  const counts = questions.flatMap((slots, question) => slots.map((count, slot): Count => ({ question, slot, count })))
  return { responses, counts: counts.filter(({ count }) => count > 0) }
}

/** The change of each count of each question. */
function changesOf(before: ShownCounts, after: ShownCounts): number[][] {
  return [0, 1, 2].map(question => {
    const numbers = [before, after].map(({ counts }) =>
      [0, 1, 2, 3].map(slot => counts.find(one => one.question === question && one.slot === slot)?.count ?? 0),
    )
    return [0, 1, 2, 3].map(slot => (numbers[1]?.[slot] ?? 0) - (numbers[0]?.[slot] ?? 0))
  })
}

function partsOf(change: readonly number[]): [added: number, removed: number] {
  const sumOf = (sign: number) => change.reduce((sum, one) => sum + Math.max(sign * one, 0), 0)
  return [sumOf(1), sumOf(-1)]
}
