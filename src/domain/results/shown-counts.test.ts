import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseQuestions } from '../surveys/question.ts'
import { chosenSlot, withChosen } from './chosen-counts.ts'
import type { Count } from './count.ts'
import { NO_SHOWN_COUNTS, nextShownCounts, type ShownCounts } from './shown-counts.ts'
import { countAnswers } from './tally.ts'

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

const OPTIONS = [0, 1, 2, 3]
const LIST = { from: 0, to: 3 }
const CHOICES = parseQuestions(
  OPTIONS.map(at => {
    return { type: 'multiple_choice', text: 'Which?', options: [`${at}`], requirement: { mode: 'optional' } }
  }),
)
/** @param responses the options that each has chosen */
const countsOfChoices = (responses: readonly (readonly number[])[]): ShownCounts => {
  const answers = responses.map(chosen => OPTIONS.map(at => (chosen.includes(at) ? `${at}` : null)))
  return { responses: 0, counts: countAnswers({ questions: CHOICES, paced: true }, answers) }
}
/** Of each option, and of how many have chosen any. */
const numbersOf = (counts: readonly Count[]): number[] =>
  [...OPTIONS.map(question => ({ question, slot: 0 })), chosenSlot(LIST)].map(
    ({ question, slot }) => counts.find(one => one.question === question && one.slot === slot)?.count ?? 0,
  )

test('the options of a check-list move together, with how many have chosen any of them', () => {
  const all = [[0, 1], [0], [1, 2], [2], [0]]
  assert.equal(nextShownCounts(NO_SHOWN_COUNTS, countsOfChoices(all.slice(1)), [LIST]), undefined)
  const shown = nextShownCounts(NO_SHOWN_COUNTS, countsOfChoices(all), [LIST])
  assert.deepEqual(numbersOf(shown?.counts ?? []), [3, 2, 2, 0, 5])
})

test('options that were shown before they were a check-list are not shown more finely for it', () => {
  const five = Array(5).fill([0])
  const shown = nextShownCounts(NO_SHOWN_COUNTS, countsOfChoices(five))
  assert.ok(shown)
  const more = [...five, [0], [1], [1], [1], [1]]
  assert.equal(nextShownCounts(shown, countsOfChoices(more), [LIST]), undefined)
  const next = nextShownCounts(shown, countsOfChoices([...more, [1, 2]]), [LIST])
  assert.deepEqual(numbersOf(next?.counts ?? []), [6, 5, 1, 0, 11])
  assert.deepEqual(numbersOf(next?.counts.filter(({ slot }) => slot === 0) ?? []), [6, 5, 1, 0, 0])
})

test('no step of a check-list covers fewer than five people or mixes additions with removals, and no option has more than all', () => {
  const change = fc.record({ chosen: fc.subarray(OPTIONS, { minLength: 1 }), isRemoval: fc.nat(3).map(n => n === 0) })
  const batch = fc.record({ changes: fc.array(change, { maxLength: 16 }), isList: fc.nat(5).map(n => n > 0) })
  let steps = 0
  fc.assert(
    fc.property(fc.array(batch, { minLength: 4, maxLength: 40 }), list => {
      const responses: number[][] = []
      let shown: ShownCounts = NO_SHOWN_COUNTS
      for (const { changes, isList } of list) {
        for (const { chosen, isRemoval } of changes)
          if (isRemoval) responses.splice(0, 1)
          else responses.push(chosen)
        const current = countsOfChoices(responses)
        for (;;) {
          const next = nextShownCounts(shown, current, isList ? [LIST] : [])
          if (next === undefined) break
          const [before, after] = [numbersOf(shown.counts), numbersOf(next.counts)]
          const isBegun = before[4] !== 0
          const all = after.map((count, at) => count - (before[at] ?? 0)).slice(0, isBegun && isList ? 5 : 4)
          if (isList) {
            const [most, least] = [Math.max(0, ...all), Math.min(0, ...all)]
            const isFirst = before.every(one => one === 0) && (after[4] ?? 0) >= 5
            assert.ok(isFirst || (least === 0 && most >= 5) || (most === 0 && least <= -5), `${before} → ${after}`)
            assert.ok(after[4] === 0 || after.slice(0, 4).every(one => one <= (after[4] ?? 0)), `${before} → ${after}`)
          }
          shown = next
          steps++
        }
        if (!isList || numbersOf(shown.counts)[4] === 0) continue
        const now = numbersOf(withChosen(current.counts, [LIST]))
        for (const [at, one] of numbersOf(shown.counts).entries()) assert.ok(Math.abs(one - (now[at] ?? 0)) < 5)
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
