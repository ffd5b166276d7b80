import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read } from '../../src/domain/surveys/import/read.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'

const NO_FIELD = 'kept as an option; respondents can choose it, but not write beside it'

describe('a text beside an option that has no place for it is not lost in silence', () => {
  const texts: [what: string, text: string][] = [
    ['in a ranking', 'Rank these:\n- Lake\n- Coast\n- Other: ____'],
    ['among the columns of a grid', 'How was it? good / other: ___ / bad\n- the food\n- the room'],
    ['in front of the last of several answers', 'Which? (tick all that apply)\n- Other: ____\n- Lake'],
  ]
  for (const [what, text] of texts)
    test(what, () => {
      const { groups, findings } = read(text)
      assert.equal(groups.length, 1)
      assert.equal(findings.filter(({ message }) => message === NO_FIELD).length, 1)
    })
})

test('a description that is too long for one stands in each option of a question, and not in the text beside the last', () => {
  const description = 'a'.repeat(501)
  const choices = ['Lake', 'Coast']
  const elements = ['checkbox', 'radiogroup'].map(type => {
    return { type, name: type, title: 'Where?', description, choices, showOtherItem: true, otherText: 'Elsewhere' }
  })
  const { questions } = read(JSON.stringify({ pages: [{ name: 'page', elements }] }), { parse: parseSurveyData })
  assert.deepEqual(
    questions.map(({ text }) => text),
    [...Array(3).fill(`Where?\n${description}`), 'Elsewhere', `Where?\n${description}`, 'Elsewhere'],
  )
})
