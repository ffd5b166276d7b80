import { isIn } from '../../../src/domain/surveys/groups/step-around.ts'
import type { QuestionType } from '../../../src/domain/surveys/question.ts'
import type { StarterContent } from '../../../src/domain/surveys/starters/parts.ts'
import { type EntryKind, kindOfGroup, kindOfType } from '../builder/entry-kind.ts'

/** The questions of a survey as respondents see them: groups as one, and sections before what is in them. */
export function picturedParts({ questions, groups }: StarterContent): readonly EntryKind[] {
  return questions.flatMap(({ type }, index) => {
    const isBeginning = groups.some(({ kind, from }) => kind === 'section' && from === index)
    const heading: readonly EntryKind[] = isBeginning ? ['section'] : []
    const group = groups.find(one => one.kind !== 'section' && isIn(one, index))
    if (group !== undefined && group.from !== index) return heading
    return [...heading, group === undefined ? kindOfType(type as QuestionType) : kindOfGroup(group.kind)]
  })
}

/** How many questions respondents see. */
export function countPictured(content: StarterContent): number {
  return picturedParts(content).filter(kind => kind !== 'section').length
}
