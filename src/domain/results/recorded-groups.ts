import type { Section } from '../surveys/groups/question-group.ts'
import { type GroupResult, groupResult } from './group-results.ts'
import type { RecordedQuestion, SurveyRecord } from './record.ts'
import { type OneQuestion, shownTogether } from './shown-together.ts'

/** What a record shows as one: a question, or those of a group. */
export interface RecordedOne {
  /** Missing for a question of its own. */
  readonly group?: OneQuestion
  readonly questions: readonly [RecordedQuestion, ...RecordedQuestion[]]
  /** As people count what they see, from 1. */
  readonly number: number
  /** The section that begins here. */
  readonly section?: Section | undefined
}

export function recordedOnes({ questions, groups = [] }: SurveyRecord): RecordedOne[] {
  return shownTogether(questions, { groups, paced: false }).map((one, at) => {
    const [{ index }] = one.questions
    const section = groups.find((group): group is Section => group.kind === 'section' && group.from === index)
    // Second rounds have no numbers, and come only where there are no groups.
    return { ...one, number: (groups.length > 0 ? at : index) + 1, section }
  })
}

/** The result of a group. Questions that too few have answered count as if nobody had. */
export function recordedGroup(group: OneQuestion, questions: RecordedOne['questions']): GroupResult {
  const results = questions.map(({ index, type, text, answered, tally = [] }) => {
    return { index, type, text, answered: answered ?? 0, tally }
  })
  return groupResult(group, results)
}
