import type { Json, JsonObject } from '../../../src/domain/values/json.ts'
import { words } from '../../words/words.ts'
import { visibleText } from '../visible-text.ts'
import { type Draft, type DraftQuestion, optionsOf, questionOf, ruleOf } from './draft.ts'
import { modeOf } from './requirement.ts'

/** Characters of a question's text that identify it in a sentence. */
const LABEL_LENGTH = 40

/** A question by the start of its text, in quotation marks. */
export function questionLabel(question: JsonObject | undefined): string {
  const text = startOf(question?.text)
  return text === '' ? words.questions.untitled : words.format.quote(text)
}

/** The same of a question that may be one of a group: what they have in common, and in brackets what is its own. */
export function labelIn({ groups }: Draft, question: DraftQuestion): string {
  const group = groups.find(({ kind, keys }) => OWN_TEXT[kind] !== undefined && keys.includes(question.index))
  const own = startOf(group && OWN_TEXT[group.kind]?.(question))
  const title = startOf(group?.title ?? question.text)
  return own === '' || title === '' ? questionLabel(question) : words.format.quote(`${title} [${own}]`)
}

const OWN_TEXT: Readonly<Record<string, (question: DraftQuestion) => Json | undefined>> = {
  check_list: question => optionsOf(question)[0],
  grid: ({ text }) => text,
  ranking: ({ text }) => text,
}

function startOf(text: Json | undefined): string {
  const trimmed = visibleText(String(text ?? ''))
  return trimmed.length > LABEL_LENGTH ? `${trimmed.slice(0, LABEL_LENGTH).trimEnd()}…` : trimmed
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
