import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuestions } from '../../src/domain/surveys/question.ts'
import { lossesOf } from './accounting.ts'
import { CORPUS, expectedOf, inputOf, readInput, written } from './corpus.ts'

describe('the corpus of surveys as people have them', () => {
  for (const name of CORPUS)
    test(name, () => {
      const input = inputOf(name)
      const reading = readInput(input)
      assert.deepEqual(written(reading), expectedOf(name))
      assert.deepEqual(lossesOf(input, reading), [], 'lost in silence')
      assert.equal(reading.places.length, reading.questions.length)
      if (reading.questions.length > 0) parseQuestions([...reading.questions])
      assert.ok(reading.questions.length + reading.findings.length > 0, 'nothing is said')
    })
})

describe('the accounting finds', () => {
  const kept = readInput('# Lunch\nWill you come?\n- Yes\n- No')
  const cases: [what: string, input: string, losses: string[]][] = [
    ['a line that is lost', '# Lunch\nWill you come?\nBring a friend', ['3: bring', '3: a', '3: friend']],
    ['an option of two that are the same', '# Lunch\nWill you come?\n- Yes\n- Yes\n- No', ['4: yes']],
    ['nothing where all is there', '# Lunch\nWill you come?\n- Yes\n- No', []],
  ]
  for (const [what, input, losses] of cases) test(what, () => assert.deepEqual(lossesOf(input, kept), losses))
})
