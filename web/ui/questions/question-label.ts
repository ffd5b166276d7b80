import type { JsonObject } from '../../../src/domain/values/json.ts'
import { words } from '../../words/words.ts'
import { type Draft, type DraftQuestion, questionOf, ruleOf } from './draft.ts'
import { modeOf } from './requirement.ts'

/** Characters of a question's text that identify it in a sentence. */
const LABEL_LENGTH = 40

/** A question by the start of its text, in quotation marks. */
export function questionLabel(question: JsonObject | undefined): string {
  const text = String(question?.text ?? '').trim()
  if (text === '') return words.questions.untitled
  return words.format.quote(text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH).trimEnd()}…` : text)
}

/** When a question must be answered. */
export function requirementText(draft: Draft, question: DraftQuestion): string {
  const texts = words.questions.rule
  const rule = ruleOf(question)
  if (question.type === 'upvoted_question') return texts.board
  if (rule === undefined) return modeOf(question) === 'always' ? texts.always : texts.optional
  const conditions = rule.when.conditions.map(({ questionIndex, values }) =>
    texts.is(questionLabel(questionOf(draft, questionIndex) ?? draft.stored[questionIndex]?.source), values),
  )
  return texts.when(conditions, rule.when.op === 'any')
}
