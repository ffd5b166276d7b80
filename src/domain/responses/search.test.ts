import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuestions } from '../surveys/question.ts'
import { Refusal } from '../values/refusal.ts'
import { answerMatcher } from './search.ts'

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

test('a text is searched in free-text answers only, either all of them or one [dashboard-search]', () => {
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
  ['two\r\n  lines', 'two lines'],
  ['one\u00a0two', 'one two '],
  ['Café', 'cafe'],
  ['cafe', 'CAFÉ'],
  ['noir café', 'noir cafe'],
  ['İstanbul', 'istanbul'],
  ['İSTANBUL', 'ıstanbul'],
  ['Isparta', 'ısparta'],
  ['Müller', 'muller'],
  ['Ёлка', 'елка'],
  ['Łódź', 'lodz'],
  ['Øre', 'ore'],
  ['Æble', 'aeble'],
  ['aeble', 'æble'],
  ['Œuvre', 'oeuvre'],
  ['Þór Ðúr', 'thor dur'],
  ['Nguyễn Thị Đào', 'nguyen thi dao'],
  ['Ångström', 'angstrom'],
  ['naïve', 'naive'],
  ['Ελληνικά', 'ελληνικα'],
  ['ΣΑΣ', 'σας'],
  ['Ĳssel', 'ijssel'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['أحمد', 'احمد'],
  ['アイウ ガッコー', 'あいう がっこー'],
  ['ｱｲｳ', 'あいう'],
  ['ｶﾞｯｺｰ', 'がっこー'],
  ['ヴ', 'ゔ'],
  ['१२३', '123'],
  ['١٢٣ ۴۵ ๖ 𞥗', '123 45 6 7'],
  ['123', '１２३'],
  ['can’t', "can't"],
  ['kinder\u00adgarten', 'kindergarten'],
  ['हिन्दी', 'हिन्दी'],
  ['한글', '한글'.normalize('NFD')],
]
for (const [answer, text] of same) {
  test(`${JSON.stringify(text)} is found in ${JSON.stringify(answer)} [dashboard-search-folded]`, () => {
    assert.equal(isIn(answer, text), true)
  })
}

const different: [answer: string, text: string][] = [
  ['one two', 'onetwo'],
  ['one two', 'two one'],
  ['कि', 'की'],
  ['कमल', 'कोमल'],
  ['น้ำ', 'นำ'],
  ['한글', '하늘'],
  ['が', 'か'],
  ['a ≠ b', 'a = b'],
  ['𝟏₂３', '124'],
]
for (const [answer, text] of different) {
  test(`${JSON.stringify(text)} is not found in ${JSON.stringify(answer)} [dashboard-search-folded]`, () => {
    assert.equal(isIn(answer, text), false)
  })
}

test('an accent by itself is found only by itself [dashboard-search-folded]', () => {
  assert.deepEqual([isIn('plain', '¨'), isIn('which dots, ¨?', '¨')], [false, true])
})

test('a question alone finds the responses that answered it, even if it was added later [dashboard-search-question]', () => {
  const found = [0, 1, 3, 4].map(question => answerMatcher(QUESTIONS, { text: undefined, question })(ANSWERS))
  assert.deepEqual(found, [true, true, true, false])
  assert.equal(answerMatcher(QUESTIONS, { text: undefined, question: 0 })([null, 'x']), false)
})

test('a question that does not exist or cannot be searched is refused [dashboard-search-refused]', () => {
  for (const question of [0, 2, 3, 5]) refused('x', question, 'question must be the index of a free_text question')
  for (const question of [2, 5])
    refused(undefined, question, 'question must be the index of a question that takes answers')
})

function refused(text: string | undefined, question: number, reason: string): void {
  assert.throws(() => answerMatcher(QUESTIONS, { text, question }), new Refusal('invalid_page', { reason }))
}
