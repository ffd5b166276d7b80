import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { QuestionSettings } from '../../src/domain/surveys/question-settings.ts'
import type { JsonObject } from '../../src/domain/values/json.ts'
import { contentOf, digestOf, draftOf, isSameContent } from '../../web/app/builder/content.ts'
import {
  add,
  addOption,
  afterSaving,
  beginDraft,
  type Draft,
  isChanged,
  isShuffled,
  isStored,
  move,
  moveOption,
  pasteOptions,
  questionsOf,
  rebase,
  remove,
  removeOption,
  renameOption,
  retype,
  scaleWordsOf,
  setDescription,
  setRight,
  setScaleWords,
  setShuffled,
} from '../../web/ui/questions/draft.ts'
import { settingsOf } from '../../web/ui/questions/draft-settings.ts'
import { choice, indexed, rating } from '../api/fixtures.ts'

const FALL = choice('Which falls faster?', ['Hammer', 'Feather', 'Neither'])
const QUESTIONS = indexed([FALL, rating('How sure?'), FALL]) as JsonObject[]
const RIGHT = { options: [2] }
const SURE = { from: 7, to: 10 }
const SETTINGS: QuestionSettings = [{ right: RIGHT }, { right: SURE }, { right: RIGHT, round_of: 0 }]

const begin = () => beginDraft(QUESTIONS, SETTINGS)
const rightOptionsOf = (draft: Draft) => settingsOf(draft)[0]?.right

describe('what is set beside the questions of a draft', () => {
  test('is as stored until it is edited', () => {
    const draft = begin()
    assert.deepEqual(settingsOf(draft), SETTINGS)
    assert.ok(!isChanged(draft))
    assert.ok(isChanged(setRight(draft, 0, undefined)))
    assert.ok(!isChanged(setRight(setRight(draft, 1, undefined), 1, SURE)))
    const changed = setRight(draft, 1, { from: 1, to: 2 })
    const settings = [SETTINGS[0], { right: { from: 1, to: 2 } }, SETTINGS[2]] as QuestionSettings
    assert.ok(isStored(changed, { questions: QUESTIONS, question_settings: settings }))
    assert.ok(!isStored(changed, { questions: QUESTIONS, question_settings: SETTINGS }))
  })

  test('follows its questions, and a second round its first', () => {
    const draft = begin()
    assert.deepEqual(settingsOf(move(draft, 0, 1)), [{ right: SURE }, { right: RIGHT }, { right: RIGHT, round_of: 1 }])
    assert.deepEqual(settingsOf(add(draft, 0)), [
      null,
      { right: RIGHT },
      { right: SURE },
      { right: RIGHT, round_of: 1 },
    ])
    assert.deepEqual(settingsOf(remove(draft, 1)), [{ right: RIGHT }, { right: RIGHT, round_of: 0 }])
    // A second round whose first is gone or comes after it is a question of its own.
    assert.deepEqual(settingsOf(remove(draft, 0)), [{ right: SURE }, { right: RIGHT }])
    const last = move(move(draft, 0, 1), 0, 1)
    assert.deepEqual(settingsOf(last), [{ right: SURE }, { right: RIGHT }, { right: RIGHT }])
    assert.deepEqual(settingsOf(move(last, 0, -1)), settingsOf(move(draft, 0, 1)))
  })

  test('follows the texts of options, also while one of them is being renamed', () => {
    const draft = setRight(begin(), 0, { options: [0, 2] })
    for (const [edited, expected] of [
      [moveOption(draft, 0, 2, -1), { options: [0, 1] }],
      [moveOption(draft, 0, 0, 1), { options: [1, 2] }],
      [removeOption(draft, 0, 1), { options: [0, 1] }],
      [removeOption(draft, 0, 2), { options: [0] }],
      [removeOption(removeOption(draft, 0, 2), 0, 0), undefined],
      [renameOption(renameOption(draft, 0, 2, ''), 0, 2, 'Both'), { options: [0, 2] }],
      [addOption(draft, 0), { options: [0, 2] }],
      [pasteOptions(draft, 0, 0, ['Stone', 'Neither']), { options: [0, 2] }],
    ] as const)
      assert.deepEqual(rightOptionsOf(edited), expected)
  })

  test('fits the type of its question, and is there again once a type is changed back', () => {
    const retyped = retype(begin(), 0, 'rating')
    assert.deepEqual(settingsOf(retyped), [null, { right: SURE }, { right: RIGHT }])
    assert.deepEqual(settingsOf(retype(retyped, 0, 'multiple_choice')), SETTINGS)
    assert.deepEqual(settingsOf(retype(begin(), 1, 'free_text')), [SETTINGS[0], null, SETTINGS[2]])
  })

  test('has the words of a scale as they are typed, without blank ones and blanks around them', () => {
    const typed = setScaleWords(begin(), 1, { lowest: ' Guessed ', middle: '  ' })
    assert.deepEqual(scaleWordsOf(typed, 1), { lowest: ' Guessed ', middle: '  ' })
    assert.deepEqual(settingsOf(typed)[1], { right: SURE, scale_words: { lowest: 'Guessed' } })
    assert.deepEqual(settingsOf(retype(typed, 1, 'free_text'))[1], null)
    assert.deepEqual(settingsOf(setScaleWords(typed, 1, { lowest: '' })), SETTINGS)
    assert.deepEqual(settingsOf(setScaleWords(typed, 1, { lowest: '\u200b', highest: '\u3164' })), SETTINGS)
    assert.ok(isChanged(typed) && !isChanged(setScaleWords(typed, 1, {})))
  })

  test('has a description without blanks around it, and none in which nothing is visible', () => {
    assert.equal(settingsOf(setDescription(begin(), 0, ' Once a day.\n'))[0]?.description, 'Once a day.')
    for (const blank of [' ', '\u200b', '\u2060', ' \u3164\n'])
      assert.deepEqual(settingsOf(setDescription(begin(), 0, blank)), SETTINGS)
  })

  test('has options in random order as long as there are any', () => {
    const draft = setShuffled(begin(), 0, true)
    assert.deepEqual(settingsOf(draft)[0], { right: RIGHT, shuffled: true })
    assert.deepEqual(settingsOf(retype(draft, 0, 'rating'))[0], null)
    assert.deepEqual(settingsOf(retype(retype(draft, 0, 'rating'), 0, 'multiple_choice')), settingsOf(draft))
    assert.ok(isShuffled(draft, 0) && isChanged(draft) && !isChanged(setShuffled(draft, 0, false)))
  })

  test('keeps its question in a list that was changed elsewhere, and in one that was just saved', () => {
    const draft = setRight(add(begin(), 3, rating('New?') as JsonObject), 3, SURE)
    const longer = { questions: [...QUESTIONS, rating('Other?') as JsonObject], question_settings: [] }
    assert.deepEqual(settingsOf(rebase(draft, longer)), [...SETTINGS, { right: SURE }])
    const saved = move(draft, 0, 1)
    const stored = { questions: questionsOf(saved), question_settings: settingsOf(saved) }
    const again = afterSaving(setRight(saved, 3, undefined), saved, stored)
    assert.deepEqual(settingsOf(again), settingsOf(saved).slice(0, 3))
    assert.ok(isChanged(again) && !isChanged(setRight(again, 3, SURE)))
  })

  test('belongs to the content of a draft of the builder', () => {
    const content = { title: 'Fall', questions: QUESTIONS, theme: null, question_settings: SETTINGS }
    assert.deepEqual(settingsOf(draftOf(content.questions, SETTINGS)), SETTINGS)
    assert.deepEqual(contentOf(content).question_settings, SETTINGS)
    assert.ok(!isSameContent(content, { ...content, question_settings: [] }))
    const { question_settings, ...without } = content
    assert.ok(isSameContent(without, { ...content, question_settings: [] }))
    assert.equal(digestOf(without), digestOf({ ...without, question_settings: [] }))
  })
})
