import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuestions } from './question.ts'
import { Refusal } from './refusal.ts'
import { answerMatcher, foldText } from './search.ts'

const QUESTIONS = parseQuestions([
  { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No'] },
  { type: 'free_text', text: 'Why?' },
  { type: 'upvoted_question', text: 'Ask' },
  { type: 'rating', text: 'How good?' },
  { type: 'free_text', text: 'What else?' },
])
const ANSWERS = ['Yes', 'The coffee', null, 7]

const isFound = (text: string, question?: number) => answerMatcher(QUESTIONS, { text, question })(ANSWERS)
const isIn = (answer: string, text: string) => answerMatcher(QUESTIONS, { text, question: 1 })([null, answer])

test('[dashboard-search] a text is searched in free-text answers only, in all of them or in one', () => {
  assert.deepEqual([isFound('coffee'), isFound('coffee', 1), isFound('coffee', 4)], [true, true, false])
  for (const text of ['Yes', '7', 'null', 'tea']) assert.equal(isFound(text), false)
})

const same: [answer: string, text: string][] = [
  ['The COFFEE', 'coffee'],
  ['Ärger', 'ärGER'],
  ['A\u0308rger', 'ä'],
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'straße'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['οδοστρωμα', 'ΟΔΟΣ'],
  ['ﬁnal', 'FINAL'],
  ['ＷＩＤＥ', 'wide'],
  ['Привет', 'ПРИВЕТ'],
  ['ταΐζω', 'ταΐζω'.toUpperCase()],
  ['100% [sic]_*', '% [SIC]_*'],
  ['two\nlines', 'O\nL'],
]
for (const [answer, text] of same) {
  test(`[dashboard-search] ${JSON.stringify(text)} is found in ${JSON.stringify(answer)}`, () => {
    assert.equal(isIn(answer, text), true)
  })
}

test('[dashboard-search] every letter is found in any case, composed or not (exhaustive)', () => {
  const others = [(text: string) => text.toUpperCase(), (text: string) => text.toLowerCase(), decomposed]
  const missed: string[] = []
  for (let code = 0; code <= 0x1_ff_ff; code++) {
    const text = String.fromCodePoint(code)
    if (text.isWellFormed() && others.some(other => foldText(other(text)) !== foldText(text))) missed.push(text)
  }
  assert.deepEqual(missed, [])
})

function decomposed(text: string): string {
  return text.normalize('NFD')
}

test('[dashboard-search] different letters or different white space do not match', () => {
  for (const [answer, text] of [
    ['resume', 'résumé'],
    ['one two', 'onetwo'],
    ['one two', 'two '],
  ] as const)
    assert.equal(isIn(answer, text), false)
})

test('[dashboard-search-question] a question alone finds the responses that answered it, even if it was added later', () => {
  const found = [0, 1, 3, 4].map(question => answerMatcher(QUESTIONS, { text: undefined, question })(ANSWERS))
  assert.deepEqual(found, [true, true, true, false])
  assert.equal(answerMatcher(QUESTIONS, { text: undefined, question: 0 })([null, 'x']), false)
})

test('[dashboard-search-refused] a question that does not exist or cannot be searched is refused', () => {
  for (const question of [0, 2, 3, 5]) refused('x', question, 'question must be the index of a free_text question')
  for (const question of [2, 5])
    refused(undefined, question, 'question must be the index of a question that takes answers')
})

function refused(text: string | undefined, question: number, reason: string): void {
  assert.throws(() => answerMatcher(QUESTIONS, { text, question }), new Refusal('invalid_page', { reason }))
}

test('[dashboard-search-bounded] the cost of a search grows with the length of a text, not with its square', () => {
  const marks = (length: number) => `a${'\u0301\u0323'.repeat(length / 2)}`
  const inOne = [marks(20_000)]
  const inParts = Array(16).fill(marks(1_250))
  // As much text, so that other programs hold up either as often.
  assert.ok(quickest(() => inOne.map(foldText)) < 4 * quickest(() => inParts.map(foldText)))
})

test('[dashboard-search] long runs of combining marks are found in any order of the marks', () => {
  const marks = '\u0301\u0323'.repeat(15)
  assert.equal(isIn(`Zalgo${marks}`, `ZALGO${'\u0323\u0301'.repeat(15)}`), true)
})

/** The shortest of thirty runs, in milliseconds. */
function quickest(run: () => void): number {
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...times)
}
