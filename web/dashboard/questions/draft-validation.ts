import { editQuestions } from '../../../src/domain/edit.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { isBlank } from '../../../src/domain/text.ts'
import { type Condition, type Draft, type DraftQuestion, optionsOf, positionOf, questionOf, ruleOf } from './draft.ts'
import { type EditProblem, editImpact, type LockedContent, lockedPositions } from './edit-impact.ts'
import { questionLabel, quote } from './question-label.ts'
import { serializeQuestions } from './serialized-questions.ts'

export interface DraftValidation {
  /** What answers do not allow. */
  readonly impact: readonly EditProblem[]
  /** What else is missing or contradicts itself. */
  readonly issues: readonly EditProblem[]
  /** The service's own words for the first of them; undefined where it would take the draft. */
  readonly refusal: string | undefined
}

/** What the service would say of a draft, found by its own rules, and why. */
export function validateDraft(draft: Draft, locked: LockedContent): DraftValidation {
  const impact = editImpact(draft, locked)
  const issues = draft.questions.flatMap(question =>
    issuesOf(draft, question).map(text => ({ key: question.index, text })),
  )
  const refusal = refusalOf(draft, locked)
  if (refusal === undefined || impact.length + issues.length > 0) return { impact, issues, refusal }
  return { impact, issues: [{ key: undefined, text: 'The service would not take these questions.' }], refusal }
}

/** Where rules go along with what they depend on, in words. */
export function movedRules(draft: Draft): readonly EditProblem[] {
  return draft.questions.flatMap((question, position) => {
    if (draft.stored[question.index] === undefined) return []
    const keys = ruleOf(question)?.when.conditions.map(({ questionIndex }) => questionIndex) ?? []
    return [...new Set(keys)].flatMap(key => {
      const now = positionOf(draft, key)
      if (draft.stored[key] === undefined || now === key || now < 0 || now >= position) return []
      const text = `The rule of question ${position + 1} followed ${questionLabel(draft.questions[now])} to place ${now + 1}.`
      return [{ key: question.index, text }]
    })
  })
}

function refusalOf(draft: Draft, locked: LockedContent): string | undefined {
  try {
    editQuestions(draft.stored, serializeQuestions(draft), lockedPositions(draft, locked))
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function issuesOf(draft: Draft, question: DraftQuestion): string[] {
  const missing = isBlank(String(question.text)) ? ['It has no text yet.'] : []
  return [...missing, ...optionIssues(question), ...ruleIssues(draft, question)]
}

function optionIssues(question: DraftQuestion): string[] {
  if (question.type !== 'multiple_choice') return []
  const options = optionsOf(question)
  if (options.length === 0) return ['It has no options. Add one.']
  const empty = options.indexOf('')
  const twice = options.find((option, at) => option !== '' && options.indexOf(option) !== at)
  return [
    ...(empty < 0 ? [] : [`Option ${empty + 1} has no text yet. Write it, or remove it.`]),
    ...(twice === undefined ? [] : [`Two options are ${quote(twice)}. Change one.`]),
  ]
}

function ruleIssues(draft: Draft, question: DraftQuestion): string[] {
  const conditions = ruleOf(question)?.when.conditions
  if (conditions === undefined) return []
  if (conditions.length === 0) return ['Its rule has no condition. Add one, or choose always or never.']
  return conditions.flatMap(condition => conditionIssue(draft, question, condition) ?? [])
}

function conditionIssue(draft: Draft, { index }: DraftQuestion, condition: Condition): string | undefined {
  const key = condition.questionIndex
  const trigger = questionOf(draft, key)
  const name = questionLabel(trigger ?? draft.stored[key]?.source)
  const rule = `Its rule depends on ${name}, which`
  if (trigger === undefined)
    return `${rule} was removed. Choose another question, or change when an answer is required.`
  if (positionOf(draft, key) >= positionOf(draft, index))
    return `${rule} now stands after it. Move it below that question, or choose another.`
  if (trigger.type !== 'multiple_choice') return `${rule} is no longer multiple choice. Choose another question.`
  if (condition.values.length === 0) return `Its rule names no option of ${name}. Choose at least one.`
  const missing = condition.values.find(value => !optionsOf(trigger).includes(value))
  return missing === undefined
    ? undefined
    : `Its rule names ${quote(missing)}, which is no option of ${name} now. Choose others.`
}
