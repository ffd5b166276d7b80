import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decision } from '../../src/domain/surveys/import/finding.ts'
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

test('a line in bold is a section, and can become a question and a section again', () => {
  const text = '# Camp\nWill you come?\n\n**The house**\n\nWhich room?\n- Left\n- Right\n'
  const decide = (decision: Decision) => read(text, { decisions: new Map([[4, decision]]) })
  const section = { kind: 'section', from: 1, to: 1, title: 'The house' }
  assert.deepEqual(read(text).groups, [section])
  const asked = decide('question')
  assert.deepEqual(
    [asked.groups, asked.questions.map(one => one.text)],
    [[], ['Will you come?', 'The house', 'Which room?']],
  )
  assert.deepEqual(asked.findings[0]?.decisions, ['question', 'text', 'section', 'leave_out'])
  const again = decide('section')
  assert.deepEqual([again.groups, again.findings[0]?.chosen], [[section], 'section'])
})
