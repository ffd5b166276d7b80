import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuestions } from '../../surveys/question.ts'
import { results } from '../tally.ts'
import { type RecordSources, recordOf, type SurveyRecord } from './record.ts'
import { markdownText, recordMarkdown } from './record-markdown.ts'
import { ENGLISH_RECORD, notesOf, sentenceOf } from './record-sentence.ts'

const QUESTIONS = parseQuestions([
  { type: 'multiple_choice', text: 'Which falls faster?', options: ['The hammer', 'Neither', 'The feather'] },
  { type: 'rating', text: 'How was it?' },
  { type: 'free_text', text: 'Why?' },
  { type: 'upvoted_question', text: 'Ask' },
])
const UNGROUPED = { groups: [], paced: false, edited: [] }
const NOTHING = {
  title: 'Physics',
  session: null,
  responses: 0,
  settings: [],
  ...UNGROUPED,
  texts: new Map(),
  boards: new Map(),
}
const MADE = { began_at: '2026-06-01T12:00:00.000Z', minutes: 50, is_over: true }

type Counts = readonly (readonly [question: number, slot: number, count: number])[]

function made(counts: Counts, more: Partial<RecordSources> = {}, isPublic = false): SurveyRecord {
  const listed = counts.map(([question, slot, count]) => ({ question, slot, count }))
  const sources = { ...NOTHING, results: results(QUESTIONS, listed, [{ question: 3, items: 3, votes: 9 }]), ...more }
  return recordOf(sources, MADE, { isPublic })
}

function sentence(record: SurveyRecord, index: number): string {
  const question = record.questions[index]
  assert.ok(question)
  const parts = sentenceOf(question, ENGLISH_RECORD, 'en')
  return parts.map(part => (typeof part === 'string' ? part : `*${part.option}*`)).join('')
}

test('a sentence names the option that was chosen most, or those that share that place', () => {
  const choice = (...counts: number[]) => sentence(made(counts.map((count, slot) => [0, slot, count] as const)), 0)
  assert.equal(choice(10, 37, 14), '*Neither* was chosen most: 37 of 61, 61%.')
  assert.equal(choice(20, 20, 1), '*The hammer* and *Neither* were chosen most: 20 of 41 each.')
  assert.equal(choice(1200, 1200, 1200), '3 options were chosen most: 1,200 of 3,600 each.')
  assert.equal(choice(), 'Nobody answered.')
})

test('an option in braces is no place for a number', () => {
  const questions = parseQuestions([{ type: 'multiple_choice', text: 'Which?', options: ['{n}', 'No'] }])
  const sources = { ...NOTHING, results: results(questions, [{ question: 0, slot: 0, count: 2 }], []) }
  assert.equal(sentence(recordOf(sources, null, { isPublic: false }), 0), '*{n}* was chosen most: 2 of 2, 100%.')
})

test('a sentence about ratings has the mean, and where half of the answers lie', () => {
  const rated = (...pairs: [number, number][]) => made(pairs.map(([value, count]) => [1, value, count] as const))
  assert.equal(
    sentence(rated([1, 1], [6, 2], [7, 2], [9, 2], [10, 1]), 1),
    '6.88 on average. Half of the answers lie between 6 and 9.',
  )
  assert.equal(sentence(rated([1, 1], [7, 9]), 1), '6.4 on average. At least half of the answers are 7.')
  assert.equal(rated([3, 1]).questions[1]?.middle?.from, 3)
  assert.equal(rated().questions[1]?.middle, null)
})

test('a sentence about a board counts what was answered, unless not all of it is known', () => {
  const item = { id: '', text: 'When?', votes: 1, sequence: 1 }
  const items = [true, false, false].map(answered => ({ ...item, answered }))
  assert.equal(sentence(made([], { boards: new Map([[3, items]]) }), 3), '1 of 3 questions were answered.')
  const part = made([], { boards: new Map([[3, items.slice(0, 2)]]) })
  assert.equal(sentence(part, 3), '3 questions were asked.')
  assert.equal(part.questions[3]?.board?.left_out, 1)
})

test('the room sees nothing of what fewer than five have answered', () => {
  const texts = new Map([[2, { words: [{ word: 'air', people: 4 }], texts: ['No air'] }]])
  const counts: Counts = [
    [0, 1, 5],
    [1, 7, 4],
    [2, 0, 4],
  ]
  const { responses, questions } = made(counts, { responses: 4, texts }, true)
  assert.equal(responses, null)
  const head = { shown_after: null, revealed_after: null, answered: null }
  assert.deepEqual(questions[1], { ...head, index: 1, type: 'rating', text: 'How was it?' })
  assert.deepEqual(questions[2], { ...head, index: 2, type: 'free_text', text: 'Why?' })
  assert.equal(questions[0]?.answered, 5)
  assert.equal(questions[3]?.board?.asked, 3)
  assert.deepEqual(made(counts, { texts }).questions[2]?.texts, ['No air'])
})

const ROUNDS = [
  { question: 0, slot: 0, count: 30 },
  { question: 0, slot: 1, count: 10 },
  { question: 2, slot: 0, count: 12 },
  { question: 2, slot: 1, count: 36 },
]

/** Two rounds of a question with another one between them. */
function rounds(right: object, isPublic: boolean, revealed: number | null = null) {
  const choice = { type: 'multiple_choice', text: 'Which?', options: ['A', 'B'] }
  const questions = parseQuestions([choice, { type: 'free_text', text: 'Why?' }, choice])
  const settings = [right, null, { ...right, round_of: 0 }]
  const session = { began: 0, ended: 9, questions: [{ index: 2, text: 'Which?', shown: 1, revealed }] }
  return recordOf({ ...NOTHING, settings, session, results: results(questions, ROUNDS, []) }, MADE, { isPublic })
}

function notes(record: SurveyRecord): string[] {
  const parts = record.questions.flatMap(question => notesOf(question, record, ENGLISH_RECORD, 'en'))
  return parts.map(note => note.map(part => (typeof part === 'string' ? part : `*${part.option}*`)).join(''))
}

test('a second round stands behind the first, with what it has changed', () => {
  const record = rounds({}, false)
  assert.deepEqual(
    record.questions.map(({ index, round_of }) => [index, round_of]),
    [
      [0, undefined],
      [2, 0],
      [1, undefined],
    ],
  )
  assert.deepEqual(notes(record), ['*B*: 25% in the first round, 75% in the second.'])
  assert.match(recordMarkdown(record), /\n## Second round: Which\?\n/)
  const joint = ['| Option | Answers | Share | First round |', '| --- | ---: | ---: | ---: |', '| A | 12 | 25% | 75% |']
  assert.ok(recordMarkdown(record).includes(joint.join('\n')))
  assert.ok(recordMarkdown(record).includes('| A | 30 | 75% |\n'))
})

test('the share of right answers is said, to the room only of what was revealed', () => {
  const right = { right: { options: [1] } }
  const all = ['25% were right: 10 of 40.', '75% were right: 36 of 48.']
  const change = 'Right in the first round: 25%. In the second: 75%.'
  assert.deepEqual(notes(rounds(right, false)), [...all, change])
  assert.match(recordMarkdown(rounds(right, false)), /\| B ✓ \| 36 \| 75% \|/)
  assert.ok(!JSON.stringify(rounds(right, true)).includes('right'))
  assert.deepEqual(notes(rounds(right, true, 3)), [
    '75% were right: 36 of 48.',
    '*B*: 25% in the first round, 75% in the second.',
  ])
})

test('a range of right points counts those in it', () => {
  const settings = [null, { right: { from: 7, to: 8 } }]
  const record = made(
    [
      [1, 6, 1],
      [1, 7, 2],
      [1, 8, 3],
      [1, 9, 4],
    ],
    { settings },
  )
  assert.equal(record.questions[1]?.right_count, 5)
})

test('minutes are counted from the beginning of the session', () => {
  const presented = { index: 0, text: 'Which falls faster?', shown: 103, revealed: 105 }
  const { questions } = made([], { session: { began: 100, ended: 150, questions: [presented] } })
  assert.deepEqual([questions[0]?.shown_after, questions[0]?.revealed_after], [3, 5])
  assert.deepEqual([questions[1]?.shown_after, questions[1]?.revealed_after], [null, null])
})

test('as Markdown, a record has a line of figures, and for each question its sentence, numbers and texts', () => {
  const item = { id: '', votes: 31, sequence: 1 }
  const items = [
    { ...item, text: 'When?', answered: true },
    { ...item, text: '- [x](y)', votes: 1, answered: false },
  ]
  const texts = new Map([[2, { words: [{ word: 'air', people: 4 }], texts: ['No\n# air'] }]])
  const presented = { index: 0, text: 'Which falls faster?', shown: 103, revealed: 105 }
  const record = made(
    [
      [0, 1, 3],
      [0, 2, 1],
      [2, 0, 4],
    ],
    {
      responses: 6,
      texts,
      boards: new Map([[3, items]]),
      session: { began: 100, ended: 150, questions: [presented] },
    },
  )
  assert.equal(
    recordMarkdown(record),
    `# Physics

2026-06-01, 12:00 UTC · 6 responses · at most 4 answered a question · 4 questions · 50 minutes

## 1. Which falls faster?

**Neither** was chosen most: 3 of 4, 75%.

| Option | Answers | Share |
| --- | ---: | ---: |
| The hammer | 0 | 0% |
| Neither | 3 | 75% |
| The feather | 1 | 25% |

Shown in minute 4, revealed in minute 6.

## 2. How was it?

Nobody answered.

## 3. Why?

4 answered in their own words.

Words that at least three people used: air (4)

> No \\# air

## 4. Ask

3 questions were asked.

Answered:

- When? (31 votes)

Open:

- \\- \\[x\\](y) (1 vote)

1 more question with fewer votes.

## What is stored

Of each response, a random id, its number, the time it arrived and its answers are stored: no name, no address, no account, no cookie. Votes cannot be matched to answers.
`,
  )
})

test('no text that people write means anything to Markdown', () => {
  const meant: readonly (readonly [string, string])[] = [
    ['1. One', '1\\. One'],
    ['+ One', '\\+ One'],
    ['<b>&amp;</b> a|b', '\\<b\\>\\&amp;\\</b\\> a\\|b'],
    ['`a` *b* _c_ ~d~ $e$', '\\`a\\` \\*b\\* \\_c\\_ \\~d\\~ \\$e\\$'],
    ['a\u2028b\r\nc', 'a b c'],
    ['2026', '2026'],
  ]
  for (const [text, markdown] of meant) assert.equal(markdownText(text), markdown)
})

test('the room sees words that five people share, in steps of five and an order that says no more [shared-record-counts]', () => {
  const words = Object.entries({ most: 14, more: 11, some: 9, five: 5, few: 4 }).map(([word, people]) => ({
    word,
    people,
  }))
  const texts = new Map([[2, { words, texts: ['Because.'] }]])
  const of = (isPublic: boolean) => made([[2, 0, 20]], { texts }, isPublic).questions[2]
  assert.deepEqual(of(false)?.words, words)
  const shown = [
    { word: 'more', people: 10 },
    { word: 'most', people: 10 },
    { word: 'five', people: 5 },
    { word: 'some', people: 5 },
  ]
  assert.deepEqual([of(true)?.words, of(true)?.texts], [shown, ['Because.']])
})
