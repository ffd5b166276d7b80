import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuestions } from '../surveys/question.ts'
import { editsMember, parseFileEdits } from './file-edits.ts'

const QUESTIONS = parseQuestions([
  { type: 'multiple_choice', text: 'Which?', options: ['a', 'b'] },
  { type: 'rating', text: 'How?' },
  { type: 'upvoted_question', text: 'Ask' },
  { type: 'free_text', text: 'Why?' },
])
const EDIT = { after: 2, added_questions: [3], added_options: [{ question: 0, position: 1 }], reworded_questions: [1] }

test('edits come back as they were exported, with the sequence numbers that the responses of a file get [account-restore]', () => {
  const later = { after: 2, added_questions: [], added_options: [], reworded_questions: [0] }
  const history = parseFileEdits(QUESTIONS, [EDIT, later], 2)
  assert.deepEqual(history[0], { sequence: 2, responses: 2, questions: [3], options: [[0, 1]], reworded: [1] })
  assert.deepEqual(editsMember(history), [EDIT, later])
  assert.deepEqual(parseFileEdits(QUESTIONS, undefined, 2), [])
  assert.equal(parseFileEdits(QUESTIONS, [{ after: 1 }], 2).length, 1)
})

test('an export of which a process of an earlier version removed responses or added questions can be restored [account-restore]', () => {
  const some = [{ ...EDIT, after: 4, added_questions: [] }, { after: 3 }, { after: 1, reworded_questions: [0] }]
  const before = (count: number) => parseFileEdits(QUESTIONS, some, count).map(edit => [edit.sequence, edit.responses])
  assert.deepEqual(before(2), Array(3).fill([1, 1]), 'no edit comes after more responses than a later one')
  assert.deepEqual(parseFileEdits(QUESTIONS, [{ after: 4, reworded_questions: [0] }], 2)[0]?.sequence, 2)
  assert.deepEqual(before(0), [])
})

test('edits of other questions, options or responses are refused [account-restore]', () => {
  const refused = [
    {},
    [null],
    [{}],
    [{ ...EDIT, after: 0 }],
    [{ ...EDIT, after: 1.5 }],
    [{ ...EDIT, added_options: [0] }],
    [{ ...EDIT, added_options: {} }],
    [{ ...EDIT, added_questions: [4] }],
    [{ ...EDIT, added_questions: [2, 3] }],
    [{ ...EDIT, added_questions: [3, 3] }],
    [{ ...EDIT, added_options: [{ question: 0, position: 2 }] }],
    [{ ...EDIT, added_options: [{ question: 1, position: 0 }] }],
    [{ ...EDIT, added_options: [EDIT.added_options, EDIT.added_options].flat() }],
    [{ ...EDIT, reworded_questions: [1, 1] }],
    [{ ...EDIT, reworded_questions: 1 }],
  ]
  for (const edits of refused)
    assert.throws(() => parseFileEdits(QUESTIONS, edits, 2), { refusal: 'invalid_survey_file' }, JSON.stringify(edits))
})
