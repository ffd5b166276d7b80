import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read } from '../../src/domain/surveys/import/read.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'

const DECLARED = [
  '<!ENTITY short "ha">',
  '<!ENTITY long "&short;&short;&short;&short;&short;&short;&short;&short;">',
  '<!ENTITY file SYSTEM "file:///etc/hostname">',
]

function quiz(text: string): string {
  const question = `<question type="shortanswer"><questiontext><text>${text}</text></questiontext></question>`
  return `<?xml version="1.0"?><!DOCTYPE quiz [${DECLARED.join('')}]><quiz>${question}</quiz>`
}

describe('no entity that an XML file declares is expanded or read [import-xml-entities]', () => {
  const readQuiz = (text: string) => read(quiz(text), { parse: parseSurveyData })

  test('a file that declares some is read', () => {
    const { questions, findings } = readQuiz('Which knot &amp; why?')
    assert.deepEqual([questions.map(({ text }) => text), findings], [['Which knot & why?'], []])
  })

  for (const name of ['short', 'long', 'file'])
    test(`one that uses &${name}; is refused at its line`, () => {
      const { questions, findings } = readQuiz(`Which &${name};?`)
      assert.deepEqual(questions, [])
      assert.match(findings[0]?.message ?? '', new RegExp(`isn't defined: &${name};`))
    })
})
