import type { JsonObject } from '../../../src/domain/json.ts'
import type { QuestionType } from '../../../src/domain/question.ts'
import { type Draft, type DraftQuestion, questionOf, ruleOf } from './draft.ts'
import { modeOf } from './requirement.ts'

/** What each type is called. */
export const TYPE_NAMES: Readonly<Record<QuestionType, string>> = {
  multiple_choice: 'Multiple choice',
  free_text: 'Free text',
  rating: 'Rating from 1 to 10',
  upvoted_question: 'Board to ask and vote on',
}

/** Characters of a question's text that name it. */
const NAME_LENGTH = 40

/** A question by its text, e.g. “Coming?”. */
export function questionLabel(question: JsonObject | undefined): string {
  const text = String(question?.text ?? '').trim()
  if (text === '') return 'a question without a text'
  return quote(text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH).trimEnd()}…` : text)
}

export function quote(text: string): string {
  return `“${text}”`
}

/** Things in a row, e.g. `Soup, Salad or Bread`. */
export function joinList(things: readonly string[], last: 'and' | 'or'): string {
  const [before, end] = [things.slice(0, -1).join(', '), things.at(-1) ?? '']
  return before === '' ? end : `${before} ${last} ${end}`
}

/** When a question must be answered. */
export function requirementText(draft: Draft, question: DraftQuestion): string {
  const rule = ruleOf(question)
  if (question.type === 'upvoted_question') return 'Collects no answers'
  if (rule === undefined) return modeOf(question) === 'always' ? 'Answer required' : 'Optional'
  const conditions = rule.when.conditions.map(({ questionIndex, values }) => {
    const chosen = values.length === 0 ? '…' : joinList(values, 'or')
    return `${questionLabel(questionOf(draft, questionIndex) ?? draft.stored[questionIndex]?.source)} is ${chosen}`
  })
  return `Required when ${joinList(conditions, rule.when.op === 'any' ? 'or' : 'and')}`
}
