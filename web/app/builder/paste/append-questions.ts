import type { QuestionGroup } from '../../../../src/domain/surveys/groups/question-group.ts'
import type { QuestionSettings } from '../../../../src/domain/surveys/question-settings.ts'
import type { Json, JsonObject } from '../../../../src/domain/values/json.ts'
import { withTriggers } from '../../../ui/questions/draft.ts'

/** Appends questions; the positions in their rules, which refer to each other, are shifted accordingly. */
export function appendQuestions(before: readonly Json[], added: readonly JsonObject[]): Json[] {
  return [
    ...before,
    ...added.map(({ index, ...question }) => withTriggers(question, position => position + before.length)),
  ]
}

/** What is set beside questions, with that of others that are appended to them. @param count of the first */
export function appendSettings(before: QuestionSettings, added: QuestionSettings, count: number): QuestionSettings {
  if (added.length === 0) return before
  const moved = added.map(one => (one?.round_of === undefined ? one : { ...one, round_of: one.round_of + count }))
  return [...Array.from({ length: count }, (_, at) => before[at] ?? null), ...moved]
}

/** Groups of questions, with those of others that are appended to them. @param count of the first */
export function appendGroups(
  before: readonly QuestionGroup[],
  added: readonly QuestionGroup[],
  count: number,
): readonly QuestionGroup[] {
  return [...before, ...added.map(group => ({ ...group, from: group.from + count, to: group.to + count }))]
}
