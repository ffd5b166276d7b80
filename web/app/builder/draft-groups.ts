import type { Origins } from '../../../src/domain/surveys/edit.ts'
import { moveGroups } from '../../../src/domain/surveys/groups/group-moves.ts'
import { inOrder, NO_GROUPS, type QuestionGroup } from '../../../src/domain/surveys/groups/question-group.ts'
import { parseQuestionList, type Question } from '../../../src/domain/surveys/question.ts'
import { Refusal } from '../../../src/domain/values/refusal.ts'
import { type Draft, questionsOf } from '../../ui/questions/draft.ts'

/** Groups as they were when a draft was opened, in which the key of each question was its position. */
export interface OpenedGroups {
  readonly groups: readonly QuestionGroup[]
  /** The number of questions. */
  readonly count: number
}

export const NO_OPENED_GROUPS: OpenedGroups = { groups: NO_GROUPS, count: 0 }

/**
 * The groups of a draft in its present form. They follow their questions, and as long as a question is incomplete, they stay whether they
 * fit or not. What is left out comes back if an edit is taken back.
 */
export function groupsOf(draft: Draft, { groups, count }: OpenedGroups): readonly QuestionGroup[] {
  if (groups.length === 0) return groups
  const origins = draft.questions.map(({ index }) => (index < count ? index : undefined))
  const questions = completeQuestions(draft)
  return questions === undefined
    ? following(groups, origins)
    : moveGroups(groups, { length: count }, questions, origins)
}

function completeQuestions(draft: Draft): Question[] | undefined {
  try {
    return parseQuestionList(questionsOf(draft))
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function following(groups: readonly QuestionGroup[], origins: Origins): readonly QuestionGroup[] {
  const moved = groups.flatMap(group => {
    const isOwn = (origin: number | undefined) => origin !== undefined && group.from <= origin && origin <= group.to
    const [from, to] = [origins.findIndex(isOwn), origins.findLastIndex(isOwn)]
    return from < 0 ? [] : [{ ...group, from, to }]
  })
  return moved.sort(inOrder)
}
