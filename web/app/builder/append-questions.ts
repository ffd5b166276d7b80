import type { Json, JsonObject } from '../../../src/domain/values/json.ts'
import { withTriggers } from '../../ui/questions/draft.ts'

/** Appends questions; the positions in their rules, which refer to each other, are shifted accordingly. */
export function appendQuestions(before: readonly Json[], added: readonly JsonObject[]): Json[] {
  return [
    ...before,
    ...added.map(({ index, ...question }) => withTriggers(question, position => position + before.length)),
  ]
}
