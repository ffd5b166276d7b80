import { CONDITIONS_PER_GROUP } from '../../../src/domain/surveys/limits.ts'
import { isObject, type Json, type JsonObject } from '../../../src/domain/values/json.ts'
import { type Condition, change, type Draft, type DraftQuestion, positionOf, questionOf, ruleOf } from './draft.ts'

/** When an answer is required. */
export type Mode = 'always' | 'optional' | 'conditional'

export function modeOf(question: JsonObject): Mode {
  const { requirement } = question
  if (requirement === undefined) return 'always'
  return ruleOf(question) === undefined ? 'optional' : 'conditional'
}

/** The earlier questions that a rule can depend on. */
export function triggersFor(draft: Draft, key: number): readonly DraftQuestion[] {
  return draft.questions.slice(0, Math.max(0, positionOf(draft, key))).filter(({ type }) => type === 'multiple_choice')
}

/** Triggers without a condition yet, because all options of one question belong to one condition. */
export function triggersLeft(draft: Draft, key: number, at?: number): readonly DraftQuestion[] {
  const taken = conditionsOf(draft, key).filter((_, position) => position !== at)
  return triggersFor(draft, key).filter(({ index }) => !taken.some(({ questionIndex }) => questionIndex === index))
}

/** Returning to the stored mode restores the stored requirement; otherwise unknown properties are kept. */
export function require(draft: Draft, key: number, mode: Mode): Draft {
  const before = draft.stored[key]?.source
  const question = questionOf(draft, key)
  if (question === undefined || modeOf(question) === mode) return draft
  const { requirement = before?.requirement, ...content } = question
  if (before !== undefined && modeOf(before) === mode) return replaceRequirement(draft, content, before.requirement)
  if (mode === 'always') return replaceRequirement(draft, content, undefined)
  const { when, ...kept } = isObject(requirement) ? requirement : {}
  if (mode === 'optional') return replaceRequirement(draft, content, { ...kept, mode })
  const first = triggersFor(draft, key).at(-1)
  const conditions = first === undefined ? [] : [{ questionIndex: first.index, values: [] }]
  const group = { ...(isObject(when) && when), op: 'all', conditions }
  return replaceRequirement(draft, content, { ...kept, mode, when: group })
}

export function chooseOp(draft: Draft, key: number, op: 'all' | 'any'): Draft {
  return changeGroup(draft, key, { op })
}

/** Undefined if no more can be added. */
export function addCondition(draft: Draft, key: number): Draft | undefined {
  const conditions = conditionsOf(draft, key)
  const trigger = triggersLeft(draft, key).at(-1)
  if (trigger === undefined || conditions.length >= CONDITIONS_PER_GROUP) return undefined
  return changeGroup(draft, key, { conditions: [...conditions, { questionIndex: trigger.index, values: [] }] })
}

export function removeCondition(draft: Draft, key: number, at: number): Draft {
  return changeGroup(draft, key, { conditions: conditionsOf(draft, key).toSpliced(at, 1) })
}

export function chooseTrigger(draft: Draft, key: number, at: number, trigger: number): Draft {
  return changeCondition(draft, key, at, { questionIndex: trigger, values: [] })
}

/** @param values in any order */
export function chooseValues(draft: Draft, key: number, at: number, values: readonly string[]): Draft {
  return changeCondition(draft, key, at, { values })
}

export function conditionsOf(draft: Draft, key: number): readonly Condition[] {
  return ruleOf(questionOf(draft, key) ?? {})?.when.conditions ?? []
}

function changeCondition(draft: Draft, key: number, at: number, members: JsonObject): Draft {
  const conditions = conditionsOf(draft, key).map((one, position) => (position === at ? { ...one, ...members } : one))
  return changeGroup(draft, key, { conditions })
}

function changeGroup(draft: Draft, key: number, members: JsonObject): Draft {
  const rule = ruleOf(questionOf(draft, key) ?? {})
  if (rule === undefined) return draft
  return change(draft, key, { requirement: { ...rule, when: { ...rule.when, ...members } } })
}

function replaceRequirement(draft: Draft, content: JsonObject, requirement: Json | undefined): Draft {
  const question = { ...content, ...(requirement !== undefined && { requirement }) } as DraftQuestion
  return { ...draft, questions: draft.questions.map(one => (one.index === question.index ? question : one)) }
}
