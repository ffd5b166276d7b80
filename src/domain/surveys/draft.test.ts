import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../values/json.ts'
import { previewQuestions } from './draft.ts'
import { MAX_OPTIONS, MAX_SURVEY_OPTIONS } from './limits.ts'
import { encodeQuestions } from './question.ts'
import { bounded } from './question-amounts.ts'

const PLACEHOLDERS = { question: 'Untitled', option: 'Option', section: 'Section' }
const CHOICE = { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No'] }
const when = (questionIndex: number, values: Json[]) => ({
  mode: 'conditional',
  when: { op: 'all', conditions: [{ questionIndex, values }] },
})

const shown = (questions: readonly Json[]) =>
  JSON.parse(
    encodeQuestions(
      bounded([
        ...previewQuestions(
          {
            title: '',
            questions,
            theme: null,
            language: null,
            paced: false,
            revealedAtOnce: false,
            questionSettings: [],
            texts: {},
            groups: [],
          },
          PLACEHOLDERS,
        ),
      ]),
    ),
  )

const rows: [name: string, question: Json, seen: object][] = [
  ['nothing', null, { type: 'free_text', text: 'Untitled' }],
  ['an unknown type', { type: 'slider', text: 'How?' }, { type: 'free_text', text: 'How?' }],
  ['a blank text', { type: 'rating', text: ' \n' }, { type: 'rating', text: 'Untitled' }],
  ['a text with a NUL', { type: 'rating', text: 'a\0' }, { type: 'rating', text: 'Untitled' }],
  ['no options', { ...CHOICE, options: [] }, { ...CHOICE, options: ['Option'] }],
  ['empty and repeated options', { ...CHOICE, options: ['', 'a', 'a', 7, 'b'] }, { ...CHOICE, options: ['a', 'b'] }],
  ['an invalid rule', { ...CHOICE, requirement: 'never' }, CHOICE],
  ['a rule on a later question', { ...CHOICE, requirement: when(2, ['Yes']) }, CHOICE],
  ['a rule on a removed option', { ...CHOICE, requirement: when(0, ['Maybe']) }, CHOICE],
  ['a rule that fits', { ...CHOICE, requirement: when(0, ['Yes']) }, { ...CHOICE, requirement: when(0, ['Yes']) }],
  [
    'moderation that is not a boolean',
    { type: 'upvoted_question', text: 'Ask', moderated: 1 },
    { type: 'upvoted_question', text: 'Ask' },
  ],
]

for (const [name, question, seen] of rows)
  test(`a preview shows a question with ${name}`, () => {
    const [first, second] = shown([CHOICE, question])
    const { options, ...rest } = second
    assert.deepEqual(first, { ...CHOICE, index: 0 })
    assert.deepEqual({ ...rest, ...(rest.type === 'multiple_choice' && { options }) }, { ...seen, index: 1 })
  })

for (const [count, options, most] of [
  [1, 100_000, MAX_OPTIONS],
  [100, MAX_OPTIONS, MAX_SURVEY_OPTIONS],
] as const)
  test(`of ${count} × ${options} options, a preview reads only until they are too many`, () => {
    let reads = 0
    const get = (target: string[], name: string) => {
      reads += 1
      return Reflect.get(target, name)
    }
    const texts = new Proxy(
      Array.from({ length: options }, (_, at) => `${at}`),
      { get },
    )
    assert.throws(() => shown(Array(count).fill({ ...CHOICE, options: texts })), /can have at most/)
    // Each option is read once, and so is the length of the list before it.
    assert.ok(reads < 2.5 * most, `${reads} reads`)
  })
