import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asks, readMarks } from './question-marks.ts'

test('marks at both ends of a question are taken off, in any order', () => {
  const marked = readMarks('Optional: How was it? (1-10) *')
  assert.deepEqual(
    [marked.text, marked.isOptional, marked.isStarred, marked.range?.high],
    ['How was it?', true, true, 10],
  )
  assert.equal(readMarks('Which? (tick all that apply)').wantsSeveral, true)
  assert.equal(readMarks('Ask us (moderated)').isModerated, true)
  assert.equal(readMarks('Name (required)').isOptional, false)
  assert.equal(readMarks('您的姓名？（选填）').isOptional, true)
  assert.equal(readMarks('What did you like? (Open-ended)').type, 'text')
  const { text, hasField } = readMarks('Name: ______')
  assert.deepEqual([text, hasField], ['Name', true])
})

test('what is no mark stays', () => {
  for (const text of [
    'What is optional?',
    'Name (as in your passport)',
    '5 * 3',
    'Is it required',
    'Choose a rating agency?',
  ]) {
    const { text: left, marks } = readMarks(text)
    assert.deepEqual([left, marks], [text, 0])
  }
})

test('questions end with the sign of any script, which does not ask by itself', () => {
  for (const text of ['Why?', 'لماذا؟', '为什么？', '“Why?”']) assert.equal(asks(text), true, text)
  for (const text of ['Why', 'Why.', '?', '(??)']) assert.equal(asks(text), false, text)
})
