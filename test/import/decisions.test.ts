import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../../src/domain/surveys/import/read.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'

test('a decision is about one scale of a file whose questions share a line', () => {
  const rating = { type: 'rating', title: 'How good?', rateMax: 5, minRateDescription: 'dull' }
  const elements = ['one', 'two'].map(name => ({ ...rating, name }))
  const text = JSON.stringify({ pages: [{ name: 'page', elements }] })
  const keys = read(text, { parse: parseSurveyData }).findings.flatMap(({ key }) => key ?? [])
  assert.deepEqual(keys, [0, 1])
  const decided = read(text, { parse: parseSurveyData, decisions: new Map([[1, 'scale']]) })
  assert.deepEqual(
    decided.questions.map(({ type }) => type),
    ['multiple_choice', 'rating'],
  )
  assert.deepEqual(decided.questionSettings, [null, { scale_words: { lowest: 'dull' } }])
})
