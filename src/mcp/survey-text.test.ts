import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuestions } from '../domain/surveys/question.ts'
import { pageText } from './survey-text.ts'

test('a page as text is not thousands of times as long as its survey, whatever its rules name [questions-amounts]', () => {
  const conditions = Array(5).fill({ questionIndex: 0, values: ['Yes'] })
  const questions = parseQuestions([
    { type: 'multiple_choice', text: 'x'.repeat(50_000), options: ['Yes', 'No'] },
    ...Array(200).fill({
      type: 'rating',
      text: 'Why?',
      requirement: { mode: 'conditional', when: { op: 'any', conditions } },
    }),
  ])
  const { length } = pageText('Title', questions)
  assert.ok(length < 250_000, `${length}`)
})
