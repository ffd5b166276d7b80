import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../harness.ts'
import {
  type Api,
  assertInvalid,
  assertRefused,
  bodyOf,
  choice,
  freeText,
  indexed,
  kept,
  newApi,
  rating,
  requiredWhen,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

const CANNOT_FOLLOW = /^cannot follow this reorder: ./
const REMOVED = 'cannot remove a question from a survey that already has responses'
const REORDERED = 'cannot reorder the questions of a survey that already has responses'
const INSERTED =
  'cannot put a new question before an existing one in a survey that already has responses; add it at the end'
const RETYPED = 'cannot change the type of a question in a survey that already has responses'
const OPTION_LOST = 'cannot rename or drop an option in a survey that already has responses'

const at = (index: unknown, question: object) => ({ ...question, index })
const A = choice('A', ['a1', 'a2'])
const B = choice('B', ['b1', 'b2'])
const C = freeText('C')
const R = rating('R')

/** The resulting list, or the reason why it is refused. */
type Outcome = object[] | string | RegExp

/** The response to an edit, and the survey’s questions afterwards. */
async function edit(api: Api, id: string, sent: readonly object[], outcome: Outcome): Promise<void> {
  const before = await api.read(id)
  const answer = await api.patch(`/surveys/${id}`, { questions: sent })
  if (typeof outcome === 'string') assertRefused(answer, 400, outcome)
  else if (outcome instanceof RegExp) assertInvalid(answer, outcome)
  else assert.deepEqual(bodyOf(answer), { id, status: 'open', questions: indexed(outcome) })
  const questions = Array.isArray(outcome) ? indexed(outcome) : before.questions
  const added = questions.slice(before.questions.length).map(() => null)
  const responses = before.responses.map(row => ({ ...row, answers: [...row.answers, ...added] }))
  assert.deepEqual(await api.read(id), { ...before, questions, responses })
}

type EditRow = [clauses: string, what: string, sent: object[], outcome: Outcome]

/** Edits of A, B, C without responses and without rules. */
const plainEdits: EditRow[] = [
  ['[patch-replaces-questions, edit-by-position]', 'another list', [R], [R]],
  ['[edit-by-position, edit-unmarked-reorder]', 'a reorder without index', [C, B, A], [C, B, A]],
  ['[edit-new-indexes]', 'a reorder with index', [at(2, C), at(0, A), at(1, B)], [C, A, B]],
  ['[edit-new-and-removed]', 'a new one in front', [R, at(0, A), at(1, B), at(2, C)], [R, A, B, C]],
  ['[edit-new-and-removed]', 'one not carried', [at(2, C), at(0, A)], [C, A]],
  ['[edit-new-and-removed]', 'one kept, the rest new', [C, at(1, B), A], [C, B, A]],
  [
    '[edit-new-indexes]',
    'retyped, reworded',
    [at(1, rating('B')), at(0, choice('A?', ['x']))],
    [rating('B'), choice('A?', ['x'])],
  ],
  ['[edit-index-valid]', 'an index not stored', [at(0, A), at(3, B)], CANNOT_FOLLOW],
  ['[edit-index-valid]', 'an index twice', [at(0, A), at(0, B), at(2, C)], CANNOT_FOLLOW],
  ['[edit-index-valid, edit-index-null, edit-reorder-message]', 'null', [at(null, A), B, C], CANNOT_FOLLOW],
  ...[-1, 0.5, '0', true, [], {}, 99].map(
    (index): EditRow => [
      '[edit-index-valid, edit-reorder-message]',
      `index ${JSON.stringify(index)}`,
      [at(0, A), at(index, B)],
      CANNOT_FOLLOW,
    ],
  ),
]

/** C with a rule on these positions and values. */
const C_IF = (...conditions: [number, ...string[]][]) => freeText('C', requiredWhen('all', ...conditions))
const C_ANY = (...conditions: [number, ...string[]][]) => freeText('C', requiredWhen('any', ...conditions))

/** Edits of A, B and C, which is required when A is a1. */
const ruledEdits: EditRow[] = [
  ['[edit-moved-rule]', 'the trigger moves', [at(1, B), at(0, A), at(2, C_IF([0, 'a1']))], [B, A, C_IF([1, 'a1'])]],
  [
    '[edit-moved-rule]',
    'a new one in front',
    [R, at(0, A), at(1, B), at(2, C_IF([0, 'a1']))],
    [R, A, B, C_IF([1, 'a1'])],
  ],
  ['[edit-moved-rule]', 'the rule moves', [at(0, A), at(2, C_IF([0, 'a1'])), at(1, B)], [A, C_IF([0, 'a1']), B]],
  ['[edit-moved-rule]', 'another one is removed', [at(0, A), at(2, C_IF([0, 'a1']))], [A, C_IF([0, 'a1'])]],
  ['[edit-moved-rule-changed]', 'other values', [B, at(0, A), at(2, C_IF([0, 'a2']))], [B, A, C_IF([1, 'a2'])]],
  ['[edit-moved-rule-changed]', 'another op', [B, at(0, A), at(2, C_ANY([0, 'a1']))], [B, A, C_ANY([1, 'a1'])]],
  [
    '[edit-moved-rule-changed]',
    'another text and type',
    [B, at(0, A), at(2, rating('R', requiredWhen('all', [0, 'a1'])))],
    [B, A, rating('R', requiredWhen('all', [1, 'a1']))],
  ],
  ['[edit-moved-rule-changed]', 'values of another question', [at(1, B), at(0, A), at(2, C_IF([0, 'b1']))], /\b3\b/],
  [
    '[edit-written-rule]',
    'positions of the list as sent',
    [at(1, B), at(0, A), at(2, C_IF([1, 'a1']))],
    [B, A, C_IF([1, 'a1'])],
  ],
  ['[edit-written-rule]', 'another trigger', [at(0, A), at(1, B), at(2, C_IF([1, 'b1']))], [A, B, C_IF([1, 'b1'])]],
  [
    '[edit-written-rule]',
    'one more condition',
    [at(1, B), at(0, A), at(2, C_IF([0, 'b1'], [1, 'a1']))],
    [B, A, C_IF([0, 'b1'], [1, 'a1'])],
  ],
  ['[edit-written-rule]', 'a rule on a new question', [at(1, B), at(0, A), C_IF([0, 'b1'])], [B, A, C_IF([0, 'b1'])]],
  [
    '[edit-written-rule]',
    'a rule on one that had none',
    [at(0, A), at(1, choice('B', ['b1'], requiredWhen('all', [0, 'a1'])))],
    [A, choice('B', ['b1'], requiredWhen('all', [0, 'a1']))],
  ],
  ['[edit-moved-rule]', 'the rule is dropped', [at(1, B), at(2, C), at(0, A)], [B, C, A]],
  ['[edit-moved-rule-broken]', 'the trigger is removed', [at(1, B), at(2, C_IF([0, 'a1']))], /\S/],
  ['[edit-moved-rule-broken]', 'the trigger is replaced', [A, at(1, B), at(2, C_IF([0, 'a1']))], /\S/],
  ['[edit-moved-rule-broken]', 'the trigger stands behind', [at(1, B), at(2, C_IF([0, 'a1'])), at(0, A)], /\S/],
  [
    '[edit-moved-rule-broken]',
    'the trigger is retyped',
    [at(0, rating('A')), at(1, B), at(2, C_IF([0, 'a1']))],
    /\b3\b/,
  ],
  ['[edit-unmarked-reorder, edit-reorder-message]', 'a swap without index', [B, A, C_IF([1, 'a1'])], CANNOT_FOLLOW],
  ['[edit-unmarked-reorder, edit-reorder-message]', 'a shift without index', [B, C], CANNOT_FOLLOW],
  ['[edit-unmarked-reorder, edit-reorder-message]', 'one in front without index', [R, A, B, C], CANNOT_FOLLOW],
  [
    '[edit-by-position]',
    'reworded without index',
    [choice('A?', ['a1']), B, C_IF([0, 'a1'])],
    [choice('A?', ['a1']), B, C_IF([0, 'a1'])],
  ],
  ['[edit-by-position]', 'the last left off without index', [A, B], [A, B]],
  ['[edit-by-position]', 'a copy at the end without index', [A, B, C_IF([0, 'a1']), A], [A, B, C_IF([0, 'a1']), A]],
  ['[edit-by-position]', 'retyped trigger without index', [rating('A'), B, C_IF([0, 'a1'])], /\b3\b/],
]

/** Edits of A, B and C, which is required when A is a1 and B is b1. */
const pairEdits: EditRow[] = [
  [
    '[edit-moved-rule]',
    'both triggers swap',
    [at(1, B), at(0, A), at(2, C_IF([0, 'a1'], [1, 'b1']))],
    [B, A, C_IF([1, 'a1'], [0, 'b1'])],
  ],
  [
    '[edit-written-rule]',
    'the sequence is turned',
    [at(1, B), at(0, A), at(2, C_IF([1, 'a1'], [0, 'b1']))],
    [B, A, C_IF([1, 'a1'], [0, 'b1'])],
  ],
  ['[edit-moved-rule-broken]', 'one of two triggers is removed', [at(0, A), at(2, C_IF([0, 'a1'], [1, 'b1']))], /\S/],
]

const started: [state: string, stored: object[], rows: EditRow[]][] = [
  ['no rule', [A, B, C], plainEdits],
  ['a rule', [A, B, C_IF([0, 'a1'])], ruledEdits],
  ['a rule on two', [A, B, C_IF([0, 'a1'], [1, 'b1'])], pairEdits],
]
for (const [state, stored, rows] of started) {
  for (const [clauses, what, sent, outcome] of rows) {
    test(`with ${state}, unanswered: ${what} ${clauses}`, async () => {
      const api = await newApi(service)
      await edit(api, (await api.create(stored)).id, sent, outcome)
    })
  }
}

/** Edits of A, R, C and a choice with a longer list, once somebody has answered. */
const LONG = choice('Which?', ['x', 'y', 'z'])
const answered = [A, R, C, LONG]
const carried = (list: object[]) => list.map((question, index) => at(index, question))
const answeredEdits: EditRow[] = [
  ['[edit-answered-keeps-meaning]', 'nothing', answered, answered],
  [
    '[edit-answered-keeps-meaning]',
    'texts reworded',
    [choice('A?', ['a1', 'a2']), rating('R?'), C, LONG],
    [choice('A?', ['a1', 'a2']), rating('R?'), C, LONG],
  ],
  [
    '[edit-answered-keeps-meaning]',
    'options added',
    [choice('A', ['a0', 'a1', 'a2']), R, C, LONG],
    [choice('A', ['a0', 'a1', 'a2']), R, C, LONG],
  ],
  [
    '[edit-answered-keeps-meaning]',
    'options in another order',
    [A, R, C, choice('Which?', ['z', 'x', 'y'])],
    [A, R, C, choice('Which?', ['z', 'x', 'y'])],
  ],
  ['[edit-answered-add]', 'a question at the end', [...answered, B], [...answered, B]],
  ['[edit-answered-add]', 'a question at the end, the others carried', [...carried(answered), B], [...answered, B]],
  ['[edit-answered-keeps-meaning]', 'a rule added', [A, R, C_IF([0, 'a1']), LONG], [A, R, C_IF([0, 'a1']), LONG]],
  ['[edit-answered-remove]', 'the last one', [A, R, C], REMOVED],
  ['[edit-answered-remove, edit-fewer-is-removal]', 'the first one', [R, C, LONG], REMOVED],
  ['[edit-answered-remove]', 'one carries on, another takes the place', [at(0, A), at(1, R), at(2, C), B], REMOVED],
  ['[edit-answered-reorder]', 'two swapped', [at(0, A), at(2, C), at(1, R), at(3, LONG)], REORDERED],
  ['[edit-answered-new-questions-last]', 'a new one in front', [B, ...carried(answered)], INSERTED],
  [
    '[edit-answered-new-questions-last]',
    'a new one in between',
    [at(0, A), B, at(1, R), at(2, C), at(3, LONG)],
    INSERTED,
  ],
  ['[edit-unmarked-reorder]', 'two swapped without index', [A, C, R, LONG], CANNOT_FOLLOW],
  [
    '[edit-unmarked-reorder, edit-answered-new-questions-last]',
    'a new one in front without index',
    [B, ...answered],
    CANNOT_FOLLOW,
  ],
  ['[edit-answered-retype]', 'a text to a rating', [A, R, rating('C'), LONG], RETYPED],
  ['[edit-answered-retype]', 'a rating to a choice', [A, choice('R', ['1']), C, LONG], RETYPED],
  [
    '[edit-answered-retype]',
    'a choice to a text',
    carried([freeText('A', { options: ['a1', 'a2'] }), R, C, LONG]),
    RETYPED,
  ],
  ['[edit-answered-options]', 'one dropped', [choice('A', ['a1']), R, C, LONG], OPTION_LOST],
  ['[edit-answered-options]', 'one renamed', [A, R, C, choice('Which?', ['x', 'y', 'Z'])], OPTION_LOST],
  ['[edit-answered-options]', 'one with another blank', carried([choice('A', ['a1', 'a2 ']), R, C, LONG]), OPTION_LOST],
  ['[edit-answered-precedence, edit-fewer-is-removal]', 'removed, reordered', [at(2, C), at(1, R), at(0, A)], REMOVED],
  ['[edit-fewer-is-removal]', 'removed, an index twice', [at(0, A), at(0, R), at(2, C)], REMOVED],
  ['[edit-answered-precedence]', 'removed, retyped, option lost', [rating('A'), R, C], REMOVED],
  [
    '[edit-answered-precedence]',
    'reordered, retyped',
    [at(0, A), at(2, rating('C')), at(1, R), at(3, LONG)],
    REORDERED,
  ],
  [
    '[edit-answered-precedence]',
    'reordered, option lost',
    [at(1, R), at(0, choice('A', ['a1'])), at(2, C), at(3, LONG)],
    REORDERED,
  ],
  ['[edit-answered-precedence]', 'retyped, option lost before', [choice('A', ['a1']), R, rating('C'), LONG], RETYPED],
  ['[edit-index-valid]', 'an index twice', [at(0, A), at(0, R), at(2, C), at(3, LONG)], CANNOT_FOLLOW],
]
for (const [clauses, what, sent, outcome] of answeredEdits) {
  test(`with a response: ${what} ${clauses}`, async () => {
    const api = await newApi(service)
    const { id } = await api.create(answered)
    await kept(service, id, ['a1', 5, 'text', 'z'])
    await edit(api, id, sent, outcome)
  })
}
