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

test('a line below a question becomes its description, and one above all is left out', () => {
  const text = 'Hello and welcome.\nWhat did you like?\nThink of all the days.\n'
  const decide = (line: number) => read(text, { decisions: new Map([[line, 'description']]) })
  const below = decide(3)
  assert.deepEqual(below.questionSettings, [{ description: 'Think of all the days.' }])
  assert.equal(below.findings.at(-1)?.message, 'kept as the description of “What did you like?”')
  const above = decide(1)
  assert.deepEqual([above.questions.length, above.questionSettings, above.findings[0]?.outcome], [1, [], 'left_out'])
  assert.deepEqual(
    read(text).findings.map(({ decisions }) => decisions.includes('description')),
    [false, true],
  )
})
