import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Result } from '../../src/domain/results/tally.ts'
import { editQuestions } from '../../src/domain/surveys/edit.ts'
import { encodeQuestions } from '../../src/domain/surveys/question.ts'
import { type JsonObject, parseJson } from '../../src/domain/values/json.ts'
import { consequencesOf, validateDraft } from '../../web/dashboard/questions/draft-validation.ts'
import { serializeQuestions } from '../../web/dashboard/questions/serialized-questions.ts'
import {
  add,
  beginDraft,
  change,
  type Draft,
  isChanged,
  move,
  questionOf,
  questionsOf,
  remove,
  renameOption,
  retype,
  withoutEndBlanks,
} from '../../web/ui/questions/draft.ts'
import { NOTHING_LOCKED, newImpact } from '../../web/ui/questions/edit-impact.ts'
import { requirementText } from '../../web/ui/questions/question-label.ts'
import {
  addCondition,
  chooseTrigger,
  chooseValues,
  conditionsOf,
  modeOf,
  require,
} from '../../web/ui/questions/requirement.ts'
import { board, choice, freeText, indexed, rating, requiredWhen } from '../api/fixtures.ts'

const [COMING, EAT, GOOD] = [choice('Coming?'), choice('Eating?', ['Soup', 'Bread']), rating('How good?')]
const MAYBE = freeText('Maybe?', requiredWhen('any', [1, 'Soup']))
const WHY = freeText('Why?', requiredWhen('all', [0, 'No']))

/** Puts a new question in. */
const put = (draft: Draft, place: number, question: object) => add(draft, place, question as JsonObject)
const begin = (...questions: object[]) => beginDraft(indexed(questions) as JsonObject[])
const ANSWERED = { responses: 2, boards: new Set<number>() }
const faults = (draft: Draft, answered = NOTHING_LOCKED) =>
  validateDraft(draft, answered).issues.map(({ text }) => text)
const harms = (draft: Draft, answered = ANSWERED) => validateDraft(draft, answered).impact.map(({ text }) => text)
const save = (draft: Draft) => encodeQuestions(editQuestions(draft.stored, serializeQuestions(draft), new Set()))

/** A rule made to depend on one other question. */
function dependOn(draft: Draft, key: number, trigger: number, value: string): Draft {
  return chooseValues(chooseTrigger(draft, key, 0, trigger), key, 0, [value])
}

describe('a draft', () => {
  test('is serialized as stored, except for edited parts', () => {
    const text = `[{"big":12345678901234567890,"__proto__":{"deep":[1.10]},"text":"Coming?","type":"multiple_choice","options":["Yes"],"index":0},
      {"type":"free_text","text":"Why?","requirement":{"note":9007199254740993,"mode":"conditional","when":{"op":"any","more":null,"conditions":[{"questionIndex":0,"values":["Yes"],"tag":1e400}]}},"index":1}]`
    const stored = parseJson(text) as unknown as JsonObject[]
    const draft = beginDraft(stored)
    assert.ok(!isChanged(draft))
    assert.equal(JSON.stringify(serializeQuestions(draft)), JSON.stringify(stored))
    const reworded = change(draft, 0, { text: 'Coming along?' })
    assert.ok(isChanged(reworded))
    const expected = JSON.stringify(stored).replace('Coming?', 'Coming along?')
    assert.equal(JSON.stringify(serializeQuestions(reworded)), expected)
    const chosen = serializeQuestions(chooseValues(put(draft, 0, EAT), 1, 0, []))
    assert.equal(
      JSON.stringify(chosen.slice(1)),
      JSON.stringify(stored).slice(1).replace('"values":["Yes"]', '"values":[]').replace(/^/, '['),
    )
  })

  test('problems that no field shows are stated for their question, in a sentence', () => {
    const many = choice(
      'Which?',
      Array.from({ length: 1_001 }, (_, at) => `Option ${at}`),
    ) as JsonObject
    const { issues } = validateDraft(add(begin(COMING), 1, many), NOTHING_LOCKED)
    assert.deepEqual(issues, [{ key: 1, text: 'A question can have at most 1,000 options.' }])
    const twentyOne = Array.from({ length: 21 }, (_, at) => ({
      ...many,
      text: `Which ${at}?`,
      options: (many.options as string[]).slice(1),
    }))
    const all = twentyOne.reduce((draft, question, at) => add(draft, at + 1, question), begin(COMING))
    const { issues: ofAll } = validateDraft(all, NOTHING_LOCKED)
    assert.deepEqual(ofAll, [{ key: undefined, text: 'A survey can have at most 20,000 options.' }])
  })

  test('a requirement that is selected again is restored as stored', () => {
    const stored = freeText('Why?', { requirement: { mode: 'optional', when: 'noted', since: 1 } })
    const draft = begin(COMING, stored)
    const ruled = require(draft, 1, 'conditional')
    assert.deepEqual(questionOf(ruled, 1)?.requirement, {
      since: 1,
      mode: 'conditional',
      when: { op: 'all', conditions: [{ questionIndex: 0, values: [] }] },
    })
    assert.deepEqual(questionOf(require(ruled, 1, 'optional'), 1), questionOf(draft, 1))
    assert.deepEqual(questionOf(require(require(draft, 1, 'always'), 1, 'optional'), 1), questionOf(draft, 1))
    assert.equal(modeOf(questionOf(require(draft, 1, 'always'), 1) ?? {}), 'always')
  })

  test('renaming an option updates its rules, unless another option has that text', () => {
    const draft = begin(COMING, WHY)
    const values = (now: Draft) => conditionsOf(now, 1)[0]?.values
    assert.deepEqual(values(renameOption(draft, 0, 1, 'Never')), ['Never'])
    assert.deepEqual(values(renameOption(draft, 0, 1, 'Yes')), ['No'])
    assert.deepEqual(values(renameOption(draft, 0, 1, '')), ['No'])
    assert.deepEqual(values(renameOption(draft, 0, 0, 'Sure')), ['No'])
  })

  test('texts and options are trimmed, rules follow, and a draft without blanks stays the same object', () => {
    const draft = begin(choice(' Coming?\n', ['Yes ', ' No']), freeText('Why? ', requiredWhen('all', [0, ' No'])))
    assert.deepEqual(questionsOf(withoutEndBlanks(draft)), [COMING, WHY])
    const clean = begin(COMING, WHY)
    assert.equal(withoutEndBlanks(clean), clean)
  })

  test('a rule has at most five conditions, each on another question', () => {
    const many = Array.from({ length: 7 }, (_, at) => choice(`Choice ${at}`))
    let draft = require(begin(...many, freeText()), 7, 'conditional')
    for (let made = 1; made < 5; made++) draft = addCondition(draft, 7) ?? draft
    assert.deepEqual(
      conditionsOf(draft, 7).map(({ questionIndex }) => questionIndex),
      [6, 5, 4, 3, 2],
    )
    assert.equal(addCondition(draft, 7), undefined)
    assert.equal(addCondition(begin(COMING, WHY), 1), undefined)
  })

  test('a new type keeps properties it does not use and gets those it needs', () => {
    const draft = begin(choice('Coming?', ['Yes'], { moderated: 'never' }))
    const retyped = retype(draft, 0, 'upvoted_question')
    assert.deepEqual(serializeQuestions(retyped)[0], {
      ...board('Coming?'),
      options: ['Yes'],
      moderated: false,
      index: 0,
    })
    assert.deepEqual(serializeQuestions(retype(begin(GOOD), 0, 'multiple_choice'))[0]?.options, ['', ''])
  })
})

describe('a rule refers to the question that was chosen', () => {
  const inserted = (draft: Draft) => put(draft, 0, EAT)
  const cases: [what: string, draft: Draft, saved: object[]][] = [
    [
      'where that takes the place that the rule named before',
      dependOn(inserted(begin(COMING, WHY)), 1, 2, 'Soup'),
      [EAT, COMING, freeText('Why?', requiredWhen('all', [0, 'Soup']))],
    ],
    [
      'where what depends on it is depended on itself',
      dependOn(inserted(begin(COMING, choice('Sure?', ['Soup'], requiredWhen('all', [0, 'No'])), MAYBE)), 1, 3, 'Soup'),
      [
        EAT,
        COMING,
        choice('Sure?', ['Soup'], requiredWhen('all', [0, 'Soup'])),
        freeText('Maybe?', requiredWhen('any', [2, 'Soup'])),
      ],
    ],
    [
      'where two trade places',
      dependOn(move(begin(COMING, EAT, WHY), 0, 1), 2, 1, 'Soup'),
      [EAT, COMING, freeText('Why?', requiredWhen('all', [0, 'Soup']))],
    ],
    [
      'where the former one is gone, and nothing else was stored',
      dependOn(remove(put(inserted(begin(COMING, WHY)), 0, GOOD), 0), 1, 2, 'Soup'),
      [GOOD, EAT, freeText('Why?', requiredWhen('all', [1, 'Soup']))],
    ],
  ]
  for (const [what, draft, saved] of cases) {
    test(what, () => assert.deepEqual(JSON.parse(save(draft)), indexed(saved)))
  }

  test('when new questions with the same texts replace all stored ones', () => {
    const copied = put(begin(GOOD, COMING, WHY), 3, COMING)
    const draft = [0, 1, 2].reduce(remove, copied)
    assert.deepEqual(JSON.parse(save(draft)), indexed([COMING]))
  })
})

describe('the validation of a draft', () => {
  test('what is missing or contradictory, and how to fix it', () => {
    const draft = begin(COMING, EAT, WHY)
    const cases: [Draft, string][] = [
      [change(draft, 0, { text: ' ' }), 'The question has no text. Enter it.'],
      [change(draft, 1, { options: [] }), 'There are no options. Add one.'],
      [change(draft, 1, { options: ['Soup', ''] }), 'Option 2 is empty. Enter its text or remove it.'],
      [change(draft, 1, { options: ['Soup', 'Soup'] }), 'Two options are “Soup”. Change one.'],
      [chooseTrigger(draft, 2, 0, 1), 'The rule selects no option of “Eating?”. Select at least one.'],
      [
        remove(draft, 0),
        'The rule depends on “Coming?”, which was deleted. Choose another question or change when an answer is required.',
      ],
      [
        move(move(draft, 2, -1), 2, -1),
        'The rule depends on “Coming?”, which now comes after this question. Move this question below it or choose another.',
      ],
      [
        retype(draft, 0, 'rating'),
        'The rule depends on “Coming?”, which is no longer multiple choice. Choose another question.',
      ],
      [
        change(draft, 0, { options: ['Yes'] }),
        'The rule selects “No”, which is no longer an option of “Coming?”. Select another.',
      ],
    ]
    for (const [wrong, text] of cases) assert.deepEqual(faults(wrong), [text])
    assert.deepEqual(faults(draft), [])
  })

  test('what responses do not allow, and what stays', () => {
    const draft = begin(COMING, EAT, board('Ask'))
    const so = 'The survey has responses, so'
    assert.deepEqual(harms(remove(draft, 2)), [`${so} “Ask” can’t be deleted.`])
    assert.deepEqual(harms(move(draft, 0, 1)), [
      `${so} “Coming?” stays question 1.`,
      `${so} “Eating?” stays question 2.`,
    ])
    assert.deepEqual(harms(retype(draft, 1, 'rating')), [`${so} “Eating?” keeps its type: Multiple choice.`])
    assert.deepEqual(harms(renameOption(draft, 0, 1, 'Never')), [`${so} “Coming?” keeps the option “No”.`])
    const asked = { responses: 0, boards: new Set([2]) }
    assert.deepEqual(harms(remove(draft, 0), asked), ['The board “Ask” has questions, so “Ask” stays question 3.'])
    assert.equal(newImpact(draft, remove(draft, 0), asked), 'The board “Ask” has questions, so “Ask” stays question 3.')
    assert.equal(newImpact(draft, move(draft, 0, 1), asked), undefined)
  })

  test('how many answers stay under other words, if any', () => {
    const draft = begin(COMING, EAT, freeText('Why?'))
    const answered = [3, 1, 0].map((count, index): Result => ({ index, type: 'rating', text: '', answered: count }))
    const reworded = [0, 1, 2].reduce((next, key) => change(next, key, { text: 'Otherwise?' }), draft)
    assert.deepEqual(consequencesOf(reworded, answered), [
      { key: 0, text: '3 answers to question 1 stay under the new words. The results say that it was reworded.' },
      { key: 1, text: '1 answer to question 2 stays under the new words. The results say that it was reworded.' },
    ])
    assert.deepEqual(consequencesOf(change(draft, 0, { text: ' ' }), answered), [])
    assert.deepEqual(consequencesOf(draft, answered), [])
  })

  test('which rules moved, and what a rule requires', () => {
    const draft = begin(COMING, EAT, freeText('Why?', requiredWhen('any', [0, 'No'], [1, 'Soup', 'Bread'])))
    assert.deepEqual(consequencesOf(draft, []), [])
    assert.deepEqual(
      consequencesOf(move(draft, 0, 1), []).map(({ text }) => text),
      [
        'The rule of question 3 still refers to “Coming?”, now question 2.',
        'The rule of question 3 still refers to “Eating?”, now question 1.',
      ],
    )
    const [, , why] = draft.questions
    assert.ok(why)
    assert.equal(requirementText(draft, why), 'Required when “Coming?” is No or “Eating?” is Soup or Bread')
  })
})
