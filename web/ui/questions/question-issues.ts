import { isBlank, sentence } from '../../../src/domain/values/text.ts'
import { words } from '../../words/words.ts'
import { type Condition, type Draft, type DraftQuestion, optionsOf, positionOf, questionOf, ruleOf } from './draft.ts'
import type { EditProblem, FormPart } from './edit-impact.ts'
import { questionLabel } from './question-label.ts'

/** What is missing or wrong in a draft, question by question, apart from what existing answers do not allow. */
export function draftIssues(draft: Draft): EditProblem[] {
  return draft.questions.flatMap(question =>
    questionIssues(draft, question).map(issue => ({ ...issue, key: question.index })),
  )
}

/**
 * Problems that no field shows, such as too many options.
 * @param message of the refusal, which begins with the question concerned, if any
 */
export function refusedIssue(draft: Draft, message: string): EditProblem {
  const [, position, reason = message] = /^question (\d+): (.+)/s.exec(message) ?? []
  return { key: draft.questions[Number(position) - 1]?.index, text: sentence(reason) }
}

type Issue = Omit<EditProblem, 'key'>

/** What is missing or wrong in one question. */
export function questionIssues(draft: Draft, question: DraftQuestion): Issue[] {
  const missing = isBlank(String(question.text)) ? [words.questions.problem.noText] : []
  return [
    ...missing.map(unfinished('text')),
    ...(question.type === 'multiple_choice' ? optionIssues(optionsOf(question)) : []).map(unfinished('options')),
    ...ruleIssues(draft, question),
  ]
}

function unfinished(part: FormPart): (text: string) => Issue {
  return text => ({ text, part })
}

/** What is missing or wrong in the options of a question. */
export function optionIssues(options: readonly string[]): string[] {
  if (options.length === 0) return [words.questions.problem.noOptions]
  const twice = options.find((option, at) => option !== '' && isFaultyOption(options, at))
  return [
    ...options.flatMap((option, at) => (option === '' ? [words.questions.problem.emptyOption(at + 1)] : [])),
    ...(twice === undefined ? [] : [words.questions.problem.sameOptions(twice)]),
  ]
}

/** Whether an option has no text, or the same text as an earlier one. */
export function isFaultyOption(options: readonly string[], at: number): boolean {
  const option = options[at] ?? ''
  return option === '' || options.indexOf(option) !== at
}

/** What is missing or wrong in the rule of a question. */
export function ruleIssues(draft: Draft, question: DraftQuestion): Issue[] {
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
