import type { Reading } from '../../../src/domain/surveys/import/survey-assembly.ts'
import type { QuestionSettings } from '../../../src/domain/surveys/question-settings.ts'
import type { Json, JsonObject } from '../../../src/domain/values/json.ts'
import { largestOf } from '../../../src/domain/values/largest.ts'
import { withTriggers } from '../../ui/questions/draft.ts'

/** Appends questions; the positions in their rules, which refer to each other, are shifted accordingly. */
export function appendQuestions(before: readonly Json[], added: readonly JsonObject[]): Json[] {
  return [
    ...before,
    ...added.map(({ index, ...question }) => withTriggers(question, position => position + before.length)),
  ]
}

/** Sets the right answers of questions that are appended behind others. @param count of those others */
export function appendRight(before: QuestionSettings, right: Reading['right'], count: number): QuestionSettings {
  const last = largestOf((right ?? new Map()).keys(), -1)
  if (last < 0) return before
  const settings = Array.from({ length: count + last + 1 }, (_, at) => before[at] ?? null)
  for (const [at, options] of right ?? []) settings[count + at] = { right: { options } }
  return settings
}
