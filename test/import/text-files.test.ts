import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuestions } from '../../src/domain/surveys/question.ts'
import { expectedGroups, readGroups } from './expected-groups.ts'
import { expectedQuestions, isSaid, readQuestions } from './text-files.ts'
import { expectedOf, fileOf, lostTexts, readTool, rightOptions, squeezed, TEXT_FILES } from './tools.ts'

const asOptional = (one: ReturnType<typeof readQuestions>[number]) => ({ ...one, isRequired: false })
const withoutLeast = ({ min: _, ...others }: ReturnType<typeof readGroups>[number]) => others

describe('documents, pages and sheets of other tools', () => {
  for (const name of TEXT_FILES)
    test(name, () => {
      const [text, expected] = [fileOf(name), expectedOf(name)]
      const reading = readTool(text)
      if (!name.includes(expected.title)) assert.equal(squeezed(reading.title ?? ''), expected.title)
      const questions = expectedQuestions(expected)
      const found = readQuestions(reading, questions)
      // Where nothing says which questions are required, all of them are.
      const isSaidWhich = expected.items.some(({ required }) => required)
      if (isSaidWhich) assert.deepEqual(found, questions)
      else assert.deepEqual(found.map(asOptional), questions.map(asOptional))
      assert.deepEqual(
        rightOptions(reading),
        expected.items.flatMap(({ right }) => (right === undefined ? [] : [right])),
      )
      assert.deepEqual(
        expected.findings.filter(one => !isSaid(one, reading)),
        [],
        'without a finding',
      )
      assert.deepEqual(lostTexts(expected, reading), [], 'lost in silence')
      const groups = readGroups(reading)
      assert.deepEqual(isSaidWhich ? groups : groups.map(withoutLeast), expectedGroups(expected))
      assert.equal(reading.places.length, reading.questions.length)
      parseQuestions([...reading.questions])
    })
})
