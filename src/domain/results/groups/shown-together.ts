import type { CheckList, Grid, Positions, QuestionGroup, Ranking } from '../../surveys/groups/question-group.ts'
import { isAskedTogether } from '../../surveys/groups/step-around.ts'
import type { QuestionType } from '../../surveys/question.ts'

/** A question of its own, or those that are shown as one. */
export interface Together<Question> {
  /** Missing for a question of its own. */
  readonly group?: OneQuestion
  readonly questions: readonly [Question, ...Question[]]
}

/** A group that people see as one question with one result. */
export type OneQuestion = CheckList | Grid | Ranking

interface Member {
  readonly index: number
  readonly type: QuestionType
}

export interface Grouped {
  readonly groups: readonly QuestionGroup[]
  /** At a presenter's pace only the options of a check-list are asked together. */
  readonly paced: boolean
}

/**
 * What is shown of a survey, in the order of its questions. The text beside a check-list, and both questions of a choice
 * with a text, are questions of their own.
 * @param questions all, or those that have what is shown
 */
export function shownTogether<Question extends Member>(
  questions: readonly Question[],
  survey: Grouped,
): Together<Question>[] {
  const together = groupsOf(survey)
  return questions.flatMap((question): Together<Question>[] => {
    const group = together.find(one => isIn(one, question))
    if (group === undefined) return [{ questions: [question] }]
    const [first = question, ...others] = questions.filter(one => isIn(group, one))
    return first === question ? [{ group, questions: [first, ...others] }] : []
  })
}

/** The positions of the questions that have one result with the question at an index. */
export function shownAround(
  { questions, ...survey }: Grouped & { readonly questions: readonly Pick<Member, 'type'>[] },
  index: number,
): Positions {
  const type = questions[index]?.type
  const group = type && groupsOf(survey).find(one => isIn(one, { index, type }))
  return group ?? { from: index, to: index }
}

/** As `shownAround`, of all questions. Where many are asked for, their groups are looked at once. */
export function allShownAround({
  questions,
  ...survey
}: Grouped & { readonly questions: readonly Pick<Member, 'type'>[] }): readonly Positions[] {
  const all: Positions[] = questions.map((_, index) => ({ from: index, to: index }))
  for (const group of groupsOf(survey))
    for (let index = group.from; index <= group.to; index++) {
      const type = questions[index]?.type
      if (type !== undefined && isIn(group, { index, type })) all[index] = group
    }
  return all
}

/** The groups that are shown as one question. */
export function groupsOf({ groups, paced }: Grouped): OneQuestion[] {
  return groups.filter((group): group is OneQuestion => {
    return paced ? isAskedTogether(group) : group.kind !== 'other' && group.kind !== 'section'
  })
}

/** Whether a question has no result of its own. */
export function isIn({ from, to }: OneQuestion, { index, type }: Member): boolean {
  return from <= index && index <= to && type === 'multiple_choice'
}
