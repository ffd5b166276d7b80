import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuestions } from '../../src/domain/surveys/question.ts'
import {
  comparable,
  expectedOf,
  fileOf,
  isMet,
  lostTexts,
  readTool,
  rightOptions,
  sourceOf,
  squeezed,
  TOOL_FILES,
  written,
} from './tools.ts'

describe('files of other tools', () => {
  for (const name of TOOL_FILES)
    test(name, () => {
      const [file, expected] = [fileOf(name), expectedOf(name)]
      const source = sourceOf(file)
      const foreign = source?.foreign
      assert.ok(source !== undefined && foreign !== undefined, 'it is not recognised')
      // A file without a title has its name for one.
      if (!name.includes(expected.title)) assert.equal(squeezed(foreign.title ?? ''), expected.title)
      assert.equal(squeezed(foreign.introduction ?? ''), squeezed(expected.introduction ?? ''))
      assert.equal(squeezed(foreign.thanks ?? ''), squeezed(expected.thanks ?? ''))
      assert.deepEqual(
        foreign.items.map(item => written(item, foreign.items)),
        expected.items.map(comparable),
      )
      assert.deepEqual(
        expected.findings.filter(one => !isMet(one, foreign.notes, source.value, file)),
        [],
        'without a note',
      )
      const reading = readTool(file)
      assert.deepEqual(lostTexts(expected, reading), [], 'lost in silence')
      assert.equal(reading.places.length, reading.questions.length)
      assert.deepEqual(
        rightOptions(reading),
        expected.items.flatMap(({ right }) => (right === undefined ? [] : [right])),
      )
      const rules = parseQuestions([...reading.questions]).filter(({ requirement }) => typeof requirement === 'object')
      assert.equal(rules.length, foreign.items.filter(({ when, required }) => when !== undefined && required).length)
    })
})
