import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_IMPORT_BYTES, MAX_QUESTIONS } from '../limits.ts'
import type { Decision } from './finding.ts'
import { read } from './read.ts'

const PLAIN = 'Lunch\nWill you come?\nYes\nNo\nYour wish'

describe('a line that is unsure becomes what somebody decides', () => {
  const decided = (line: number, decision: Decision) => read(PLAIN, { decisions: new Map([[line, decision]]) })
  const textsOf = ({ questions }: ReturnType<typeof read>) => questions.map(({ text, options }) => [text, options])

  test('as it is without a decision', () => {
    const { findings, title } = read(PLAIN)
    assert.equal(title, 'Lunch')
    assert.deepEqual(
      findings.map(({ place, lastLine, outcome, chosen }) => [place.line, lastLine, outcome, chosen]),
      [
        [1, 1, 'kept', undefined],
        [3, 5, 'unsure', 'option'],
      ],
    )
  })

  test('a question', () => {
    const reading = decided(5, 'question')
    assert.deepEqual(textsOf(reading), [
      ['Will you come?', ['Yes', 'No']],
      ['Your wish', undefined],
    ])
    assert.equal(reading.findings.at(-1)?.chosen, 'question')
  })

  test('left out', () => assert.deepEqual(textsOf(decided(3, 'leave_out'))[0]?.[1], ['No', 'Your wish']))

  test('text of the next question', () => {
    assert.equal(decided(1, 'text').questions[0]?.text, 'Lunch\nWill you come?')
  })

  test('options', () => assert.deepEqual(textsOf(decided(3, 'option'))[0]?.[1], ['Yes', 'No', 'Your wish']))

  test('a range is 1 to 10, or an option for each number', () => {
    const text = 'How good was it? (1-3)'
    const [asPoints] = read(text).questions
    assert.deepEqual(asPoints?.options, ['1', '2', '3'])
    const [asScale] = read(text, { decisions: new Map([[1, 'scale']]) }).questions
    assert.equal(asScale?.type, 'rating')
  })

  test('a scale of 1 to 10 has the words of the ends of another range', () => {
    const text = 'How good was it? (5-1, 5 = superb, 1 = dull)'
    const scale = read(text, { decisions: new Map([[1, 'scale']]) })
    assert.deepEqual(scale.questionSettings, [{ scale_words: { lowest: 'dull', highest: 'superb' } }])
    assert.deepEqual(read(text).questions[0]?.options, ['5 (superb)', '4', '3', '2', '1 (dull)'])
  })
})

test('statements with the points of a scale behind each are rows of what the line above asks', () => {
  const above = 'How much do you agree with each statement (1 = no, 3 = fully):'
  const { questions, groups } = read(`${above}\n\n1. It is clear.  1  2  3\n2. It is short.  1  2  3`)
  assert.deepEqual(
    questions.map(({ text, options }) => [text, options]),
    ['It is clear.', 'It is short.'].map(text => [text, ['1 (no)', '2', '3 (fully)']]),
  )
  assert.equal(groups[0]?.kind === 'grid' && groups[0].title, 'How much do you agree with each statement')
})

test('boxes below a question that are the points of its scale are the scale', () => {
  const boxes = (most: number) => Array.from({ length: most }, (_, at) => `[ ] ${at + 1}`).join('\n')
  const [short, own] = read(`How? (1-5, 1 = bad, 5 = good)\n${boxes(5)}\n\nWhy? (1-10)\n${boxes(10)}`).questions
  assert.deepEqual(short?.options, ['1 (bad)', '2', '3', '4', '5 (good)'])
  assert.equal(own?.type, 'rating')
  const [labelled] = read('How? (1-3)\n[ ] 1 bad\n[ ] 2 fair\n[ ] 3 good').questions
  assert.deepEqual(labelled?.options, ['1 bad', '2 fair', '3 good'])
})

test('the name of a question in a line of its own is not lost, whatever stands below it', () => {
  const { title, questions } = read('Question 1\nQuestion 2\n\nWhy?\nQuestion 3')
  assert.deepEqual([title, questions.map(({ text }) => text)], ['Question 1', ['Why?', 'Question 3']])
})

describe('more than a survey can be', () => {
  test('the question after the last is named', () => {
    const text = Array.from({ length: MAX_QUESTIONS + 2 }, (_, at) => `Question ${at + 1} of many?`).join('\n')
    const { questions, findings } = read(text)
    assert.equal(questions.length, MAX_QUESTIONS)
    assert.deepEqual(
      findings.map(({ place, lastLine }) => [place.line, lastLine]),
      [[MAX_QUESTIONS + 1, MAX_QUESTIONS + 2]],
    )
  })

  test('a text over 5 MB is not read', () => {
    const { questions, findings } = read('Why?\n'.repeat(MAX_IMPORT_BYTES / 5 + 1))
    assert.deepEqual([questions.length, findings.length], [0, 1])
  })

  test('a line that is too long and lines that are too many are named', () => {
    assert.match(read(`${'a'.repeat(4_000)}?`).findings[0]?.message ?? '', /longer than 3,000/)
    const { findings } = read(`Why?\n${'\n'.repeat(25_000)}- Because`)
    assert.deepEqual(
      findings.map(({ place, lastLine }) => [place.line, lastLine]),
      [[25_001, 25_002]],
    )
  })
})

test('data needs a parser, and XML is refused', () => {
  for (const text of ['{"title":"a"}', 'title: a\nquestions: []', '<quiz></quiz>']) {
    const { questions, findings } = read(text)
    assert.deepEqual([questions, findings.length, findings[0]?.outcome], [[], 1, 'left_out'])
  }
})

describe('what nobody can see is left out, and said', () => {
  for (const blank of ['\u3164', '\u2800', '\u{e0041}'])
    test(JSON.stringify(blank), () => {
      const { title, questions, findings } = read(`${blank}\n\n1. ${blank}\n2. Which one?\n- ${blank}\n- Yes\n- No`)
      assert.equal(title, undefined)
      assert.deepEqual(questions, [{ type: 'multiple_choice', text: 'Which one?', options: ['Yes', 'No'] }])
      const left = findings.filter(({ outcome }) => outcome === 'left_out')
      assert.deepEqual(
        left.map(({ place, message }) => [place.line, /no text|can be seen/.test(message)]),
        [
          [3, true],
          [5, true],
        ],
      )
    })
})

for (const [sign, ...list] of [
  ['-', '- Yes', '- No'],
  ['•', '•\tYes', '•\tNo'],
  ['[ ]', '[ ] Yes', '[ ] No'],
  ['b)', 'a) Yes', 'c) No'],
  ['2.', '1. Yes', '3. No'],
])
  test(`an empty item of a list, ${sign}, is nothing`, () => {
    const [first, second] = list
    const { questions } = read(['Will you come?', first, sign, second, sign].join('\n'))
    assert.deepEqual(questions, [{ type: 'multiple_choice', text: 'Will you come?', options: ['Yes', 'No'] }])
  })

test('nothing but a marker is left out, and said', () => {
  const { questions, findings } = read('\nM)\n')
  assert.deepEqual([questions, findings.map(({ place, outcome }) => [place.line, outcome])], [[], [[2, 'left_out']]])
})
