import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject } from '../../src/domain/values/json.ts'
import { answersOf } from '../../web/app/builder/paste/found-answers.ts'
import type { FoundQuestions } from '../../web/app/builder/paste/paste-entries.ts'

const [reversed, hebrew] = ['\u202eYes', 'כן']
const [yes, ken] = ['\u2068Yes\u2069', `\u2068${hebrew}\u2069`]
const texts = [reversed, hebrew, 'No']
const choice = (text: string, options: string[]): JsonObject => ({ type: 'multiple_choice', text, options })
const right = { right: { options: [0] } }

const found: readonly [what: string, found: FoundQuestions, lines: string[]][] = [
  [
    'options',
    { questions: [choice('Come?', texts)], settings: [{ right: { options: [0, 1] } }], group: undefined },
    [`${yes} ✓ right · ${ken} ✓ right · No`],
  ],
  [
    'an option with a text',
    {
      questions: [choice('Come?', ['No']), { type: 'free_text', text: reversed }],
      settings: [],
      group: { kind: 'other', from: 0, to: 1 },
    },
    ['No', `${yes}, with a text`],
  ],
  [
    'several answers',
    {
      questions: [...texts.map(text => choice('Which?', [text])), { type: 'free_text', text: 'Which?' }],
      settings: [right, right],
      group: { kind: 'check_list', from: 0, to: 3 },
    },
    [`${yes} ✓ right · ${ken} ✓ right · No, with a text`],
  ],
  [
    'a grid',
    {
      questions: [reversed, 'Room'].map(text => choice(text, texts)),
      settings: [],
      group: { kind: 'grid', title: 'How?', from: 0, to: 1 },
    },
    [`${yes} · Room`, `Columns: ${yes} · ${ken} · No`],
  ],
  [
    'what is ranked',
    {
      questions: texts.map(text => choice(text, ['1', '2', '3'])),
      settings: [],
      group: { kind: 'ranking', title: 'Order', from: 0, to: 2 },
    },
    [`${yes} · ${ken} · No`],
  ],
]

describe('no text that was found turns what stands around it', () => {
  for (const [what, one, lines] of found)
    test(what, () => {
      assert.deepEqual(answersOf(one), lines)
    })
})
