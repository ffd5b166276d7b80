import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuestions } from '../../surveys/question.ts'
import type { Json } from '../../values/json.ts'
import { parseEditHistory } from './stored-edits.ts'

const QUESTIONS = parseQuestions([
  { type: 'multiple_choice', text: 'Which?', options: ['a', 'b'] },
  { type: 'rating', text: 'How?' },
  { type: 'upvoted_question', text: 'Ask' },
  { type: 'free_text', text: 'Why?' },
  { type: 'free_text', text: 'And?' },
])
const LAST = 9
const EDIT = { sequence: 4, responses: 3, questions: [3], options: [[0, 1]], reworded: [1] }
const LATER = { sequence: 7, responses: 5, questions: [4], options: [], reworded: [0] }
const NOTHING = { sequence: 7, responses: 5, questions: [], options: [], reworded: [] }

test('a stored history comes back as it is', () => {
  const same: readonly Json[] = [EDIT, LATER, NOTHING]
  assert.deepEqual(parseEditHistory(QUESTIONS, same, LAST), same)
  assert.deepEqual(parseEditHistory(QUESTIONS, [], 0), [])
})

test('what a process of an earlier version left out of a history does not make it invalid', () => {
  // It adds a question after an edit that is recorded, and removes responses that an earlier edit counts.
  const left: readonly Json[] = [EDIT, { ...NOTHING, responses: 1, reworded: [3] }]
  assert.deepEqual(parseEditHistory(QUESTIONS, left, LAST), left)
})

test('a history that the program cannot have written is refused', () => {
  const refused: Record<string, Json> = {
    'no list': { ...EDIT },
    'no edit': [5],
    'nothing in place of an edit': [null],
    'another form': [{ after: 3, added_questions: [3] }],
    'without a list': [{ sequence: 4, responses: 3, questions: [3], options: [[0, 1]] }],
    'no response before it': [{ ...EDIT, responses: 0 }],
    'half a response': [{ ...EDIT, responses: 1.5 }],
    'more responses than sequence numbers': [{ ...EDIT, responses: 5 }],
    'a text for a number': [{ ...EDIT, sequence: '4' }],
    'a sequence number that the survey has not had': [{ ...EDIT, sequence: LAST + 1 }],
    'another order': [LATER, { ...EDIT, questions: [] }],
    'a question that does not exist': [{ ...EDIT, questions: [5] }],
    'a question before the first': [{ ...EDIT, reworded: [-1] }],
    'a board that was added': [{ ...EDIT, questions: [2] }],
    'a board that was reworded': [{ ...EDIT, reworded: [2] }],
    'a question added twice': [EDIT, { ...LATER, questions: [3] }],
    'an option that does not exist': [{ ...EDIT, options: [[0, 2]] }],
    'an option of a rating': [{ ...EDIT, options: [[1, 0]] }],
    'no option': [{ ...EDIT, options: [0] }],
    'an option added twice': [EDIT, { ...LATER, options: [[0, 1]] }],
    'a question reworded last twice': [EDIT, { ...LATER, reworded: [1] }],
  }
  for (const [what, history] of Object.entries(refused))
    assert.throws(() => parseEditHistory(QUESTIONS, history, LAST), { refusal: 'invalid_survey_file' }, what)
})
