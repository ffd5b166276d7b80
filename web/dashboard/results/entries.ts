import type { DashboardSurvey } from '../../../src/dashboard/contract.ts'
import type { GroupResult } from '../../../src/domain/results/groups/group-results.ts'
import { sectionOf, shownResults } from '../../../src/domain/results/groups/shown-results.ts'
import type { Section } from '../../../src/domain/surveys/groups/question-group.ts'
import { type Card, cardsOf } from './cards.ts'

/** What stands in the list of results: a question, questions that are shown as one, or the heading of a section. */
export type Entry =
  | { readonly kind: 'card'; readonly card: Card }
  | { readonly kind: 'group'; readonly index: number; readonly group: GroupResult }
  | { readonly kind: 'section'; readonly section: Section }

type Shown = Pick<DashboardSurvey, 'results' | 'question_settings' | 'paced' | 'groups'>

export function entriesOf(survey: Shown): Entry[] {
  return cardsOf({ ...survey, results: shownResults(survey) }).flatMap((card): Entry[] => {
    const { index, group } = card.result
    const section = sectionOf(survey, index)
    return [
      ...(section?.from === index ? [{ kind: 'section', section } as const] : []),
      group === undefined ? { kind: 'card', card } : { kind: 'group', index, group },
    ]
  })
}
