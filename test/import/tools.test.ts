import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openingOf } from '../../src/domain/surveys/import/foreign/opening.ts'
import type { ReadFormat } from '../../src/domain/surveys/import/format.ts'
import { read } from '../../src/domain/surveys/import/read.ts'
import { parseQuestions } from '../../src/domain/surveys/question.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'
import { expectedGroups, questionCount, readGroups } from './expected-groups.ts'
import { expectedQuestions, readSettings } from './text-files.ts'
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
  withOthersNamed,
  withStatements,
  written,
} from './tools.ts'

/** Some questions of the files have no text, so that they are left out. */
const set = (settings: readonly (object | null)[]) => settings.filter(one => one !== null)

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
      const all = withOthersNamed(expected, foreign.items)
      // Slides say something of their own.
      const named = foreign.isDeck === true ? all : withStatements(all, openingOf(foreign).items)
      const around = { introduction: openingOf(foreign).introduction, thanks: foreign.thanks }
      assert.deepEqual(reading.texts, JSON.parse(JSON.stringify(around)))
      assert.deepEqual(lostTexts(expected, reading), [], 'lost in silence')
      assert.deepEqual(readGroups(reading), expectedGroups(named))
      assert.equal(reading.places.length, reading.questions.length)
      assert.deepEqual(
        rightOptions(reading),
        expected.items.flatMap(({ right }) => (right === undefined ? [] : [right])),
      )
      const settings = expectedQuestions(named).map(one => one.settings)
      if (settings.length === reading.questions.length) assert.deepEqual(readSettings(reading), settings)
      else assert.deepEqual(set(readSettings(reading)), set(settings))
      const rules = parseQuestions([...reading.questions]).filter(({ requirement }) => typeof requirement === 'object')
      // A text beside an option is required if that is chosen.
      const texts = named.items.filter(({ other }) => other === true).length
      const ruled = named.items.filter(one => one.kind !== 'check-list' && one.when !== undefined && one.required)
      const count = ruled.reduce((sum, item) => sum + questionCount({ ...item, other: false }), texts)
      assert.equal(rules.length, count)
    })
})

describe('an option that is right twice is right', () => {
  const files: readonly [format: ReadFormat, text: string][] = [
    ['aiken', 'Which knot holds?\nA. Bow\nB. Bowline\nB. Bowline\nANSWER: B\n'],
    ['text', 'Which knot holds?\nA. Bow\nB. Bowline\nC. Bowline\nANSWER: B\nANSWER: C\n'],
  ]
  for (const [format, text] of files)
    test(`as ${format}`, () => {
      const { questions, questionSettings } = read(text, { parse: parseSurveyData, format })
      assert.deepEqual(questions[0]?.options, ['Bow', 'Bowline'])
      assert.deepEqual(questionSettings, [{ right: { options: [1] } }])
    })
})
