import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editQuestions } from '../../src/domain/surveys/edit.ts'
import { QUESTION_TYPES, type Question } from '../../src/domain/surveys/question.ts'
import type { JsonObject } from '../../src/domain/values/json.ts'
import { Refusal } from '../../src/domain/values/refusal.ts'
import { validateDraft } from '../../web/dashboard/questions/draft-validation.ts'
import { serializeQuestions } from '../../web/dashboard/questions/serialized-questions.ts'
import {
  add,
  addOption,
  beginDraft,
  change,
  type Draft,
  type DraftQuestion,
  insert,
  move,
  moveOption,
  optionsOf,
  positionOf,
  rebase,
  remove,
  removeOption,
  renameOption,
  retype,
} from '../../web/ui/questions/draft.ts'
import {
  type LockedContent,
  lockedPositions,
  NOTHING_LOCKED,
  newImpact,
  restoreLocked,
} from '../../web/ui/questions/edit-impact.ts'
import { requirementText } from '../../web/ui/questions/question-label.ts'
import {
  addCondition,
  chooseOp,
  chooseTrigger,
  chooseValues,
  conditionsOf,
  removeCondition,
  require,
  triggersFor,
  triggersLeft,
} from '../../web/ui/questions/requirement.ts'

const RUNS = { numRuns: Number(process.env.RUNS ?? 1500) }

test('every edit is explained exactly when the server would refuse it', () => {
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(lists(), steps(), answers(), (stored, taken, draw) => {
      const draft = taken.reduce((now, step) => doStep(now, step), beginDraft(stored))
      const answered = answeredOf(draft, draw)
      fc.pre(draft.questions.some(({ index }) => index < stored.length))
      const { impact: harms, issues: faults, refusal } = validateDraft(draft, answered)
      const outcome = save(draft, answered)
      seen[outcome instanceof Refusal ? 'refused' : 'taken']++
      assert.equal(refusal, outcome instanceof Refusal ? outcome.message : undefined)
      assert.equal(harms.length + faults.length > 0, outcome instanceof Refusal, `${refusal} ${JSON.stringify(harms)}`)
      assert.ok(!faults.some(({ text }) => text.startsWith('The service')), refusal)
    }),
    RUNS,
  )
  assert.ok(seen.taken > 100 && seen.refused > 100, JSON.stringify(seen))
})

test('offered steps never lead to changes that responses do not allow', () => {
  const seen = { offered: 0, not: 0 }
  fc.assert(
    fc.property(lists(), steps(), answers(), (stored, taken, draw) => {
      let draft = beginDraft(stored)
      const answered = answeredOf(draft, draw)
      for (const step of taken) {
        const next = doStep(draft, step)
        const isOffered = newImpact(draft, next, answered) === undefined
        seen[isOffered ? 'offered' : 'not']++
        if (isOffered) draft = next
      }
      const { impact: harms, issues: faults } = validateDraft(draft, answered)
      const outcome = save(draft, answered)
      assert.deepEqual(harms, [])
      if (faults.length === 0) assert.ok(!(outcome instanceof Refusal), String(outcome))
    }),
    RUNS,
  )
  assert.ok(seen.offered > 100 && seen.not > 100, JSON.stringify(seen))
})

test('saved questions equal the draft: each rule depends on the questions it named', () => {
  let moved = 0
  fc.assert(
    fc.property(lists(), steps(), answers(), (stored, taken, draw) => {
      const draft = taken.reduce((now, step) => doStep(now, step), beginDraft(stored))
      const saved = save(draft, answeredOf(draft, draw))
      if (saved instanceof Refusal) return
      if (draft.questions.some(({ index }, place) => index !== place)) moved++
      assert.deepEqual(dependencies(saved), meant(draft))
      assert.deepEqual(
        saved.map(({ source }) => withoutInterpreted(source)),
        draft.questions.map(withoutInterpreted),
      )
      assert.deepEqual(
        draft.questions.map(question => requirementText(draft, question)),
        reread(saved),
      )
    }),
    RUNS,
  )
  assert.ok(moved > 100, String(moved))
})

test('a draft rebased onto a conflicting list keeps its meaning', () => {
  fc.assert(
    fc.property(lists(), lists(), steps(), (stored, now, taken) => {
      const draft = taken.reduce((one, step) => doStep(one, step), beginDraft(stored))
      const rebased = rebase(draft, { questions: now, question_settings: [] })
      for (const [position, { index }] of rebased.questions.entries())
        if (index < now.length) assert.ok(index < stored.length && draft.questions[position]?.index === index)
      const [before, after] = [save(draft, NOTHING_LOCKED), save(rebased, NOTHING_LOCKED)]
      if (before instanceof Refusal) return
      assert.ok(!(after instanceof Refusal), String(after))
      assert.deepEqual(dependencies(after), dependencies(before))
      assert.equal(add(rebased, 0).questions.filter(({ index }) => index === rebased.nextKey).length, 1)
    }),
    RUNS,
  )
})

test('restoring locked content keeps the other changes', () => {
  let harmed = 0
  fc.assert(
    fc.property(lists(), steps(), answers(), (stored, taken, draw) => {
      const draft = taken.reduce((now, step) => doStep(now, step), beginDraft(stored))
      fc.pre(draft.questions.length > 0)
      const answered = answeredOf(draft, draw)
      if (validateDraft(draft, answered).impact.length > 0) harmed++
      const mended = restoreLocked(draft, answered)
      assert.deepEqual(validateDraft(mended, answered).impact, [])
      assert.ok(draft.questions.every(({ index }) => positionOf(mended, index) >= 0))
      assert.deepEqual(restoreLocked(mended, answered), mended)
    }),
    RUNS,
  )
  assert.ok(harmed > 100, String(harmed))
})

function save(draft: Draft, answered: LockedContent): Question[] | Refusal {
  try {
    return editQuestions(draft.stored, serializeQuestions(draft), lockedPositions(draft, answered))
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The positions that each question’s rule depends on. */
function dependencies(questions: readonly Question[]): unknown[] {
  return questions.map(({ requirement }) =>
    typeof requirement === 'string' ? requirement : requirement.conditions.map(one => [one.questionIndex, one.values]),
  )
}

function meant(draft: Draft): unknown[] {
  return draft.questions.map(({ index, requirement }) => {
    if (requirement === undefined) return 'always'
    if ((requirement as JsonObject).mode === 'optional') return 'optional'
    return conditionsOf(draft, index).map(one => [positionOf(draft, one.questionIndex), one.values])
  })
}

function withoutInterpreted({ index, requirement, ...rest }: JsonObject): JsonObject {
  return rest
}

function reread(saved: readonly Question[]): string[] {
  const stored = saved.map(({ source, requirement }, index) => {
    if (typeof requirement === 'string') return { ...source, index }
    const { when } = source.requirement as { when: JsonObject }
    return { ...source, index, requirement: { mode: 'conditional', when: { ...when, ...requirement } } } as never
  })
  const draft = beginDraft(stored)
  return draft.questions.map(question => requirementText(draft, question))
}

// Steps

interface Step {
  readonly kind: number
  readonly pick: number
  readonly more: number
  readonly text: string
}

function steps(): fc.Arbitrary<Step[]> {
  const text = fc.constantFrom('a', 'b', 'e', 'f', '')
  const step = fc.record({ kind: fc.nat(), pick: fc.nat({ max: 20 }), more: fc.nat({ max: 20 }), text })
  return fc.array(step, { maxLength: 12 })
}

/** All edits that the view can make to a draft. */
function doStep(draft: Draft, { kind, pick, more, text }: Step): Draft {
  const question = draft.questions[pick % Math.max(1, draft.questions.length)]
  if (question === undefined) return draft
  const key = question.index
  const acts = [...listSteps(draft, question, more, text), ...ruleSteps(draft, key, more)]
  return acts[kind % acts.length]?.() ?? draft
}

function listSteps(draft: Draft, question: DraftQuestion, more: number, text: string): (() => Draft)[] {
  const key = question.index
  const position = positionOf(draft, key)
  const [options, by] = [optionsOf(question), more % 2 === 0 ? 1 : -1] as const
  const at = more % Math.max(1, options.length)
  const removed = draft.stored
    .map(({ source }, index) => ({ ...source, index }))
    .find(one => positionOf(draft, one.index) < 0)
  return [
    () => move(draft, key, by),
    () => move(draft, key, by),
    () => remove(draft, key),
    () => add(draft, position + 1),
    () => add(draft, position, { type: 'multiple_choice', text: 'New', options: ['a', 'b', 'c', 'd'] }),
    () => add(draft, position + 1, question),
    () => (removed === undefined ? draft : insert(draft, position, removed)),
    () => change(draft, key, { text: more % 5 === 0 ? text : `${question.text}.` }),
    () => retype(draft, key, QUESTION_TYPES[more % 4] ?? 'rating'),
    () => (question.type === 'multiple_choice' ? addOption(draft, key) : draft),
    () => (options.length > 1 ? removeOption(draft, key, at) : draft),
    () => (options.length > 0 ? renameOption(draft, key, at, text) : draft),
    () => (options.length > 0 ? moveOption(draft, key, at, by) : draft),
  ]
}

function ruleSteps(draft: Draft, key: number, more: number): (() => Draft | undefined)[] {
  const conditions = conditionsOf(draft, key)
  const at = more % Math.max(1, conditions.length)
  const left = triggersLeft(draft, key, at)
  const trigger = left[more % Math.max(1, left.length)]
  const asked = draft.questions.find(({ index }) => index === conditions[at]?.questionIndex)
  return [
    () => require(draft, key, 'always'),
    () => require(draft, key, 'optional'),
    () => (triggersFor(draft, key).length > 0 ? require(draft, key, 'conditional') : draft),
    () => chooseOp(draft, key, more % 2 === 0 ? 'all' : 'any'),
    () => addCondition(draft, key),
    () => (conditions.length > 1 ? removeCondition(draft, key, at) : draft),
    () => (trigger === undefined || conditions.length === 0 ? draft : chooseTrigger(draft, key, at, trigger.index)),
    () => (trigger === undefined || conditions.length === 0 ? draft : dependOn(draft, key, at, trigger)),
    () => (trigger === undefined || conditions.length === 0 ? draft : dependOn(draft, key, at, trigger)),
    () => chooseValues(draft, key, at, optionsOf(asked ?? {}).slice(more % 2)),
    () => chooseValues(draft, key, at, optionsOf(asked ?? {}).slice(0, 1)),
  ]
}

/** Chosen as people do: first another question, then its options. */
function dependOn(draft: Draft, key: number, at: number, trigger: DraftQuestion): Draft {
  return chooseValues(chooseTrigger(draft, key, at, trigger.index), key, at, optionsOf(trigger).slice(0, 2))
}

// Lists and answers

function answers(): fc.Arbitrary<{ readonly responses: number; readonly asked: number }> {
  return fc.record({ responses: fc.constantFrom(0, 0, 0, 3), asked: fc.nat({ max: 31 }) })
}

function answeredOf({ stored }: Draft, draw: { readonly responses: number; readonly asked: number }): LockedContent {
  const boards = [...stored.keys()].filter(
    place => stored[place]?.type === 'upvoted_question' && (draw.asked >> place) % 2 === 1,
  )
  return { responses: draw.responses, boards: new Set(boards) }
}

/** Valid lists as they are read, including unknown properties. */
function lists(): fc.Arbitrary<JsonObject[]> {
  const seed = fc.record({
    type: fc.constantFrom('multiple_choice', 'multiple_choice', 'rating', 'free_text', 'upvoted_question'),
    options: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
    op: fc.constantFrom('all', 'any'),
    picks: fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 3 }),
    mode: fc.constantFrom('conditional', 'conditional', 'optional', 'always'),
  })
  return fc.array(seed, { minLength: 1, maxLength: 5 }).map(seeds => {
    const list: JsonObject[] = []
    for (const [index, { type, options, op, picks, mode }] of seeds.entries()) {
      const asked = picks.filter(pick => list[pick]?.type === 'multiple_choice')
      const conditions = asked.map(pick => ({ questionIndex: pick, values: optionsOf(list[pick] ?? {}), tag: pick }))
      const isRule = mode === 'conditional' && conditions.length > 0
      const when = { op, conditions, tag: 'when' }
      const requirement = isRule ? { mode, when, tag: 'rule' } : { mode: 'optional', tag: 'rule' }
      const question = { type, text: `Question ${index}`, options, tag: { index }, index }
      list.push({ ...question, ...(mode !== 'always' && { requirement }) })
    }
    return list
  })
}
