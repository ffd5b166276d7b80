import type { Section } from '../../surveys/groups/question-group.ts'
import { type GroupResult, groupResult } from '../groups/group-results.ts'
import { type OneQuestion, shownTogether } from '../groups/shown-together.ts'
import type { RecordedQuestion, SurveyRecord } from './record.ts'

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
  let number = 0
  return shownTogether(questions, { groups, paced: false }).map(one => {
    const [{ index, round_of: first }] = one.questions
    const section = groups.find((group): group is Section => group.kind === 'section' && group.from === index)
    // Second rounds have no numbers.
    if (first === undefined) number++
    return { ...one, number, section }
  })
}

/** The result of a group. Questions that too few have answered count as if nobody had. */
export function recordedGroup(group: OneQuestion, questions: RecordedOne['questions']): GroupResult {
  const results = questions.map(({ index, type, text, answered, tally = [] }) => {
    return { index, type, text, answered: answered ?? 0, tally }
  })
  return groupResult(group, results)
}
