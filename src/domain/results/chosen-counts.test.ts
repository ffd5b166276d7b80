import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { QuestionGroup } from '../surveys/groups/question-group.ts'
import { ASKED_TOGETHER } from '../surveys/groups/step-around.ts'
import { parseQuestions } from '../surveys/question.ts'
import { chosenLists, isAnswerSlot, withChosen } from './chosen-counts.ts'
import { countAnswers, results, slotsOf } from './tally.ts'

const OPTIONS = 6
const option = (name: string) => {
  return { type: 'multiple_choice', text: 'Which?', options: [name], requirement: { mode: 'optional' } }
}
const QUESTIONS = parseQuestions([
  ...Array.from({ length: OPTIONS }, (_, at) => option(`${at}`)),
  { type: 'free_text', text: 'Which other one?' },
])

const chosenOf = (responses: readonly (readonly (string | null)[])[], groups: readonly QuestionGroup[]) => {
  const survey = { questions: QUESTIONS, paced: true, groups }
  const lists = chosenLists(QUESTIONS, survey)
  const counts = withChosen(countAnswers(survey, responses), lists)
  return results(QUESTIONS, counts, [], lists).map(({ chosen }) => chosen)
}

test('people who chose several options of a check-list are counted once, and its text is no option', () => {
  const responses = [
    ['0', null, '2', null, null, null, null],
    ['0', '1', '2', null, null, null, null],
    [null, null, '2', null, null, null, null],
    [null, null, null, null, null, '5', 'Mosses'],
    [null, null, null, null, null, null, 'Nothing'],
  ]
  const groups: QuestionGroup[] = [
    { kind: 'check_list', from: 0, to: 2 },
    { kind: 'check_list', from: 4, to: 6 },
  ]
  assert.deepEqual(chosenOf(responses, groups), [3, 3, 3, undefined, 1, 1, undefined])
})

test('how many chose any option is exact for every check-list that is made of the questions later, and after removals', () => {
  const answers = fc.array(fc.array(fc.boolean(), { minLength: OPTIONS, maxLength: OPTIONS }), { maxLength: 12 })
  const range = fc.tuple(fc.nat(OPTIONS - 1), fc.nat(OPTIONS - 1)).map(pair => pair.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(answers, answers, range, (kept, removed, [from = 0, to = 0]) => {
      const survey = { questions: QUESTIONS, paced: true }
      const given = (all: boolean[][]) => all.map(one => one.map((is, at) => (is ? `${at}` : null)))
      const added = countAnswers(survey, [...given(kept), ...given(removed)])
      const subtracted = new Map(
        countAnswers(survey, given(removed)).map(({ question, slot, count }) => [`${question} ${slot}`, count]),
      )
      const counts = added.map(one => {
        return { ...one, count: one.count - (subtracted.get(`${one.question} ${one.slot}`) ?? 0) }
      })
      const lists = [{ from, to }]
      const chosen = results(QUESTIONS, withChosen(counts, lists), [], lists)[from]?.chosen
      assert.equal(chosen, kept.filter(one => one.slice(from, to + 1).includes(true)).length)
    }),
  )
})

test('of questions that are too far apart for one check-list none is counted behind the other, and no list is longer [paced-check-list-long]', () => {
  const count = 2 * ASKED_TOGETHER
  const questions = parseQuestions(Array.from({ length: count }, (_, at) => option(`${at}`)))
  const slots = (...chosen: number[]) => {
    const answers = questions.map((_, at) => (chosen.includes(at) ? `${at}` : null))
    return slotsOf({ questions, paced: true }, answers).filter(one => !isAnswerSlot(one)).length
  }
  assert.deepEqual([slots(0, 31), slots(0, 32), slots(0, 31, 63), slots(...questions.keys())], [1, 0, 1, 63])
  const lists = (to: number) => chosenLists(questions, { paced: true, groups: [{ kind: 'check_list', from: 1, to }] })
  assert.deepEqual(lists(32), [{ from: 1, to: 32 }])
  assert.deepEqual(lists(33), [])
})

test('a response has more counts only where several questions are answered together', () => {
  const answers = ['0', null, '2', '3', null, null, null]
  const [paced, own] = [true, false].map(is => slotsOf({ questions: QUESTIONS, paced: is }, answers).length)
  assert.deepEqual([paced, own], [5, 3])
  assert.equal(slotsOf({ questions: QUESTIONS, paced: true }, [null, '1', null, null, null, null, null]).length, 1)
  assert.deepEqual(chosenLists(QUESTIONS, { paced: false, groups: [{ kind: 'check_list', from: 0, to: 2 }] }), [])
})
