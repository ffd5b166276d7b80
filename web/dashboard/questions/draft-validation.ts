import { editQuestions } from '../../../src/domain/edit.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { isBlank } from '../../../src/domain/text.ts'
import { words } from '../../words/words.ts'
import { type Condition, type Draft, type DraftQuestion, optionsOf, positionOf, questionOf, ruleOf } from './draft.ts'
import { type EditProblem, editImpact, type FormPart, type LockedContent, lockedPositions } from './edit-impact.ts'
import { questionLabel } from './question-label.ts'
import { serializeQuestions } from './serialized-questions.ts'

export interface DraftValidation {
  /** Changes that existing answers do not allow. */
  readonly impact: readonly EditProblem[]
  /** Other errors, such as missing texts. */
  readonly issues: readonly EditProblem[]
  /** The server's error message; undefined if the server would accept the draft. */
  readonly refusal: string | undefined
}

/** Checks a draft by the server's own rules before it is sent. */
export function validateDraft(draft: Draft, locked: LockedContent): DraftValidation {
  const impact = editImpact(draft, locked)
  const issues = draft.questions.flatMap(question =>
    issuesOf(draft, question).map(issue => ({ ...issue, key: question.index })),
  )
  const refusal = refusalOf(draft, locked)
  if (refusal === undefined || impact.length + issues.length > 0) return { impact, issues, refusal }
  return { impact, issues: [{ key: undefined, text: words.questions.problem.rejected }], refusal }
}

/** Rules that still refer to the same question at its new position. */
export function movedRules(draft: Draft): readonly EditProblem[] {
  return draft.questions.flatMap((question, position) => {
    if (draft.stored[question.index] === undefined) return []
    const keys = ruleOf(question)?.when.conditions.map(({ questionIndex }) => questionIndex) ?? []
    return [...new Set(keys)].flatMap(key => {
      const now = positionOf(draft, key)
      if (draft.stored[key] === undefined || now === key || now < 0 || now >= position) return []
      const text = words.questions.problem.ruleMoved(position + 1, questionLabel(draft.questions[now]), now + 1)
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

type Issue = Omit<EditProblem, 'key'>

function issuesOf(draft: Draft, question: DraftQuestion): Issue[] {
  const missing = isBlank(String(question.text)) ? [words.questions.problem.noText] : []
  return [
    ...missing.map(unfinished('text')),
    ...optionIssues(question).map(unfinished('options')),
    ...ruleIssues(draft, question),
  ]
}

function unfinished(part: FormPart): (text: string) => Issue {
  return text => ({ text, part })
}

function optionIssues(question: DraftQuestion): string[] {
  if (question.type !== 'multiple_choice') return []
  const options = optionsOf(question)
  if (options.length === 0) return [words.questions.problem.noOptions]
  const twice = options.find((option, at) => option !== '' && options.indexOf(option) !== at)
  return [
    ...options.flatMap((option, at) => (option === '' ? [words.questions.problem.emptyOption(at + 1)] : [])),
    ...(twice === undefined ? [] : [words.questions.problem.sameOptions(twice)]),
  ]
}

function ruleIssues(draft: Draft, question: DraftQuestion): Issue[] {
  const conditions = ruleOf(question)?.when.conditions
  if (conditions === undefined) return []
  if (conditions.length === 0) return [words.questions.problem.noCondition].map(unfinished('rule'))
  return conditions.flatMap(condition => conditionIssue(draft, question, condition) ?? [])
}

/** Only a condition without values is unfinished; the others were broken by a change elsewhere. */
function conditionIssue(draft: Draft, { index }: DraftQuestion, condition: Condition): Issue | undefined {
  const key = condition.questionIndex
  const trigger = questionOf(draft, key)
  const name = questionLabel(trigger ?? draft.stored[key]?.source)
  const { problem } = words.questions
  if (trigger === undefined) return { text: problem.triggerDeleted(name) }
  if (positionOf(draft, key) >= positionOf(draft, index)) return { text: problem.triggerAfter(name) }
  if (trigger.type !== 'multiple_choice') return { text: problem.triggerRetyped(name) }
  if (condition.values.length === 0) return { text: problem.noValues(name), part: 'rule' }
  const missing = condition.values.find(value => !optionsOf(trigger).includes(value))
  return missing === undefined ? undefined : { text: problem.optionGone(missing, name) }
}
