import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../values/json.ts'
import { originsOf } from './edit.ts'
import { parseQuestionList } from './question.ts'
import {
  checkQuestionSettings,
  moveQuestionSettings,
  parseQuestionSettings,
  secondRoundOf,
  withoutRightAnswers,
  withSecondRound,
} from './question-settings.ts'

const choice = (text: string, ...options: string[]) => ({ type: 'multiple_choice', text, options })
const rating = { type: 'rating', text: 'How was it?' }
const text = { type: 'free_text', text: 'Why?' }
const LIST = [choice('Which falls faster?', 'Hammer', 'Feather', 'Neither'), rating, text]

/** @returns what is refused, or the settings */
function check(input: Json, questions: Json = LIST): unknown {
  try {
    const settings = parseQuestionSettings(input)
    checkQuestionSettings(settings, parseQuestionList(questions))
    return settings
  } catch (error) {
    return (error as Error).message
  }
}

describe('settings of questions', () => {
  test('are kept in order, without what says nothing', () => {
    const round = [...LIST, rating]
    assert.deepEqual(check([]), [])
    assert.deepEqual(check([null, {}, null]), [])
    assert.deepEqual(check([{ right: { options: [2, 0] } }, null]), [{ right: { options: [0, 2] } }])
    assert.deepEqual(check([null, { right: { from: 1, to: 10 } }]), [null, { right: { from: 1, to: 10 } }])
    assert.deepEqual(check([null, null, null, { round_of: 1 }], round), [null, null, null, { round_of: 1 }])
    const words = { lowest: 'Not at all', middle: ' so-so ', highest: 'Very much' }
    assert.deepEqual(check([null, { scale_words: words }]), [null, { scale_words: words }])
    assert.deepEqual(check([null, { scale_words: { highest: '好'.repeat(60) } }]), [
      null,
      { scale_words: { highest: '好'.repeat(60) } },
    ])
    assert.deepEqual(check([null, { scale_words: {} }]), [])
    assert.deepEqual(check([{ shuffled: true }]), [{ shuffled: true }])
    const description = { description: ` Two\nlines${'好'.repeat(490)}` }
    assert.deepEqual(check([description, description, description]), [description, description, description])
  })

  const LISTED = 'question_settings must be a list that has an object or null for each question'
  const POSITIONS = 'question 1: right options must be a list of the positions of different options, from 0'
  const SHAPE = 'question 1: right must have options, or from and to'
  const POINTS = 'question 1: from and to must be whole numbers from 1 to 10'
  const TEXT = 'question 1: its description must be a text of 1 to 500 characters'
  const WORDS = 'question 1: scale_words must be an object of lowest, middle and highest'
  const LINE = 'question 1: the words of a scale must be a line of 1 to 60 characters'
  const FITTING = 'only multiple_choice questions can have right options, and only ratings right points'
  const REFUSED: readonly (readonly [Json, string])[] = [
    [null, LISTED],
    [{}, LISTED],
    [Array(1_001).fill(null), LISTED],
    [['right'], 'question 1: its settings must be an object or null'],
    [[{ wrong: 1 }], 'question 1: there is no setting "wrong"'],
    [[{ right: null }], SHAPE],
    [[{ right: { from: 1 } }], SHAPE],
    [[{ right: { options: [0], to: 1 } }], SHAPE],
    [[{ right: { options: [0], why: '' } }], SHAPE],
    [[{ right: { options: [] } }], POSITIONS],
    [[{ right: { options: ['Hammer'] } }], POSITIONS],
    [[{ right: { options: [-1] } }], POSITIONS],
    [[{ right: { options: [0.5] } }], POSITIONS],
    [[{ right: { options: [1, 1] } }], POSITIONS],
    [[{ right: { options: [0, 3] } }], 'question 1: it has no option 4'],
    [[{ right: { from: 0, to: 3 } }], POINTS],
    [[{ right: { from: 1, to: 11 } }], POINTS],
    [[{ right: { from: 5, to: 4 } }], 'question 1: from must not be greater than to'],
    [[{ right: { from: 1, to: 4 } }], `question 1: ${FITTING}`],
    [[null, { right: { options: [0] } }], `question 2: ${FITTING}`],
    [[null, null, { right: { options: [0] } }], `question 3: ${FITTING}`],
    [[null, null, null, { right: { options: [0] } }], 'there is no question 4'],
    [[{ description: null }], TEXT],
    [[{ description: ' ' }], TEXT],
    [[{ description: 'x'.repeat(501) }], TEXT],
    [[{ description: 'a\0' }], 'description must not contain a NUL character'],
    [[{ scale_words: 'Good' }], WORDS],
    [[{ scale_words: null }], WORDS],
    [[{ scale_words: { first: 'Good' } }], WORDS],
    [[{ scale_words: { lowest: 1 } }], LINE],
    [[{ scale_words: { lowest: null } }], LINE],
    [[{ scale_words: { middle: ' ' } }], LINE],
    [[{ scale_words: { lowest: 'Not\nat all' } }], LINE],
    [[{ scale_words: { lowest: 'Not\rat all' } }], LINE],
    [[{ scale_words: { highest: 'x'.repeat(61) } }], LINE],
    [[{ scale_words: { highest: 'a\0' } }], 'scale_words must not contain a NUL character'],
    [[{ scale_words: { lowest: 'Good' } }], 'question 1: only ratings have words below a scale'],
    [[null, null, null, { scale_words: { lowest: 'Good' } }], 'there is no question 4'],
    [[{ shuffled: false }], 'question 1: shuffled must be true, or left out'],
    [[{ shuffled: null }], 'question 1: shuffled must be true, or left out'],
    [[null, { shuffled: true }], 'question 2: only multiple_choice questions have options to shuffle'],
    [[null, null, null, { shuffled: true }], 'there is no question 4'],
    [[{ round_of: '0' }], 'question 1: round_of must be the index of a question'],
    [[{ round_of: -1 }], 'question 1: round_of must be the index of a question'],
    [[{ round_of: 0 }], 'question 1: round_of must name an earlier question'],
    [[{ round_of: 7 }], 'question 1: round_of must name an earlier question'],
    [[null, { round_of: 0 }], 'question 2: both rounds must be multiple_choice questions or ratings'],
  ]
  for (const [input, reason] of REFUSED)
    test(`${JSON.stringify(input).slice(0, 60)} is refused: ${reason}`, () => assert.equal(check(input), reason))

  test('the descriptions of all questions have room for 50,000 characters', () => {
    const described = (count: number) => Array(count).fill({ description: 'x'.repeat(500) })
    const ratings = Array(101).fill(rating)
    assert.deepEqual(check(described(100), ratings), described(100))
    const reason = 'the descriptions of all questions of a survey can have at most 50,000 characters together'
    assert.equal(check(described(101), ratings), reason)
  })

  test('the words of all scales have room for 20,000 characters', () => {
    const words = (count: number) =>
      Array(count).fill({ scale_words: { lowest: 'x'.repeat(50), highest: 'y'.repeat(50) } })
    const ratings = Array(201).fill(rating)
    assert.deepEqual(check(words(200), ratings), words(200))
    const reason = 'the words of all scales of a survey can have at most 20,000 characters together'
    assert.equal(check(words(201), ratings), reason)
  })

  test('a question has one second round, and that one has none', () => {
    const list = [rating, rating, rating]
    assert.equal(check([null, { round_of: 0 }, { round_of: 0 }], list), 'question 1 has two second rounds')
    assert.equal(
      check([null, { round_of: 0 }, { round_of: 1 }], list),
      'question 3: a second round cannot have a second round',
    )
    assert.equal(
      check([null, { round_of: 0 }], [text, text]),
      'question 2: both rounds must be multiple_choice questions or ratings',
    )
  })

  test('a second round has the settings of the first, and can be found from it', () => {
    const right = { options: [2] }
    const scale_words = { lowest: 'Bad' }
    assert.deepEqual(withSecondRound([{ right, scale_words }], 0, 1), [
      { right, scale_words },
      { right, scale_words, round_of: 0 },
    ])
    assert.deepEqual(withoutRightAnswers([{ right, scale_words }]), [{ scale_words }])
    const settings = withSecondRound([{ right }], 0, 3)
    assert.deepEqual(settings, [{ right }, null, null, { right, round_of: 0 }])
    assert.equal(secondRoundOf(settings, 0), 3)
    assert.equal(secondRoundOf(settings, 1), undefined)
    assert.deepEqual(withSecondRound([], 1, 3), [null, null, null, { round_of: 1 }])
    assert.deepEqual(withoutRightAnswers(settings), [null, null, null, { round_of: 0 }])
    assert.deepEqual(withoutRightAnswers([{ right }]), [])
  })
})

describe('an edit', () => {
  const BEFORE = [...LIST, LIST[0] ?? text]
  const words = { scale_words: { middle: 'So-so' } }
  const SETTINGS = [{ right: { options: [0, 2] } }, { right: { from: 2, to: 3 }, ...words }, null, { round_of: 0 }]
  const edited = (input: Json) => {
    const before = parseQuestionList(BEFORE)
    return moveQuestionSettings(SETTINGS, before, parseQuestionList(input), originsOf(before, input))
  }
  const at = (index: number, more: object = {}): Json => ({ ...(BEFORE[index] as object), index, ...more }) as Json

  test('moves settings with their questions', () => {
    const [right, range, , round] = SETTINGS
    assert.deepEqual(edited([at(0), at(1), at(2), at(3)]), SETTINGS)
    assert.deepEqual(edited(BEFORE), SETTINGS)
    assert.deepEqual(edited([at(1), text, at(0), at(3)]), [range, null, right, { round_of: 2 }])
    assert.deepEqual(edited([at(2), at(0)]), [null, right])
    assert.deepEqual(edited([at(0), at(3)]), [right, round])
    assert.deepEqual(edited([at(2)]), [])
  })

  test('drops what no longer fits: a second round without its first or before it, and what another type cannot have', () => {
    assert.deepEqual(edited([at(2), at(3)]), [])
    assert.deepEqual(edited([at(3), at(0)]), [null, SETTINGS[0]])
    assert.deepEqual(edited([{ ...rating, index: 0 }, at(3)]), [])
    assert.deepEqual(edited([at(0, { type: 'free_text' }), { ...text, index: 1 }]), [])
  })

  test('keeps options shuffled as long as there are options', () => {
    const before = parseQuestionList(BEFORE)
    const moved = (input: Json) =>
      moveQuestionSettings([{ shuffled: true }], before, parseQuestionList(input), originsOf(before, input))
    assert.deepEqual(moved([text, at(0, { options: ['Hammer', 'Nail'] })]), [null, { shuffled: true }])
    assert.deepEqual(moved([at(0, { type: 'free_text' })]), [])
  })

  test('keeps a description, whatever becomes of the type of its question', () => {
    const before = parseQuestionList(BEFORE)
    const described = { description: 'Without air.' }
    const settings = [{ ...described, right: { options: [0] } }]
    const input = [text, at(0, { type: 'free_text' })]
    const moved = moveQuestionSettings(settings, before, parseQuestionList(input), originsOf(before, input))
    assert.deepEqual(moved, [null, described])
  })

  test('lets right options follow their texts', () => {
    const options = (...list: string[]) => edited([at(0, { options: list })])
    assert.deepEqual(options('Neither', 'Feather', 'Both', 'Hammer'), [{ right: { options: [0, 3] } }])
    assert.deepEqual(options('Feather', 'Neither'), [{ right: { options: [1] } }])
    assert.deepEqual(options('Hammers', 'Feather'), [])
  })
})
