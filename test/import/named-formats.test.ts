import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { READ_FORMATS, type ReadFormat } from '../../src/domain/surveys/import/format.ts'
import { read } from '../../src/domain/surveys/import/read.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'
import { fileOf, readTool, TEXT_FILES, TOOL_FILES } from './tools.ts'

/** Formats whose name is not that of the folder. */
const OTHERS: readonly [folder: string, name: ReadFormat][] = [
  ['aiken', 'aiken'],
  ['lsq', 'limesurvey'],
  ['lss', 'limesurvey'],
  ['lstsv', 'limesurvey'],
  ['moodlexml', 'moodle'],
  ['qsf', 'qualtrics'],
]

function formatOfFolder(file: string): ReadFormat | undefined {
  const folder = file.split('/')[0] ?? ''
  return new Map(OTHERS).get(folder) ?? READ_FORMATS.find(name => name === folder)
}

const readAs = (text: string, format: ReadFormat) => read(text, { parse: parseSurveyData, format })

describe('a file is read as what it is said to be', () => {
  for (const file of TOOL_FILES.filter(name => formatOfFolder(name) !== undefined))
    test(file, () => {
      const text = fileOf(file)
      assert.deepEqual(readAs(text, formatOfFolder(file) ?? 'text').questions, readTool(text).questions)
    })

  test('even if it does not look like that', () => {
    const short = 'Which is hard?\nA) Linden\nB) Oak\n'
    assert.deepEqual(readAs(`${short}Answer - B`, 'aiken').questions.length, 1)
    const form = JSON.stringify({ elements: [{ type: 'comment', name: 'why', title: 'Why?' }] })
    assert.equal(readAs(form, 'surveyjs').questions[0]?.text, 'Why?')
  })

  test('or refused with a finding, whatever it is', () => {
    for (const file of [...TOOL_FILES, ...TEXT_FILES])
      for (const format of READ_FORMATS) {
        const { questions, findings, title } = readAs(fileOf(file), format)
        assert.ok(questions.length + findings.length > 0 || title !== undefined, `${file} as ${format}`)
      }
  })
})
