import type { DashboardSurvey } from '../../../src/dashboard/contract.ts'
import { type GroupResult, groupResult } from '../../../src/domain/results/group-results.ts'
import type { QuestionGroup, Section } from '../../../src/domain/surveys/groups/question-group.ts'
import { type Card, cardsOf } from './cards.ts'

/** What stands in the list of results: a question, questions that are shown as one, or the heading of a section. */
export type Entry =
  | { readonly kind: 'card'; readonly card: Card }
  | { readonly kind: 'group'; readonly group: QuestionGroup; readonly result: GroupResult }
  | { readonly kind: 'section'; readonly section: Section }

type Shown = Pick<DashboardSurvey, 'results' | 'question_settings' | 'paced' | 'groups'>

/** At a presenter's pace each question is one of its own. */
export function entriesOf(survey: Shown): Entry[] {
  const groups = survey.paced ? [] : survey.groups
  const sections = new Map(groups.flatMap(group => (group.kind === 'section' ? [[group.from, group]] : [])))
  const shown = groups.flatMap(group => {
    const result = groupResult(group, survey.results)
    return result === undefined ? [] : [{ kind: 'group', group, result } as const]
  })
  return cardsOf(survey).flatMap((card): Entry[] => {
    const { index, type } = card.result
    const section = sections.get(index)
    // The text beside a check-list has answers of its own.
    const own = type === 'free_text' ? undefined : shown.find(({ group }) => group.from <= index && index <= group.to)
    return [
      ...(section === undefined ? [] : [{ kind: 'section', section } as const]),
      ...(own === undefined ? [{ kind: 'card', card } as const] : own.group.from === index ? [own] : []),
    ]
  })
}
