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
const RETYPED = 'cannot change the type of a question in a survey that already has responses'
const OPTION_LOST = 'cannot rename or drop an option in a survey that already has responses'

const at = (index: unknown, question: object) => ({ ...question, index })
const A = choice('A', ['a1', 'a2'])
const B = choice('B', ['b1', 'b2'])
const C = freeText('C')
const R = rating('R')

/** What a list becomes, or the reason why it is refused. */
type Outcome = object[] | string | RegExp

/** The answer to an edit, and what the survey is made of afterwards. */
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

/** Edits of A, B, C while nobody has answered and no question has a rule. */
const plainEdits: EditRow[] = [
  ['[S4.5-replaces-list, D6-edit-by-position]', 'another list', [R], [R]],
  ['[D6-edit-by-position, D6-edit-silent-reorder]', 'a reorder without index', [C, B, A], [C, B, A]],
  ['[D6-edit-new-indexes]', 'a reorder with index', [at(2, C), at(0, A), at(1, B)], [C, A, B]],
  ['[D6-edit-new-and-removed]', 'a new one in front', [R, at(0, A), at(1, B), at(2, C)], [R, A, B, C]],
  ['[D6-edit-new-and-removed]', 'one not carried', [at(2, C), at(0, A)], [C, A]],
  ['[D6-edit-new-and-removed]', 'one kept, the rest new', [C, at(1, B), A], [C, B, A]],
  [
    '[D6-edit-new-indexes]',
    'retyped, reworded',
    [at(1, rating('B')), at(0, choice('A?', ['x']))],
    [rating('B'), choice('A?', ['x'])],
  ],
  ['[D6-edit-index-valid]', 'an index not stored', [at(0, A), at(3, B)], CANNOT_FOLLOW],
  ['[D6-edit-index-valid]', 'an index twice', [at(0, A), at(0, B), at(2, C)], CANNOT_FOLLOW],
  ['[D6-edit-index-valid, D16-index-null, D16-reorder-text]', 'null', [at(null, A), B, C], CANNOT_FOLLOW],
  ...[-1, 0.5, '0', true, [], {}, 99].map(
    (index): EditRow => [
      '[D6-edit-index-valid, D16-reorder-text]',
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
  ['[D6-moved-rule]', 'the trigger moves', [at(1, B), at(0, A), at(2, C_IF([0, 'a1']))], [B, A, C_IF([1, 'a1'])]],
  [
    '[D6-moved-rule]',
    'a new one in front',
    [R, at(0, A), at(1, B), at(2, C_IF([0, 'a1']))],
    [R, A, B, C_IF([1, 'a1'])],
  ],
  ['[D6-moved-rule]', 'the rule moves', [at(0, A), at(2, C_IF([0, 'a1'])), at(1, B)], [A, C_IF([0, 'a1']), B]],
  ['[D6-moved-rule]', 'another one is removed', [at(0, A), at(2, C_IF([0, 'a1']))], [A, C_IF([0, 'a1'])]],
  ['[D6-moved-rule-changed]', 'other values', [B, at(0, A), at(2, C_IF([0, 'a2']))], [B, A, C_IF([1, 'a2'])]],
  ['[D6-moved-rule-changed]', 'another op', [B, at(0, A), at(2, C_ANY([0, 'a1']))], [B, A, C_ANY([1, 'a1'])]],
  [
    '[D6-moved-rule-changed]',
    'another text and type',
    [B, at(0, A), at(2, rating('R', requiredWhen('all', [0, 'a1'])))],
    [B, A, rating('R', requiredWhen('all', [1, 'a1']))],
  ],
  ['[D6-moved-rule-changed]', 'values of another question', [at(1, B), at(0, A), at(2, C_IF([0, 'b1']))], /\b3\b/],
  [
    '[D6-written-rule]',
    'positions of the list as sent',
    [at(1, B), at(0, A), at(2, C_IF([1, 'a1']))],
    [B, A, C_IF([1, 'a1'])],
  ],
  ['[D6-written-rule]', 'another trigger', [at(0, A), at(1, B), at(2, C_IF([1, 'b1']))], [A, B, C_IF([1, 'b1'])]],
  [
    '[D6-written-rule]',
    'one more condition',
    [at(1, B), at(0, A), at(2, C_IF([0, 'b1'], [1, 'a1']))],
    [B, A, C_IF([0, 'b1'], [1, 'a1'])],
  ],
  ['[D6-written-rule]', 'a rule on a new question', [at(1, B), at(0, A), C_IF([0, 'b1'])], [B, A, C_IF([0, 'b1'])]],
  [
    '[D6-written-rule]',
    'a rule on one that had none',
    [at(0, A), at(1, choice('B', ['b1'], requiredWhen('all', [0, 'a1'])))],
    [A, choice('B', ['b1'], requiredWhen('all', [0, 'a1']))],
  ],
  ['[D6-moved-rule]', 'the rule is dropped', [at(1, B), at(2, C), at(0, A)], [B, C, A]],
  ['[D6-moved-rule-broken]', 'the trigger is removed', [at(1, B), at(2, C_IF([0, 'a1']))], /\S/],
  ['[D6-moved-rule-broken]', 'the trigger is replaced', [A, at(1, B), at(2, C_IF([0, 'a1']))], /\S/],
  ['[D6-moved-rule-broken]', 'the trigger stands behind', [at(1, B), at(2, C_IF([0, 'a1'])), at(0, A)], /\S/],
  ['[D6-moved-rule-broken]', 'the trigger is retyped', [at(0, rating('A')), at(1, B), at(2, C_IF([0, 'a1']))], /\b3\b/],
  ['[D6-edit-silent-reorder, D16-reorder-text]', 'a swap without index', [B, A, C_IF([1, 'a1'])], CANNOT_FOLLOW],
  ['[D6-edit-silent-reorder, D16-reorder-text]', 'a shift without index', [B, C], CANNOT_FOLLOW],
  ['[D6-edit-silent-reorder, D16-reorder-text]', 'one in front without index', [R, A, B, C], CANNOT_FOLLOW],
  [
    '[D6-edit-by-position]',
    'reworded without index',
    [choice('A?', ['a1']), B, C_IF([0, 'a1'])],
    [choice('A?', ['a1']), B, C_IF([0, 'a1'])],
  ],
  ['[D6-edit-by-position]', 'the last left off without index', [A, B], [A, B]],
  ['[D6-edit-by-position]', 'a copy at the end without index', [A, B, C_IF([0, 'a1']), A], [A, B, C_IF([0, 'a1']), A]],
  ['[D6-edit-by-position]', 'retyped trigger without index', [rating('A'), B, C_IF([0, 'a1'])], /\b3\b/],
]

/** Edits of A, B and C, which is required when A is a1 and B is b1. */
const pairEdits: EditRow[] = [
  [
    '[D6-moved-rule]',
    'both triggers swap',
    [at(1, B), at(0, A), at(2, C_IF([0, 'a1'], [1, 'b1']))],
    [B, A, C_IF([1, 'a1'], [0, 'b1'])],
  ],
  [
    '[D6-written-rule]',
    'the sequence is turned',
    [at(1, B), at(0, A), at(2, C_IF([1, 'a1'], [0, 'b1']))],
    [B, A, C_IF([1, 'a1'], [0, 'b1'])],
  ],
  ['[D6-moved-rule-broken]', 'one of two triggers is removed', [at(0, A), at(2, C_IF([0, 'a1'], [1, 'b1']))], /\S/],
]

const started: [state: string, stored: object[], rows: EditRow[]][] = [
  ['no rule', [A, B, C], plainEdits],
  ['a rule', [A, B, C_IF([0, 'a1'])], ruledEdits],
  ['a rule on two', [A, B, C_IF([0, 'a1'], [1, 'b1'])], pairEdits],
]
for (const [state, stored, rows] of started) {
  for (const [clauses, what, sent, outcome] of rows) {
    test(`${clauses} with ${state}, unanswered: ${what}`, async () => {
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
  ['[D6-answered-keep]', 'nothing', answered, answered],
  [
    '[D6-answered-keep]',
    'texts reworded',
    [choice('A?', ['a1', 'a2']), rating('R?'), C, LONG],
    [choice('A?', ['a1', 'a2']), rating('R?'), C, LONG],
  ],
  [
    '[D6-answered-keep]',
    'options added',
    [choice('A', ['a0', 'a1', 'a2']), R, C, LONG],
    [choice('A', ['a0', 'a1', 'a2']), R, C, LONG],
  ],
  [
    '[D6-answered-keep]',
    'options in another order',
    [A, R, C, choice('Which?', ['z', 'x', 'y'])],
    [A, R, C, choice('Which?', ['z', 'x', 'y'])],
  ],
  ['[S4.5-add-with-responses]', 'a question at the end', [...answered, B], [...answered, B]],
  [
    '[S4.5-add-with-responses]',
    'a question at the end, the others carried',
    [...carried(answered), B],
    [...answered, B],
  ],
  ['[D6-answered-keep]', 'a rule added', [A, R, C_IF([0, 'a1']), LONG], [A, R, C_IF([0, 'a1']), LONG]],
  ['[S7-cannot-remove]', 'the last one', [A, R, C], REMOVED],
  ['[S7-cannot-remove, D16-fewer-removal-first]', 'the first one', [R, C, LONG], REMOVED],
  ['[S7-cannot-remove]', 'one carries on, another takes the place', [at(0, A), at(1, R), at(2, C), B], REMOVED],
  ['[D6-answered-reorder]', 'two swapped', [at(0, A), at(2, C), at(1, R), at(3, LONG)], REORDERED],
  ['[D6-answered-reorder, D6-answered-new-after]', 'a new one in front', [B, ...carried(answered)], REORDERED],
  ['[D6-answered-new-after]', 'a new one in between', [at(0, A), B, at(1, R), at(2, C), at(3, LONG)], REORDERED],
  ['[D6-edit-silent-reorder]', 'two swapped without index', [A, C, R, LONG], CANNOT_FOLLOW],
  [
    '[D6-edit-silent-reorder, D6-answered-new-after]',
    'a new one in front without index',
    [B, ...answered],
    CANNOT_FOLLOW,
  ],
  ['[D6-answered-retype]', 'a text to a rating', [A, R, rating('C'), LONG], RETYPED],
  ['[D6-answered-retype]', 'a rating to a choice', [A, choice('R', ['1']), C, LONG], RETYPED],
  [
    '[D6-answered-retype]',
    'a choice to a text',
    carried([freeText('A', { options: ['a1', 'a2'] }), R, C, LONG]),
    RETYPED,
  ],
  ['[D6-answered-options]', 'one dropped', [choice('A', ['a1']), R, C, LONG], OPTION_LOST],
  ['[D6-answered-options]', 'one renamed', [A, R, C, choice('Which?', ['x', 'y', 'Z'])], OPTION_LOST],
  ['[D6-answered-options]', 'one with another blank', carried([choice('A', ['a1', 'a2 ']), R, C, LONG]), OPTION_LOST],
  ['[D6-answered-precedence, D16-fewer-removal-first]', 'removed, reordered', [at(2, C), at(1, R), at(0, A)], REMOVED],
  ['[D16-fewer-removal-first]', 'removed, an index twice', [at(0, A), at(0, R), at(2, C)], REMOVED],
  ['[D6-answered-precedence]', 'removed, retyped, option lost', [rating('A'), R, C], REMOVED],
  ['[D6-answered-precedence]', 'reordered, retyped', [at(0, A), at(2, rating('C')), at(1, R), at(3, LONG)], REORDERED],
  [
    '[D6-answered-precedence]',
    'reordered, option lost',
    [at(1, R), at(0, choice('A', ['a1'])), at(2, C), at(3, LONG)],
    REORDERED,
  ],
  ['[D6-answered-precedence]', 'retyped, option lost before', [choice('A', ['a1']), R, rating('C'), LONG], RETYPED],
  ['[D6-edit-index-valid]', 'an index twice', [at(0, A), at(0, R), at(2, C), at(3, LONG)], CANNOT_FOLLOW],
]
for (const [clauses, what, sent, outcome] of answeredEdits) {
  test(`${clauses} with a response: ${what}`, async () => {
    const api = await newApi(service)
    const { id } = await api.create(answered)
    await kept(service, id, ['a1', 5, 'text', 'z'])
    await edit(api, id, sent, outcome)
  })
}
