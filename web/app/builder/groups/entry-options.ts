import type { JsonObject } from '../../../../src/domain/values/json.ts'
import { type Draft, optionsOf } from '../../../ui/questions/draft.ts'
import { type Entry, entriesOf } from './rows.ts'

/** Each entry as a question with the options that creators have typed for it. */
export function entryQuestions(draft: Draft): readonly JsonObject[] {
  return entriesOf(draft).map(questionOf)
}

function questionOf({ group, questions }: Entry): JsonObject {
  if (group?.kind === 'check_list') return { type: 'multiple_choice', options: questions.flatMap(optionsOf) }
  // Its options are ranks.
  return (group?.kind === 'ranking' ? undefined : questions[0]) ?? {}
}
